/**
 * The drivers that are known without anybody saying anything, and what platforms ship otherwise.
 */
import { DriverFacts } from './driver';

/** The driver of Amazon EFS, which many rules know. */
export const EFS_DRIVER_NAME = 'efs.csi.aws.com';

/** All of them. They are only read when somebody asks; a test holds the file to its shape. */
export function knownDrivers(): readonly DriverFacts[] {
  const { drivers }: typeof import('./drivers.json') = require('./drivers.json');
  const named: readonly Pick<DriverFacts, 'name'>[] = drivers;
  return named as readonly DriverFacts[];
}

/** What a platform ships otherwise than the drivers' own projects do. */
export function driversOnPlatform(platform: string | undefined): readonly DriverFacts[] {
  const { openshift }: typeof import('./drivers.json') = require('./drivers.json');
  return platform === 'openshift' ? openshift : [];
}
