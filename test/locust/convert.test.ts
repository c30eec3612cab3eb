/**
 * A test of locust.io/v1 in the words of locust.io/v2, and the way back for the paths of findings.
 */
import { originsOf } from '../../src/findings';
import { fromV1, V1Spec } from '../../src/locust/convert';

const NODE = 'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution';
const TERM = `${NODE.replace('spec.', 'spec.scheduling.')}.nodeSelectorTerms[0]`;
const TEST = { apiVersion: 'locust.io/v1', kind: 'LocustTest', metadata: { name: 'load' } };
const SPEC: V1Spec = {
  configMap: 'code',
  libConfigMap: 'lib',
  imagePullSecrets: Array.from({ length: 13 }, (_, index) => `s${index}`),
  affinity: {
    nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { zone: 'a', arch: 'arm64' } },
  },
};

test.each<[string, string]>([
  ['spec.master.command', 'spec.masterCommandSeed'],
  ['spec.worker.command', 'spec.workerCommandSeed'],
  ['spec.worker.replicas', 'spec.workerReplicas'],
  ['spec.master.labels', 'spec.labels.master'],
  ['spec.worker.labels.team', 'spec.labels.worker.team'],
  ['spec.master.annotations.a/b', 'spec.annotations.master.a/b'],
  ['spec.worker.annotations', 'spec.annotations.worker'],
  ['spec.testFiles.configMapRef', 'spec.configMap'],
  ['spec.testFiles.libConfigMapRef', 'spec.libConfigMap'],
  ['spec.imagePullSecrets[12].name', 'spec.imagePullSecrets[12]'],
  ['spec.imagePullSecrets[0]', 'spec.imagePullSecrets[0]'],
  ['spec.scheduling.tolerations[1].key', 'spec.tolerations[1].key'],
  ['spec.scheduling', 'spec'],
  ['spec.scheduling.affinity', 'spec.affinity'],
  ['spec.scheduling.affinity.nodeAffinity', 'spec.affinity.nodeAffinity'],
  [NODE.replace('spec.', 'spec.scheduling.'), NODE],
  [TERM, NODE],
  [`${TERM}.matchExpressions[0]`, `${NODE}.arch`],
  [`${TERM}.matchExpressions[1].values[0]`, `${NODE}.zone`],
  ['spec.image', 'spec.image'],
  ['metadata.name', 'metadata.name'],
  ['metadata.annotations.spec.master.command', 'metadata.annotations.spec.master.command'],
  [`metadata.annotations.${TERM}`, `metadata.annotations.${TERM}`],
  ['', ''],
])('%j is %j in locust.io/v1', (path, expected) => {
  const origin = originsOf((from) => fromV1({ ...TEST, spec: SPEC }, from));
  expect(origin(path) ?? path).toBe(expected);
});

test('a field that the test leaves out has its place, too', () => {
  const origin = originsOf((from) => fromV1(TEST, from));
  expect(origin('spec.worker.replicas')).toBe('spec.workerReplicas');
  expect(origin('spec.master.labels')).toBe('spec.labels.master');
});

const converted = (spec?: V1Spec) => fromV1({ ...TEST, ...(spec ? { spec } : {}) });
const SPARE = {
  image: '',
  master: { command: '', autostart: true, autoquit: { enabled: true, timeout: 60 } },
  worker: { command: '', replicas: 0 },
};

test.each<[string, V1Spec | undefined, object]>([
  ['no spec', undefined, SPARE],
  ['nothing', {}, SPARE],
  ['empty names of config maps', { configMap: '', libConfigMap: '' }, SPARE],
  ['no tolerations', { tolerations: [] }, SPARE],
  [
    'an affinity of nothing',
    { affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: {} } } },
    SPARE,
  ],
  ['an affinity without nodes', { affinity: {} }, SPARE],
  [
    'a config map',
    { configMap: 'code', libConfigMap: '' },
    { ...SPARE, testFiles: { configMapRef: 'code' } },
  ],
  ['a library', { libConfigMap: 'lib' }, { ...SPARE, testFiles: { libConfigMapRef: 'lib' } }],
  [
    'a toleration',
    { tolerations: [{ key: 'a' }] },
    { ...SPARE, scheduling: { tolerations: [{ key: 'a' }] } },
  ],
  [
    'keys of nodes, in their order',
    { affinity: SPEC.affinity },
    {
      ...SPARE,
      scheduling: {
        affinity: {
          nodeAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: {
              nodeSelectorTerms: [
                {
                  matchExpressions: [
                    { key: 'arch', operator: 'In', values: ['arm64'] },
                    { key: 'zone', operator: 'In', values: ['a'] },
                  ],
                },
              ],
            },
          },
        },
      },
    },
  ],
  [
    'all of the pods',
    {
      image: 'a',
      imagePullPolicy: 'Always',
      imagePullSecrets: ['s', 't'],
      masterCommandSeed: '-f m.py',
      workerCommandSeed: '-f w.py',
      workerReplicas: 3,
      labels: { master: { a: 'm' }, worker: { a: 'w' } },
      annotations: { master: { b: 'm' }, worker: { b: 'w' } },
    },
    {
      image: 'a',
      imagePullPolicy: 'Always',
      imagePullSecrets: [{ name: 's' }, { name: 't' }],
      master: {
        command: '-f m.py',
        labels: { a: 'm' },
        annotations: { b: 'm' },
        autostart: true,
        autoquit: { enabled: true, timeout: 60 },
      },
      worker: { command: '-f w.py', replicas: 3, labels: { a: 'w' }, annotations: { b: 'w' } },
    },
  ],
])('a test of %s', (_what, spec, expected) => {
  expect(converted(spec)).toStrictEqual({
    apiVersion: 'locust.io/v2',
    kind: 'LocustTest',
    metadata: { name: 'load' },
    spec: expected,
  });
});
