/**
 * API versions and feature gates of a release of Kubernetes, written into `src/model/kinds.json`
 * and `gates.json` by the sources of Go, which Go fetches: a step of `tools/kubernetes.ts`. Lines
 * with a `source` are written by hand and stay; so does what a release no longer mentions. A gate
 * is followed once a line has its name.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GateLife, KindLife } from '../../src/model';

/** What is in k8s.io/api, and is no object that a manifest is made of. */
const NO_OBJECTS =
  /Options$|List$|^(AdmissionReview|APIGroupDiscovery|DeploymentRollback|JobTemplate|PodStatusResult|RangeAllocation|Scale|SerializedReference|TokenRequest)$|^policy\/.* Eviction$/;

/** The gates of kinds that are off unless an administrator enables them, if named otherwise. */
const GATES: { readonly [kind: string]: string } = {
  SelfSubjectReview: 'APISelfSubjectReview',
  MutatingAdmissionPolicyBinding: 'MutatingAdmissionPolicy',
  ValidatingAdmissionPolicyBinding: 'ValidatingAdmissionPolicy',
  ClusterCIDR: 'MultiCIDRRangeAllocator',
  DeviceClass: 'DynamicResourceAllocation',
  DeviceTaintRule: 'DRADeviceTaintRules',
  Eviction: 'EvictionRequestAPI',
  EvictionRequest: 'EvictionRequestAPI',
  FlowSchema: 'APIPriorityAndFairness',
  IPAddress: 'MultiCIDRServiceAllocator',
  LeaseCandidate: 'CoordinatedLeaderElection',
  PodGroup: 'GenericWorkload',
  PodScheduling: 'DynamicResourceAllocation',
  PodSchedulingContext: 'DynamicResourceAllocation',
  PriorityLevelConfiguration: 'APIPriorityAndFairness',
  ResourceClaim: 'DynamicResourceAllocation',
  ResourceClaimParameters: 'DynamicResourceAllocation',
  ResourceClaimTemplate: 'DynamicResourceAllocation',
  ResourceClass: 'DynamicResourceAllocation',
  ResourceClassParameters: 'DynamicResourceAllocation',
  ResourcePoolStatusRequest: 'DRAResourcePoolStatus',
  ResourceSlice: 'DynamicResourceAllocation',
  ServiceCIDR: 'MultiCIDRServiceAllocator',
  StorageVersionMigration: 'StorageVersionMigrator',
  VolumeAttachment: 'CSIPersistentVolume',
  Workload: 'GenericWorkload',
};

/** The first release that leaves new beta versions off, and what was spared. */
const FIRST_WITHOUT_BETAS = 24;
const SPARED = 'flowcontrol.apiserver.k8s.io/v1beta3';

const MODEL = join(__dirname, '..', '..', 'src', 'model');
const KINDS = join(MODEL, 'kinds.json');
const GATES_FILE = join(MODEL, 'gates.json');

const LIFE =
  /func \(in \*(\w+)\) APILifecycle(Introduced|Removed)\(\) \(major, minor int\) \{\s*return 1, (\d+)/g;

/** The kinds of one folder of k8s.io/api. */
function kindsOf(folder: string): KindLife[] {
  const file = join(folder, 'zz_generated.prerelease-lifecycle.go');
  if (!existsSync(file)) return [];
  const register = readFileSync(join(folder, 'register.go'), 'utf8');
  const group = /GroupName\s*=\s*"([^"]*)"/.exec(register)![1];
  const version = /Version: "(\w+)"/.exec(register)![1];
  const apiVersion = group === '' ? version : `${group}/${version}`;
  const text = readFileSync(file, 'utf8');
  const found = new Map<string, { since: number; removed?: number }>();
  for (const [, kind, what, minor] of text.matchAll(LIFE)) {
    if (NO_OBJECTS.test(kind) || NO_OBJECTS.test(`${group}/${version} ${kind}`)) continue;
    const life = found.get(kind) ?? { since: 0 };
    life[what === 'Introduced' ? 'since' : 'removed'] = Number(minor);
    found.set(kind, life);
  }
  return [...found].map(([kind, { since, removed }]) => ({
    apiVersion,
    kind,
    since,
    ...(removed === undefined ? {} : { removed }),
    ...(isOff(apiVersion, since) ? { gate: GATES[kind] ?? kind } : {}),
  }));
}

function isOff(apiVersion: string, since: number): boolean {
  return (
    apiVersion.includes('alpha') ||
    (apiVersion.includes('beta') && since >= FIRST_WITHOUT_BETAS && apiVersion !== SPARED)
  );
}

const keyOf = ({ apiVersion, kind }: KindLife) => `${kind} ${apiVersion}`;

/** The table of kinds with those of a release. */
function withKinds(known: readonly KindLife[], folder: string): KindLife[] {
  const kinds = new Map(known.map((one) => [keyOf(one), one]));
  const groups = readdirSync(folder, { withFileTypes: true }).filter((one) => one.isDirectory());
  for (const group of groups) {
    for (const version of readdirSync(join(folder, group.name))) {
      for (const one of kindsOf(join(folder, group.name, version))) {
        if (kinds.get(keyOf(one))?.source === undefined) kinds.set(keyOf(one), one);
      }
    }
  }
  return [...kinds.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

const GATE_SPECS = /^\t(?:\w+\.)?(\w+): \{\n((?:\t\t.*\n)+)\t\},/gm;
const SPEC =
  /Version: version\.MustParse\("1\.(\d+)"\)(?=.*\bDefault: (true|false))(?=.*PreRelease: featuregate\.(\w+))/g;
const NAMES = /^\t(\w+) +featuregate\.Feature += "(\w+)"/gm;

/** The lives of all gates, by their names. */
function gatesOf(text: string): Map<string, GateLife> {
  const names = new Map([...text.matchAll(NAMES)].map(([, id, name]) => [id, name]));
  return new Map(
    [...text.matchAll(GATE_SPECS)].map(([, id, specs]) => [names.get(id) ?? id, lifeOf(specs)]),
  );
}

function lifeOf(specs: string): GateLife {
  const life: { alpha?: number; beta?: number; ga?: number; deprecated?: number; on?: number } = {};
  for (const [, minor, isOn, stage] of specs.matchAll(SPEC)) {
    const name = stage.toLowerCase() as 'alpha' | 'beta' | 'ga' | 'deprecated';
    life[name] ??= Number(minor);
    if (isOn === 'false') delete life.on;
    else life.on ??= Number(minor);
  }
  return life;
}

/** The table of gates with what a release says of them. */
function withGates(
  known: { readonly [name: string]: GateLife },
  file: string,
  minor: number,
): { [name: string]: GateLife } {
  const found = gatesOf(readFileSync(file, 'utf8'));
  return Object.fromEntries(
    Object.entries(known)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, life]) => {
        if (life.source !== undefined || (!found.has(name) && life.removed !== undefined)) {
          return [name, life];
        }
        return [name, found.get(name) ?? { ...life, removed: minor }];
      }),
  );
}

/** Where Go puts a module. */
function folderOf(module: string): string {
  const answer = execFileSync('go', ['mod', 'download', '-json', module], {
    encoding: 'utf8',
    cwd: __dirname,
  });
  return (JSON.parse(answer) as { Dir: string }).Dir;
}

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

/** JSON whose items have a line each. */
function lines(items: readonly string[], brackets: string): string {
  return `${brackets[0]}\n${items.map((item) => `    ${item}`).join(',\n')}\n  ${brackets[1]}`;
}

const spaced = (value: object) =>
  `{${Object.entries(value)
    .map(([name, one]) => `${JSON.stringify(name)}: ${JSON.stringify(one)}`)
    .join(', ')}}`;

function write(release: string): void {
  const minor = Number(/^1\.(\d+)\.\d+$/.exec(release)![1]);
  const { newest, kinds } = readJson(KINDS) as { newest: number; kinds: KindLife[] };
  const { gates } = readJson(GATES_FILE) as { gates: { [name: string]: GateLife } };
  const api = withKinds(kinds, folderOf(`k8s.io/api@v0.${release.slice(2)}`)).map(spaced);
  writeFileSync(
    KINDS,
    `{\n  "newest": ${Math.max(newest, minor)},\n  "kinds": ${lines(api, '[]')}\n}\n`,
  );
  const features = join(folderOf(`k8s.io/kubernetes@v${release}`), 'pkg/features/kube_features.go');
  const lives = Object.entries(withGates(gates, features, minor)).map(
    ([name, life]) => `${JSON.stringify(name)}: ${spaced(life)}`,
  );
  writeFileSync(GATES_FILE, `{\n  "gates": ${lines(lives, '{}')}\n}\n`);
}

process.argv.slice(2).forEach(write);
