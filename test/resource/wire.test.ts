import { goTypes } from '../../src/model';
import { asGoWrites } from '../../src/resource';
import * as fc from '../support/fast-check';

const MOUNT = { name: 'data', mountPath: '/data' };

/** What encoding/json of Go 1.26 writes of k8s.io/api 0.36.3 after it read the same. */
describe('Go writes', () => {
  test.each<[what: string, type: string, given: unknown, written: unknown]>([
    ['no empty text', 'VolumeMount', { ...MOUNT, subPath: '', readOnly: false }, MOUNT],
    [
      'an empty text behind a pointer',
      'VolumeMount',
      { ...MOUNT, mountPropagation: '', recursiveReadOnly: '' },
      { ...MOUNT, mountPropagation: '', recursiveReadOnly: '' },
    ],
    [
      'what it always writes, though it was not given',
      'VolumeMount',
      {},
      { name: '', mountPath: '' },
    ],
    [
      'an empty type of a host path, but no empty medium',
      '[]Volume',
      [
        { name: 'a', hostPath: { path: '/a', type: '' } },
        { name: 'b', emptyDir: { medium: '' } },
      ],
      [
        { name: 'a', hostPath: { path: '/a', type: '' } },
        { name: 'b', emptyDir: {} },
      ],
    ],
    [
      'false and zero behind pointers',
      'SecurityContext',
      { privileged: false, runAsUser: 0, capabilities: { drop: [], add: ['NET_ADMIN'] } },
      {
        privileged: false,
        runAsUser: 0,
        capabilities: { add: ['NET_ADMIN'] },
      },
    ],
    [
      'no empty list and no empty map',
      'ResourceRequirements',
      { limits: {}, requests: { cpu: '1000m' }, claims: [] },
      { requests: { cpu: '1' } },
    ],
    [
      'no empty name of a reference',
      'EnvFromSource',
      { prefix: '', configMapRef: { name: '', optional: false } },
      { configMapRef: { optional: false } },
    ],
    ['no empty value of a variable', 'EnvVar', { name: 'A', value: '' }, { name: 'A' }],
    [
      'a divisor that was left out',
      'EnvVarSource',
      { resourceFieldRef: { resource: 'limits.cpu', containerName: '' } },
      {
        resourceFieldRef: { resource: 'limits.cpu', divisor: '0' },
      },
    ],
    [
      'the structs of a claim template that were left out',
      'EphemeralVolumeSource',
      { volumeClaimTemplate: { spec: { accessModes: ['ReadWriteOnce'] } } },
      {
        volumeClaimTemplate: {
          metadata: {},
          spec: { accessModes: ['ReadWriteOnce'], resources: {} },
        },
      },
    ],
    [
      'an empty class and an empty mode of a claim',
      'PersistentVolumeClaimSpec',
      { storageClassName: '', volumeMode: '', volumeName: '' },
      {
        storageClassName: '',
        volumeMode: '',
        resources: {},
      },
    ],
    [
      'null for a pointer that it always writes',
      'TypedLocalObjectReference',
      { kind: 'VolumeSnapshot', name: 's' },
      {
        apiGroup: null,
        kind: 'VolumeSnapshot',
        name: 's',
      },
    ],
    [
      'null for a list that it always writes',
      'ProjectedVolumeSource',
      { defaultMode: 0 },
      { defaultMode: 0, sources: null },
    ],
    ['an empty list as one', 'NodeSelector', { nodeSelectorTerms: [] }, { nodeSelectorTerms: [] }],
    ['a port that was left out', 'HTTPGetAction', { path: '' }, { port: 0 }],
    [
      'empty objects behind pointers',
      'Affinity',
      { nodeAffinity: {}, podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [] } },
      {
        nodeAffinity: {},
        podAffinity: {},
      },
    ],
    [
      'no empty fields of a toleration',
      'Toleration',
      { key: '', operator: 'Exists', tolerationSeconds: 0 },
      { operator: 'Exists', tolerationSeconds: 0 },
    ],
    [
      'a pod security context with nothing in it',
      'PodSecurityContext',
      { supplementalGroups: [], sysctls: [] },
      {},
    ],
    [
      'a quantity in its own spelling',
      'EmptyDirVolumeSource',
      { sizeLimit: 1000 },
      { sizeLimit: '1k' },
    ],
    [
      'no creation time that was not set',
      'ObjectMeta',
      { name: 'a', creationTimestamp: null },
      { name: 'a' },
    ],
    [
      'the values of a map, empty ones too',
      'map[string]string',
      { a: '', b: null },
      { a: '', b: '' },
    ],
    [
      'containers of a pod',
      'PodSpec',
      { containers: [{ name: 'a', args: [], stdin: false }] },
      { containers: [{ name: 'a', resources: {} }] },
    ],
  ])('%s', (_what, type, given, written) => {
    expect(asGoWrites(type, given)).toEqual(written);
  });
});

test('what a type does not know stays as it is', () => {
  expect(asGoWrites('VolumeMount', { ...MOUNT, target: '', more: {} })).toEqual({
    ...MOUNT,
    target: '',
    more: {},
  });
  expect(asGoWrites('NoType', { a: '' })).toEqual({ a: '' });
});

const types = fc.constantFrom(
  ...Object.keys(goTypes()),
  '[]Volume',
  'map[string]Quantity',
  '*EnvVar',
);
const empty = fc.constantFrom<unknown>(
  '',
  0,
  false,
  null,
  [],
  {},
  'a',
  1,
  true,
  ['a'],
  { a: 'a' },
  { name: '' },
  [{}],
);
const values = fc.oneof(
  fc.anything({ withBigInt: true }),
  types.chain((type) => {
    const made = (goTypes() as Record<string, object | string>)[type];
    const fields = typeof made === 'object' ? Object.keys(made) : [];
    return fields.length === 0
      ? empty
      : fc.dictionary(fc.constantFrom(...fields), empty, { maxKeys: 4 });
  }),
);

test('any value of any type is written, and written again as it was', () => {
  fc.assert(
    fc.property(types, values, (type, value) => {
      const once = asGoWrites(type, value);
      expect(asGoWrites(type, once)).toEqual(once);
    }),
    { numRuns: 1000 },
  );
});

test('what is given stays as it was', () => {
  fc.assert(
    fc.property(types, fc.jsonValue(), (type, value) => {
      const before = structuredClone(value);
      asGoWrites(type, value);
      expect(value).toEqual(before);
    }),
  );
});

test('the table knows every type that it names', () => {
  const named = Object.values(goTypes())
    .flatMap((type) => (typeof type === 'string' ? [type] : Object.values(type)))
    .map((type) => type.replace(/\?$/, '').replace(/^(\*|\[\])*/, ''))
    .flatMap((type) => /^map\[(.*?)\][*[\]]*(.*)$/.exec(type)?.slice(1) ?? [type]);
  const known = [
    ...Object.keys(goTypes()),
    'string',
    'int32',
    'int64',
    'bool',
    'Quantity',
    'IntOrString',
    'Time',
    'MicroTime',
    'byte',
    'float64',
    'any',
  ];
  expect(named.filter((type) => !known.includes(type))).toEqual([]);
});
