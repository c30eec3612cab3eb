/**
 * The cost of `--cluster`: a whole process that reads 100,000 live objects with their
 * managedFields, and checks 5,000 manifests beside them, or applies them in `diff`. Prints the
 * medians; the exit status is 1 if a goal is missed. Compile first; `tsx bench/read-out.ts`.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hold } from './goals';
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
  const checked = `check --cluster, ${OBJECTS} live objects and ${MANIFESTS} manifests`;
  const check = [process.execPath, PROGRAM, 'check', '--cluster', live, next, '--output', 'json'];
  const { seconds: ofCheck } = median(checked, check, RUNS, [0, 1]);
  hold({ what: `${checked}: seconds`, figure: ofCheck, bound: MOST_SECONDS });
  const command = [process.execPath, PROGRAM, 'diff', '--cluster', live, next];
  const options = ['--field-manager', 'ci', '--force-conflicts', '--output', 'json'];
  const what = `diff --cluster, ${OBJECTS} live objects and ${MANIFESTS} manifests`;
  const { seconds, megabytes } = median(what, [...command, ...options], RUNS, [0, 1]);
  hold({ what: `${what}: seconds`, figure: seconds, bound: MOST_SECONDS });
  hold({ what: `${what}: MB`, figure: megabytes, bound: MOST_MEGABYTES });
} finally {
  rmSync(folder, { recursive: true });
}
