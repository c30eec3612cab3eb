/**
 * Which volume a claim gets, and whether it gets one: as the volume binder, the provisioners and
 * kubelet see it.
 */
import { CLASS_JUDGE } from './classes';
import { DEFAULT_CLASS_JUDGE } from './default-classes';
import { GROWTH_JUDGE } from './growth';
import { HANDLE_IN_POD_JUDGE, SAME_DISK_JUDGE } from './handles';
import { LIMIT_JUDGE, QUOTA_JUDGE } from './limits';
import { MODE_JUDGE } from './modes';
import { PAIR_JUDGE } from './pairs';
import { RESERVATION_JUDGE } from './reservations';
import { SNAPSHOT_JUDGES } from './snapshots';
import { SOURCE_JUDGE } from './sources';
import { Judge } from '../../judge';
import { isStored } from '../../kube';

export * from './rules';

/** All of them. */
export const BINDING_JUDGES: readonly Judge[] = [
  unlessBound(PAIR_JUDGE),
  unlessBound(RESERVATION_JUDGE),
  unlessBound(CLASS_JUDGE),
  DEFAULT_CLASS_JUDGE,
  HANDLE_IN_POD_JUDGE,
  SAME_DISK_JUDGE,
  unlessBound(GROWTH_JUDGE),
  unlessBound(SOURCE_JUDGE),
  unlessBound(MODE_JUDGE),
  unlessBound(LIMIT_JUDGE),
  QUOTA_JUDGE,
  ...SNAPSHOT_JUDGES,
];

/** The kinds whose status says how they are bound. */
const BOUND = ['/PersistentVolumeClaim', '/PersistentVolume'];

/** What becomes of claims and volumes that live in a cluster is not to be guessed: they say it. */
function unlessBound(judge: Judge): Judge {
  return {
    ...judge,
    check: (object, world) =>
      BOUND.includes(object.kindKey) && isStored(object.manifest) ? [] : judge.check(object, world),
  };
}
