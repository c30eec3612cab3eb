/**
 * The cost of `render` in the process, beside a floor: `JSON.parse` of the same objects, and
 * `JSON.stringify` of those that are written.
 *
 * The rest is judging what was read by all rules, and what custom resources become: reading and
 * writing alone is told beside.
 *
 * All are taken in turns in one process; medians of CPU time with ranges, and the ratios beside the
 * goals. `FLOOR=flow,json` takes only some inputs, `COUNT` another number of documents. Nothing
 * fails where a goal is missed: it is told. `tsx bench/floor.ts`.
 */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { buildSync } from 'esbuild';
import { claim, deployment } from './objects';

const RUNS = Number(process.env.RUNS ?? 9);
const WARM_UP = 3;
const COUNT = Number(process.env.COUNT ?? 1000);
type Code = Pick<typeof import('../src/render'), 'renderDocuments' | 'printPieces'> &
  Pick<typeof import('../src/yaml'), 'readYaml'>;

const { renderDocuments, printPieces, readYaml } = bundled();
const REQUEST = {
  operatorMode: false,
  operatorPreset: 'chart',
  operatorEnv: {},
  only: false,
} as Parameters<typeof renderDocuments>[1];

const many = (document: (index: number) => string) =>
  Array.from({ length: COUNT }, (_, index) => document(index));
const deployments = () => many((index) => deployment(`d-${index}`, 'one', `c-${index}`));
const dataOf = (text: string) => readYaml(text).documents.map(({ data }) => data);
const together = (texts: readonly string[]) => texts.join('---\n');
const resource = (apiVersion: string, kind: string, name: string, spec: string) =>
  `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata:\n  name: ${name}\n  namespace: bench\nspec:\n${spec}`;
const anchored = (text: string) =>
  text
    .replace(/^( *)(app\S*): (\S+)$/m, '$1$2: &name $3')
    .replace(/^( *)(namespace): (\S+)$/m, '$1$2: !!str $3');

interface Case {
  readonly goal: number;
  text(): string;
}

const CASES: { readonly [name: string]: Case } = {
  Deployments: { goal: 1.5, text: () => together(deployments()) },
  flow: {
    goal: 1.5,
    text: () =>
      deployments()
        .map((text) => `---\n${JSON.stringify(dataOf(text)[0])}\n`)
        .join(''),
  },
  JSON: {
    goal: 2,
    text: () =>
      JSON.stringify({ apiVersion: 'v1', kind: 'List', items: deployments().flatMap(dataOf) }),
  },
  claims: { goal: 1.5, text: () => together(many((index) => claim(`c-${index}`, 'one'))) },
  'an anchor and a tag in one document': {
    goal: 1.5,
    text: () => together(deployments().map((text, index) => (index === 0 ? anchored(text) : text))),
  },
  'an anchor and a tag in every document': {
    goal: 4,
    text: () => together(deployments().map(anchored)),
  },
  SharedVolumes: {
    goal: 6,
    text: () =>
      together(
        many((index) =>
          resource(
            'aws-efs.managed.openshift.io/v1alpha1',
            'SharedVolume',
            `v${index}`,
            `  fileSystemID: fs-0123456789abcdef0\n  accessPointID: fsap-${(0x100000000 + index).toString(16)}\n`,
          ),
        ),
      ),
  },
  LocustTests: {
    goal: 10,
    text: () =>
      together(
        many((index) =>
          resource(
            'locust.io/v2',
            'LocustTest',
            `t${index}`,
            '  image: docker.io/locustio/locust:2.43.1\n  master:\n    command: "--locustfile /lotest/src/test.py"\n' +
              '  worker:\n    command: "--locustfile /lotest/src/test.py"\n    replicas: 3\n',
          ),
        ),
      ),
  },
  PVCViewers: {
    goal: 10,
    text: () =>
      together(
        many((index) =>
          resource(
            'kubeflow.org/v1alpha1',
            'PVCViewer',
            `v${index}`,
            `  pvc: data-${index}\n  networking:\n    targetPort: 8080\n    basePrefix: /pvcviewer\n    rewrite: /\n`,
          ),
        ),
      ),
  },
};

/** The code in one file, as it is published. */
function bundled(): Code {
  const root = dirname(__dirname);
  const contents =
    "export { renderDocuments, printPieces } from './src/render'; export { readYaml } from './src/yaml';";
  const { outputFiles } = buildSync({
    bundle: true,
    write: false,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    packages: 'external',
    stdin: { contents, resolveDir: root, loader: 'ts' },
  });
  const module = { exports: {} };
  const script = new Script(`(function (module, exports, require) {${outputFiles[0].text}\n})`, {
    filename: join(root, 'bundled.js'),
  });
  (script.runInThisContext() as (...given: readonly unknown[]) => void)(
    module,
    module.exports,
    createRequire(__filename),
  );
  return module.exports as Code;
}

const milliseconds = (action: () => unknown) => {
  const start = process.cpuUsage();
  action();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
};
const sorted = (values: readonly number[]) => [...values].sort((a, b) => a - b);
const middle = (values: readonly number[]) => sorted(values)[Math.floor(values.length / 2)];
const range = (values: readonly number[]) =>
  `${middle(values).toFixed(1).padStart(8)} (${sorted(values)[0].toFixed(1)} to ${sorted(values).at(-1)!.toFixed(1)}) ms`;

const asked = process.env.FLOOR?.split(',');
for (const [name, { goal, text: make }] of Object.entries(CASES)) {
  if (asked && !asked.includes(name)) continue;
  const text = make();
  const input = JSON.stringify(dataOf(text), (_, value: unknown) =>
    typeof value === 'bigint' ? Number(value) : value,
  );
  const result = renderDocuments([{ name: 'bench.yaml', text }], REQUEST);
  const manifests = result.outputs.map(({ manifest }) => manifest);
  if (manifests.length === 0) throw new Error(`${name}: ${result.findings[0]?.message}`);
  let taken = 0;
  const render = () => {
    const { outputs } = renderDocuments([{ name: 'bench.yaml', text }], REQUEST);
    for (const piece of printPieces(outputs, 'yaml')) taken += piece.length;
  };
  const floor = () =>
    (taken += (JSON.parse(input) as object[]).length + JSON.stringify(manifests).length);
  const passThrough = () => {
    taken += readYaml(text).documents.length;
    for (const piece of printPieces(result.outputs, 'yaml')) taken += piece.length;
  };
  for (let run = 0; run < WARM_UP; run += 1) render();
  const times = Array.from({ length: RUNS }, () => [
    milliseconds(render),
    milliseconds(floor),
    milliseconds(passThrough),
  ]);
  const [ours, least, passing] = [0, 1, 2].map((side) => times.map((one) => one[side]));
  const ratio = middle(ours) / middle(least);
  console.log(
    `${name.padEnd(40)}${range(ours).padEnd(34)} floor${range(least).padEnd(30)} ratio ${ratio.toFixed(1)}, goal ${goal}${ratio > goal ? ': missed' : ''};` +
      ` reading and writing alone ${(middle(passing) / middle(least)).toFixed(1)}`,
  );
}
