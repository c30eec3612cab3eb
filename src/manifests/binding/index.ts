/** The binding of claims to volumes, as the volume binder, the provisioners and kubelet see it. */
import { ATTRIBUTES_JUDGE } from './attributes';
import { CLASS_JUDGE } from './classes';
import { DEFAULT_CLASS_JUDGE } from './default-classes';
import { EXPANSION_JUDGE, GROWTH_JUDGE } from './growth';
import { HANDLE_IN_POD_JUDGE, SAME_DISK_JUDGE } from './handles';
import { LIMIT_JUDGE, QUOTA_JUDGE } from './limits';
import { MODE_JUDGE } from './modes';
import { PAIR_JUDGE } from './pairs';
import { RESERVATION_JUDGE } from './reservations';
import { SNAPSHOT_JUDGES } from './snapshots';
import { SOURCE_JUDGE } from './sources';
import { Judge } from '../../judge';

export const BINDING_JUDGES: readonly Judge[] = [
  PAIR_JUDGE,
  RESERVATION_JUDGE,
  CLASS_JUDGE,
  DEFAULT_CLASS_JUDGE,
  ATTRIBUTES_JUDGE,
  HANDLE_IN_POD_JUDGE,
  SAME_DISK_JUDGE,
  GROWTH_JUDGE,
  EXPANSION_JUDGE,
  SOURCE_JUDGE,
  MODE_JUDGE,
  LIMIT_JUDGE,
  QUOTA_JUDGE,
  ...SNAPSHOT_JUDGES,
];
