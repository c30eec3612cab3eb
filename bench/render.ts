/**
 * What `cdk8s-volumes render` costs: whole processes, against the tools that make the same objects
 * of templates.
 *
 * A thousand SharedVolumes become a thousand volumes and a thousand claims. kustomize, and Helm and
 * Jsonnet where they are on the PATH or in the folder that BENCH_TOOLS names, print the same
 * objects. Prints the medians of five runs in turns, the peak of memory, and the ratios; the exit
 * status is 1 if one of them is not kept. Compile first; run it with `npx tsx bench/render.ts`.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { inTurns, isInstalled, once, PROGRAM } from './processes';

const RUNS = Number(process.env.RUNS ?? 5);

if (process.env.BENCH_TOOLS) {
  process.env.PATH = `${process.env.BENCH_TOOLS}${delimiter}${process.env.PATH}`;
}

/** At least so many times as fast as these. */
const LEAST_GAINS: { readonly [name: string]: number } = {
  'kubectl kustomize': 8,
  'helm template': 1,
  'jsonnet -y': 1,
};
/** At most so many times the time for ten times the input. */
const MOST_GROWTH = 11;

const FILE_SYSTEM = 'fs-0123456789abcdef0';

const accessPoint = (index: number) => `fsap-${(0x100000000 + index).toString(16)}`;

function sharedVolumes(count: number): string {
  return Array.from(
    { length: count },
    (_, index) => `apiVersion: aws-efs.managed.openshift.io/v1alpha1
kind: SharedVolume
metadata:
  name: v${index}
  namespace: bench
spec:
  fileSystemID: ${FILE_SYSTEM}
  accessPointID: ${accessPoint(index)}
`,
  ).join('---\n');
}

/** One volume and its claim; `name` and `point` may be expressions of a template. */
function pair(name: string, point: string): string {
  return `apiVersion: v1
kind: PersistentVolume
metadata:
  name: pv-bench-${name}
spec:
  accessModes:
    - ReadWriteMany
  capacity:
    storage: 1Gi
  claimRef:
    apiVersion: v1
    kind: PersistentVolumeClaim
    name: pvc-${name}
    namespace: bench
  csi:
    driver: efs.csi.aws.com
    volumeHandle: ${FILE_SYSTEM}::${point}
  persistentVolumeReclaimPolicy: Retain
  storageClassName: efs-sc
  volumeMode: Filesystem
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: pvc-${name}
  namespace: bench
spec:
  accessModes:
    - ReadWriteMany
  resources:
    requests:
      storage: 1Gi
  storageClassName: efs-sc
  volumeMode: Filesystem
  volumeName: pv-bench-${name}
`;
}

function write(folder: string, files: { readonly [name: string]: string }): string {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/** The same objects, whatever their order and spelling. */
function digest(text: string): string {
  return parseAllDocuments(text)
    .map((document) => document.toJS() as unknown)
    .filter((object) => object !== null)
    .map((object) => JSON.stringify(sorted(object)))
    .sort()
    .join('\n');
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, field]) => [key, sorted(field)]),
  );
}

function main(): number {
  const folder = write(mkdtempSync(join(tmpdir(), 'cdk8s-volumes-bench-')), {
    'thousand.yaml': sharedVolumes(1000),
    'tens.yaml': sharedVolumes(10000),
    'kustomize/kustomization.yaml': 'resources: [objects.yaml]\n',
    'kustomize/objects.yaml': Array.from({ length: 1000 }, (_, index) =>
      pair(`v${index}`, accessPoint(index)),
    ).join('---\n'),
    'helm/Chart.yaml': 'apiVersion: v2\nname: bench\nversion: 1.0.0\n',
    'helm/values.yaml': `volumes:\n${Array.from({ length: 1000 }, (_, index) => `- {name: v${index}, point: ${accessPoint(index)}}\n`).join('')}`,
    'helm/templates/objects.yaml': `{{- range .Values.volumes }}\n---\n${pair('{{ .name }}', '{{ .point }}')}{{- end }}\n`,
    'objects.jsonnet': `local pair(name, point) = ${jsonnetOf(pair('@name@', '@point@'))};
std.flatMap(function(i) pair('v' + i, 'fsap-1' + std.format('%08x', i)), std.range(0, 999))
`,
  });
  try {
    return compare(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Objects with placeholders at the ends of texts, as an expression of names. */
function jsonnetOf(text: string): string {
  return JSON.stringify(
    parseAllDocuments(text).map((document) => document.toJS() as unknown),
  ).replace(/"([^"]*)@(name|point)@"/g, '"$1" + $2');
}

function compare(folder: string): number {
  const render = (file: string) => [process.execPath, PROGRAM, 'render', join(folder, file)];
  const peers: readonly (readonly [
    name: string,
    probe: readonly string[],
    command: readonly string[],
  ])[] = [
    [
      'kubectl kustomize',
      ['kubectl', 'version', '--client'],
      ['kubectl', 'kustomize', join(folder, 'kustomize')],
    ],
    ['helm template', ['helm', 'version'], ['helm', 'template', join(folder, 'helm')]],
    ['jsonnet -y', ['jsonnet', '--version'], ['jsonnet', '-y', join(folder, 'objects.jsonnet')]],
  ];
  once(render('thousand.yaml'));
  const there = peers.filter(([, probe]) => isInstalled(probe));
  for (const [name] of peers.filter((peer) => !there.includes(peer))) {
    console.log(`${name.padEnd(42)}not installed`);
  }
  const [start, thousand, tens, ...rivals] = inTurns(
    RUNS,
    ['cdk8s-volumes --version', [process.execPath, PROGRAM, '--version'], [0]],
    ['cdk8s-volumes render, 1,000 SharedVolumes', render('thousand.yaml'), [0]],
    ['cdk8s-volumes render, 10,000', render('tens.yaml'), [0]],
    ...there.map(([name, , command]) => [`${name}, the same 2,000 objects`, command, [0]] as const),
  );
  const expected = digest(thousand.output);
  let isMissed = false;
  for (const [index, [name]] of there.entries()) {
    if (digest(rivals[index].output) !== expected) {
      throw new Error(`${name} does not make the same objects`);
    }
    const onClock = rivals[index].seconds / thousand.seconds;
    const ofCpu = (rivals[index].cpuSeconds ?? NaN) / (thousand.cpuSeconds ?? NaN);
    const least = LEAST_GAINS[name];
    isMissed ||= onClock < least;
    console.log(
      `${`${name} / render`.padEnd(42)}${onClock.toFixed(2).padStart(8)}, of CPU ${ofCpu.toFixed(2)} (at least ${least}${onClock < least ? ': missed' : ''})`,
    );
  }
  const growth = tens.seconds / thousand.seconds;
  console.log(
    `start                                     ${(start.seconds * 1000).toFixed(0).padStart(8)} ms (at most 150)`,
  );
  console.log(
    `10,000 / 1,000                            ${growth.toFixed(1).padStart(8)} (at most ${MOST_GROWTH})`,
  );
  return isMissed || growth > MOST_GROWTH ? 1 : 0;
}

process.exitCode = main();
