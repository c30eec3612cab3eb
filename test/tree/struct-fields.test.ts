/**
 * The fields in which the structs of cdk8s-plus differ from Kubernetes, one by one, against what
 * cdk8s-plus itself writes.
 */
import { k8s } from 'cdk8s-plus-28';
import { plainly, typed } from '../../src/tree';

/** Structs with every field that is spelt otherwise, and what cdk8s-plus makes of them. */
const SPELT: readonly [string, object, object][] = [
  ['flocker', { datasetUuid: 'u' }, k8s.toJson_FlockerVolumeSource({ datasetUuid: 'u' })!],
  [
    'azureDisk',
    { diskName: 'n', diskUri: 'u' },
    k8s.toJson_AzureDiskVolumeSource({ diskName: 'n', diskUri: 'u' })!,
  ],
  [
    'a volume of the downward API',
    { name: 'v', downwardApi: {} },
    k8s.toJson_Volume({ name: 'v', downwardApi: {} })!,
  ],
  [
    'a port',
    { containerPort: 80, hostIp: '127.0.0.1' },
    k8s.toJson_ContainerPort({ containerPort: 80, hostIp: '127.0.0.1' })!,
  ],
  [
    'a pod',
    { containers: [], hostIpc: true, hostPid: true, setHostnameAsFqdn: true },
    k8s.toJson_PodSpec({ containers: [], hostIpc: true, hostPid: true, setHostnameAsFqdn: true })!,
  ],
  [
    'a rule',
    { verbs: ['get'], nonResourceUrLs: ['/'] },
    k8s.toJson_PolicyRule({ verbs: ['get'], nonResourceUrLs: ['/'] })!,
  ],
  [
    'photonPersistentDisk',
    { pdId: 'p' },
    k8s.toJson_PhotonPersistentDiskVolumeSource({ pdId: 'p' })!,
  ],
  [
    'scaleIO',
    { name: 'v', scaleIo: { gateway: 'g', system: 's', secretRef: {} } },
    k8s.toJson_Volume({ name: 'v', scaleIo: { gateway: 'g', system: 's', secretRef: {} } })!,
  ],
  [
    'vsphereVolume',
    { volumePath: 'p', storagePolicyId: 'i' },
    k8s.toJson_VsphereVirtualDiskVolumeSource({ volumePath: 'p', storagePolicyId: 'i' })!,
  ],
  ['fc', { targetWwNs: ['w'] }, k8s.toJson_FcVolumeSource({ targetWwNs: ['w'] })!],
  ['cinder', { volumeId: 'i' }, k8s.toJson_CinderVolumeSource({ volumeId: 'i' })!],
];

test.each(SPELT)('%s is spelt as cdk8s-plus writes it, and back', (_, struct, written) => {
  expect(plainly(struct, [''])).toEqual(JSON.parse(JSON.stringify(written)));
  expect(typed(plainly(struct, ['']), [''])).toEqual(struct);
});

test.each([
  'annotations',
  'labels',
  'limits',
  'matchLabels',
  'nodeSelector',
  'options',
  'overhead',
  'requests',
  'volumeAttributes',
])("the keys of %s are the user's", (field) => {
  expect(plainly({ [field]: { volumeId: '1' } }, [''])).toEqual({ [field]: { volumeId: '1' } });
});

test.each(['annotations', 'labels', 'matchLabels', 'nodeSelector', 'options', 'volumeAttributes'])(
  "the values of %s are the user's",
  (field) => {
    const value = { [field]: { limits: { cpu: '1' }, divisor: '1', volumeID: '1' } };
    expect(typed(value, [''])).toEqual(value);
  },
);

test('each quantity of a struct is wrapped, texts and numbers', () => {
  expect(
    typed(
      {
        resources: { limits: { cpu: 2 }, requests: { memory: '1Gi' } },
        overhead: { cpu: '1' },
        emptyDir: { sizeLimit: '1Mi' },
        resourceFieldRef: { resource: 'limits.cpu', divisor: '1m' },
      },
      [''],
    ),
  ).toEqual({
    resources: {
      limits: { cpu: k8s.Quantity.fromNumber(2) },
      requests: { memory: k8s.Quantity.fromString('1Gi') },
    },
    overhead: { cpu: k8s.Quantity.fromString('1') },
    emptyDir: { sizeLimit: k8s.Quantity.fromString('1Mi') },
    resourceFieldRef: { resource: 'limits.cpu', divisor: k8s.Quantity.fromString('1m') },
  });
});

test('the ports of probes are wrapped, numbers and names, and no other port', () => {
  const probe = {
    httpGet: { port: 80, path: '/' },
    tcpSocket: { port: 'web' },
    grpc: { port: 90 },
  };
  expect(typed(probe, [''])).toEqual({
    httpGet: { port: k8s.IntOrString.fromNumber(80), path: '/' },
    tcpSocket: { port: k8s.IntOrString.fromString('web') },
    grpc: { port: 90 },
  });
});

test.each([null, undefined, 'text', 5, [null]])(
  '%j in place of a struct stays what it is',
  (value) => {
    expect([
      plainly(value, ['']),
      typed(value, ['']),
      plainly({ a: value }, ['a.b']),
      typed({ a: value }, ['a.b']),
    ]).toEqual([value, value, value === undefined ? {} : { a: value }, { a: value }]);
  },
);
