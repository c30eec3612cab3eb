/** What the expressions of a policy see of a request. */
import { diffObjects } from '../../../src/diff';

const API = 'admissionregistration.k8s.io/v1';
const RULE = { apiGroups: ['*'], apiVersions: ['*'], operations: ['CREATE'], resources: ['*'] };
const policies = (expression: string) => [
  {
    apiVersion: API,
    kind: 'ValidatingAdmissionPolicy',
    metadata: { name: 'asks' },
    spec: { matchConstraints: { resourceRules: [RULE] }, validations: [{ expression }] },
  },
  {
    apiVersion: API,
    kind: 'ValidatingAdmissionPolicyBinding',
    metadata: { name: 'asks' },
    spec: { policyName: 'asks', validationActions: ['Deny'] },
  },
];

function verdictOf(next: object, expression: string): string {
  const around = policies(expression);
  return diffObjects(around, [...around, next]).objects[around.length].verdict;
}

const set = {
  apiVersion: 'apps/v1',
  kind: 'ControllerRevision',
  metadata: { name: 'one', namespace: 'shop' },
  revision: 1,
  data: {},
};
const space = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'one' } };
const storageClass = {
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name: 'one' },
  provisioner: 'disk.example.com',
};

test.each<[string, object]>([
  ["request.kind.group == 'apps'", set],
  ["request.kind.version == 'v1'", set],
  ["request.kind.kind == 'ControllerRevision'", set],
  ["request.resource.group == 'apps'", set],
  ["request.resource.version == 'v1'", set],
  ["request.resource.resource == 'controllerrevisions'", set],
  ["request.requestKind.group == 'apps'", set],
  ["request.requestKind.version == 'v1'", set],
  ["request.requestKind.kind == 'ControllerRevision'", set],
  ["request.requestResource.group == 'apps'", set],
  ["request.requestResource.version == 'v1'", set],
  ["request.requestResource.resource == 'controllerrevisions'", set],
  ["request.name == 'one'", set],
  ["request.namespace == 'shop'", set],
  ["request.operation == 'CREATE'", set],
  ['!request.dryRun', set],
  ['oldObject == null', set],
  ["namespaceObject.metadata.name == 'shop'", set],
  ['namespaceObject == null', storageClass],
  ['!has(request.namespace)', storageClass],
  ["request.kind.kind == 'Namespace'", space],
])('%s holds', (expression, next) => {
  expect([verdictOf(next, expression), verdictOf(next, `!(${expression})`)]).toEqual([
    'created',
    'refused',
  ]);
});

const pod = (container: object, spec: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'one', namespace: 'shop' },
  spec: { containers: [{ name: 'app', image: 'app:1', ...container }], ...spec },
});
const TOKEN = '/var/run/secrets/kubernetes.io/serviceaccount';
const MOUNTED = `object.spec.containers[0].volumeMounts.exists(one, one.mountPath == '${TOKEN}')`;
const own = {
  container: { volumeMounts: [{ name: 'own', mountPath: TOKEN }] },
  spec: { volumes: [{ name: 'own', emptyDir: {} }] },
};

test.each<[string, object, string, string]>([
  ['is mounted', pod({}), MOUNTED, 'created'],
  [
    'is not mounted where there is something already',
    pod(own.container, own.spec),
    'object.spec.containers[0].volumeMounts.size() == 1',
    'created',
  ],
  [
    'is not mounted if the pod wants none',
    pod({}, { automountServiceAccountToken: false }),
    'has(object.spec.containers[0].volumeMounts)',
    'refused',
  ],
])('the token of an account %s', (_about, next, expression, verdict) => {
  expect(verdictOf(next, expression)).toBe(verdict);
});
