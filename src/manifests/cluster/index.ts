/**
 * Rules on what lives in a cluster: what waits there and why, what is lost or goes, what nobody
 * uses; and what manifests need that it does not have.
 */
import { LIVING_CLAIM_JUDGE } from './claims';
import { DEFINITION_JUDGE, DRIVER_JUDGE } from './installed';
import { WAITING_POD_JUDGE } from './pods';
import { QUOTA_ROOM_JUDGE, STOPPED_SET_JUDGE } from './quotas';
import { LIVING_VOLUME_JUDGE } from './volumes';
import { Judge } from '../../judge';

/** Rules on what was read from a server. */
export const LIVING_JUDGES: readonly Judge[] = [
  LIVING_CLAIM_JUDGE,
  LIVING_VOLUME_JUDGE,
  WAITING_POD_JUDGE,
  STOPPED_SET_JUDGE,
];

/** Rules on manifests beside what lives. */
export const FITTING_JUDGES: readonly Judge[] = [DRIVER_JUDGE, DEFINITION_JUDGE, QUOTA_ROOM_JUDGE];
