/** The rules on objects that have to do with local disks. */
import { CLAIM_JUDGES } from './claims';
import { CLASS_JUDGE } from './classes';
import { INSTALLATION_JUDGE } from './installation';
import { VOLUME_JUDGE } from './volumes';
import { WORKLOAD_JUDGES } from './workloads';
import { Judge } from '../../judge';

/** Claims, workloads, classes, volumes, and the driver itself. */
export const LOCAL_JUDGES: readonly Judge[] = [
  ...CLAIM_JUDGES,
  ...WORKLOAD_JUDGES,
  CLASS_JUDGE,
  VOLUME_JUDGE,
  INSTALLATION_JUDGE,
];
