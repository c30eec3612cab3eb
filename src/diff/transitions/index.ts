/** The changes of all kinds, by `group/Kind`. A kind that is not here takes every change. */
import { JOB_TRANSITIONS } from './jobs';
import { OTHER_TRANSITIONS } from './others';
import { SERVICE_TRANSITIONS } from './services';
import { STORAGE_TRANSITIONS } from './storage';
import { Transitions } from './transitions';
import { WORKLOAD_TRANSITIONS } from './workloads';

export { takenFromServices } from './services';
export { immutableRefusals } from './transitions';

const TRANSITIONS = new Map(
  Object.entries({
    ...STORAGE_TRANSITIONS,
    ...WORKLOAD_TRANSITIONS,
    ...JOB_TRANSITIONS,
    ...SERVICE_TRANSITIONS,
    ...OTHER_TRANSITIONS,
  }),
);
const NONE: Transitions = {};

export function transitionsOf(kindKey: string): Transitions {
  return TRANSITIONS.get(kindKey) ?? NONE;
}
