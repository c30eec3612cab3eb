/** Variables that Flux fills in before it applies what a Kustomization builds. */
import { checkDocuments, CheckRequest } from '../../src/check';
import { diffDocuments, DiffOptions } from '../../src/diff';
import { targetFacts } from '../../src/facts';
import { renderDocuments, withVariables } from '../../src/render';
import { entriesOf, Input } from '../../src/render/entries';
import * as fc from '../support/fast-check';

type Files = { readonly [name: string]: string };
const sourcesOf = (files: Files) =>
  Object.entries(files).map(([name, text]) => ({ name, text, isFound: true }));

/** What becomes of the ConfigMap `a` of a set of files. */
function dataIn(files: Files, isFlux = false): unknown {
  const entries = sourcesOf(files).flatMap((source, index) =>
    entriesOf(new Input(index, source), []),
  );
  return withVariables(entries, isFlux).entries.find(
    ({ data }) => (data.metadata as Json).name === 'a',
  )!.data.data;
}
type Json = { readonly [field: string]: unknown };

const configMap = (value: string, metadata = '') => `apiVersion: v1
kind: ConfigMap
metadata: { name: a, namespace: shop${metadata} }
data:
  a: ${value}
`;
const kustomization = (spec: string, name = 'apps') => `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: ${name}, namespace: flux-system }
spec: { ${spec} }
`;
const from = (kind: string, rest: string) => `apiVersion: v1
kind: ${kind}
metadata: { name: vars, namespace: flux-system }
${rest}
`;
const BUILD =
  'path: ./apps/prod, postBuild: { substitute: { B: b, EMPTY: "", NUM: "2", LINES: "x\\ny" } }';
const FILES = { 'clusters/prod/apps.yaml': kustomization(BUILD) };

test.each<[string, unknown]>([
  ['x-${B}', 'x-b'],
  ['"${B}"', 'b'],
  ['${NONE:=c}', 'c'],
  ['${NUM}', 2],
  ['"${NUM}"', 2],
  ['"${NUM}: x"', '2: x'],
  ['"${NUM} "', '2 '],
  ['${EMPTY}', null],
  ['"[${NUM}, ${B}]"', '[2, b]'],
  ['${LINES}', 'xy'],
  ['"${NUM}\\n${B}"', '2\nb'],
  ['${NONE}', '${NONE}'],
  ['${B}${NONE}', '${B}${NONE}'],
  ['$${B}', '${B}'],
  ['${B', '${B'],
  ['[1, "${B}", { c: "${NUM}" }]', [1, 'b', { c: 2 }]],
  ['{ "${B}": 1 }', { b: 1 }],
  ['plain', 'plain'],
])('a value of a Kustomization is what Flux applies: %s', (written, applied) => {
  const files = { ...FILES, 'apps/prod/a.yaml': configMap(written) };
  expect(dataIn(files)).toEqual({ a: applied });
});

test.each<[string, Files, unknown]>([
  ['no Kustomization builds its folder', { 'apps/test/a.yaml': configMap('${B:=c}') }, '${B:=c}'],
  [
    'it is exempt by an annotation',
    {
      'apps/prod/a.yaml': configMap(
        '${B}',
        ', annotations: { kustomize.toolkit.fluxcd.io/substitute: disabled }',
      ),
    },
    '${B}',
  ],
  [
    'it is exempt by a label',
    {
      'apps/prod/a.yaml': configMap(
        '${B}',
        ', labels: { kustomize.toolkit.fluxcd.io/substitute: disabled }',
      ),
    },
    '${B}',
  ],
  [
    'its Kustomization is suspended',
    {
      'clusters/prod/apps.yaml': kustomization(`suspend: true, ${BUILD}`),
      'apps/prod/a.yaml': configMap('${B}'),
    },
    '${B}',
  ],
  [
    'its Kustomization has no variables',
    {
      'clusters/prod/apps.yaml': kustomization('path: apps/prod, postBuild: { substitute: {} }'),
      'apps/prod/a.yaml': configMap('${B:=c}'),
    },
    '${B:=c}',
  ],
  [
    'two Kustomizations have other values',
    {
      'clusters/test/apps.yaml': kustomization(BUILD.replace('B: b', 'B: c'), 'other'),
      'apps/prod/a.yaml': configMap('${B}'),
    },
    '${B}',
  ],
])('a value stays where %s', (_, files, value) => {
  expect(dataIn({ ...FILES, ...files })).toEqual({ a: value });
});

test('two Kustomizations that agree have one value', () => {
  const files = {
    ...FILES,
    'clusters/test/apps.yaml': kustomization(BUILD.replace('NUM: "2"', 'NUM: "3"'), 'other'),
    'apps/prod/a.yaml': configMap('"${B} ${NUM:=4}"'),
  };
  expect(dataIn(files)).toEqual({ a: 'b 4' });
});

test('the Kustomization of the innermost folder has the values', () => {
  const files = {
    ...FILES,
    'clusters/prod/all.yaml': kustomization('path: ./, postBuild: { substitute: { B: c } }', 'all'),
  };
  expect(dataIn({ ...files, 'apps/prod/a.yaml': configMap('${B}') })).toEqual({ a: 'b' });
  expect(dataIn({ ...files, 'apps/test/a.yaml': configMap('${B}') })).toEqual({ a: 'c' });
});

test('what another folder has counts where kustomize builds it', () => {
  const text = configMap('${B}');
  const builtBy = ['apps/prod/kustomization.yaml'];
  const entries = [
    ...entriesOf(new Input(0, { name: 'base/a.yaml', text, builtBy }), []),
    ...entriesOf(new Input(1, sourcesOf(FILES)[0]), []),
  ];
  expect(withVariables(entries, false).entries[0].data.data).toEqual({ a: 'b' });
});

const FROM =
  'path: ./apps/prod, postBuild: { substitute: { C: own }, substituteFrom: [{ kind: KIND, name: vars }] }';

test.each<[string, string, unknown]>([
  ['ConfigMap', 'data: { B: "d\\n", C: e }', 'd own'],
  ['Secret', 'data: { B: ZAo=, C: eA== }', 'd own'],
  ['Secret', 'data: { B: eA== }\nstringData: { B: d }', 'd own'],
  ['Secret', 'stringData: { B: "ENC[AES256_GCM,data:x,iv:y,tag:z,type:str]" }', '${B} ${C}'],
  ['ConfigMap', 'data: { E: f }', '${B} ${C}'],
])('values are those of a %s, but for its own: %s', (kind, rest, value) => {
  const files = {
    'clusters/prod/apps.yaml': kustomization(FROM.replace('KIND', kind)),
    'clusters/prod/vars.yaml': from(kind, rest),
    'apps/prod/a.yaml': configMap('"${B} ${C}"'),
  };
  expect(dataIn(files)).toEqual({ a: value });
});

test('defaults count where Flux is to substitute without any variable', () => {
  const files = {
    'clusters/prod/apps.yaml': kustomization(
      'path: ./apps, postBuild: { substituteStrategy: Always }',
    ),
    'apps/a.yaml': configMap('${B:=c}'),
  };
  expect(dataIn(files)).toEqual({ a: 'c' });
});

test('values of another namespace do not count', () => {
  const files = {
    'clusters/prod/apps.yaml': kustomization(FROM.replace('KIND', 'ConfigMap')),
    'clusters/prod/vars.yaml': from('ConfigMap', 'data: { B: d }').replace('flux-system', 'other'),
    'apps/prod/a.yaml': configMap('${B:=c}'),
  };
  expect(dataIn(files)).toEqual({ a: 'c' });
});

test('where Flux applies files without their Kustomization, defaults count', () => {
  const files = { 'a.yaml': configMap('"${B:=c} ${NONE:-d}"') };
  expect(dataIn(files, true)).toEqual({ a: 'c d' });
  expect(dataIn(files)).toEqual({ a: '${B:=c} ${NONE:-d}' });
});

const claim = (size: string) => `apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: data, namespace: shop }
spec: { accessModes: [ReadWriteOnce], storageClassName: "\${CLASS}", resources: { requests: { storage: ${size} } } }
`;
const withClass = (name: string) => ({
  'clusters/prod/apps.yaml': kustomization(
    `path: ./apps, postBuild: { substitute: { CLASS: ${name}, SIZE: 5Gi } }`,
  ),
});
const verdictsOf = (old: Files, next: Files, options: DiffOptions = {}) =>
  diffDocuments(sourcesOf(old), sourcesOf(next), options).objects.map(
    ({ object, verdict }) => `${verdict} ${object}`,
  );

test('a comparison says what another value of a variable does', () => {
  const files = { 'apps/a.yaml': claim('"${SIZE}"') };
  expect(verdictsOf({ ...withClass('gp2'), ...files }, { ...withClass('gp3'), ...files })).toEqual([
    'changed Kustomization/flux-system/apps',
    'refused PersistentVolumeClaim/shop/data',
  ]);
});

test('a comparison of what Flux applies takes variables by their defaults', () => {
  const files = (image: string) => ({
    'a.yaml': `apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: shop }
spec:
  replicas: \${REPLICAS:=2}
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: ${image} }] }
`,
  });
  const verdicts = (options: DiffOptions) => verdictsOf(files('a'), files('b'), options);
  expect(verdicts({ engine: 'flux' })).toEqual(['changed Deployment/shop/web']);
  expect(verdicts({})).toEqual(['refused Deployment/shop/web']);
});

test('a comparison names the variables whose values the files do not show, once for both sides', () => {
  const files = { 'a.yaml': configMap('"${B:=c} ${NONE} ${B:=c}"') };
  const next = { 'a.yaml': configMap('"${B:=d} ${NONE}"') };
  const { skipped } = diffDocuments(sourcesOf(files), sourcesOf(next), { engine: 'flux' });
  expect(skipped.map(({ words }) => words)).toEqual([
    'variables whose values the files do not show have their defaults, or stay as they are: B, NONE',
  ]);
});

const REQUEST = {
  target: targetFacts({}),
  render: { operatorMode: false, operatorPreset: 'chart', operatorEnv: {}, only: false },
} as CheckRequest;

test('a check judges values of variables at the places of the variables', () => {
  const text = claim('"${SIZE}"');
  const found = checkDocuments(
    sourcesOf({ ...withClass('Gold'), 'apps/a.yaml': text }),
    REQUEST,
  ).findings.map(({ rule, path, line, message }) => [rule, path, line, message]);
  expect(found).toEqual([
    ['storage/name', 'spec.storageClassName', 4, expect.stringContaining('"Gold"')],
  ]);
});

test('what is rendered keeps its variables', () => {
  const { outputs } = renderDocuments(
    sourcesOf({ ...FILES, 'apps/prod/a.yaml': configMap('${B}') }),
    REQUEST.render,
  );
  expect(outputs[1].manifest.data).toEqual({ a: '${B}' });
});

const TEXT = fc
  .array(
    fc.constantFrom(
      '${',
      '}',
      '$$',
      'B',
      'NONE',
      ':=',
      ':',
      '/',
      '#',
      '%',
      '^^',
      '*',
      '-1',
      ' ',
      'é',
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

test('whatever texts say, objects have the same values each time, and stay as they are', () => {
  fc.assert(
    fc.property(TEXT, TEXT, (key, value) => {
      const files = {
        ...FILES,
        'apps/prod/a.yaml': configMap(`{ ${JSON.stringify(key)}: [${JSON.stringify(value)}] }`),
      };
      const entries = sourcesOf(files).flatMap((source, index) =>
        entriesOf(new Input(index, source), []),
      );
      const written = JSON.stringify(entries.map(({ data }) => data));
      const filled = () =>
        JSON.stringify(withVariables(entries, true).entries.map(({ data }) => data));
      expect(filled()).toBe(filled());
      expect(JSON.stringify(entries.map(({ data }) => data))).toBe(written);
    }),
  );
});
