/**
 * Prints how the next release changes the version, for `npx projen release`: what the API lost
 * decides, and no message can make less of it.
 *
 * The first release is 0.1.0. What breaks somebody's code is a minor version before 1.0, and a
 * major one after it; what is new in the API is a minor version after 1.0; everything else is a
 * patch. The assembly of the last release comes from npm.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { nextVersion } from './versions';

const last = process.env.VERSION ?? '0.0.0';
if (last === '0.0.0') {
  console.log('0.1.0');
} else {
  console.log(nextVersion(last, { isBreaking: isBreaking(), isNew: isNew() }));
}

/** Whether what compiles against the last release might not compile against this one. */
function isBreaking(): boolean {
  execFileSync('npx', ['projen', 'compile'], { stdio: ['ignore', process.stderr, process.stderr] });
  const { status, stderr } = spawnSync('npx', ['jsii-diff', `npm:cdk8s-volumes@${last}`, '.'], {
    encoding: 'utf8',
    stdio: ['ignore', process.stderr, 'pipe'],
  });
  process.stderr.write(stderr);
  // Without anything to compare with, jsii-diff says so, and that all is well.
  if (stderr.includes('Skipping analysis')) {
    throw new Error(`the API of ${last} could not be read from npm, so nobody knows what breaks`);
  }
  return status !== 0;
}

/** Whether a page of the API is another one. */
function isNew(): boolean {
  return spawnSync('git', ['diff', '--quiet', `v${last}`, '--', 'API.md', 'docs/api']).status !== 0;
}
