/** Fields of roles, bindings and namespaces that Kubernetes 1.36 refuses. */
import { diffObjects } from '../../src/diff';

const GROUP = 'rbac.authorization.k8s.io';
const binding = (kind: string, fields: object) => ({
  apiVersion: `${GROUP}/v1`,
  kind,
  metadata: { name: 'one', ...(kind === 'RoleBinding' ? { namespace: 'shop' } : {}) },
  roleRef: { apiGroup: GROUP, kind: 'ClusterRole', name: 'view' },
  ...fields,
});
const subject = (fields: object, kind = 'ClusterRoleBinding') =>
  binding(kind, { subjects: [fields] });
const account = { kind: 'ServiceAccount', name: 'a', namespace: 'shop' };
const clusterRole = (fields: object) => ({
  apiVersion: `${GROUP}/v1`,
  kind: 'ClusterRole',
  metadata: { name: 'one' },
  ...fields,
});
const namespace = (labels: object, fields: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name: 'one', labels },
  ...fields,
});
const LEVEL = 'pod-security.kubernetes.io/enforce';

/** The fields that are refused; otherwise the verdict. */
function answerTo(next: object, old: object[] = []): unknown {
  const [{ verdict, errors = [] }] = diffObjects(old, [next]).objects;
  return verdict === 'refused' ? [...new Set(errors.map(({ field }) => field))].sort() : verdict;
}

test.each<[string, object, readonly string[]]>([
  [
    'a role of another group',
    binding('RoleBinding', { roleRef: { apiGroup: 'apps', kind: 'Role', name: 'a' } }),
    ['roleRef.apiGroup'],
  ],
  [
    'a role that is no name',
    binding('RoleBinding', { roleRef: { apiGroup: GROUP, kind: 'Role', name: '..' } }),
    ['roleRef.name'],
  ],
  ['an account of a group', subject({ ...account, apiGroup: 'apps' }), ['subjects[0].apiGroup']],
  ['an account that is no name', subject({ ...account, name: 'A' }), ['subjects[0].name']],
  ['an account of no namespace', subject({ ...account, namespace: '' }), ['subjects[0].namespace']],
  [
    'a user of another group',
    subject({ kind: 'User', name: 'A', apiGroup: 'x' }),
    ['subjects[0].apiGroup'],
  ],
  [
    'an aggregation of nothing',
    clusterRole({ aggregationRule: { clusterRoleSelectors: [] } }),
    ['aggregationRule.clusterRoleSelectors'],
  ],
  ['a level that there is not', namespace({ [LEVEL]: 'x' }), [`metadata.labels[${LEVEL}]`]],
  [
    'a version that there is not',
    namespace({ [`${LEVEL}-version`]: '1.30' }),
    [`metadata.labels[${LEVEL}-version]`],
  ],
  ['a finalizer of no domain', namespace({}, { spec: { finalizers: ['a'] } }), ['spec.finalizers']],
])('refuses %s', (_what, next, fields) => {
  expect(answerTo(next)).toEqual(fields);
});

test.each<[string, object]>([
  [
    'an account of the own namespace',
    subject({ kind: 'ServiceAccount', name: 'a' }, 'RoleBinding'),
  ],
  ['a user with any name', subject({ kind: 'User', name: 'A b/c' })],
  ['a group', subject({ kind: 'Group', name: 'a:b', apiGroup: GROUP })],
  ['an aggregation', clusterRole({ aggregationRule: { clusterRoleSelectors: [{}] } })],
  ['a level and its version', namespace({ [LEVEL]: 'baseline', [`${LEVEL}-version`]: 'v1.30' })],
  ['the latest version', namespace({ 'pod-security.kubernetes.io/warn-version': 'latest' })],
  ['a finalizer', namespace({}, { spec: { finalizers: ['kubernetes', 'a.com/b'] } })],
])('takes %s', (_what, next) => {
  expect(answerTo(next)).toBe('created');
});

test('a level that becomes wrong is refused, and finalizers of a namespace stay', () => {
  const old = [namespace({ [LEVEL]: 'baseline' })];
  expect(answerTo(namespace({ [LEVEL]: 'low' }), old)).toEqual([`metadata.labels[${LEVEL}]`]);
  const next = namespace({ [LEVEL]: 'baseline' }, { spec: { finalizers: ['a'] } });
  expect(answerTo(next, old)).toBe('unchanged');
});
