/** The drivers that are known without anybody saying anything. */
import { DriverFacts } from './driver';

/** All of them. They are only read when somebody asks. */
export function knownDrivers(): readonly DriverFacts[] {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const { drivers }: { readonly drivers: readonly DriverFacts[] } = require('./drivers.json') as typeof import('./drivers.json');
  return drivers;
}
