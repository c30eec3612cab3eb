/** What becomes of data behind access points that the EFS driver has made. */
import { diffObjects } from '../../src/diff';

type Fields = Record<string, unknown>;

const FLAG = '--delete-access-point-root-dir';
const DOUBT = `whether the controller of efs.csi.aws.com runs with ${FLAG}; without it, the folder stays on the file system`;

const classWith = (parameters: Fields = {}) => ({
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name: 'efs' },
  provisioner: 'efs.csi.aws.com',
  parameters: { provisioningMode: 'efs-ap', fileSystemId: 'fs-1', ...parameters },
});
const claim = (name = 'data', namespace = 'shop', spec: Fields = {}) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name, namespace },
  spec: {
    accessModes: ['ReadWriteMany'],
    storageClassName: 'efs',
    resources: { requests: { storage: '1Gi' } },
    ...spec,
  },
});
const volume = (name: string, volumeHandle: string, spec: Fields = {}) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: {
    name,
    annotations: { 'pv.kubernetes.io/provisioned-by': 'efs.csi.aws.com' },
  },
  spec: {
    accessModes: ['ReadWriteMany'],
    capacity: { storage: '1Gi' },
    storageClassName: 'efs',
    persistentVolumeReclaimPolicy: 'Delete',
    claimRef: { namespace: 'shop', name },
    csi: { driver: 'efs.csi.aws.com', volumeHandle },
    ...spec,
  },
});
const controller = (...args: string[]) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'efs-csi-controller', namespace: 'kube-system' },
  spec: {
    selector: { matchLabels: { app: 'efs' } },
    template: {
      metadata: { labels: { app: 'efs' } },
      spec: {
        containers: [
          {
            name: 'efs-plugin',
            image: 'public.ecr.aws/efs-csi-driver/amazon/aws-efs-csi-driver:v3.4.1',
            args: ['--v=2', ...args],
          },
        ],
      },
    },
  },
});

function told(old: object[], next: object[], label = 'PersistentVolumeClaim/shop/data') {
  const { data, because, dependsOn, remedy } =
    diffObjects(old, next).objects.find(({ object }) => object === label) ?? {};
  return { data, because, dependsOn, remedy };
}

describe.each<[string, object[]]>([
  ['whose volume is not in the files', [classWith(), claim()]],
  ['whose volume is in the files', [classWith(), claim(), volume('data', 'fs-1::fsap-1')]],
])('a removed claim %s', (_what, old) => {
  const next = old.filter((one) => (one as { kind: string }).kind !== 'PersistentVolumeClaim');
  const toldWith = (...extra: object[]) => told([...old, ...extra], [...next, ...extra]);

  test('depends on a flag of the controller', () => {
    expect(toldWith()).toMatchObject({ data: 'may be lost', dependsOn: [DOUBT] });
  });

  test.each([
    [FLAG],
    [`${FLAG}=true`],
    [`${FLAG}=$(DELETE)`],
    ['-delete-access-point-root-dir'],
    [`exec aws-efs-csi-driver ${FLAG}=1 --v=2`],
  ])('is lost with %s', (flag) => {
    expect(toldWith(controller(flag))).toMatchObject({ data: 'lost', dependsOn: undefined });
  });

  test.each<[string[]]>([
    [[]],
    [[`${FLAG}=false`]],
    [['-delete-access-point-root-dir=0']],
    [[`${FLAG}s`]],
  ])('leaves its folder with %j', (args) => {
    expect(toldWith(controller(...args))).toEqual({
      data: 'left behind',
      because: 'its driver deletes the access point, and leaves the folder on the file system',
      dependsOn: undefined,
      remedy:
        'to use the data again, create an access point for the folder, and name it in a volume',
    });
  });

  test('is lost if the flag goes in the same change', () => {
    expect(told([...old, controller(FLAG)], [...next, controller()])).toMatchObject({
      data: 'lost',
    });
  });
});

test('folders that the driver makes without access points are lost', () => {
  const folders = classWith({ provisioningMode: 'efs-dir' });
  expect(told([folders, claim()], [folders])).toMatchObject({ data: 'lost' });
});

describe('a claim that stays', () => {
  const other = claim('data', 'test');

  test('loses the access point that it has in common with a removed one', () => {
    const shared = classWith({ reuseAccessPoint: 'true' });
    const toldWith = (...extra: object[]) =>
      told([shared, claim(), other, ...extra], [shared, claim(), ...extra]);
    expect(toldWith()).toMatchObject({ data: 'may be lost', dependsOn: [DOUBT] });
    expect(toldWith(controller(FLAG))).toMatchObject({ data: 'lost' });
    expect(toldWith(controller())).toMatchObject({
      data: 'left behind',
      because:
        'PersistentVolumeClaim/test/data has the same access point (reuseAccessPoint): its driver deletes the access point, and leaves the folder on the file system',
    });
    const alone = classWith();
    expect(told([alone, claim(), other], [alone, claim()])).toMatchObject({ data: 'kept' });
    const named = claim('other', 'test');
    expect(told([shared, claim(), named], [shared, claim()])).toMatchObject({ data: 'kept' });
  });

  test('loses the folder that it has in common with a removed one', () => {
    const toldWith = (parameters: Fields, ...extra: object[]) => {
      const one = classWith({ subPathPattern: '${.PVC.name}', ...parameters });
      return told([one, claim(), other, ...extra], [one, claim(), ...extra]);
    };
    const common = { ensureUniqueDirectory: 'false' };
    expect(toldWith(common, controller(FLAG))).toMatchObject({
      data: 'lost',
      because:
        'PersistentVolumeClaim/test/data has the same folder (ensureUniqueDirectory: "false"): its driver deletes the volume with the claim (reclaim policy Delete)',
    });
    expect(toldWith(common, controller())).toMatchObject({ data: 'kept' });
    expect(toldWith({}, controller(FLAG))).toMatchObject({ data: 'kept' });
    const own = { ...common, subPathPattern: '${.PVC.namespace}/${.PVC.name}' };
    expect(toldWith(own, controller(FLAG))).toMatchObject({ data: 'kept' });
    const ofVolume = { ...common, subPathPattern: '${.PV.name}' };
    expect(toldWith(ofVolume, controller(FLAG))).toMatchObject({ data: 'kept' });
  });

  test.each(['True', '1'])('has the same access point with reuseAccessPoint: %j', (value) => {
    const shared = classWith({ reuseAccessPoint: value });
    expect(told([shared, claim(), other], [shared, claim()])).toMatchObject({
      data: 'may be lost',
    });
  });

  test.each(['False', '0'])('has the same folder with ensureUniqueDirectory: %j', (value) => {
    const one = classWith({ subPathPattern: '${.PVC.name}', ensureUniqueDirectory: value });
    expect(told([one, claim(), other], [one, claim()])).toMatchObject({ data: 'may be lost' });
  });

  test.each(['PersistentVolumeClaim/shop/data', 'PersistentVolume/data'])(
    'loses the folder that another access point has as well: %s',
    (label) => {
      const pattern = { subPathPattern: '${.PVC.name}', ensureUniqueDirectory: 'false' };
      const claimRef = { namespace: 'test', name: 'data' };
      const next = [
        classWith(pattern),
        claim(),
        volume('data', 'fs-1::fsap-1'),
        volume('gone', 'fs-1::fsap-2', { claimRef }),
      ];
      const toldWith = (...extra: object[]) =>
        told([...next, other, ...extra], [...next, ...extra], label);
      expect(toldWith(controller(FLAG))).toMatchObject({ data: 'lost' });
      expect(toldWith(controller())).toMatchObject({ data: 'kept' });
    },
  );

  test('loses the access point of which its volume names another path', () => {
    const all = [classWith(), controller(FLAG)];
    const volumes = [volume('data', 'fs-1:/a:fsap-1'), volume('gone', 'fs-1::fsap-1')];
    expect(
      told([...all, ...volumes, claim(), claim('gone')], [...all, ...volumes, claim()]),
    ).toMatchObject({ data: 'lost' });
    const kept = [classWith(), controller(), ...volumes];
    expect(told([...kept, claim(), claim('gone')], [...kept, claim()])).toMatchObject({
      data: 'left behind',
    });
    const apart = [volume('data', 'fs-1:/a:fsap-2'), volume('gone', 'fs-1::fsap-1')];
    expect(
      told([...all, ...apart, claim(), claim('gone')], [...all, ...apart, claim()]),
    ).toMatchObject({ data: 'kept' });
  });

  test('is not known, but its volume loses the access point of a removed claim', () => {
    const claimRef = { namespace: 'test', name: 'data' };
    const next = [
      classWith({ reuseAccessPoint: 'true' }),
      volume('other', 'fs-1::fsap-1', { claimRef }),
      volume('another', 'fs-1::fsap-2', { claimRef: { namespace: 'test', name: 'another' } }),
    ];
    const toldOf = (label: string, ...extra: object[]) =>
      told([...next, claim(), ...extra], [...next, ...extra], label);
    expect(toldOf('PersistentVolume/other', controller(FLAG))).toEqual({
      data: 'lost',
      because:
        'PersistentVolumeClaim/shop/data has the same access point (reuseAccessPoint): its driver deletes the volume with the claim (reclaim policy Delete)',
      dependsOn: undefined,
      remedy:
        'keep PersistentVolumeClaim/shop/data in the files; or set persistentVolumeReclaimPolicy: Retain on its volume in the cluster before this is merged',
    });
    expect(toldOf('PersistentVolume/other', controller())).toMatchObject({ data: 'left behind' });
    expect(toldOf('PersistentVolume/another', controller(FLAG)).data).toBeUndefined();
  });

  test.each([
    ['fs-1:/shop/data', 'PersistentVolumeClaim/shop/data names the same storage'],
    ['fs-1:shop/data/sub', 'it lies in the folder of PersistentVolumeClaim/shop/data'],
    ['fs-1:/shop', undefined],
    ['fs-1', undefined],
    ['fs-2:/shop/data', undefined],
  ])('has a volume %s, whose folder the driver deletes or not', (handle, why) => {
    const own = classWith({
      basePath: '/shop',
      subPathPattern: '${.PVC.name}',
      ensureUniqueDirectory: 'false',
    });
    const static_ = volume('static', handle, { persistentVolumeReclaimPolicy: 'Retain' });
    const next = [own, static_, controller(FLAG)];
    const { data, because } = told([...next, claim()], next, 'PersistentVolume/static');
    expect({ data, because }).toEqual(
      why === undefined
        ? { data: undefined, because: undefined }
        : {
            data: 'lost',
            because: `${why}: its driver deletes the volume with the claim (reclaim policy Delete)`,
          },
    );
  });

  test('loses what lies in the folder of another claim', () => {
    const own = classWith({
      subPathPattern: '${.PVC.namespace}/${.PVC.name}',
      ensureUniqueDirectory: 'false',
    });
    const pattern = { subPathPattern: '${.PVC.name}', ensureUniqueDirectory: 'false' };
    const all = { ...classWith(pattern), metadata: { name: 'all' } };
    const parent = claim('shop', 'shop', { storageClassName: 'all' });
    const next = [own, all, claim(), controller(FLAG)];
    expect(told([...next, parent], next)).toMatchObject({
      data: 'lost',
      because:
        'it lies in the folder of PersistentVolumeClaim/shop/shop: its driver deletes the volume with the claim (reclaim policy Delete)',
    });
  });
});

describe.each<[string, object, string]>([
  [
    'an operator',
    {
      apiVersion: 'postgresql.cnpg.io/v1',
      kind: 'Cluster',
      metadata: { name: 'db', namespace: 'shop' },
      spec: { instances: 1, storage: { size: '1Gi', storageClass: 'efs' } },
    },
    'Cluster/shop/db',
  ],
  [
    'a set that has no pods',
    {
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      metadata: { name: 'db', namespace: 'shop' },
      spec: {
        replicas: 0,
        serviceName: 'db',
        selector: { matchLabels: { app: 'db' } },
        template: {
          metadata: { labels: { app: 'db' } },
          spec: { containers: [{ name: 'db', image: 'db' }] },
        },
        persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete' },
        volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: claim().spec }],
      },
    },
    'StatefulSet/shop/db',
  ],
])('the claims of %s', (_what, holder, label) => {
  const toldWith = (...extra: object[]) =>
    told([classWith(), holder, ...extra], [classWith(), ...extra], label);

  test('are lost if the driver deletes folders', () => {
    expect(toldWith(controller(FLAG)).data).toMatch(/lost$/);
  });

  test('depend on the flag if the files do not have the controller', () => {
    expect(toldWith()).toMatchObject({
      data: 'may be lost',
      dependsOn: expect.arrayContaining([DOUBT]) as unknown,
    });
  });

  test('leave their folders without the flag', () => {
    const { data, because } = toldWith(controller());
    expect(data).toBe('left behind');
    expect(because).toMatch(
      /; its driver deletes the access point, and leaves the folder on the file system$/,
    );
  });
});
