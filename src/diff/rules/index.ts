/** The rules of all kinds, by `group/Kind`. A kind without rules takes every change. */
import { ADMISSION_RULES } from './admission-policies';
import { DEVICE_RULES } from './devices';
import { JOB_RULES } from './jobs';
import { KindRules } from './kind-rules';
import { NETWORK_RULES } from './network';
import { OTHER_RULES } from './others';
import { SERVICE_RULES } from './services';
import { STORAGE_RULES } from './storage';
import { WORKLOAD_RULES } from './workloads';

export * from './kind-rules';

const RULES = new Map(
  Object.entries({
    ...STORAGE_RULES,
    ...WORKLOAD_RULES,
    ...JOB_RULES,
    ...ADMISSION_RULES,
    ...NETWORK_RULES,
    ...SERVICE_RULES,
    ...DEVICE_RULES,
    ...OTHER_RULES,
  }),
);
const NONE: KindRules = {};

/** What is known of a kind. */
export function rulesOf(kindKey: string): KindRules {
  return RULES.get(kindKey) ?? NONE;
}
