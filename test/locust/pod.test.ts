/** The pods of a test: what they leave out, and where their resources are from. */
import { podSpec, resourcesOf } from '../../src/locust/pod';
import { OperatorSettings, operatorPreset } from '../../src/locust/settings';
import { LocustTestSpec } from '../../src/locust/spec';

const BARE: OperatorSettings = {
  ...operatorPreset('binary'),
  kafka: undefined,
  podResources: { requests: {}, limits: {} },
  masterResources: undefined,
  workerResources: undefined,
};
const LEAST = { image: 'a', master: { command: '' }, worker: { command: '', replicas: 1 } };
const worker = (spec: object, settings: Partial<OperatorSettings> = {}) =>
  podSpec('load', { ...LEAST, ...spec } as LocustTestSpec, 'worker', {
    settings: { ...BARE, injectAffinity: true, injectTolerations: true, ...settings },
    operatorMode: false,
  }) as any;

test.each<[string, object]>([
  ['nothing is said', {}],
  [
    'lists are empty',
    {
      imagePullSecrets: [],
      volumes: [],
      volumeMounts: [],
      env: { variables: [], configMapRefs: [], secretRefs: [], secretMounts: [] },
    },
  ],
  ['maps are empty', { scheduling: { nodeSelector: {}, tolerations: [], runtimeClassName: '' } }],
  [
    'requests and limits are empty',
    { worker: { command: '', replicas: 1, resources: { requests: {}, limits: {} } } },
  ],
])('a pod has no empty fields where %s', (_what, spec) => {
  const pod = worker(spec);
  expect(Object.keys(pod)).toEqual([
    'restartPolicy',
    'automountServiceAccountToken',
    'containers',
    'securityContext',
  ]);
  expect(Object.keys(pod.containers[0])).toEqual([
    'name',
    'image',
    'imagePullPolicy',
    'args',
    'ports',
    'resources',
    'securityContext',
  ]);
  expect(pod.containers[0].resources).toStrictEqual({});
});

test('an empty affinity and an empty security context say something', () => {
  const pod = worker({
    scheduling: { affinity: {} },
    security: { podSecurityContext: {}, containerSecurityContext: {} },
  });
  expect([pod.affinity, pod.securityContext, pod.containers[0].securityContext]).toStrictEqual([
    {},
    {},
    {},
  ]);
});

test('tolerations have no empty texts', () => {
  expect(
    worker({
      scheduling: {
        tolerations: [
          { key: '', operator: 'Exists', value: '', effect: 'NoSchedule', tolerationSeconds: 0 },
        ],
      },
    }).tolerations,
  ).toStrictEqual([{ operator: 'Exists', effect: 'NoSchedule', tolerationSeconds: 0 }]);
});

test('a runtime class of the test wins over that of the settings', () => {
  const settings = { defaultRuntimeClassName: 'gvisor' };
  expect(
    [worker({}, settings), worker({ scheduling: { runtimeClassName: 'kata' } }, settings)].map(
      ({ runtimeClassName }) => runtimeClassName,
    ),
  ).toEqual(['gvisor', 'kata']);
});

test.each<[string, object | undefined, object]>([
  ['nothing', undefined, { requests: { cpu: '2', memory: '1Gi' }, limits: { cpu: '3' } }],
  ['nothing in them', {}, { requests: { cpu: '2', memory: '1Gi' }, limits: { cpu: '3' } }],
  [
    'empty lists',
    { requests: {}, limits: {} },
    { requests: { cpu: '2', memory: '1Gi' }, limits: { cpu: '3' } },
  ],
  [
    'claims alone',
    { claims: [{ name: 'gpu' }] },
    { requests: { cpu: '2', memory: '1Gi' }, limits: { cpu: '3' } },
  ],
  ['requests', { requests: { cpu: '7' } }, { requests: { cpu: '7' } }],
  ['limits', { limits: { cpu: '7' } }, { limits: { cpu: '7' } }],
])(
  'the resources of the workers are what the test says, or all that the settings say: %s',
  (_what, resources, expected) => {
    const settings = {
      ...BARE,
      podResources: { requests: { cpu: '1', memory: '1Gi' }, limits: {} },
      masterResources: { requests: { cpu: '9' } },
      workerResources: { requests: { cpu: '2' }, limits: { cpu: '3' } },
    } as OperatorSettings;
    expect(
      resourcesOf(
        { ...LEAST, worker: { command: '', replicas: 1, resources } } as LocustTestSpec,
        'worker',
        settings,
      ),
    ).toStrictEqual(expected);
  },
);
