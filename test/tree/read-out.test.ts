/** A read-out of a cluster, as apps are given one. */
import { join } from 'node:path';
import { ApiObject, App, Chart } from 'cdk8s';
import {
  ClusterReadOut,
  DriverFacts,
  Findings,
  Target,
  TargetProps,
  VolumeChecks,
} from '../../src';
import { TargetFacts } from '../../src/facts';
import { targetOf } from '../../src/tree';
import { folderWith, removeFolders } from '../cli/session';
import { asJson, bare, live, Live, liveIn } from '../support/read-outs';

afterEach(removeFolders);

const CLASS = live('storage.k8s.io/v1', 'StorageClass', 'fast', {
  metadata: { annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
  provisioner: 'csi.example.com',
});
const NODE = live('v1', 'Node', 'a', { status: { nodeInfo: { kubeletVersion: 'v1.35.2' } } });
const DRIVER = live('storage.k8s.io/v1', 'CSIDriver', 'csi.example.com', {
  spec: { attachRequired: false, fsGroupPolicy: 'File' },
});
const QUOTA = liveIn('shop', 'v1', 'ResourceQuota', 'limits', {
  spec: { hard: { 'requests.storage': '10Gi' } },
  status: { used: { 'requests.storage': '9Gi' } },
});

function readOutOf(...objects: Live[]): ClusterReadOut {
  const folder = folderWith({ 'live.json': asJson([...bare('shop'), ...objects]) });
  return ClusterReadOut.fromFile(join(folder, 'live.json'));
}

function claimIn(scope: App, id: string, namespace = 'shop', storageClassName = 'fast'): Chart {
  const chart = new Chart(scope, id, { namespace });
  new ApiObject(chart, 'data', {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'data' },
    spec: {
      accessModes: ['ReadWriteOnce'],
      storageClassName,
      resources: { requests: { storage: '2Gi' } },
    },
  });
  return chart;
}

const told = (app: App) =>
  Findings.of(app).all.map(({ construct, rule }) => `${construct} ${rule}`);

test('tells the version, the classes and the default one', () => {
  const { kubernetes, storageClassNames, defaultStorageClassName } = readOutOf(CLASS, NODE);
  expect({ kubernetes, storageClassNames, defaultStorageClassName }).toEqual({
    kubernetes: '1.35',
    storageClassNames: ['fast'],
    defaultStorageClassName: 'fast',
  });
});

function targeted(props: TargetProps): TargetFacts {
  const app = new App();
  Target.enable(app, props);
  return targetOf(app);
}

test('is a target, with facts of its drivers', () => {
  const target = targeted({ cluster: readOutOf(CLASS, NODE, DRIVER) });
  expect(target).toMatchObject({
    kubernetes: '1.35',
    minor: 35,
    storageClassNames: ['fast'],
    defaultStorageClassName: 'fast',
  });
  expect(target.driver('csi.example.com')).toEqual({
    name: 'csi.example.com',
    csi: true,
    attachRequired: false,
    fsGroupPolicy: 'File',
  });
});

test.each<[keyof TargetProps, TargetProps]>([
  ['kubernetes', { kubernetes: '1.36' }],
  ['storageClassNames', { storageClassNames: ['slow'] }],
  ['defaultStorageClassName', { defaultStorageClassName: 'slow' }],
])('%s wins over that of the read-out', (_, own) => {
  expect(targeted({ cluster: readOutOf(CLASS, NODE), ...own })).toMatchObject(own);
});

test('code that passes facts on has them as props', () => {
  const readOut = readOutOf(CLASS, NODE, DRIVER);
  const own = { kubernetes: '1.36', registry: undefined };
  const target = targeted(Target.fromCluster(readOut, own));
  expect(target).toMatchObject({ kubernetes: '1.36', defaultStorageClassName: 'fast' });
  expect(() => Target.fromCluster({} as ClusterReadOut)).toThrow('is not a ClusterReadOut');
});

test('an option that is undefined leaves the fact of the read-out', () => {
  expect(targeted({ cluster: readOutOf(NODE), kubernetes: undefined }).kubernetes).toBe('1.35');
});

test('a fact of a driver wins over that of the read-out, whose others stand', () => {
  const own = new DriverFacts({ name: 'csi.example.com', attachRequired: true, canExpand: true });
  const { driver } = targeted({ cluster: readOutOf(DRIVER), drivers: [own] });
  expect(driver('csi.example.com')).toMatchObject({
    name: 'csi.example.com',
    csi: true,
    attachRequired: true,
    fsGroupPolicy: 'File',
    canExpand: true,
  });
});

test('the target of a chart wins over the read-out of its app', () => {
  const app = new App();
  Target.enable(app, { cluster: readOutOf(CLASS, NODE) });
  const chart = new Chart(app, 'shop');
  Target.enable(chart, { kubernetes: '1.36' });
  expect(targetOf(chart)).toMatchObject({ kubernetes: '1.36', storageClassNames: ['fast'] });
});

test('a target of a cluster tells of classes that it does not have', () => {
  const app = new App();
  Target.enable(app, { cluster: readOutOf(CLASS) });
  claimIn(app, 'shop', 'shop', 'slow');
  VolumeChecks.enable(app);
  expect(told(app)).toEqual(['shop/data binding/class-name']);
});

test('objects are checked beside what lives, and nothing is said of that', () => {
  const app = new App();
  claimIn(app, 'shop');
  const lost = liveIn('shop', 'v1', 'PersistentVolumeClaim', 'lost', {
    spec: {},
    status: { phase: 'Lost' },
  });
  VolumeChecks.enable(app, { cluster: readOutOf(CLASS, QUOTA, lost) });
  expect(told(app)).toEqual(['shop/data cluster/quota-exceeded']);
});

test('each chart is checked beside its own cluster', () => {
  const app = new App();
  const charts = [claimIn(app, 'small'), claimIn(app, 'large'), claimIn(app, 'none')];
  const raised = { ...QUOTA, spec: { hard: { 'requests.storage': '100Gi' } } };
  VolumeChecks.enable(charts[0], { cluster: readOutOf(CLASS, QUOTA) });
  VolumeChecks.enable(charts[1], { cluster: readOutOf(CLASS, raised) });
  VolumeChecks.enable(charts[2]);
  expect(told(app).filter((line) => line.includes('cluster/'))).toEqual([
    'small/data cluster/quota-exceeded',
  ]);
});

test('the same file gives the same', () => {
  const folder = folderWith({ 'live.json': asJson([...bare('shop'), CLASS, NODE, DRIVER]) });
  const read = () => {
    const target = targeted({ cluster: ClusterReadOut.fromFile(join(folder, 'live.json')) });
    return { ...target, driver: target.driver('csi.example.com') };
  };
  expect(read()).toEqual(read());
});

test('what is no read-out throws, with the place and the remedy', () => {
  const folder = folderWith({ 'live.json': 'NAME   READY\nweb    1/1\n' });
  const path = join(folder, 'live.json');
  expect(() => ClusterReadOut.fromFile(path)).toThrow(
    `${path}: is a table, which leaves out most fields; add -o json to kubectl get (input/read-out)`,
  );
  const missing = join(folder, 'none.json');
  expect(() => ClusterReadOut.fromFile(missing)).toThrow(
    `${missing} cannot be read: ENOENT: no such file or directory`,
  );
});

test('what is no read-out is refused where one belongs', () => {
  const text = 'cluster.json' as unknown as ClusterReadOut;
  const app = new App();
  const chart = new Chart(app, 'shop');
  expect(() => Target.enable(chart, { cluster: text })).toThrow(
    'shop: cluster: "cluster.json" is not a ClusterReadOut; call ClusterReadOut.fromFile(), or remove it (input/type)',
  );
  expect(() => VolumeChecks.enable(chart, { cluster: text })).toThrow(
    'shop: cluster: "cluster.json" is not a ClusterReadOut; call ClusterReadOut.fromFile(), or remove it (input/type)',
  );
});

test('facts besides a read-out are those of a target, and all that is wrong is told at once', () => {
  const wrong = { cluster: 'live.json', kubernetes: 'new', storageClass: 'fast' } as object;
  expect(() => Target.enable(new App(), wrong)).toThrow(
    expect.objectContaining({
      findings: [
        expect.objectContaining({ path: 'cluster', rule: 'input/type' }),
        expect.objectContaining({ path: 'kubernetes', rule: 'input/type' }),
        expect.objectContaining({ path: 'storageClass', rule: 'input/unknown-field' }),
      ],
    }),
  );
});

test('an option of the checks that there is not is refused', () => {
  const options = { readOut: readOutOf() } as object;
  expect(() => VolumeChecks.enable(new Chart(new App(), 'shop'), options)).toThrow(
    'shop: readOut: there is no option "readOut"',
  );
});
