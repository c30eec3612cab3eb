/**
 * Everything that a release of Kubernetes says of itself, read into `src/model`: `npm run
 * kubernetes 1.37.2`.
 *
 * API versions and feature gates come from Go's sources, types from Go's types, and what only a
 * server knows from the one that KUBECONFIG names, which must be of that minor: without it the
 * model stays what it is, and only the first are written. Prints each fact that changed, and what
 * is left to be read.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { differences, Tables } from './model/difference';
import { MODEL_MINOR, newestMinor, parseVersion } from '../src/model';

const MODEL = join(__dirname, '..', 'src', 'model');
const TABLES = ['kubernetes.json', 'kinds.json', 'gates.json'];
/** Modules of Go that have one version for each release. */
const MODULES = ['api', 'apiextensions-apiserver', 'apimachinery', 'kube-aggregator'];

const NEXT = `
Read the lines above, and then:
  a new field           its default: src/model/defaults.ts, where test/model/defaults.conformance fails; its bounds: src/validation/bounds.ts
  a new value           rules that list values: the compiler and test/pod name them
  a new gate            its line in src/model/gates.json, if a field or a rule depends on it; src/manifests/facts/feature-fields.ts
  a kind that is gone   what to write in its place: src/validation/versions.ts
  what has no gate      the release notes, "urgent upgrade notes": src/model/changes.json
  the schemas of tests  test/support/schemas
Then run npx jest test/model test/validation test/diff test/pod, and npm run rules.`;

function readTables(): Tables {
  return Object.fromEntries(
    TABLES.map((file) => [file, JSON.parse(readFileSync(join(MODEL, file), 'utf8')) as unknown]),
  );
}

/** The minor version of the server that KUBECONFIG names, if there is one. */
function serverMinor(): number | undefined {
  if (!process.env.KUBECONFIG) return undefined;
  const text = execFileSync('kubectl', ['get', '--raw', '/version'], { encoding: 'utf8' });
  return parseVersion((JSON.parse(text) as { gitVersion: string }).gitVersion)?.minor;
}

function step(script: string, ...args: string[]): void {
  const file = join(__dirname, 'model', script);
  execFileSync(process.execPath, [...process.execArgv, file, ...args], { stdio: 'inherit' });
}

function go(...args: string[]): void {
  execFileSync('go', args, { cwd: join(__dirname, 'model'), stdio: 'inherit' });
}

function readModel(release: string, minor: number): void {
  go('get', ...MODULES.map((module) => `k8s.io/${module}@v0.${release.slice(2)}`));
  go('mod', 'tidy');
  step('types.ts');
  step('defaults.ts');
  const file = join(MODEL, 'version.ts');
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace(/MODEL_MINOR = \d+/, `MODEL_MINOR = ${minor}`));
}

function main(release: string = ''): void {
  const minor = /^1\.\d+\.\d+$/.test(release) ? parseVersion(release)!.minor : undefined;
  if (minor === undefined) {
    throw new Error(`${JSON.stringify(release)} is not a release: give one such as 1.37.2`);
  }
  const server = serverMinor();
  const before = readTables();
  // An older release does not know what a newer one said.
  if (minor >= newestMinor()) step('kinds.ts', release);
  if (server === minor) readModel(release, minor);
  const changed = differences(before, readTables());
  console.log(changed.length === 0 ? 'nothing changed' : changed.join('\n'));
  if (server !== minor) {
    const found = server === undefined ? 'names none' : `names one of 1.${server}`;
    console.log(
      `types, lists and defaults stay those of 1.${MODEL_MINOR}: they need a server of 1.${minor}, and KUBECONFIG ${found}`,
    );
  }
  if (changed.length > 0) console.log(NEXT);
}

main(process.argv[2]);
