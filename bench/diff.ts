/**
 * The cost of `cdk8s-volumes diff`: whole processes, against dyff on the same files.
 *
 * 20,000 objects in realistic shares against 20,000 of which a few are changed, removed and new;
 * then all of them changed. dyff tells what text differs, and nothing of what becomes of it: its
 * time is shown beside, where it is on the PATH or in the folder that BENCH_TOOLS names. `kubectl
 * diff` needs a cluster, and is left out. Prints the medians, then shapes in which work could grow
 * faster than the input: each is measured at two sizes. The exit status is 1 if a goal is missed.
 * Compile first; `tsx bench/diff.ts`.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { hold } from './goals';
import {
  claim,
  configMap,
  deployment,
  many,
  meta,
  service,
  storageClass,
  volume,
  write,
} from './objects';
import { costOf, isInstalled, Measured, median, PROGRAM } from './processes';

const RUNS = 5;
const OBJECTS = 20_000;
const MOST_SECONDS = 3;
/** At most so many times the memory of dyff. */
const MOST_OF_MEMORY = 2;
const MEMORY = 'diff, memory beside dyff';
/** At most so many times the time for four times the input. */
const MOST_GROWTH = 4.5;

if (process.env.BENCH_TOOLS) {
  process.env.PATH = `${process.env.BENCH_TOOLS}${delimiter}${process.env.PATH}`;
}

type Objects = readonly string[];

/** The change of an ordinary week: images, a claim that grows, what goes and what comes. */
function edited(objects: Objects): Objects {
  return objects.flatMap((text, index) => {
    if (index % 400 === 399) return [];
    if (index % 400 === 7) return [text, configMap(`new-${index}`, 'team-0')];
    if (index % 20 === 1) return [text.replace('app:1.2.3', 'app:1.2.4')];
    return [index % 100 === 2 ? text.replace('storage: 10Gi', 'storage: 20Gi') : text];
  });
}

/** Every object has another label, every template another image. */
const allEdited = (objects: Objects) =>
  objects.map((text) =>
    text
      .replace('\n    app.kubernetes.io/name', '\n    edition: second\n    app.kubernetes.io/name')
      .replace('app:1.2.3', 'app:1.2.4'),
  );

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const quota = (namespace: string, hard: string) =>
  `${meta('ResourceQuota', 'limit', namespace)}spec:\n  hard:\n    ${hard}\n`;
const autoscaler = (
  name: string,
) => `${meta('HorizontalPodAutoscaler', name, 'one', 'autoscaling/v2')}spec:
  scaleTargetRef:
    apiVersion: apps/v1
    kind: Deployment
    name: ${name}
  minReplicas: 2
  maxReplicas: 5
`;
const freeVolume = (name: string, size: number) =>
  volume(name, '', '')
    .replace(/ {2}claimRef:\n.*\n.*\n/, '')
    .replace('10Gi', `${size}Gi`);
const staticClaim = (name: string, size: number) =>
  claim(name, 'one', 'any').replace('  volumeName: any\n', '').replace('10Gi', `${size}Gi`);
const attributesClass = (name: string) =>
  `${meta('VolumeAttributesClass', name, undefined, 'storage.k8s.io/v1')}driverName: disk.example.com\nparameters:\n  tier: ${name}\n`;
const wide = (count: number, value: string) =>
  configMap('wide', 'one').replace(
    '  app.conf',
    `${numbers(count)
      .map((index) => `  key-${index}: "${value}"\n`)
      .join('')}  app.conf`,
  );
const variables = (count: number, value: string) =>
  deployment('wide', 'one', '').replace(
    '        ports:\n',
    `        env:\n${numbers(count)
      .map((index) => `        - name: V${index}\n          value: "${value}"\n`)
      .join('')}        ports:\n`,
  );

/** Shapes in which everything meets in one place, as OLD and NEW. */
const SHAPES: { readonly [name: string]: (count: number) => readonly [Objects, Objects] } = {
  'claims under one quota': (count) => [
    [storageClass, quota('one', 'requests.storage: 1Pi')],
    [
      storageClass,
      quota('one', 'requests.storage: 1Pi'),
      ...numbers(count).map((index) => claim(`c-${index}`, 'one')),
    ],
  ],
  'a quota in every namespace': (count) => {
    const old = numbers(count / 2).flatMap((index) => [
      quota(`n-${index}`, 'pods: "5"'),
      deployment('d', `n-${index}`, ''),
    ]);
    return [old, allEdited(old)];
  },
  'Deployments under one quota of pods': (count) => {
    const old = [
      quota('one', 'pods: "100000"'),
      ...numbers(count).map((index) => deployment(`d-${index}`, 'one', '')),
    ];
    return [old, allEdited(old)];
  },
  'an autoscaler for every Deployment': (count) => {
    const old = numbers(count / 2).flatMap((index) => [
      deployment(`d-${index}`, 'one', ''),
      autoscaler(`d-${index}`),
    ]);
    return [old, allEdited(old)];
  },
  'claims for volumes of one class': (count) => {
    const old = numbers(count / 2).flatMap((index) => [
      freeVolume(`v-${index}`, index + 1),
      staticClaim(`c-${index}`, index + 1),
    ]);
    return [old, allEdited(old)];
  },
  'handed-over volumes': (count) => {
    const old = numbers(count / 2).flatMap((index) => [
      volume(`v-${index}`, `c-${index}`, 'one'),
      claim(`c-${index}`, 'one', `v-${index}`),
    ]);
    return [
      old,
      old.map((text) =>
        text.replace(/name: c-(\d+)\n {4}namespace: one\n/, 'name: d-$1\n    namespace: one\n'),
      ),
    ];
  },
  'namespaces that go': (count) => {
    const old = numbers(count / 2).flatMap((index) => [
      meta('Namespace', `n-${index}`),
      claim('c', `n-${index}`),
    ]);
    return [[storageClass, ...old], [storageClass]];
  },
  'attributes classes that go': (count) => {
    const classes = numbers(count / 2).map((index) => attributesClass(`a-${index}`));
    const claims = numbers(count / 2).map((index) =>
      claim(`c-${index}`, 'one').replace(
        'spec:\n',
        `spec:\n  volumeAttributesClassName: a-${index}\n`,
      ),
    );
    return [
      [storageClass, ...classes, ...claims],
      [storageClass, ...claims],
    ];
  },
  'keys of one ConfigMap': (count) => [[wide(count, 'a')], [wide(count, 'b')]],
  'variables of one container': (count) => [[variables(count, 'a')], [variables(count, 'b')]],
  'Services on one selector': (count) => {
    const old = numbers(count).map((index) =>
      service('s', 'one').replace('  name: s\n', `  name: s-${index}\n`),
    );
    return [old, allEdited(old)];
  },
};

function main(): void {
  const root = mkdtempSync(join(tmpdir(), 'cdk8s-volumes-bench-'));
  try {
    measure(root);
  } finally {
    rmSync(root, { recursive: true });
  }
}

function measure(root: string): void {
  const run = (
    what: string,
    name: string,
    [old, next]: readonly [Objects, Objects],
    runs = RUNS,
    options: Objects = [],
  ): Measured => {
    const folders = [write(join(root, name, 'old'), old), write(join(root, name, 'new'), next)];
    const measured = median(
      what,
      [process.execPath, PROGRAM, 'diff', ...folders, ...options],
      runs,
      [0, 1],
    );
    rmSync(join(root, name), { recursive: true });
    return measured;
  };
  const objects = many(OBJECTS);
  const size = (count: number) => count.toLocaleString('en');
  const own = run(`diff, ${size(OBJECTS)} against ${size(OBJECTS)}`, 'week', [
    objects,
    edited(objects),
  ]);
  hold({
    what: `diff, ${size(OBJECTS)} objects: seconds of CPU`,
    figure: costOf(own),
    bound: MOST_SECONDS,
  });
  console.log(`  ${own.output.trimEnd().split('\n').pop() ?? ''}`);
  run(`diff, ${size(OBJECTS)} of which all are changed`, 'all', [objects, allEdited(objects)], 1);
  showDyff(root, objects, own);
  for (const [name, make] of Object.entries(SHAPES)) {
    const [one, more] = [2_500, 10_000].map((count) =>
      costOf(run(`${name}, ${size(count)}`, 'shape', make(count), 1)),
    );
    hold({ what: `diff, four times the ${name}`, figure: more / one, bound: MOST_GROWTH });
  }
}

/** dyff takes one file a side. */
function showDyff(root: string, objects: Objects, own: Measured): void {
  if (!isInstalled(['dyff', 'version'])) {
    hold({ what: MEMORY, bound: MOST_OF_MEMORY });
    return;
  }
  const files = [objects, edited(objects)].map((one, index) => {
    const file = join(root, `${index}.yaml`);
    writeFileSync(file, one.join('---\n'));
    return file;
  });
  const rival = median('dyff, the same objects', ['dyff', 'between', '--omit-header', ...files], 1);
  const figure = own.megabytes && own.megabytes / rival.megabytes!;
  hold({ what: MEMORY, figure, bound: MOST_OF_MEMORY });
}

main();
