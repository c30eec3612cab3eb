/** VolumeTopology: what an app tells about its volumes. */
import { ApiObject, Chart, Testing } from 'cdk8s';
import { IPersistentVolumeClaim, PersistentVolumeAccessMode } from 'cdk8s-plus-28';
import { CoLocation, VolumeTopology } from '../../../src';
import { claimNamed } from '../../support/claims';

const SIZE = { resources: { requests: { storage: '1Gi' } } };

function shop(): Chart {
  const chart = new Chart(Testing.app(), 'shop', { namespace: 'shop' });
  const add = (apiVersion: string, kind: string, name: string, fields: object) =>
    new ApiObject(chart, name, { apiVersion, kind, metadata: { name }, ...fields });
  add('storage.k8s.io/v1', 'StorageClass', 'fast', { provisioner: 'disk.example.com' });
  add('v1', 'PersistentVolumeClaim', 'data', {
    spec: { accessModes: ['ReadWriteOnce'], storageClassName: 'fast', ...SIZE },
  });
  add('v1', 'PersistentVolumeClaim', 'left', { spec: { accessModes: ['ReadWriteMany'], ...SIZE } });
  add('v1', 'Service', 'front', { spec: { selector: { app: 'web' } } });
  add('apps/v1', 'Deployment', 'web', {
    spec: {
      template: {
        metadata: { labels: { app: 'web', tier: 'front' } },
        spec: {
          initContainers: [{ name: 'fill', volumeMounts: [{ name: 'd', mountPath: '/fill' }] }],
          containers: [
            {
              name: 'main',
              volumeMounts: [{ name: 'd', mountPath: '/data', subPath: 'www', readOnly: true }],
            },
          ],
          volumes: [
            { name: 'd', persistentVolumeClaim: { claimName: 'data' } },
            { name: 'm', persistentVolumeClaim: { claimName: 'missing' } },
          ],
        },
      },
    },
  });
  return chart;
}
const web = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  name: 'web',
  namespace: 'shop',
  construct: 'shop/web',
};

test('consumers of a claim are told with their mounts', () => {
  const chart = shop();
  expect(VolumeTopology.of(chart).consumersOf(claimNamed(chart, 'data'))).toEqual([
    {
      workload: web,
      volumeName: 'd',
      claimName: 'data',
      readOnly: false,
      mounts: [
        { containerName: 'main', init: false, mountPath: '/data', subPath: 'www', readOnly: true },
        { containerName: 'fill', init: true, mountPath: '/fill', readOnly: false },
      ],
    },
  ]);
});

test('claims of a workload are told in the order of its volumes', () => {
  const chart = shop();
  const topology = VolumeTopology.of(chart);
  expect(topology.claimsOf(chart.node.findChild('web')).map(({ claimName }) => claimName)).toEqual([
    'data',
    'missing',
  ]);
  expect(topology.claimsOf(chart.node.findChild('front'))).toEqual([]);
});

test('access modes, class and driver of a claim are told as far as they are known', () => {
  const chart = shop();
  const topology = VolumeTopology.of(chart);
  const told = (claim: IPersistentVolumeClaim) => [
    topology.accessModesOf(claim),
    topology.storageClassOf(claim),
    topology.driverOf(claim),
  ];
  expect(told(claimNamed(chart, 'data'))).toEqual([['ReadWriteOnce'], 'fast', 'disk.example.com']);
  expect(told(claimNamed(chart, 'missing'))).toEqual([[], undefined, undefined]);
  const accessModes = [PersistentVolumeAccessMode.READ_WRITE_MANY];
  expect(told(claimNamed(chart, 'missing', { accessModes }))).toEqual([
    accessModes,
    undefined,
    undefined,
  ]);
});

test('claims that nobody mounts, and claims that nobody declares, are told', () => {
  const topology = VolumeTopology.of(shop());
  expect(topology.unmountedClaims()).toEqual([
    { name: 'left', namespace: 'shop', construct: 'shop/left' },
  ]);
  expect(
    topology.undeclaredClaims().map(({ workload, claimName }) => [workload.name, claimName]),
  ).toEqual([['web', 'missing']]);
});

test('services that select a pod are told', () => {
  expect(VolumeTopology.of(shop()).servicesSelecting({ app: 'web', tier: 'front' })).toEqual([
    { name: 'front', namespace: 'shop', construct: 'shop/front' },
  ]);
});

test('asked for an app, it looks for a claim in the namespace that the claim tells', () => {
  const chart = shop();
  const topology = VolumeTopology.of(chart.node.root);
  const elsewhere = new Chart(chart, 'elsewhere');
  const [nowhere, there, object] = [
    claimNamed(elsewhere, 'data'),
    claimNamed(elsewhere, 'data', { namespace: 'shop' }),
    chart.node.findChild('data') as any,
  ];
  expect([nowhere, there, object].map((claim) => topology.consumersOf(claim).length)).toEqual([
    0, 1, 1,
  ]);
});

test('what is not a claim is refused', () => {
  expect(() => VolumeTopology.of(shop()).consumersOf('data' as any)).toThrow(
    'claim: "data" is not a claim; pass a claim of this library or of cdk8s-plus, such as Claim.fromClaimName(…) (placement/not-placeable)',
  );
});

test('a kind that is registered is a workload to all', () => {
  const chart = shop();
  const rollout = new ApiObject(chart, 'canary', {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Rollout',
    metadata: { name: 'canary' },
    spec: {
      selector: { matchLabels: { app: 'canary' } },
      template: { metadata: { labels: { app: 'canary' } }, spec: { containers: [], volumes: [] } },
    },
  });
  expect(() => CoLocation.of(rollout)).toThrow('shop/canary does not create pods');
  VolumeTopology.registerWorkload(chart, {
    group: 'argoproj.io',
    kind: 'Rollout',
    templatePath: ['spec', 'template'],
    selectorPath: ['spec', 'selector'],
  });
  CoLocation.of(rollout).withClaim(claimNamed(chart, 'data'));
  const written: any = Testing.synth(chart).find(({ kind }) => kind === 'Rollout');
  expect(Object.keys(written.spec.template.spec.affinity.podAffinity)).toEqual([
    'requiredDuringSchedulingIgnoredDuringExecution',
  ]);
});

test('it stays as it was when it was asked for', () => {
  const chart = shop();
  const before = VolumeTopology.of(chart);
  new ApiObject(chart, 'more', {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'more' },
    spec: {},
  });
  expect([
    before.unmountedClaims().length,
    VolumeTopology.of(chart).unmountedClaims().length,
  ]).toEqual([1, 2]);
});

test.each<[object | undefined, string]>([
  [undefined, 'kind: there is no kind; use one such as Rollout (placement/workload-kind)'],
  [
    { kind: 'Rollout' },
    "templatePath: the path of the pod template is missing; pass the fields, such as ['spec', 'template'] (placement/workload-kind)",
  ],
  [
    { kind: 'Rollout', group: 5, templatePath: 'spec.template' },
    'templatePath: "spec.template" is not a list; use a list (input/type)',
  ],
  [
    { kind: 'Rollout', templatePath: ['spec'], selector: ['spec'] },
    'selector: there is no option "selector"',
  ],
])('a kind that is none is refused: %j', (kind, message) => {
  expect(() => VolumeTopology.registerWorkload(shop(), kind as any)).toThrow(message);
});
