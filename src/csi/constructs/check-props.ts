/** Checks of what callers without a compiler pass as a driver or a platform. */
import { Finding, show, violation } from '../../findings';
import { SHAPE_RULES as RULES } from '../../shape';
import { platformTypes } from '../definition';
import { PlatformKind } from '../spec';
import { CsiDriver } from './csi-driver';

/** Findings on what should be a driver. */
export function checkIsDriver(value: CsiDriver | undefined): Finding[] {
  const remedy = 'pass a driver, such as new EfsCsiDriver()';
  if (value === undefined) return [violation(RULES.type, 'driver', 'driver is required', remedy)];
  if (typeof value === 'function') {
    const { name } = value as { name: string };
    return [
      violation(RULES.type, 'driver', `${name} is a class, not a driver`, `pass new ${name}()`),
    ];
  }
  if (CsiDriver._is(value) && typeof value._describe === 'function') return [];
  return [
    violation(
      RULES.type,
      'driver',
      `${describe(value)} is not a CSI driver`,
      `${remedy}, or your own that extends csi.CustomCsiDriver`,
    ),
  ];
}

/** Findings on what should be a platform. */
export function checkIsPlatform(value: PlatformKind | undefined): readonly Finding[] {
  if (value !== undefined) return platformTypes(value);
  return [
    violation(
      RULES.type,
      'platform',
      'platform is required',
      'specify one, such as Platform.EKS, or enable a target with a platform for the app',
    ),
  ];
}

/** A value in a few words. Objects of a class by its name, for their insides tell little. */
function describe(value: unknown): string {
  if (typeof value === 'function') return `the function ${value.name}`;
  const name = typeof value === 'object' && value !== null ? value.constructor?.name : undefined;
  return name === undefined || ['Array', 'Object'].includes(name)
    ? show(value)
    : `an object of ${show(name)}`;
}
