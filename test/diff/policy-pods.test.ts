/** Admission policies on pods that workloads make: what is known of such a pod, and what not. */
import { diffObjects } from '../../src/diff';

const API = 'admissionregistration.k8s.io/v1';
const RULE = { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] };
const policies = (expression: string) => [
  {
    apiVersion: API,
    kind: 'ValidatingAdmissionPolicy',
    metadata: { name: 'few' },
    spec: { matchConstraints: { resourceRules: [RULE] }, validations: [{ expression }] },
  },
  {
    apiVersion: API,
    kind: 'ValidatingAdmissionPolicyBinding',
    metadata: { name: 'few' },
    spec: { policyName: 'few', validationActions: ['Deny'] },
  },
];
const workload = (kind: string) => ({
  apiVersion: 'apps/v1',
  kind,
  metadata: { name: 'web', namespace: 'shop' },
  spec: {
    selector: { matchLabels: { app: 'web' } },
    template: {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'web', image: 'web:1' }] },
    },
  },
});

const ADMITTED = 'its pods come';
const DENIED = (expression: string) =>
  `its pods do not become ready: the policy "few" denies them: failed expression: ${expression}`;
const OPEN = 'whether the policy "few" admits it';

/** What becomes of the pods of a new workload, where a policy asks for something. */
function podsOf(kind: string, expression: string): string {
  const { objects, notes } = diffObjects(policies(expression), [
    ...policies(expression),
    workload(kind),
  ]);
  const told = objects.find(({ object }) => object === `${kind}/shop/web`)!;
  return notes.find(({ id }) => id === 'rollout')?.message ?? told.dependsOn?.join() ?? ADMITTED;
}

test.each(['Deployment', 'DaemonSet', 'StatefulSet', 'ReplicaSet'])(
  'pods of a %s have its template, its namespace, and who owns them',
  (kind) => {
    const known = [
      "object.metadata.labels.app == 'web'",
      "object.metadata.namespace == 'shop'",
      "request.namespace == 'shop'",
      "request.operation == 'CREATE'",
      'oldObject == null',
      'has(object.metadata.ownerReferences)',
      "object.apiVersion == 'v1' && object.kind == 'Pod'",
      "object.spec.containers[0].image == 'web:1'",
    ];
    expect(known.map((one) => podsOf(kind, one))).toEqual(known.map(() => ADMITTED));
  },
);

test.each(['Deployment', 'DaemonSet'])('a policy denies pods of a %s', (kind) => {
  const expression = "object.metadata.labels.app == 'other'";
  expect(podsOf(kind, expression)).toBe(DENIED(expression));
});

test.each(['Deployment', 'DaemonSet'])('nobody knows the names of pods of a %s', (kind) => {
  expect(
    ["object.metadata.name == 'a'", "request.name == 'a'"].map((one) => podsOf(kind, one)),
  ).toEqual([OPEN, OPEN]);
});

test('pods of a DaemonSet have an affinity for their node, and pods of others have none', () => {
  const expression = '!has(object.spec.affinity)';
  expect(['DaemonSet', 'Deployment'].map((kind) => podsOf(kind, expression))).toEqual([
    DENIED(expression),
    ADMITTED,
  ]);
});

test('nobody knows the tolerations of pods of a DaemonSet, and those of others are known', () => {
  const expression = 'object.spec.tolerations.size() == 2';
  expect(['DaemonSet', 'Deployment'].map((kind) => podsOf(kind, expression))).toEqual([
    OPEN,
    ADMITTED,
  ]);
});

test.each([
  ['Deployment', 2],
  ['ReplicaSet', 1],
  ['DaemonSet', 3],
  ['StatefulSet', 4],
])('pods of a %s have %i labels, with those that are added', (kind, labels) => {
  const [right, wrong] = [labels, labels + 1].map((n) => `object.metadata.labels.size() == ${n}`);
  expect([podsOf(kind, right), podsOf(kind, wrong)]).toEqual([ADMITTED, DENIED(wrong)]);
});

test('the name of a pod that no workload makes is known', () => {
  const around = policies("object.metadata.name == 'web' && request.name == 'web'");
  const pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web', namespace: 'shop' },
    spec: workload('Deployment').spec.template.spec,
  };
  const [, , told] = diffObjects(around, [...around, pod]).objects;
  expect([told.verdict, told.dependsOn]).toEqual(['created', undefined]);
});

test('a pod that is there is not asked for again', () => {
  const { template } = workload('Deployment').spec;
  const pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web', namespace: 'shop' },
    spec: template.spec,
  };
  const containers = [{ name: 'web', image: 'web:2' }];
  for (const next of [pod, { ...pod, spec: { containers } }]) {
    const { objects, notes } = diffObjects([pod], [next, ...policies('false')]);
    expect([objects[0].ready, objects[0].dependsOn, ...notes]).toEqual([undefined, undefined]);
  }
});

test.each(['pod-template-hash', 'controller-revision-hash'])(
  'the label %s is on pods of the kinds that add it, with a value that nobody knows',
  (label) => {
    const kinds = { 'pod-template-hash': 'Deployment', 'controller-revision-hash': 'DaemonSet' };
    const other = { 'pod-template-hash': 'DaemonSet', 'controller-revision-hash': 'Deployment' };
    const [key, has] = [label as keyof typeof kinds, `'${label}' in object.metadata.labels`];
    const value = `object.metadata.labels['${label}'] == 'a'`;
    expect([podsOf(kinds[key], has), podsOf(kinds[key], value), podsOf(other[key], has)]).toEqual([
      ADMITTED,
      OPEN,
      DENIED(has),
    ]);
  },
);
