/**
 * What `cdk8s-volumes diff --cluster` costs: a whole process that reads 100,000 live objects with
 * their managedFields, and applies 5,000 manifests to them. Prints the median; the exit status is 1
 * if a goal is missed. Compile first; `tsx bench/read-out.ts`.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { liveObjects, nextManifests, printed } from './live-objects';
import { median, PROGRAM } from './processes';

const OBJECTS = 100_000;
const MANIFESTS = 5_000;
const RUNS = 3;
const MOST_SECONDS = 10;
const MOST_MEGABYTES = 1_536;

const folder = mkdtempSync(join(tmpdir(), 'read-out-'));
try {
  const [live, next] = [join(folder, 'live.json'), join(folder, 'next.json')];
  writeFileSync(live, printed(liveObjects(OBJECTS)));
  writeFileSync(next, printed(nextManifests(MANIFESTS)));
  const command = [process.execPath, PROGRAM, 'diff', '--cluster', live, next];
  const options = ['--field-manager', 'ci', '--force-conflicts', '--output', 'json'];
  const { seconds, megabytes = 0 } = median(
    `diff --cluster, ${OBJECTS} live objects and ${MANIFESTS} manifests`,
    [...command, ...options],
    RUNS,
    [0, 1],
  );
  const isMissed = seconds > MOST_SECONDS || megabytes > MOST_MEGABYTES;
  console.log(
    `${seconds.toFixed(1)} s and ${megabytes.toFixed(0)} MB of at most ${MOST_SECONDS} s and ${MOST_MEGABYTES} MB`,
  );
  process.exitCode = isMissed ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true });
}
