/** Operator mode beyond the cases: files, findings, and input of any kind. */
import { hasErrors } from '../../src/findings';
import { admit, RenderOptions, validateMetadata } from '../../src/resource';
import {
  checkOperatorOptions,
  mutate,
  operatorAffinity,
  readDefaultPodFile,
  renderAsOperator,
} from '../../src/viewer/operator';
import { pvcViewerSchemas } from '../../src/viewer/schema';
import { PVCViewerResource } from '../../src/viewer/spec';
import * as fc from '../support/fast-check';
import { runsOf } from '../support/size';

const OPTIONS: RenderOptions = { operatorMode: true, operatorPreset: '', operatorEnv: {} };
const PATH = 'DEFAULT_POD_SPEC_PATH';
const withFile = (text: string): RenderOptions => ({
  ...OPTIONS,
  operatorEnv: { [PATH]: '/etc/pod.yaml' },
  operatorFiles: { [PATH]: text },
});
const viewer = (spec: object, metadata: object = { name: 'data', namespace: 'team-a' }) => ({
  apiVersion: 'kubeflow.org/v1alpha1',
  kind: 'PVCViewer',
  metadata,
  spec,
});
const stored = (resource: unknown, options = OPTIONS) =>
  admit(resource, pvcViewerSchemas().v1alpha1, (one) => mutate(one, options));
const podOf = (spec: object, options: RenderOptions) =>
  (stored(viewer(spec), options).object.spec as any).podSpec;

function rendered(resource: unknown, options = OPTIONS, objects: object[] = []) {
  const { object } = stored(resource, options);
  return renderAsOperator(object as PVCViewerResource, options, objects as any[]);
}

/** Read by k8s.io/apimachinery 0.29.2, sigs.k8s.io/yaml 1.4.0 and k8s.io/api 0.29.2. */
describe('the controller reads a file', () => {
  test.each<[what: string, text: string, podSpec: object]>([
    ['that begins with comments, up to the first ---', '# a comment\n---\nhostNetwork: true\n', {}],
    ['that begins with ---', '---\nhostNetwork: true\n---\nhostPID: true\n', { hostNetwork: true }],
    ['of JSON, with something behind it', '{"hostNetwork": true} x', { hostNetwork: true }],
    [
      'of YAML in braces that looks like no JSON',
      '# braces\n{hostNetwork: true}\n',
      { hostNetwork: true },
    ],
    ['with fields in another case', 'HostNetwork: true\n', { hostNetwork: true }],
    [
      'with numbers and booleans for texts',
      'containers:\n- name: a\n  env:\n  - { name: A, value: 8080 }\n  - { name: B, value: true }\n  - { name: 5, value: yes }\n',
      {
        containers: [
          {
            name: 'a',
            env: [
              { name: 'A', value: '8080' },
              { name: 'B', value: 'true' },
              { name: '5', value: 'true' },
            ],
          },
        ],
      },
    ],
    [
      'with fields that came after Kubernetes 1.29',
      'resources: {}\nhostnameOverride: x\nhostPID: true\n',
      { hostPID: true },
    ],
  ])('%s', (_what, text, podSpec) => {
    expect(readDefaultPodFile(text)).toEqual({ podSpec });
  });

  test.each<[what: string, text: string]>([
    ['that is empty', ''],
    ['that is no YAML', 'containers: [\n'],
    ['that begins like JSON, and is YAML', '{hostNetwork: true}'],
    ['with a text behind ---', '--- x\nhostNetwork: true\n'],
    ['with a list', '- a\n'],
    ['with a text for a boolean', 'hostNetwork: "true"\n'],
    ['with a quantity that is none', 'overhead: { cpu: 1 G }\n'],
  ])('not %s', (_what, text) => {
    expect(readDefaultPodFile(text)).toEqual({ error: expect.stringMatching(/./) });
  });
});

test('the pod of a file gets the claim behind its own volumes', () => {
  const pod = podOf(
    { pvc: 'data' },
    withFile('containers: [{ name: a }]\nvolumes: [{ name: tmp, emptyDir: {} }]\n'),
  );
  expect(pod).toEqual({
    containers: [{ name: 'a', resources: {} }],
    volumes: [
      { name: 'tmp', emptyDir: {} },
      { name: 'viewer-volume', persistentVolumeClaim: { claimName: 'data' } },
    ],
  });
});

test('a pod is written with the types of Kubernetes 1.29', () => {
  const given = {
    containers: [],
    hostAliases: [{ hostnames: ['a'] }],
    resourceClaims: [{ name: 'gpu', source: { resourceClaimName: 'a' } }],
  };
  expect(podOf({ pvc: 'data', podSpec: given }, OPTIONS)).toEqual(given);
});

test('a file that is not given is one that is not there', () => {
  const { errors } = stored(viewer({ pvc: 'data' }), {
    ...OPTIONS,
    operatorEnv: { [PATH]: '/etc/pod.yaml' },
  });
  expect(errors.map(({ path }) => path)).toEqual(['spec.podSpec.containers']);
});

describe('findings', () => {
  test('on a viewer that the webhook refuses are its own words', () => {
    const { manifests, findings } = rendered(viewer({ pvc: 'data', podSpec: { containers: [] } }));
    expect(manifests).toEqual([]);
    expect(findings).toEqual([
      expect.objectContaining({
        rule: 'viewer/operator-verdict',
        severity: 'error',
        path: 'spec.podSpec.volumes',
        message: 'PVC data must be used in the podSpec',
      }),
    ]);
  });

  test.each<[what: string, resource: object, rule: string, path: string]>([
    [
      'without a namespace',
      viewer({ pvc: 'data' }, { name: 'data' }),
      'viewer/operator-namespace',
      'metadata.namespace',
    ],
    [
      'with a name too long for a label',
      viewer({ pvc: 'data' }, { name: 'a'.repeat(54), namespace: 'a' }),
      'viewer/operator-child-name',
      'metadata.name',
    ],
    [
      'with a name that no Service can have',
      viewer({ pvc: 'data', networking: { targetPort: 80 } }, { name: 'a.b', namespace: 'a' }),
      'viewer/operator-child-name',
      'metadata.name',
    ],
    [
      'with an affinity',
      viewer({
        pvc: 'data',
        podSpec: {
          affinity: {},
          containers: [],
          volumes: [{ name: 'a', persistentVolumeClaim: { claimName: 'data' } }],
        },
      }),
      'viewer/operator-affinity',
      'spec.podSpec.affinity',
    ],
  ])('on a viewer %s are warnings', (_what, resource, rule, path) => {
    const { manifests, findings } = rendered(resource);
    expect(manifests).not.toEqual([]);
    expect(findings).toEqual([expect.objectContaining({ rule, severity: 'warning', path })]);
  });

  test('on a viewer with dots in its name are none without a Service', () => {
    expect(rendered(viewer({ pvc: 'data' }, { name: 'a.b', namespace: 'a' })).findings).toEqual([]);
  });

  test.each<[what: string, options: RenderOptions, rules: string[]]>([
    [
      'a variable that the controller does not have',
      { ...OPTIONS, operatorEnv: { ISTIO_GATEWY: 'a/b' } },
      ['viewer/operator-variable'],
    ],
    [
      'a file that is not there',
      { ...OPTIONS, operatorEnv: { [PATH]: '/etc/pod.yaml' } },
      ['viewer/operator-file'],
    ],
    ['a file that cannot be read', withFile('- a\n'), ['viewer/operator-file']],
    [
      'a good file and a gateway',
      { ...withFile('containers: []\n'), operatorEnv: { [PATH]: '/a', ISTIO_GATEWAY: 'a/b' } },
      [],
    ],
  ])('on the settings tell of %s', (_what, options, rules) => {
    expect(checkOperatorOptions(options).map(({ rule }) => rule)).toEqual(rules);
  });
});

test('what names no namespace is in the one that is said', () => {
  const claim = {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'data' },
    spec: { accessModes: ['ReadWriteOnce'] },
  };
  const pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'a' },
    spec: { nodeName: 'node-a', volumes: [{ persistentVolumeClaim: { claimName: 'data' } }] },
  };
  const options = { ...OPTIONS, namespace: 'ml' };
  const [deployment] = rendered(
    viewer({ pvc: 'data', rwoScheduling: true }, { name: 'data' }),
    options,
    [claim, pod],
  ).manifests as any[];
  expect(deployment.metadata.namespace).toBe('ml');
  const [term] =
    deployment.spec.template.spec.affinity.nodeAffinity
      .preferredDuringSchedulingIgnoredDuringExecution;
  expect(term.preference.matchExpressions[0].values).toEqual(['node-a']);
});

/** A viewer in which a few values are exchanged for anything. */
const odd = fc.oneof(
  fc.anything(),
  fc.constantFrom<unknown>(
    '',
    'data',
    '1 G',
    0,
    1,
    1.5,
    2 ** 31,
    true,
    null,
    [],
    {},
    [null],
    [{}],
    { name: 5 },
    { a: '' },
  ),
);
const keys = [
  'pvc',
  'podSpec',
  'networking',
  'rwoScheduling',
  'containers',
  'volumes',
  'name',
  'resources',
  'targetPort',
  'basePrefix',
  'timeout',
  'affinity',
  'nodeSelector',
];
const part = fc.dictionary(fc.constantFrom(...keys), odd, { maxKeys: 5 });
const volume = fc.constantFrom<unknown>(
  { name: 'a', persistentVolumeClaim: { claimName: 'data' } },
  { name: 'b', emptyDir: {} },
  {},
  null,
);
const containers = fc.oneof(fc.constant([]), fc.array(part, { maxLength: 2 }));
const pod = fc.record(
  { containers, volumes: fc.array(volume, { maxLength: 3 }) },
  { requiredKeys: [] },
);
const networking = fc.record(
  {
    targetPort: fc.constantFrom<unknown>(0, 8080, 'http', ''),
    basePrefix: fc.string(),
    rewrite: fc.string(),
    timeout: fc.string(),
  },
  { requiredKeys: [] },
);
const spec = fc.record(
  {
    pvc: fc.constantFrom('data', ''),
    podSpec: fc.oneof(pod, part),
    networking: fc.oneof(networking, part),
    rwoScheduling: fc.boolean(),
  },
  { requiredKeys: ['pvc'] },
);
const metadata = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ name: 'data', namespace: 'team-a' }) },
  { weight: 1, arbitrary: fc.anything() },
);
const resources = fc
  .tuple(fc.oneof({ weight: 4, arbitrary: spec }, { weight: 1, arbitrary: odd }), metadata)
  .map(([given, identity]) => ({
    apiVersion: 'kubeflow.org/v1alpha1',
    kind: 'PVCViewer',
    metadata: identity,
    spec: given,
  }));
const file = fc.oneof(
  fc.constantFrom('', '{}', 'containers: []\n', 'containers: [{ name: a, image: 5 }]\n', '- a'),
  fc.string(),
);

test('any viewer is refused, or has objects', () => {
  let built = 0;
  fc.assert(
    fc.property(resources, file, (resource, text) => {
      const options = withFile(text);
      const { object, errors, refusal } = stored(resource, options);
      if (refusal !== undefined) {
        expect(refusal).toMatch(
          /^(json: cannot unmarshal |quantities must |unable to parse |parsing time )/,
        );
      }
      if (
        refusal !== undefined ||
        errors.length > 0 ||
        validateMetadata(object.metadata).length > 0
      ) {
        return;
      }
      const { manifests, findings } = renderAsOperator(object as PVCViewerResource, options, []);
      expect(manifests.length === 0).toBe(hasErrors(findings));
      built += manifests.length;
    }),
    { numRuns: 1000 },
  );
  expect(built).toBeGreaterThan(runsOf(5));
});

test('the same viewer makes the same bytes, and stays as it was', () => {
  fc.assert(
    fc.property(spec, (given) => {
      const resource = viewer(given);
      const before = structuredClone(resource);
      const bytes = JSON.stringify(stored(resource));
      expect(JSON.stringify(stored(structuredClone(resource)))).toBe(bytes);
      expect(resource).toEqual(before);
      const { object, errors, refusal } = stored(resource);
      if (refusal !== undefined || errors.length > 0) return;
      const once = JSON.stringify(
        renderAsOperator(freeze(object) as PVCViewerResource, OPTIONS, []),
      );
      expect(
        JSON.stringify(renderAsOperator(structuredClone(object) as PVCViewerResource, OPTIONS, [])),
      ).toBe(once);
    }),
  );
});

test('whatever stands around a viewer, it has an affinity or none', () => {
  const around = fc.array(
    fc.oneof(
      fc.anything(),
      fc.record({
        apiVersion: fc.constant('v1'),
        kind: fc.constantFrom('Pod', 'PersistentVolumeClaim'),
        metadata: fc.oneof(fc.constant({ name: 'data', namespace: 'team-a' }), fc.anything()),
        spec: fc.anything(),
      }),
    ),
  );
  fc.assert(
    fc.property(around, (objects) => {
      expect(
        operatorAffinity(
          viewer({ pvc: 'data', rwoScheduling: true }) as PVCViewerResource,
          objects,
        ),
      ).toBeUndefined();
    }),
  );
});

function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    Object.values(Object.freeze(value)).forEach(freeze);
  }
  return value;
}
