/** Files in folders beside objects, and what kustomize makes of those. */
import { checkDocuments, CheckRequest } from '../../src/check';
import { placesOf, sortSources } from '../../src/check/folders';
import { targetFacts } from '../../src/facts';

const render = { operatorMode: false, operatorPreset: 'chart', operatorEnv: {}, only: false };
const REQUEST = { target: targetFacts({}), render } as CheckRequest;
type Files = { readonly [name: string]: string };
const sourcesOf = (files: Files) =>
  Object.entries(files).map(([name, text]) => ({ name, text, isFound: true }));
const wordsOn = (files: Files) =>
  checkDocuments(sourcesOf(files), REQUEST).findings.map(({ object, rule }) => `${object} ${rule}`);
const namespacesOf = (files: Files) =>
  Object.fromEntries(
    sortSources(sourcesOf(files)).sources.map(({ name, namespace }) => [name, namespace]),
  );

const definition = (spec: string) => `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: webs.example.com, annotations: { a: b } }
spec: { ${spec} }
`;
/** A Deployment whose containers have these fields. */
const deployment = (container: string, spec = '') => `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec: { ${spec} template: { spec: { containers: [{ name: web, ${container} }] } } }
`;
const JOB = `apiVersion: batch/v1
kind: Job
metadata: { name: load }
spec: { template: { spec: { containers: [{ name: load, args: [a] }] } } }
`;
const KUSTOMIZATION = 'resources: [base.yaml]\n';

test.each<[string, Files]>([
  ['a container that is only named', { 'a/patch.yaml': deployment('args: [a]') }],
  [
    'a directive, though there are images',
    { 'patch.yaml': deployment('image: a, $patch: replace', 'selector: {},') },
  ],
  ['a Job beside a kustomization', { 'kustomization.yaml': KUSTOMIZATION, 'sub/patch.yaml': JOB }],
  [
    'several patches in one file',
    { 'patch.yaml': `${deployment('args: [a]')}---\n${deployment('env: []')}---\n` },
  ],
  [
    'a container that is only named beside one with an image',
    {
      'patch.yaml': deployment('args: [a]').replace('[{', '[{ name: proxy, image: proxy }, {'),
    },
  ],
  ['a definition without a group and names', { 'patch.yaml': definition('conversion: {}') }],
])('a patch that no kustomization lists is passed over: %s', (_, files) => {
  const name = Object.keys(files).at(-1)!;
  const { sources, notes } = sortSources(sourcesOf(files));
  expect(sources).toEqual([]);
  expect(notes.at(-1)).toEqual({
    file: name,
    reason: 'patch',
    words: `${name} is skipped: it is a patch, not a whole object`,
  });
});

test('what was a whole object is no patch later', () => {
  const files = sourcesOf({ 'a.yaml': deployment('args: [a]') });
  expect(sortSources(files, 'diff', new Set(['']))).toEqual({ sources: files, notes: [] });
  const before = sourcesOf({ 'old.yaml': POD });
  expect([...placesOf(before, sortSources(before))]).toEqual(['']);
  const two = [...files, ...before];
  expect([...placesOf(two, sortSources(two))]).toEqual(['old.yaml']);
});

test.each<[string, Files]>([
  ['a workload that selects its pods', { 'a.yaml': deployment('args: [a]', 'selector: {},') }],
  [
    'a workload with one image',
    { 'a.yaml': `${deployment('args: [a]')}---\n${deployment('image: b')}` },
  ],
  ['a workload without a selector', { 'a.yaml': deployment('image: a') }],
  ['a definition without names', { 'a.yaml': definition('group: example.com') }],
  ['a Job that no kustomization is beside', { 'a.yaml': JOB }],
  [
    'a pod without containers',
    { 'a.yaml': 'apiVersion: v1\nkind: Pod\nspec: { containers: [] }\n' },
  ],
  ['another kind', { 'a.yaml': 'apiVersion: a.b/v1\nkind: Web\nspec: { containers: [{}] }\n' }],
  [
    'revisions of a controller, which have the directive',
    {
      'a.yaml':
        'apiVersion: v1\nkind: List\nitems:\n' +
        '- { apiVersion: apps/v1, kind: ControllerRevision, metadata: { name: a }, revision: 1, data: { spec: { template: { $patch: replace } } } }\n' +
        '- { apiVersion: v1, kind: ConfigMap, metadata: { name: b } }\n',
    },
  ],
  ['text of the directive', { 'a.yaml': 'apiVersion: v1\nkind: ConfigMap\ndata: { a: $patch }\n' }],
])('what may be an object is judged: %s', (_, files) => {
  expect(sortSources(sourcesOf(files)).sources).toHaveLength(1);
});

const POD = `apiVersion: v1
kind: Pod
metadata: { name: web }
spec:
  containers: [{ name: web, image: web, volumeMounts: [{ name: c, mountPath: /c }] }]
  volumes: [{ name: c, secret: { secretName: settings } }]
`;
const SECRET = 'apiVersion: v1\nkind: Secret\nmetadata: { name: settings, namespace: team }\n';

test('a namespace that kustomize sets counts for what is built', () => {
  const files = { 'web.yaml': POD, 'secret.yaml': SECRET };
  expect(wordsOn(files)).toEqual(['Pod/default/web names/elsewhere']);
  const kustomization = 'namespace: team\nresources: [./web.yaml]\n';
  expect(wordsOn({ ...files, 'kustomization.yaml': kustomization })).toEqual([]);
});

test('a namespace that kustomize sets counts for what is in a list, too', () => {
  const item = POD.replace(/^/gm, '  ').replace('  apiVersion', '- apiVersion');
  const files = {
    'web.yaml': `apiVersion: v1\nkind: List\nitems:\n${item}`.trimEnd(),
    'secret.yaml': SECRET,
    'kustomization.yaml': 'namespace: team\nresources: [web.yaml]\n',
  };
  expect(wordsOn(files)).toEqual([]);
});

const BINDING = `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: { name: a }
roleRef: { apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: view }
subjects: [{ kind: ServiceAccount, name: a }]
`;

test.each([
  ['that builds it', 'base/kustomization.yaml'],
  ['around the one that builds it', 'one/kustomization.yaml'],
])('a kustomization %s gives accounts a namespace', (_, place) => {
  const files: { [name: string]: string } = {
    'base/a.yaml': BINDING,
    'base/kustomization.yaml': 'resources: [a.yaml]\n',
    'one/kustomization.yaml': 'resources: [../base]\n',
  };
  expect(wordsOn(files)).toEqual(['ClusterRoleBinding/a api/required']);
  files[place] += 'namespace: one\n';
  expect(wordsOn(files)).toEqual([]);
});

test('a namespace of another kustomization does not count', () => {
  const files = {
    'base/a.yaml': BINDING,
    'one/kustomization.yaml': 'namespace: one\nresources: [b.yaml]\n',
  };
  expect(wordsOn(files)).toEqual(['ClusterRoleBinding/a api/required']);
});

test.each([
  ['commonLabels: { app: web }', []],
  ['labels: [{ includeSelectors: true, pairs: { app: web } }]', []],
  [
    'labels: [{ includeTemplates: true, pairs: { app: web } }]',
    ['Deployment/default/web api/required', 'Deployment/default/web api/invalid'],
  ],
  [
    'commonLabels: {}',
    ['Deployment/default/web api/required', 'Deployment/default/web api/invalid'],
  ],
])('a kustomization with %s', (labels, findings) => {
  const files = {
    'a.yaml': deployment('image: a'),
    'kustomization.yaml': `resources: [a.yaml]\n${labels}\n`,
  };
  expect(wordsOn(files)).toEqual(findings);
});

test.each([
  ['commonLabels: { app: web }', []],
  ['commonLabels: { team: a }', ['Deployment/default/web api/invalid']],
])('a selector that finds no pods, in a kustomization with %s', (labels, findings) => {
  const selector = 'selector: { matchLabels: { app: web } },';
  const files = {
    'a.yaml': deployment('image: a', selector),
    'kustomization.yaml': `resources: [a.yaml]\n${labels}\n`,
  };
  expect(wordsOn(files)).toEqual(findings);
});

test('what kustomize does not add is judged', () => {
  const files = {
    'a.yaml': deployment('image: a').replace('name: web', 'name: web, labels: { a: "b c" }'),
    'kustomization.yaml': 'resources: [a.yaml]\ncommonLabels: { app: web }\nnamespace: one\n',
  };
  expect(wordsOn(files)).toEqual(['Deployment/one/web api/invalid']);
});

test('an extra plugin of kustomize is no object', () => {
  const plugin = 'apiVersion: builtin\nkind: LabelTransformer\nmetadata: { name: a }\n';
  expect(wordsOn({ 'a.yaml': plugin, 'b.yaml': SECRET })).toEqual([]);
});

test.each<[string, Files, { readonly [name: string]: string | undefined }]>([
  [
    'the outermost one wins',
    {
      'base/kustomization.yaml': 'namespace: base\nresources: [a.yaml]\n',
      'base/a.yaml': POD,
      'over/kustomization.yaml': 'namespace: over\nresources: [../base]\n',
    },
    { 'base/a.yaml': 'over' },
  ],
  [
    'an outer one without a namespace leaves that of the inner one',
    {
      'base/kustomization.yaml': 'namespace: base\nresources: [a.yaml]\n',
      'base/a.yaml': POD,
      'over/kustomization.yaml': 'resources: [../base]\n',
    },
    { 'base/a.yaml': 'base' },
  ],
  [
    'several that differ are none',
    {
      'base/kustomization.yaml': 'resources: [a.yaml]\n',
      'base/a.yaml': POD,
      'dev/kustomization.yaml': 'namespace: dev\nresources: [../base]\n',
      'prod/kustomization.yaml': 'namespace: prod\nresources: [../base]\n',
    },
    { 'base/a.yaml': undefined },
  ],
  [
    'those that list each other end',
    {
      'a/kustomization.yaml': 'namespace: a\nresources: [../b, a.yaml]\n',
      'a/a.yaml': POD,
      'b/kustomization.yaml': 'resources: [../a]\n',
    },
    { 'a/a.yaml': 'a' },
  ],
])('of the namespaces of kustomizations %s', (_, files, namespaces) => {
  expect(namespacesOf(files)).toEqual(namespaces);
});

test.each<[string, Files, { readonly [name: string]: readonly string[] | undefined }]>([
  [
    'by its own list, and by those that list its folder',
    {
      'base/kustomization.yaml': 'resources: [a.yaml]\n',
      'base/a.yaml': POD,
      'base/b.yaml': POD,
      'dev/kustomization.yaml': 'resources: [../base]\n',
      'all/kustomization.yaml': 'resources: [../dev, ../base/a.yaml]\n',
    },
    {
      'base/a.yaml': [
        'base/kustomization.yaml',
        'dev/kustomization.yaml',
        'all/kustomization.yaml',
      ],
      'base/b.yaml': undefined,
    },
  ],
  [
    'by those that list each other, each once',
    {
      'a/kustomization.yaml': 'resources: [../b, a.yaml]\n',
      'a/a.yaml': POD,
      'b/kustomization.yaml': 'resources: [../a]\n',
    },
    { 'a/a.yaml': ['a/kustomization.yaml', 'b/kustomization.yaml'] },
  ],
])('a file is built %s', (_, files, builders) => {
  const { sources } = sortSources(sourcesOf(files));
  expect(Object.fromEntries(sources.map(({ name, builtBy }) => [name, builtBy]))).toEqual(builders);
});
