/** The doors of the package as they are published, bundled once for all files of tests of a run. */
import { cpSync, existsSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { library } from './built';
import { Assembly, bundlePackage } from '../../tools/bundling';

const ROOT = join(__dirname, '..', '..');

/** What jsii would know of the package: a class and an enum are enough. */
export const ASSEMBLY: Assembly = {
  version: '1.2.3',
  types: {
    'cdk8s-volumes.EfsSharedVolume': {
      kind: 'class',
      name: 'EfsSharedVolume',
      fqn: 'cdk8s-volumes.EfsSharedVolume',
      locationInModule: { filename: 'src/efs/constructs/efs-shared-volume.ts' },
    },
    'cdk8s-volumes.Severity': {
      kind: 'enum',
      name: 'Severity',
      fqn: 'cdk8s-volumes.Severity',
      locationInModule: { filename: 'src/findings/finding.ts' },
    },
  },
};

/** Copies what `lib/` has of them into a folder. */
export async function copyPackaged(target: string): Promise<void> {
  cpSync(await packaged(), target, { recursive: true });
}

async function packaged(): Promise<string> {
  const folder = join(dirname(library()), 'package');
  if (!existsSync(folder)) {
    // Whole or not at all, for those that look at the same time.
    const own = `${folder}.${process.pid}`;
    await bundlePackage(join(ROOT, 'src'), own, ASSEMBLY);
    if (existsSync(folder)) rmSync(own, { recursive: true });
    else renameSync(own, folder);
  }
  return folder;
}
