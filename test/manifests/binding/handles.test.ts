/** Volumes and claims that a pod has twice, and disks that are there as several volumes. */
import { BINDING_JUDGES } from '../../../src/manifests/binding';
import { claimOf, volumeOf } from '../../storage/object-cases';
import {
  cronJobOf,
  deploymentOf,
  judged,
  mounting,
  podOf,
  volumeOfClaim,
} from '../../support/judged';

const WHEN_OLD = { kubernetes: '1.34' };
const WHEN_NEW = { kubernetes: '1.35' };
const RWX = { accessModes: ['ReadWriteMany'] };
const EFS = { driver: 'efs.csi.aws.com', volumeHandle: 'fs-1' };
const EBS = { driver: 'ebs.csi.aws.com', volumeHandle: 'vol-1' };

describe('a claim that a pod has twice', () => {
  const twice = (target: object, pod: (spec: object) => object = (spec) => deploymentOf(spec)) =>
    judged(
      BINDING_JUDGES,
      [
        pod(
          mounting([
            volumeOfClaim('media', 'files'),
            volumeOfClaim('other'),
            volumeOfClaim('cache', 'files'),
          ]),
        ),
      ],
      target,
    );
  const WHY =
    'the pod uses the claim "files" as the volumes "media" and "cache", of which kubelet before Kubernetes 1.35 mounts only one: it stays in ContainerCreating; ' +
    'remove the volume "cache", and mount "media" instead';

  test('keeps it from starting up to 1.34', () => {
    expect(twice(WHEN_OLD)).toEqual([
      `Deployment/web error binding/volume-twice-in-pod spec.template.spec.volumes[2].persistentVolumeClaim.claimName: ${WHY}`,
    ]);
    expect(twice(WHEN_OLD, podOf)).toEqual([
      `Pod/tool error binding/volume-twice-in-pod spec.volumes[2].persistentVolumeClaim.claimName: ${WHY}`,
    ]);
    expect(twice(WHEN_OLD, cronJobOf)).toEqual([
      `CronJob/nightly error binding/volume-twice-in-pod spec.jobTemplate.spec.template.spec.volumes[2].persistentVolumeClaim.claimName: ${WHY}`,
    ]);
  });

  test('is fine from 1.35 on, and nothing is said where the version is not known', () => {
    expect([twice(WHEN_NEW), twice({})]).toEqual([[], []]);
  });

  test('is one to kubelet if no container mounts the other one', () => {
    const spec = {
      containers: [
        { name: 'app', image: 'app', volumeMounts: [{ name: 'media', mountPath: '/m' }] },
      ],
      volumes: [volumeOfClaim('media', 'files'), volumeOfClaim('cache', 'files')],
    };
    expect(judged(BINDING_JUDGES, [deploymentOf(spec)], WHEN_OLD)).toEqual([]);
  });
});

describe('two volumes of a pod with one handle', () => {
  const volume = (name: string, csi: object) => ({
    ...volumeOf({ ...RWX, claimRef: { name, namespace: 'default' } }, csi),
    metadata: { name: `pv-${name}` },
  });
  const pair = (target: object, a: object, b: object) =>
    judged(
      BINDING_JUDGES,
      [
        deploymentOf(mounting([volumeOfClaim('in'), volumeOfClaim('out')])),
        ...['in', 'out'].map((name) =>
          claimOf({ ...RWX, storageClassName: '', volumeName: `pv-${name}` }, { name }),
        ),
        volume('in', a),
        volume('out', b),
      ],
      target,
    );
  const at = (severity: string, why: string) => [
    `Deployment/web ${severity} binding/volume-twice-in-pod spec.template.spec.volumes[1].persistentVolumeClaim.claimName: the volumes "in" and "out" of the pod are "pv-in" and "pv-out", which have the same ` +
      `handle, ${why}; remove the volume "out" and mount "in" with a subPath, or use different handles`,
  ];
  const OLD = at(
    'error',
    'and kubelet before Kubernetes 1.35 mounts only one of them: the pod stays in ContainerCreating',
  );
  const NEW = at('warning', 'but different attributes: kubelet mounts one of them in both places');
  const attributes = (path: string) => ({ ...EFS, volumeAttributes: { path } });

  test.each<readonly [string, object, object, object, readonly string[]]>([
    ['up to 1.34', WHEN_OLD, EFS, EFS, OLD],
    ['up to 1.34, with different attributes', WHEN_OLD, attributes('/a'), attributes('/b'), OLD],
    ['from 1.35 on', WHEN_NEW, EFS, EFS, []],
    ['from 1.35 on, with equal attributes', WHEN_NEW, attributes('/a'), attributes('/a'), []],
    ['from 1.35 on, with different attributes', WHEN_NEW, attributes('/a'), attributes('/b'), NEW],
    ['of an unknown version', {}, EFS, EFS, []],
    [
      'of an unknown version, with different attributes',
      {},
      attributes('/a'),
      attributes('/b'),
      NEW,
    ],
    ['of different drivers', WHEN_OLD, EFS, { ...EFS, driver: 'nfs.csi.k8s.io' }, []],
    ['that differ by the path', WHEN_OLD, EFS, { ...EFS, volumeHandle: 'fs-1:/a' }, []],
  ])('%s', (_title, target, a, b, lines) => {
    expect(pair(target, a, b)).toEqual(lines);
  });
});

describe('a disk that is there as two volumes', () => {
  const disk = (name: string, csi: object = EBS, spec: object = {}) => ({
    ...volumeOf({ ...spec, claimRef: { name, namespace: 'default' } }, csi),
    metadata: { name: `pv-${name}` },
  });
  const said = (...manifests: object[]) => judged(BINDING_JUDGES, manifests);
  const TOLD = [
    'PersistentVolume/pv-b warning binding/disk-of-several-volumes spec.csi.volumeHandle: the disk "vol-1" is also the volume "pv-a", but it can be attached to only one node at a time: pods of both wait for each other, ' +
      'or write to it at the same time; let the pods share one claim, or use a separate disk for each volume',
  ];

  test('is told at the second one', () => {
    expect(said(disk('a'), disk('b'))).toEqual(TOLD);
  });

  test.each<readonly [string, readonly object[]]>([
    ['is one volume, written twice', [disk('a'), disk('a')]],
    ['is another disk', [disk('a'), disk('b', { ...EBS, volumeHandle: 'vol-2' })]],
    ['is a shared file system', [disk('a', EFS), disk('b', EFS)]],
    [
      'is of a driver of which nothing is known',
      [
        disk('a', { ...EBS, driver: 'disks.example.org' }),
        disk('b', { ...EBS, driver: 'disks.example.org' }),
      ],
    ],
    [
      'is read on many nodes',
      ['a', 'b'].map((name) => disk(name, EBS, { accessModes: ['ReadOnlyMany'] })),
    ],
    [
      'is mounted by one pod, which is another fault',
      [
        disk('a'),
        disk('b'),
        ...['a', 'b'].map((name) => claimOf({ storageClassName: '' }, { name })),
        deploymentOf(mounting([volumeOfClaim('a'), volumeOfClaim('b')])),
      ],
    ],
  ])('that %s is fine', (_title, manifests) => {
    expect(said(...manifests)).toEqual([]);
  });

  test('is attached if its CSIDriver says so', () => {
    const csi = { ...EBS, driver: 'disks.example.org' };
    const driver = (attachRequired: boolean) => ({
      apiVersion: 'storage.k8s.io/v1',
      kind: 'CSIDriver',
      metadata: { name: 'disks.example.org' },
      spec: { attachRequired },
    });
    expect(said(driver(true), disk('a', csi), disk('b', csi))).toEqual(TOLD);
    expect(said(driver(false), disk('a', csi), disk('b', csi))).toEqual([]);
  });
});
