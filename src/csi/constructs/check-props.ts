/** What callers without a compiler give as a driver or a platform. */
import { Finding, show, violation } from '../../findings';
import { CSI_RULES } from '../rules';
import { isRecord } from '../shape';
import { platformShape } from '../shapes';
import { ICsiDriver } from './csi-driver';
import { Platform } from './platform';

/** Findings on what should be a driver. */
export function checkIsDriver(value: ICsiDriver | undefined): Finding[] {
  const remedy = 'give a driver, such as new EfsCsiDriver()';
  if (value === undefined) return [violation(CSI_RULES.type, 'driver', 'it is missing', remedy)];
  if (typeof value === 'function') {
    const { name } = value as { name: string };
    return [violation(CSI_RULES.type, 'driver', `${name} is a class, not a driver`, `give new ${name}()`)];
  }
  const methods = ['describe', 'checkStorageClass'] as const;
  const missing = isRecord(value) ? methods.find((method) => typeof value[method] !== 'function') : methods[0];
  return missing === undefined ? [] : [violation(CSI_RULES.type, 'driver', `${describe(value)} is no driver: it has no method ${missing}`, remedy)];
}

/** Findings on what should be a platform, and on its choices. */
export function checkIsPlatform(value: Platform | undefined): Finding[] {
  const remedy = 'give Platform.openshift(), Platform.eks() or Platform.vanilla()';
  if (value === undefined) return [violation(CSI_RULES.type, 'platform', 'it is missing', remedy)];
  return isRecord(value?._spec) ? platformShape(value._spec, 'platform') : [violation(CSI_RULES.type, 'platform', `${describe(value)} is no platform`, remedy)];
}

/** A value in a few words; objects of a class by its name, for their insides tell little. */
function describe(value: unknown): string {
  if (typeof value === 'function') return `the function ${value.name}`;
  const name = typeof value === 'object' && value !== null ? value.constructor?.name : undefined;
  return name === undefined || ['Array', 'Object'].includes(name) ? show(value) : `an object of ${show(name)}`;
}
