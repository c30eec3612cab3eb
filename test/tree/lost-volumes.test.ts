/** Volumes that a workload mounts and is written without. */
import { ApiObject, App, Chart, JsonPatch, Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import * as volumes from '../../src';
import {
  Claim,
  ClaimTemplates,
  CsiPersistentVolume,
  EfsSharedVolume,
  EphemeralVolume,
  Findings,
  LocalPersistentVolume,
  LocalVolume,
  PVCViewer,
  VolumeChecks,
  VolumesApp,
} from '../../src';

const IMAGE = 'registry.example.com/db:1.0.0';
const VOLUMES = '/spec/template/spec/volumes';
const GONE = 'keep it there, or remove the mounts as well (input/volume-lost)';

/** A chart with a claim of this library. */
function shop(app: App = new App()) {
  const chart = new Chart(app, 'shop', { namespace: 'shop', disableResourceNameHashes: true });
  const claim = new Claim(chart, 'orders', {
    storage: Size.gibibytes(1),
    accessModes: [kplus.PersistentVolumeAccessMode.READ_WRITE_ONCE],
    storageClassName: 'fast',
  });
  return { app, chart, claim };
}

const deployment = (chart: Chart, id = 'web') =>
  new kplus.Deployment(chart, id, { containers: [{ image: IMAGE }] });
const lost = (chart: Chart) =>
  Findings.of(chart.node.root as App).all.filter(({ rule }) => rule === 'input/volume-lost');

test('what a patch removes is found in an app and in a VolumesApp', () => {
  for (const App_ of [App, VolumesApp]) {
    const { app, chart, claim } = shop(new App_());
    const web = deployment(chart);
    web.containers[0].mount('/data', claim);
    ApiObject.of(web).addJsonPatch(JsonPatch.remove(VOLUMES));
    expect(() => app.synthYaml()).toThrow(
      `shop/web/Resource: spec.template.spec.volumes: Deployment "shop-web" mounts "orders", but is written without that volume: something removed it, such as a patch; ${GONE}`,
    );
  }
});

test('a workload is named once, with all volumes that it lost, whatever else looks at it', () => {
  const { chart, claim } = shop();
  VolumeChecks.enable(chart);
  const cache = new EphemeralVolume(chart, 'cache', {
    storage: Size.gibibytes(1),
    storageClassName: 'local',
  });
  const web = deployment(chart);
  web.containers[0].mount('/data', claim);
  web.containers[0].mount('/more', claim);
  web.containers[0].mount('/cache', cache);
  ApiObject.of(web).addJsonPatch(JsonPatch.remove(VOLUMES));
  const found = Findings.of(chart).all.filter(({ rule }) =>
    ['input/volume-lost', 'pod/mounted-volume'].includes(rule),
  );
  expect(found.map(({ construct, message }) => `${construct}: ${message}`)).toEqual([
    'shop/web/Resource: Deployment "shop-web" mounts "orders", "cache", but is written without those volumes: something removed them, such as a patch',
  ]);
});

/** Everything of the library that containers mount, by the name of its class. */
const STORAGES: { readonly [type: string]: (chart: Chart) => kplus.IStorage } = {
  Claim: (chart) => new Claim(chart, 'it', { storage: Size.gibibytes(1) }),
  'Claim.fromClaimName': (chart) => Claim.fromClaimName(chart, 'it', 'files'),
  ClaimTemplate: (chart) => {
    const service = new kplus.Service(chart, 'service', { ports: [{ port: 80 }] });
    return ClaimTemplates.of(
      new kplus.StatefulSet(chart, 'set', { service, containers: [{ image: IMAGE }] }),
    ).add('files', { storage: Size.gibibytes(1) });
  },
  CsiPersistentVolume: (chart) =>
    new CsiPersistentVolume(chart, 'it', {
      driver: 'example.com',
      volumeHandle: 'disk-1',
      storage: Size.gibibytes(1),
    }),
  EfsSharedVolume: (chart) =>
    new EfsSharedVolume(chart, 'it', {
      fileSystemId: 'fs-01234567',
      accessPointId: 'fsap-01234567',
    }),
  EphemeralVolume: (chart) => new EphemeralVolume(chart, 'it', { storage: Size.gibibytes(1) }),
  LocalPersistentVolume: (chart) =>
    new LocalPersistentVolume(chart, 'it', {
      nodeName: 'node-1',
      storage: Size.gibibytes(1),
      storageClassName: 'local',
    }),
  LocalVolume: (chart) =>
    new LocalVolume(chart, 'it', { storage: Size.gibibytes(1), storageClassName: 'local' }),
};

test.each(Object.keys(STORAGES))('a volume of %s is of the library', (type) => {
  const chart = new Chart(new App(), 'shop', {
    namespace: 'shop',
    disableResourceNameHashes: true,
  });
  const web = deployment(chart);
  web.containers[0].mount('/data', STORAGES[type](chart));
  ApiObject.of(web).addJsonPatch(JsonPatch.remove(VOLUMES));
  expect(lost(chart).map(({ construct }) => construct)).toEqual(['shop/web/Resource']);
});

test('no class of the library that containers mount is forgotten here', () => {
  const mounted = Object.entries(volumes).filter(
    ([, one]) =>
      typeof one === 'function' && 'asVolume' in ((one as { prototype?: object }).prototype ?? {}),
  );
  expect(Object.keys(STORAGES).filter((type) => !type.includes('.'))).toEqual(
    mounted.map(([name]) => name).sort(),
  );
});

test('volumes of cdk8s-plus over objects of the library are of the library', () => {
  const { chart, claim } = shop();
  const other = Claim.fromClaimName(chart, 'elsewhere', 'elsewhere');
  const viewer = new PVCViewer(chart, 'viewer', { claim });
  const settings =
    viewer.configMap ??
    new ApiObject(viewer, 'Settings', {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'settings' },
    });
  const mounted = [
    kplus.Volume.fromPersistentVolumeClaim(chart, 'a', claim, { name: 'a' }),
    kplus.Volume.fromPersistentVolumeClaim(chart, 'b', other, { name: 'b' }),
    kplus.Volume.fromConfigMap(
      chart,
      'c',
      kplus.ConfigMap.fromConfigMapName(chart, 'map', settings.name),
      { name: 'c' },
    ),
  ];
  const web = deployment(chart);
  mounted.forEach((volume, index) => web.containers[0].mount(`/${index}`, volume));
  ApiObject.of(web).addJsonPatch(JsonPatch.remove(VOLUMES));
  expect(lost(chart).map(({ message }) => message)).toEqual([
    'Deployment "shop-web" mounts "a", "b", "c", but is written without those volumes: something removed them, such as a patch',
  ]);
});

test('a volume that is not of the library is for others to find', () => {
  const { chart, claim } = shop();
  const web = deployment(chart);
  web.containers[0].mount('/data', kplus.Volume.fromEmptyDir(chart, 'scratch', 'scratch'));
  deployment(chart, 'other').containers[0].mount('/data', claim);
  ApiObject.of(web).addJsonPatch(JsonPatch.remove(VOLUMES));
  expect(lost(chart)).toEqual([]);
});

test('of several volumes, only the lost ones are named', () => {
  const { chart, claim } = shop();
  const web = deployment(chart);
  web.containers[0].mount('/scratch', kplus.Volume.fromEmptyDir(chart, 'scratch', 'scratch'));
  web.containers[0].mount('/data', claim);
  ApiObject.of(web).addJsonPatch(JsonPatch.remove(`${VOLUMES}/1`));
  expect(lost(chart).map(({ message }) => message)).toEqual([
    expect.stringContaining('mounts "orders", but'),
  ]);
});

test('init containers and devices count, and so do other kinds of workloads', () => {
  const { chart, claim } = shop();
  const job = new kplus.CronJob(chart, 'job', {
    schedule: { expressionString: '0 0 * * *' } as never,
    containers: [{ image: IMAGE }],
  });
  job.addInitContainer({ image: IMAGE }).mount('/data', claim);
  ApiObject.of(job).addJsonPatch(JsonPatch.remove('/spec/jobTemplate/spec/template/spec/volumes'));
  const device = {
    name: 'main',
    image: IMAGE,
    volumeDevices: [{ name: 'orders', devicePath: '/dev/xvda' }],
  };
  new ApiObject(chart, 'pod', {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'pod' },
    spec: { containers: [device] },
  });
  expect(claim.asVolume().name).toBe('orders');
  expect(lost(chart).map(({ construct, path }) => `${construct} ${path}`)).toEqual([
    'shop/job/Resource spec.jobTemplate.spec.template.spec.volumes',
    'shop/pod spec.volumes',
  ]);
});

test('the volumes of a workload that a construct makes are of the library', () => {
  const { chart, claim } = shop();
  const viewer = new PVCViewer(chart, 'viewer', { claim });
  viewer.deployment.addJsonPatch(JsonPatch.replace(VOLUMES, []));
  expect(lost(chart).map(({ construct }) => construct)).toEqual([viewer.deployment.node.path]);
});
