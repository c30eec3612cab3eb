/**
 * The recorded answers of controllers: in this repository, or in the folder that
 * `CONFORMANCE` names.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

const OWN = join(__dirname, '..', 'conformance');

/**
 * The folder of a system's cases. A folder that is named and does not have that system leaves its
 * own cases to count.
 */
export function conformanceFolder(...system: string[]): string {
  const named = process.env.CONFORMANCE;
  const folder = named ? resolve(named, ...system) : undefined;
  return folder !== undefined && existsSync(folder) ? folder : join(OWN, ...system);
}

/**
 * Says how many cases were replayed and how many left out, and why; called once at the end of a
 * file of tests.
 */
export function sayReplayed(
  system: string,
  replayed: number,
  leftOut: ReadonlyMap<string, number> = new Map(),
): void {
  const reasons = [...leftOut].map(([reason, count]) => `${count} left out: ${reason}`);
  process.stderr.write(
    `conformance ${system}: ${[`${replayed} replayed`, ...reasons].join(', ')}\n`,
  );
}

/**
 * How many cases must be there, as a guard against a folder that was not found: other folders may
 * hold any number.
 */
export function moreThan(count: number): number {
  return process.env.CONFORMANCE ? -1 : count;
}
