/** The drivers that are known without anybody saying anything. */
import { DriverFacts } from './driver';

/** All of them. They are only read when somebody asks; a test holds the file to its shape. */
export function knownDrivers(): readonly DriverFacts[] {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const { drivers }: typeof import('./drivers.json') = require('./drivers.json');
  const named: readonly Pick<DriverFacts, 'name'>[] = drivers;
  return named as readonly DriverFacts[];
}
