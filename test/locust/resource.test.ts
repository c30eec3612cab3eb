/** LocustTests as YAML files and clusters have them. */
import { LOCUST_TEST } from '../../src/locust/core';
import { readTopology } from '../../src/topology';

const OPTIONS = { operatorMode: false, operatorPreset: 'chart', operatorEnv: {} };
const NOTHING = { objects: [], topology: readTopology([]) };
const fromCluster = {
  apiVersion: 'locust.io/v2',
  kind: 'LocustTest',
  metadata: {
    name: 'checkout',
    namespace: 'load',
    labels: { team: 'shop' },
    annotations: {
      'kubectl.kubernetes.io/last-applied-configuration': '{}',
      'argocd.argoproj.io/tracking-id': 'load:locust.io/LocustTest:load/checkout',
      'example.com/owner': 'Jo Doe',
    },
  },
  spec: { image: 'a', master: { command: '' }, worker: { command: '', replicas: 1 } },
};

test('the objects have the annotations of the resource, but for those that others keep about the resource itself', () => {
  const { manifests } = LOCUST_TEST.render(fromCluster, OPTIONS, NOTHING);
  expect(manifests.map(({ metadata }) => metadata.annotations)).toEqual([
    { 'example.com/owner': 'Jo Doe' },
    { 'example.com/owner': 'Jo Doe' },
    { 'example.com/owner': 'Jo Doe' },
  ]);
  expect(Object.keys(fromCluster.metadata.annotations)).toHaveLength(3);
});

test('the objects have no annotations where all of them are about the resource itself', () => {
  const { 'example.com/owner': _owner, ...annotations } = fromCluster.metadata.annotations;
  const { manifests } = LOCUST_TEST.render(
    { ...fromCluster, metadata: { ...fromCluster.metadata, annotations } },
    OPTIONS,
    NOTHING,
  );
  expect(manifests.map(({ metadata }) => Object.keys(metadata))).toEqual([
    ['name', 'namespace', 'labels'],
    ['name', 'namespace', 'labels'],
    ['name', 'namespace', 'labels'],
  ]);
});

describe('findings on a test of locust.io/v1 are about its own fields', () => {
  const old = (spec: object) => ({
    apiVersion: 'locust.io/v1',
    kind: 'LocustTest',
    metadata: { name: 'checkout' },
    spec: {
      image: 'locustio/locust:2.43.1',
      masterCommandSeed: '-f a.py',
      workerCommandSeed: '-f a.py',
      workerReplicas: 2,
      ...spec,
    },
  });
  const said = (spec: object, options: object = {}) =>
    LOCUST_TEST.render(old(spec) as any, { ...OPTIONS, ...options }, NOTHING).findings.map(
      ({ path, message, remedy }) => `${path}: ${message}; ${remedy}`,
    );
  const LOCUST = 'the command begins with "locust", which the image already runs';
  const required = (terms: object) => ({
    affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: terms } },
  });

  test.each<[string, object, string]>([
    [
      'the command of the master',
      { masterCommandSeed: 'locust -f a.py' },
      `spec.masterCommandSeed: ${LOCUST}; `,
    ],
    [
      'the command of the workers',
      { workerCommandSeed: 'locust -f a.py' },
      `spec.workerCommandSeed: ${LOCUST}; `,
    ],
    [
      'quotes, which it has no list of arguments for',
      { masterCommandSeed: '--tags "a b"' },
      'spec.masterCommandSeed: "\\"a" keeps its quotes, because commands are split at whitespace; write it without spaces, or put it into extraArgs of locust.io/v2',
    ],
    [
      'labels',
      { labels: { master: { team: 'a team' } } },
      'spec.labels.master.team: the value "a team": a valid label',
    ],
    [
      'annotations',
      { annotations: { worker: { 'a b': '' } } },
      'spec.annotations.worker.a b: the key "a b": name part',
    ],
    [
      'pull secrets',
      { imagePullSecrets: ['a', 'a'] },
      'spec.imagePullSecrets[1]: "a" already exists',
    ],
    [
      'tolerations',
      { tolerations: [{ key: 'a', operator: 'Exists', value: 'x', effect: 'NoSchedule' }] },
      'spec.tolerations[0].operator: the operator Exists has no value, but "x" is set',
    ],
    [
      'a node affinity, by its key',
      required({ zone: 'a', 'b/a/d': 'x' }),
      'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.b/a/d: ',
    ],
  ])('for %s', (_what, spec, expected) => {
    expect(said(spec)).toEqual([expect.stringContaining(expected)]);
  });

  test('for what the settings leave out', () => {
    expect(said(required({ zone: 'a' }), { operatorPreset: 'binary' })).toEqual([
      "spec.affinity: the operator's settings ignore the affinity of the test; set ENABLE_AFFINITY_CR_INJECTION=true",
    ]);
  });
});
