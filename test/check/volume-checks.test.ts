/** VolumeChecks: the rules on objects for whole apps. */
import { ApiObject, Chart, Size, Testing } from 'cdk8s';
import { PersistentVolumeAccessMode } from 'cdk8s-plus-28';
import {
  Claim,
  CsiPersistentVolume,
  EfsSharedVolume,
  Findings,
  PVCViewer,
  VolumeChecks,
} from '../../src';

const { READ_WRITE_ONCE } = PersistentVolumeAccessMode;

const object = (chart: Chart, kind: string, name: string, fields: object, apiVersion = 'v1') =>
  new ApiObject(chart, name, { apiVersion, kind, metadata: { name }, ...fields });
const told = (chart: Chart) =>
  Findings.of(chart).all.map(
    ({ severity, construct, path, message }) => `${severity} ${construct} ${path}: ${message}`,
  );

function shopChart(): Chart {
  return new Chart(Testing.app(), 'shop', { namespace: 'shop' });
}

const WRONG = { spec: { accessModes: ['RWX'], resources: { requests: { storage: '1Gi' } } } };
const DISK = {
  driver: 'disk.example.com',
  volumeHandle: 'a',
  storage: Size.gibibytes(1),
  accessModes: [READ_WRITE_ONCE],
};
const ACCESS_MODE = 'error shop/data spec.accessModes[0]: "RWX" is not a valid access mode';

test('objects that others made are not judged unless somebody asks', () => {
  const shop = shopChart();
  object(shop, 'PersistentVolumeClaim', 'data', WRONG);
  expect(told(shop)).toEqual([]);
  const checks = VolumeChecks.enable(shop);
  expect(told(shop)).toEqual([ACCESS_MODE]);
  expect(checks.findings()).toEqual(Findings.of(shop).all);
});

test('an error fails the synthesis', () => {
  const shop = shopChart();
  object(shop, 'PersistentVolumeClaim', 'data', WRONG);
  VolumeChecks.enable(shop);
  expect(() => Testing.synth(shop)).toThrow(
    'shop/data: spec.accessModes[0]: "RWX" is not a valid access mode; ' +
      'must be one of ReadWriteOnce, ReadOnlyMany, ReadWriteMany, ReadWriteOncePod (storage/access-mode)',
  );
});

test('asking twice tells once', () => {
  const shop = shopChart();
  object(shop, 'PersistentVolumeClaim', 'data', WRONG);
  VolumeChecks.enable(shop);
  VolumeChecks.enable(shop);
  VolumeChecks.enable(shop.node.root as Chart);
  expect(told(shop)).toEqual([ACCESS_MODE]);
});

test('only what is below the construct is judged', () => {
  const shop = shopChart();
  const other = new Chart(shop.node.root as Chart, 'other', { namespace: 'other' });
  object(other, 'PersistentVolumeClaim', 'data', WRONG);
  VolumeChecks.enable(shop);
  expect(Findings.of(shop.node.root).all).toEqual([]);
});

test('what is tied to a volume of this library is judged without asking', () => {
  const shop = shopChart();
  new CsiPersistentVolume(shop, 'disk', DISK);
  object(shop, 'PersistentVolumeClaim', 'loose', WRONG);
  object(shop, 'PersistentVolumeClaim', 'data', {
    spec: { ...WRONG.spec, volumeName: 'disk', storageClassName: '' },
  });
  expect(told(shop)).toContain(ACCESS_MODE);
  expect(told(shop).filter((line) => line.includes('shop/loose'))).toEqual([]);
});

test('what a construct has told of its own object is not told again', () => {
  const shop = shopChart();
  const files = new EfsSharedVolume(shop, 'files', { fileSystemId: 'fs-0123456789abcdef0' });
  VolumeChecks.enable(shop);
  const all = Findings.of(shop).all.map(({ rule, message }) => `${rule} ${message}`);
  expect(all).toEqual([...new Set(all)]);
  expect(files.claimName).toBe('pvc-files');
});

describe('what the API server refuses of objects that have nothing to do with volumes', () => {
  const SERVICE = { spec: { type: 'Clusterip', ports: [{ port: 80 }], selectors: { app: 'a' } } };

  test('is told where somebody asks, and unknown fields are warnings', () => {
    const shop = shopChart();
    object(shop, 'Service', 'web', SERVICE);
    expect(told(shop)).toEqual([]);
    VolumeChecks.enable(shop);
    expect(told(shop)).toEqual([
      expect.stringMatching(/^warning shop\/web spec\.selectors: unknown field "selectors"/),
      'error shop/web spec.type: "Clusterip" is not a valid type',
    ]);
  });

  test('of a custom resource is told by the definition beside it', () => {
    const shop = shopChart();
    object(
      shop,
      'CustomResourceDefinition',
      'disks.example.com',
      {
        spec: {
          group: 'example.com',
          names: { kind: 'Disk', plural: 'disks' },
          scope: 'Namespaced',
          versions: [
            {
              name: 'v1',
              served: true,
              storage: true,
              schema: {
                openAPIV3Schema: {
                  type: 'object',
                  properties: {
                    spec: { type: 'object', properties: { size: { type: 'integer' } } },
                  },
                },
              },
            },
          ],
        },
      },
      'apiextensions.k8s.io/v1',
    );
    object(shop, 'Disk', 'a', { spec: { size: 'large' } }, 'example.com/v1');
    VolumeChecks.enable(shop);
    expect(told(shop)).toEqual([expect.stringMatching(/^error shop\/a spec\.size: /)]);
  });
});

describe('a claim for one node of a Deployment with two pods, and of a viewer', () => {
  const setUp = () => {
    const shop = shopChart();
    const claim = new Claim(shop, 'data', {
      storage: Size.gibibytes(1),
      accessModes: [READ_WRITE_ONCE],
    });
    const template = {
      metadata: { labels: { app: 'web' } },
      spec: {
        containers: [
          {
            name: 'web',
            image: 'registry.example.com/web:1.0.0',
            volumeMounts: [{ name: 'data', mountPath: '/data' }],
          },
        ],
        volumes: [{ name: 'data', persistentVolumeClaim: { claimName: claim.name } }],
      },
    };
    const selector = { matchLabels: { app: 'web' } };
    object(
      shop,
      'Deployment',
      'web',
      { spec: { replicas: 2, strategy: { type: 'Recreate' }, selector, template } },
      'apps/v1',
    );
    new PVCViewer(shop, 'viewer', { claim });
    return shop;
  };
  const sharing = (shop: Chart) =>
    Findings.of(shop).all.filter(({ message }) => message.includes('one node'));

  test('is told once, at the Deployment', () => {
    expect(sharing(setUp()).map(({ rule, construct }) => [rule, construct])).toEqual([
      ['placement/claim-on-many-nodes', 'shop/web'],
    ]);
  });

  test('and once where all objects are checked', () => {
    const shop = setUp();
    VolumeChecks.enable(shop);
    expect(sharing(shop).map(({ rule, construct }) => [rule, construct])).toEqual([
      ['placement/claim-on-many-nodes', 'shop/web'],
    ]);
  });
});
