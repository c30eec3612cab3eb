/** What callers without a compiler give as a driver or a platform. */
import { Finding, show, violation } from '../../findings';
import { isFields } from '../../kube';
import { SHAPE_RULES as RULES } from '../../shape';
import { platformTypes } from '../shape';
import { ICsiDriver } from './csi-driver';
import { Platform } from './platform';

/** Findings on what should be a driver. */
export function checkIsDriver(value: ICsiDriver | undefined): Finding[] {
  const remedy = 'give a driver, such as new EfsCsiDriver()';
  if (value === undefined) return [violation(RULES.type, 'driver', 'driver is required', remedy)];
  if (typeof value === 'function') {
    const { name } = value as { name: string };
    return [violation(RULES.type, 'driver', `${name} is a class, not a driver`, `give new ${name}()`)];
  }
  const methods = ['describe', 'checkStorageClass'] as const;
  const missing = isFields(value) ? methods.find((method) => typeof value[method] !== 'function') : methods[0];
  return missing === undefined ? [] : [violation(RULES.type, 'driver', `${describe(value)} is not a driver: it has no method ${missing}`, remedy)];
}

/** Findings on what should be a platform, and on its choices. */
export function checkIsPlatform(value: Platform | undefined): readonly Finding[] {
  const remedy = 'give Platform.openshift(), Platform.eks() or Platform.vanilla(), or the app a target with a platform';
  if (value === undefined) return [violation(RULES.type, 'platform', 'platform is required', remedy)];
  return isFields(value?._spec) ? platformTypes(value._spec) : [violation(RULES.type, 'platform', `${describe(value)} is not a platform`, remedy)];
}

/** A value in a few words. Objects of a class by its name, for their insides tell little. */
function describe(value: unknown): string {
  if (typeof value === 'function') return `the function ${value.name}`;
  const name = typeof value === 'object' && value !== null ? value.constructor?.name : undefined;
  return name === undefined || ['Array', 'Object'].includes(name) ? show(value) : `an object of ${show(name)}`;
}
