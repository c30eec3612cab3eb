/** Parameters that drivers read from a StorageClass, and what they do with others. */
import { driversOf } from './driver';
import { knownDrivers } from './known-drivers';

/** Those of one driver. A later version may read more of them. */
export interface ClassParameters {
  readonly driver: string;
  /** What the driver does with parameters that it does not know. */
  readonly ofOthers: 'refused' | 'ignored';
  /** Whether upper and lower case are the same. */
  readonly isCaseInsensitive?: boolean;
  /** Those without which nothing is provisioned. */
  readonly required?: readonly string[];
  /** All others. */
  readonly known: readonly string[];
  readonly source: string;
}

let byDriver: ReadonlyMap<string, ClassParameters> | undefined;

/** What is known of the parameters of a driver, whatever stands before its name. */
export function classParametersOf(provisioner: string): ClassParameters | undefined {
  byDriver ??= new Map(knownParameters().map((one) => [one.driver, one]));
  return (
    byDriver.get(provisioner) ?? byDriver.get(driversOf(knownDrivers())(provisioner)?.name ?? '')
  );
}

/** All of them. They are only read when somebody asks. */
export function knownParameters(): readonly ClassParameters[] {
  const known: typeof import('./class-parameters.json') = require('./class-parameters.json');
  return known.parameters as readonly ClassParameters[];
}
