/** Field managers as `managedFields` have them, and who applies by which engine. */
import {
  applierOf,
  lastApplied,
  managersIn,
  ownedBy,
  ownedPart,
  unionOf,
} from '../../src/diff/live/managers';
import { DiffOptions } from '../../src/diff/spec';

test('an entry without a time has none', () => {
  const given = { manager: 'a', operation: 'Apply', apiVersion: 'v1' };
  const read = { ...given, subresource: '', owned: {} };
  expect(managersIn([given, { ...given, time: 5 }, { ...given, time: 't' }])).toEqual([
    read,
    read,
    { ...read, time: 't' },
  ]);
});

test('of an autoscaler in its first version its goal is owned as metrics are', () => {
  const fieldsV1 = { 'f:spec': { 'f:maxReplicas': {}, 'f:targetCPUUtilizationPercentage': {} } };
  const ownedIn = (apiVersion: string, given: object) =>
    managersIn([{ apiVersion, fieldsV1: given }])[0].owned;
  expect(ownedIn('autoscaling/v1', fieldsV1)).toEqual({
    'f:spec': { 'f:maxReplicas': {}, 'f:metrics': {} },
  });
  expect(ownedIn('autoscaling/v2', fieldsV1)).toBe(fieldsV1);
  const without = { 'f:spec': { 'f:maxReplicas': {} } };
  expect(ownedIn('autoscaling/v1', without)).toBe(without);
});

test.each<[DiffOptions, string, boolean]>([
  [{}, 'kubectl', false],
  [{ engine: 'none' }, 'kubectl', false],
  [{ engine: 'kubectl' }, 'kubectl', false],
  [{ engine: 'helm' }, 'helm', false],
  [{ engine: 'argo' }, 'argocd-controller', true],
  [{ engine: 'flux' }, 'kustomize-controller', true],
  [{ engine: 'flux', force: false }, 'kustomize-controller', false],
  [{ engine: 'kubectl', force: true, manager: 'ci' }, 'ci', true],
])('%j applies as %s, with force: %s', (options, manager, force) => {
  expect(applierOf(options)).toMatchObject({ manager, force });
});

const NOBODY = '';
test.each<[DiffOptions, string]>([
  [{}, 'kubectl/Apply kubectl-client-side-apply/Update'],
  [{ manager: 'ci' }, 'ci/Apply'],
  [{ manager: 'ci', engine: 'kubectl' }, 'kubectl-client-side-apply/Update ci/Apply'],
  [{ engine: 'argo' }, 'kubectl-client-side-apply/Update argocd-controller/Apply'],
  [{ engine: 'helm' }, NOBODY],
  [
    { engine: 'flux' },
    'kubectl/Apply kubectl-client-side-apply/Update kubectl-edit/Update before-first-apply/Update kustomize-controller/Apply kustomize-controller/Update',
  ],
  [{ engine: 'flux', manager: 'kustomize-controller' }, 'kustomize-controller/Apply'],
])('%j owns, or takes over, what %s has written', (options, owners) => {
  const entries = [
    'kubectl/Apply',
    'kubectl-client-side-apply/Update',
    'kubectl-edit/Update',
    'before-first-apply/Update',
    'before-first-apply/Apply',
    'kustomize-controller/Apply',
    'kustomize-controller/Update',
    'argocd-controller/Apply',
    'argocd-controller/Update',
    'ci/Apply',
    'ci/Update',
  ].map((name) => {
    const [manager, operation] = name.split('/');
    return { manager, operation, apiVersion: 'v1', subresource: '', owned: {} };
  });
  const { isOwn } = applierOf(options);
  const ofOwn = entries.filter(isOwn).map(({ manager, operation }) => `${manager}/${operation}`);
  expect(ofOwn.join(' ')).toBe(owners);
  expect(entries.some((one) => isOwn({ ...one, subresource: 'status' }))).toBe(false);
});

test.each<[string, readonly object[], object]>([
  ['of nobody', [], {}],
  ['of others', [{ 'f:a': {} }, { 'f:b': {} }], { 'f:a': {}, 'f:b': {} }],
  [
    'within the same',
    [{ 'f:a': { 'f:b': {} } }, { 'f:a': { '.': {}, 'f:c': {} } }],
    { 'f:a': { '.': {}, 'f:b': {}, 'f:c': {} } },
  ],
  ['whole, and in part', [{ 'f:a': {} }, { 'f:a': { 'f:b': {} } }], { 'f:a': {} }],
  ['in part, and whole', [{ 'f:a': { 'f:b': {} } }, { 'f:a': {} }], { 'f:a': {} }],
])('sets of fields together: %s', (_what, trees, union) => {
  expect(unionOf(trees as never)).toEqual(union);
});

test('what is owned is a member if it is owned itself, and not only something in it', () => {
  const owned = ownedBy([
    { 'f:a': { 'f:b': {} }, 'f:c': { '.': {}, 'f:d': {} } },
    { 'f:a': {} },
  ] as never)!;
  expect([owned.isMember, owned.below('f:a')?.isMember, owned.below('f:c')?.isMember]).toEqual([
    false,
    true,
    true,
  ]);
  expect(owned.below('f:e')).toBeUndefined();
  expect(ownedBy([])).toBeUndefined();
});

test.each<[unknown, object, unknown]>([
  ['a', {}, 'a'],
  [{ a: 1, b: 2 }, { 'f:a': {}, 'f:c': {} }, { a: 1 }],
  [{ a: { b: 1, c: 2 } }, { 'f:a': { '.': {} } }, { a: {} }],
  [{ a: { b: 1, c: 2 } }, { 'f:a': { '.': {}, 'f:b': {} } }, { a: { b: 1 } }],
  [
    [{ name: 'a', value: '1' }, { name: 'b' }],
    { 'k:{"name":"a"}': { 'f:value': {} }, 'k:{"name":"c"}': {} },
    [{ name: 'a', value: '1' }],
  ],
  [['a', 'b'], { 'v:"b"': {} }, ['b']],
  [['a'], { 'v:{': {} }, []],
])('of %j, %j is %j', (live, owned, part) => {
  expect(ownedPart(live, owned as never)).toEqual(part);
});

test.each<[unknown, object | undefined]>([
  ['{"kind":"A"}', { kind: 'A' }],
  ['["a"]', undefined],
  ['{', undefined],
  [5, undefined],
  [undefined, undefined],
])('the annotation of kubectl that is %j has sent %j', (text, sent) => {
  const annotations = { 'kubectl.kubernetes.io/last-applied-configuration': text };
  expect(lastApplied({ metadata: { annotations } })).toEqual(sent);
});
