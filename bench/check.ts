/**
 * What `cdk8s-volumes check` costs: whole processes, against kubeconform and kube-linter on the
 * same files.
 *
 * 50,000 objects in realistic shares, in files of a thousand: Deployments with claims,
 * StatefulSets, volumes, Services, ConfigMaps. The others are run where they are on the PATH, or in
 * the folder that BENCH_TOOLS names; kubeconform gets the schemas of the tests, since its own are
 * not at hand. Prints the medians of five runs in turns; then what 10,000 objects take of CPU, made
 * of one template and each its own; 200,000 objects, and three shapes in which work could grow
 * faster than the input. The exit status is 1 if a goal is missed. Compile first.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { claim, deployment, many, meta, service, write } from './objects';
import { inTurns, isInstalled, median, once, PROGRAM } from './processes';

const RUNS = 5;
/** At most so many times the time for four times the input. */
const MOST_GROWTH = 4.5;
/** Each shape takes at most so many seconds. */
const MOST_SECONDS = 5;
/** What checking takes at most: CPU of 10,000 objects, memory of 50,000. */
const MOST_CPU_SECONDS = 0.85;
const MOST_MEGABYTES = 277;
/** How many times the CPU others take at least. */
const LEAST_OF_CPU = 2;

if (process.env.BENCH_TOOLS) {
  process.env.PATH = `${process.env.BENCH_TOOLS}${delimiter}${process.env.PATH}`;
}

/** A pod with very many claims. */
function pod(count: number): string {
  const names = Array.from({ length: count }, (_, index) => `c-${index}`);
  return `${meta('Pod', 'wide', 'one')}spec:
  containers:
  - name: app
    image: registry.example.com/app:1.2.3
    volumeMounts:
${names.map((name) => `    - name: ${name}\n      mountPath: /${name}\n`).join('')}  volumes:
${names.map((name) => `  - name: ${name}\n    persistentVolumeClaim:\n      claimName: ${name}\n`).join('')}`;
}

/** Shapes in which everything meets in one place. */
const SHAPES: { readonly [name: string]: () => readonly string[] } = {
  '10,000 Deployments on one claim': () => [
    claim('data', 'one'),
    ...Array.from({ length: 10_000 }, (_, index) => deployment(`d-${index}`, 'one', 'data')),
  ],
  'one Service of 10,000 Deployments': () => [
    service('d', 'one'),
    ...Array.from({ length: 10_000 }, (_, index) =>
      deployment('d', 'one', `c-${index}`).replace('  name: d\n', `  name: d-${index}\n`),
    ),
  ],
  '10,000 claims in one Pod': () => [
    pod(10_000),
    ...Array.from({ length: 10_000 }, (_, index) => claim(`c-${index}`, 'one')),
  ],
};

/** None is like another but for its names: images, data, labels. */
const unlike = (objects: readonly string[]) =>
  objects.map((text, index) =>
    text
      .replace(
        '\n    app.kubernetes.io/name',
        `\n    edition: e-${index}\n    app.kubernetes.io/name`,
      )
      .replace('app:1.2.3', `app:1.2.${index}`),
  );

/**
 * The schemas of these kinds as kubeconform reads them: those of the tests, but for patterns, which
 * Go does not all know.
 */
function schemas(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const text = readFileSync(
    join(__dirname, '..', 'test', 'support', 'schemas', 'kubernetes-1.36.json'),
    'utf8',
  );
  const { kinds, definitions } = JSON.parse(text, (key, value: unknown) => {
    if (typeof value !== 'string') return value;
    return key === 'pattern' ? undefined : key === '$ref' ? `#/definitions/${value}` : value;
  }) as { kinds: { [kind: string]: string }; definitions: object };
  for (const kind of [
    'apps/v1/Deployment',
    'apps/v1/StatefulSet',
    'v1/PersistentVolumeClaim',
    'v1/PersistentVolume',
    'v1/Service',
    'v1/ConfigMap',
    'storage.k8s.io/v1/StorageClass',
  ]) {
    const name = kind.slice(kind.lastIndexOf('/') + 1).toLowerCase();
    writeFileSync(
      join(folder, `${name}.json`),
      JSON.stringify({ $ref: `#/definitions/${kinds[kind]}`, definitions }),
    );
  }
  return join(folder, '{{ .ResourceKind }}.json');
}

function main(): number {
  const root = mkdtempSync(join(tmpdir(), 'cdk8s-volumes-bench-'));
  try {
    return compare(root);
  } finally {
    rmSync(root, { recursive: true });
  }
}

function compare(root: string): number {
  const [small, large] = [
    write(join(root, 'small'), many(50_000)),
    write(join(root, 'large'), many(200_000)),
  ];
  const check = (folder: string) => [process.execPath, PROGRAM, 'check', folder, '-o', 'json'];
  once(check(small), [0, 1]);
  const tenth = write(join(root, 'tenth'), many(5_000));
  const rivals: readonly (readonly [
    string,
    readonly string[],
    readonly string[],
    readonly number[],
    string,
  ])[] = [
    [
      'kubeconform',
      ['kubeconform', '-v'],
      ['kubeconform', '-schema-location', schemas(join(root, 'schemas')), small],
      [0],
      small,
    ],
    // It takes minutes for all of them.
    ['kube-linter', ['kube-linter', 'version'], ['kube-linter', 'lint', tenth], [0, 1], tenth],
  ];
  let missed = 0;
  for (const [name, probe, command, statuses, folder] of rivals) {
    if (!isInstalled(probe)) {
      console.log(`${name.padEnd(42)}not installed`);
      continue;
    }
    const count = folder === small ? '50,000' : '5,000';
    const [own, rival] = inTurns(
      RUNS,
      [`cdk8s-volumes check, ${count} objects`, check(folder), [0, 1]],
      [`${name}, the same objects`, command, statuses],
    );
    const ratio = rival.seconds / own.seconds;
    const ofCpu =
      own.cpuSeconds === undefined
        ? ''
        : `; of CPU ${(rival.cpuSeconds! / own.cpuSeconds).toFixed(2)}`;
    console.log(
      `${`${name} / check`.padEnd(42)}${ratio.toFixed(2).padStart(8)} (more than 1${ofCpu})`,
    );
    missed += ratio > 1 ? 0 : 1;
    if (folder !== small || own.cpuSeconds === undefined) continue;
    missed += rival.cpuSeconds! / own.cpuSeconds < LEAST_OF_CPU ? 1 : 0;
    console.log(`  of CPU at least ${LEAST_OF_CPU}, of memory at most ${MOST_MEGABYTES} MB`);
    missed += own.megabytes! > MOST_MEGABYTES ? 1 : 0;
  }
  const [alike] = inTurns(
    RUNS,
    ['check, 10,000 objects', check(write(join(root, 'alike'), many(10_000))), [0, 1]],
    [
      'check, 10,000 objects, none like another',
      check(write(join(root, 'unlike'), unlike(many(10_000)))),
      [0, 1],
    ],
  );
  console.log(`  seconds of CPU at most ${MOST_CPU_SECONDS}`);
  missed += (alike.cpuSeconds ?? 0) > MOST_CPU_SECONDS ? 1 : 0;
  const own = median('cdk8s-volumes check, 50,000 objects', check(small), 3, [0, 1]);
  console.log(
    `findings                                  ${String((JSON.parse(own.output) as unknown[]).length).padStart(8)}`,
  );
  const growth =
    median('cdk8s-volumes check, 200,000 objects', check(large), 3, [0, 1]).seconds / own.seconds;
  console.log(
    `200,000 / 50,000                          ${growth.toFixed(2).padStart(8)} (at most ${MOST_GROWTH})`,
  );
  missed += growth > MOST_GROWTH ? 1 : 0;
  for (const [name, make] of Object.entries(SHAPES)) {
    const { seconds } = median(
      name,
      check(write(join(root, name.replace(/\W+/g, '-')), make())),
      1,
      [0, 1],
    );
    missed += seconds > MOST_SECONDS ? 1 : 0;
  }
  return missed > 0 ? 1 : 0;
}

process.exitCode = main();
