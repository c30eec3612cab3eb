/**
 * The cost of `cdk8s-volumes check`: whole processes, against kubeconform on the same files.
 *
 * 10,000 and 50,000 objects in realistic shares, in files of a thousand: Deployments with claims,
 * StatefulSets, volumes, Services, ConfigMaps. kubeconform is run where it is on the PATH, or in
 * the folder that BENCH_TOOLS names; it gets the schemas of the tests, since its own are not at
 * hand. Medians of the CPU of five runs in turns; then 10,000 objects of which each is its own, and
 * three shapes in which work could grow faster than the input. The exit status is 1 if a goal is
 * missed. Compile first.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { hold } from './goals';
import { claim, deployment, many, meta, service, write } from './objects';
import { costOf, inTurns, isInstalled, median, PROGRAM } from './processes';

const RUNS = 5;
/** Each shape takes at most so many seconds. */
const MOST_SECONDS = 5;
/** What checking takes at most: CPU of 10,000 objects, memory of 50,000. */
const MOST_CPU = 0.85;
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

function main(): void {
  const root = mkdtempSync(join(tmpdir(), 'cdk8s-volumes-bench-'));
  try {
    compare(root);
  } finally {
    rmSync(root, { recursive: true });
  }
}

function compare(root: string): void {
  const check = (folder: string) => [process.execPath, PROGRAM, 'check', folder, '-o', 'json'];
  const of = (name: string, objects: readonly string[]) => write(join(root, name), objects);
  const schema = schemas(join(root, 'schemas'));
  const isThere = isInstalled(['kubeconform', '-v']);
  for (const count of [10_000, 50_000]) {
    const size = count.toLocaleString('en');
    const folder = of(size, many(count));
    const [own, rival] = inTurns(
      RUNS,
      [`check, ${size} objects`, check(folder), [0, 1]],
      ...(isThere
        ? [
            [
              'kubeconform, the same objects',
              ['kubeconform', '-schema-location', schema, folder],
              [0],
            ] as const,
          ]
        : []),
    );
    const figure = rival && costOf(rival) / costOf(own);
    if (count === 10_000) {
      hold({
        what: `check, ${size} objects: seconds of CPU`,
        figure: costOf(own),
        bound: MOST_CPU,
      });
    } else {
      hold({
        what: `check, ${size} objects: CPU of kubeconform beside it`,
        figure,
        bound: LEAST_OF_CPU,
        isLeast: true,
      });
      hold({ what: `check, ${size} objects: MB`, figure: own.megabytes, bound: MOST_MEGABYTES });
    }
  }
  median(
    'check, 10,000 objects, none like another',
    check(of('unlike', unlike(many(10_000)))),
    3,
    [0, 1],
  );
  for (const [name, make] of Object.entries(SHAPES)) {
    const figure = costOf(median(name, check(of(name.replace(/\W+/g, '-'), make())), 1, [0, 1]));
    hold({ what: `check, ${name}: seconds of CPU`, figure, bound: MOST_SECONDS });
  }
}

main();
