/**
 * The cost of `cdk8s-volumes render`: whole processes, against the tools that make the same objects
 * of templates.
 *
 * Custom resources that become objects, and Deployments that pass through. Helm and Jsonnet, where
 * they are on the PATH or in the folder that BENCH_TOOLS names, print the same objects of a
 * template, which is made of what `render` prints; that they are the same is compared. Medians of
 * the CPU of five runs in turns; the exit status is 1 if a goal is missed. Compile first; run it
 * with `npx tsx bench/render.ts`.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { hold } from './goals';
import { deployment } from './objects';
import { costOf, inTurns, isInstalled, once, PROGRAM } from './processes';
import { readYaml } from '../src/yaml';

const RUNS = Number(process.env.RUNS ?? 5);
/** From so many objects on, it is to be ahead of Jsonnet, which starts sooner. */
const FROM_JSONNET = 2000;
/** At most so many times the CPU for ten times the input. */
const MOST_GROWTH = 11;

if (process.env.BENCH_TOOLS) {
  process.env.PATH = `${process.env.BENCH_TOOLS}${delimiter}${process.env.PATH}`;
}

/** An input of many documents that differ in a number and an access point. */
interface Set {
  readonly count: number;
  /** Of how many objects each is made. */
  readonly each: number;
  document(index: string, point: string): string;
}

const resource = (apiVersion: string, kind: string, name: string, spec: string) =>
  `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata:\n  name: ${name}\n  namespace: bench\nspec:\n${spec}`;
const sharedVolume: Set['document'] = (index, point) =>
  resource(
    'aws-efs.managed.openshift.io/v1alpha1',
    'SharedVolume',
    `v${index}`,
    `  fileSystemID: fs-0123456789abcdef0\n  accessPointID: ${point}\n`,
  );

const SETS: { readonly [name: string]: Set } = {
  '1,000 SharedVolumes': { count: 1000, each: 2, document: sharedVolume },
  '10,000 SharedVolumes': { count: 10_000, each: 2, document: sharedVolume },
  '2,000 Deployments': {
    count: 2000,
    each: 1,
    document: (index) => deployment(`d-${index}`, 'one', `c-${index}`),
  },
  '300 LocustTests': {
    count: 300,
    each: 3,
    document: (index) =>
      resource(
        'locust.io/v2',
        'LocustTest',
        `t${index}`,
        '  image: docker.io/locustio/locust:2.43.1\n  master:\n    command: "--locustfile /lotest/src/test.py"\n' +
          '  worker:\n    command: "--locustfile /lotest/src/test.py"\n    replicas: 3\n',
      ),
  },
  '300 PVCViewers': {
    count: 300,
    each: 3,
    document: (index) =>
      resource(
        'kubeflow.org/v1alpha1',
        'PVCViewer',
        `v${index}`,
        `  pvc: data-${index}\n  networking:\n    targetPort: 8080\n    basePrefix: /pvcviewer\n    rewrite: /\n`,
      ),
  },
};

const pointOf = (index: number) => `fsap-${(0x100000000 + index).toString(16)}`;
/** Stand for the number and the access point in what the template is made of. */
const [NUMBER, POINT] = ['98765', 'fsap-0a0b0c0d0e0f'];

const render = (file: string) => [process.execPath, PROGRAM, 'render', file];

/** The objects in a text, whatever their order and spelling. */
function digest(text: string): readonly string[] {
  const { documents } = readYaml(text.replace(/^\.\.\.\n/gm, ''));
  return documents.map(({ data }) => JSON.stringify(sorted(data))).sort();
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

/** The commands of the tools that are installed, for objects made as these are. */
function rivals(folder: string, { count }: Set, objects: string): [string, string[]][] {
  const helm = objects.replaceAll(NUMBER, '{{ .number }}').replaceAll(POINT, '{{ .point }}');
  const numbers = Array.from({ length: count }, (_, index) => index);
  const jsonnet = JSON.stringify(readYaml(objects).documents.map(({ data }) => data)).replace(
    /"(?:[^"\\]|\\.)*"/g,
    (text) => text.replaceAll(NUMBER, '" + number + "').replaceAll(POINT, '" + point + "'),
  );
  write(folder, {
    'helm/Chart.yaml': 'apiVersion: v2\nname: bench\nversion: 1.0.0\n',
    'helm/values.yaml': `objects:\n${numbers.map((index) => `- {number: ${index}, point: ${pointOf(index)}}\n`).join('')}`,
    'helm/templates/objects.yaml': `{{- range .Values.objects }}\n---\n${helm}{{- end }}\n`,
    'objects.jsonnet': `local made(number, point) = ${jsonnet};
local points = ${JSON.stringify(numbers.map(pointOf))};
std.flatMap(function(i) made('' + i, points[i]), std.range(0, ${count - 1}))
`,
  });
  return [
    ['helm', ['helm', 'template', join(folder, 'helm')]],
    ['jsonnet', ['jsonnet', '-y', join(folder, 'objects.jsonnet')]],
  ];
}

function write(folder: string, files: { readonly [name: string]: string }): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

/** What rendering takes, beside what the others take for the same objects. */
function compare(folder: string, name: string, set: Set): number {
  const documents = Array.from({ length: set.count }, (_, index) =>
    set.document(String(index), pointOf(index)),
  );
  write(folder, { 'one.yaml': set.document(NUMBER, POINT), 'all.yaml': documents.join('---\n') });
  const all = rivals(folder, set, once(render(join(folder, 'one.yaml'))).output);
  const there = all.filter(([tool]) =>
    isInstalled([tool, tool === 'helm' ? 'version' : '--version']),
  );
  const [own, ...others] = inTurns(
    RUNS,
    [`render, ${name}`, render(join(folder, 'all.yaml')), [0]],
    ...there.map(([tool, command]) => [`${tool}, the same objects`, command, [0]] as const),
  );
  const expected = digest(own.output);
  for (const [index, [tool]] of there.entries()) {
    if (digest(others[index].output).join('\n') !== expected.join('\n')) {
      throw new Error(`${tool} does not make the same objects as render of ${name}`);
    }
  }
  for (const [tool] of all) {
    if (tool === 'jsonnet' && set.count * set.each < FROM_JSONNET) continue;
    const rival = others[there.findIndex(([one]) => one === tool)];
    const figure = rival && costOf(own) / costOf(rival);
    hold({ what: `render, ${name}: CPU beside ${tool}`, figure, bound: 1 });
  }
  return costOf(own);
}

const root = mkdtempSync(join(tmpdir(), 'cdk8s-volumes-bench-'));
try {
  const costs = Object.entries(SETS)
    .filter(([name]) => name.includes(process.env.SET ?? ''))
    .map(([name, set]) => [name, compare(join(root, name), name, set)] as const);
  const [few, many] = [costs[0]?.[1], costs[1]?.[1]];
  if (!process.env.SET) {
    hold({ what: 'render, 10,000 / 1,000 SharedVolumes', figure: many / few, bound: MOST_GROWTH });
  }
} finally {
  rmSync(root, { recursive: true });
}
