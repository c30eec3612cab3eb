import { topologyOf, workloadOf } from './support';
import { isReadKind, workloadKindOf, WorkloadKind } from '../../src/topology';

const TEMPLATE =
  'template: {metadata: {labels: {app: a}}, spec: {nodeName: node-1, containers: []}}';

test.each([
  ['v1', 'Pod', '{nodeName: node-1}'],
  ['v1', 'ReplicationController', `{${TEMPLATE}}`],
  ['apps/v1', 'DaemonSet', `{${TEMPLATE}}`],
  ['apps/v1', 'Deployment', `{${TEMPLATE}}`],
  ['apps/v1', 'ReplicaSet', `{${TEMPLATE}}`],
  ['apps/v1', 'StatefulSet', `{${TEMPLATE}}`],
  ['batch/v1', 'Job', `{${TEMPLATE}}`],
  ['batch/v1', 'CronJob', `{jobTemplate: {spec: {${TEMPLATE}}}}`],
  ['kubeflow.org/v1beta1', 'Notebook', `{${TEMPLATE}}`],
  ['kubeflow.org/v1', 'Notebook', `{${TEMPLATE}}`],
])('a %s %s is a workload, and its pod spec is found', (apiVersion, kind, spec) => {
  const { workloads } = topologyOf(
    `{apiVersion: ${apiVersion}, kind: ${kind}, metadata: {name: one, namespace: ns}, spec: ${spec}}`,
  );
  expect(workloads).toMatchObject([
    { key: '#0', apiVersion, kind, name: 'one', namespace: 'ns', nodeName: 'node-1' },
  ]);
});

test.each([
  ['v1', 'PodTemplate'],
  ['v1', 'ConfigMap'],
  ['example.com/v1', 'Deployment'],
  ['example.com/v1', 'Notebook'],
  ['argoproj.io/v1alpha1', 'Rollout'],
])('a %s %s is none', (apiVersion, kind) => {
  expect(
    topologyOf(
      `{apiVersion: ${apiVersion}, kind: ${kind}, metadata: {name: one}, template: {spec: {}}, spec: {${TEMPLATE}}}`,
    ).workloads,
  ).toEqual([]);
});

test('a workload without a pod template has an empty pod', () => {
  expect(workloadOf('{apiVersion: apps/v1, kind: Deployment, metadata: {name: a}}')).toMatchObject({
    podSpec: {},
    podLabels: {},
    mounts: [],
    claims: [],
  });
});

test('a pod whose name the server makes is a workload without a name', () => {
  expect(
    workloadOf('{apiVersion: v1, kind: Pod, metadata: {generateName: a-}, spec: {}}').name,
  ).toBe('');
});

const ROLLOUT: WorkloadKind = {
  group: 'argoproj.io',
  kind: 'Rollout',
  templatePath: ['spec', 'template'],
  selectorPath: ['spec', 'selector'],
};
const ROLLOUT_YAML = `{apiVersion: argoproj.io/v1alpha1, kind: Rollout, metadata: {name: r}, spec: {replicas: 3, selector: {matchLabels: {app: a}}, ${TEMPLATE}}}`;

test('a kind that is registered is a workload', () => {
  expect(workloadOf(ROLLOUT_YAML, { workloadKinds: [ROLLOUT] })).toMatchObject({
    kind: 'Rollout',
    podLabels: { app: 'a' },
    replicas: 3,
    selector: { matchLabels: { app: 'a' } },
  });
});

test('a kind that is registered anew is read as it says', () => {
  const later = { ...ROLLOUT, nameLabels: ['rollout'] };
  expect(workloadOf(ROLLOUT_YAML, { workloadKinds: [ROLLOUT, later] }).podLabels).toEqual({
    app: 'a',
    rollout: 'r',
  });
  expect(workloadKindOf('argoproj.io/v1alpha1', 'Rollout', [ROLLOUT, later])).toBe(later);
});

test('a registered kind that is batch or stateful is so', () => {
  const yaml =
    '{apiVersion: x.io/v1, kind: Set, metadata: {name: s}, spec: {volumeClaimTemplates: [{metadata: {name: data}}]}}';
  const kind = {
    group: 'x.io',
    kind: 'Set',
    templatePath: ['spec', 'template'],
    isStateful: true,
    isBatch: true,
  };
  expect(workloadOf(yaml, { workloadKinds: [kind] })).toMatchObject({
    isBatch: true,
    claims: [{ origin: 'template', claimName: 'data-s-0' }],
  });
});

test('the kinds that count are known', () => {
  expect(
    [
      'v1/Pod',
      'v1/PersistentVolumeClaim',
      'storage.k8s.io/v1/StorageClass',
      'v1/List',
      'apps/v1/DeploymentList',
      'kubeflow.org/v1/Notebook',
    ].filter(
      (one) => !isReadKind(one.slice(0, one.lastIndexOf('/')), one.slice(one.lastIndexOf('/') + 1)),
    ),
  ).toEqual([]);
  expect(isReadKind('v1', 'ConfigMap')).toBe(false);
  expect(isReadKind('argoproj.io/v1alpha1', 'Rollout')).toBe(false);
  expect(isReadKind('argoproj.io/v1alpha1', 'Rollout', [ROLLOUT])).toBe(true);
  expect(isReadKind(undefined as unknown as string, undefined as unknown as string)).toBe(false);
});

test('the labels of a pod are its own', () => {
  expect(
    workloadOf('{apiVersion: v1, kind: Pod, metadata: {name: a, labels: {app: a}}, spec: {}}')
      .podLabels,
  ).toEqual({ app: 'a' });
});

test('the labels of other pods are those of the template, not of the workload', () => {
  expect(
    workloadOf(
      `{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: a, labels: {own: x}}, spec: {${TEMPLATE}}}`,
    ).podLabels,
  ).toEqual({ app: 'a' });
});

test('the pods of a Job have its name as labels', () => {
  expect(
    workloadOf(`{apiVersion: batch/v1, kind: Job, metadata: {name: load}, spec: {${TEMPLATE}}}`)
      .podLabels,
  ).toEqual({ app: 'a', 'job-name': 'load', 'batch.kubernetes.io/job-name': 'load' });
});

test('a label of the template stays as it is', () => {
  expect(
    workloadOf(
      '{apiVersion: batch/v1, kind: Job, metadata: {name: load}, spec: {template: {metadata: {labels: {job-name: mine}}}}}',
    ).podLabels,
  ).toEqual({ 'job-name': 'mine', 'batch.kubernetes.io/job-name': 'load' });
});

test('a Job with a manual selector adds no labels', () => {
  const yaml = `{apiVersion: batch/v1, kind: Job, metadata: {name: load}, spec: {manualSelector: true, selector: {matchLabels: {app: a}}, ${TEMPLATE}}}`;
  expect(workloadOf(yaml)).toMatchObject({
    podLabels: { app: 'a' },
    selector: { matchLabels: { app: 'a' } },
  });
  expect(Object.keys(workloadOf(yaml).podLabels)).toEqual(['app']);
});

test('the pods of a CronJob have no name that is known', () => {
  expect(
    workloadOf(
      `{apiVersion: batch/v1, kind: CronJob, metadata: {name: c}, spec: {jobTemplate: {spec: {${TEMPLATE}}}}}`,
    ).podLabels,
  ).toEqual({ app: 'a' });
});

test('the pod of a Notebook has its name and its own labels, not those of the template', () => {
  expect(
    workloadOf(
      `{apiVersion: kubeflow.org/v1, kind: Notebook, metadata: {name: n, labels: {team: x}}, spec: {${TEMPLATE}}}`,
    ).podLabels,
  ).toEqual({ 'notebook-name': 'n', statefulset: 'n', team: 'x' });
});

test('a Notebook that is stopped has no pods', () => {
  const notebook = (annotations: string) =>
    workloadOf(
      `{apiVersion: kubeflow.org/v1, kind: Notebook, metadata: {name: n, annotations: ${annotations}}, spec: {${TEMPLATE}}}`,
    );
  expect(notebook('{kubeflow-resource-stopped: "2024-01-01T00:00:00Z"}').replicas).toBe(0);
  expect(notebook('{}').replicas).toBe(1);
});

const selectorOf = (kind: string, selector: string, apiVersion = 'apps/v1') =>
  workloadOf(
    `{apiVersion: ${apiVersion}, kind: ${kind}, metadata: {name: a}, spec: {selector: ${selector}, ${TEMPLATE}}}`,
  ).selector;

test('a selector has labels and expressions', () => {
  expect(
    selectorOf(
      'Deployment',
      '{matchLabels: {app: a}, matchExpressions: [{key: b, operator: Exists}]}',
    ),
  ).toEqual({ matchLabels: { app: 'a' }, matchExpressions: [{ key: 'b', operator: 'Exists' }] });
});

test.each([
  'null',
  '{}',
  '{matchLabels: {}}',
  '{matchLabels: {app: 1}}',
  '{matchExpressions: [x]}',
  '{matchExpressions: 3}',
  '7',
])('the selector %s says nothing', (selector) => {
  expect(selectorOf('Deployment', selector)).toBeUndefined();
});

test('the selector of a ReplicationController is a map', () => {
  expect(selectorOf('ReplicationController', '{app: b}', 'v1')).toEqual({
    matchLabels: { app: 'b' },
  });
});

test('the selector of a ReplicationController defaults to the labels of the template', () => {
  expect(selectorOf('ReplicationController', '{}', 'v1')).toEqual({ matchLabels: { app: 'a' } });
});

test('Pods and CronJobs have no selector', () => {
  expect(selectorOf('Pod', '{matchLabels: {app: a}}', 'v1')).toBeUndefined();
  expect(selectorOf('CronJob', '{matchLabels: {app: a}}', 'batch/v1')).toBeUndefined();
});

test.each([
  ['apps/v1', 'Deployment', '{}', 1],
  ['apps/v1', 'Deployment', '{replicas: 4}', 4],
  ['apps/v1', 'StatefulSet', '{replicas: 0}', 0],
  ['apps/v1', 'Deployment', '{replicas: many}', 1],
  ['apps/v1', 'Deployment', '{replicas: -1}', 1],
  ['apps/v1', 'Deployment', '{replicas: 1.5}', 1],
  ['apps/v1', 'DaemonSet', '{replicas: 4}', undefined],
  ['v1', 'Pod', '{replicas: 4}', 1],
  ['batch/v1', 'Job', '{}', 1],
  ['batch/v1', 'Job', '{parallelism: 5}', 5],
  ['batch/v1', 'Job', '{parallelism: 5, completions: 3}', 3],
  ['batch/v1', 'CronJob', '{jobTemplate: {spec: {parallelism: 2}}}', 2],
])('%s %s with %s: %s pods at a time', (apiVersion, kind, spec, expected) => {
  expect(
    workloadOf(`{apiVersion: ${apiVersion}, kind: ${kind}, metadata: {name: a}, spec: ${spec}}`)
      .replicas,
  ).toBe(expected);
});

test.each([
  ['apps/v1', 'Deployment', '{}', false],
  ['batch/v1', 'Job', '{}', true],
  ['batch/v1', 'CronJob', '{}', true],
  ['v1', 'Pod', '{}', false],
  ['v1', 'Pod', '{restartPolicy: Always}', false],
  ['v1', 'Pod', '{restartPolicy: Never}', true],
  ['v1', 'Pod', '{restartPolicy: OnFailure}', true],
])('%s %s with %s is batch: %s', (apiVersion, kind, spec, expected) => {
  expect(
    workloadOf(`{apiVersion: ${apiVersion}, kind: ${kind}, metadata: {name: a}, spec: ${spec}}`)
      .isBatch,
  ).toBe(expected);
});

test('only a StatefulSet has a first ordinal', () => {
  const first = (kind: string) =>
    workloadOf(
      `{apiVersion: apps/v1, kind: ${kind}, metadata: {name: a}, spec: {ordinals: {start: 5}}}`,
    ).firstOrdinal;
  expect(first('StatefulSet')).toBe(5);
  expect(first('Deployment')).toBe(0);
});
