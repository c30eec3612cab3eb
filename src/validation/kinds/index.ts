/** Rules of all kinds, by `group/Kind`. Of a kind that is not here any object is right. */
import { ACCESS_RULES } from './access';
import { ADMISSION_RULES } from './admission-policies';
import { AUTOSCALER_RULES } from './autoscalers';
import { CLASS_RULES } from './classes';
import { DEVICE_RULES } from './devices';
import { ENDPOINT_RULES } from './endpoints';
import { JOB_RULES } from './jobs';
import { KindRules } from './kind';
import { NAMESPACE_RULES } from './namespaces';
import { NETWORK_RULES } from './network';
import { NODE_STORAGE_RULES } from './node-storage';
import { OTHER_RULES } from './others';
import { SERVICE_RULES } from './services';
import { STORAGE_KINDS } from './storage';
import { WEBHOOK_RULES } from './webhooks';
import { WORKLOAD_RULES } from './workloads';

export type { KindRules, Past } from './kind';
export { keepNamesOfSecrets } from './access';
export { labelledByName } from './namespaces';
export { nameDefinition, readStringData } from './others';
export { allocate, isOutside, needsAddress, needsHealthPort, needsPorts } from './services';
export { sameSources } from './storage';
export { completeController, completeSet, labelledByTemplate, placePod } from './workloads';

const RULES = new Map(
  Object.entries({
    ...STORAGE_KINDS,
    ...WORKLOAD_RULES,
    ...JOB_RULES,
    ...ADMISSION_RULES,
    ...WEBHOOK_RULES,
    ...ENDPOINT_RULES,
    ...CLASS_RULES,
    ...ACCESS_RULES,
    ...AUTOSCALER_RULES,
    ...NAMESPACE_RULES,
    ...NODE_STORAGE_RULES,
    ...NETWORK_RULES,
    ...SERVICE_RULES,
    ...DEVICE_RULES,
    ...OTHER_RULES,
  }),
);
const NONE: KindRules = {};

export function rulesOf(kindKey: string): KindRules {
  return RULES.get(kindKey) ?? NONE;
}
