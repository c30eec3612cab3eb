/** The judges of this room. */
import { ROLLOUT_JUDGE } from './rollouts';
import { SELINUX_JUDGE } from './selinux';
import { SPREAD_JUDGE } from './spread';
import { ZONE_JUDGES } from './zones';
import { Judge } from '../../judge';

/** Pods, their nodes and their claims. */
export const NODE_JUDGES: readonly Judge[] = [
  ROLLOUT_JUDGE,
  SPREAD_JUDGE,
  SELINUX_JUDGE,
  ...ZONE_JUDGES,
];
