/**
 * Classes, claims, ephemeral volumes and manually created volumes: what they write, and what they
 * refuse.
 */
import { App, Chart, Size, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { casesOf } from './cases';
import {
  EphemeralVolume,
  EphemeralVolumeProps,
  LocalFailoverMode,
  LocalFileSystem,
  LocalPersistentVolume,
  LocalPersistentVolumeProps,
  LocalStorageClass,
  LocalStorageClassProps,
  LocalVolume,
  LocalVolumeOptions,
  LocalVolumeProps,
  StorageClass,
  VolumeBindingMode,
} from '../../src';
import { findingsOf, refusal } from '../csi/tree';
import { find } from '../support/manifests';
import { get } from '../support/reading';
import { expectValid } from '../support/validate';

const ACCEPT = 'localdisk.csi.acstor.io/accept-ephemeral-storage';
const IMAGE = 'docker.io/library/busybox:1.36.1';
const newChart = (namespace: string = 'apps') =>
  new Chart(new App(), 'test', { namespace, disableResourceNameHashes: true });

function synth(make: (chart: Chart) => unknown, found: string[] = []): any[] {
  const chart = newChart();
  make(chart);
  const manifests = Testing.synth(chart);
  expectValid(manifests);
  expect(findingsOf(chart)).toEqual(found);
  return manifests;
}

describe('a class', () => {
  const classOf = (props?: LocalStorageClassProps) =>
    synth((chart) => new LocalStorageClass(chart, 'local', props))[0];

  test('waits for pods, lets claims grow, and leaves the rest to the driver', () => {
    expect(classOf()).toEqual({
      apiVersion: 'storage.k8s.io/v1',
      kind: 'StorageClass',
      metadata: { name: 'local' },
      provisioner: 'localdisk.csi.acstor.io',
      volumeBindingMode: 'WaitForFirstConsumer',
      allowVolumeExpansion: true,
    });
  });

  test('has the parameters of the driver by their names', () => {
    const chart = newChart();
    const { storageClassName } = new LocalStorageClass(chart, 'any', {
      name: 'fast',
      failoverMode: LocalFailoverMode.DURABILITY,
      volumeGroup: 'fast-1',
      fsType: LocalFileSystem.XFS,
      reclaimPolicy: kplus.PersistentVolumeReclaimPolicy.RETAIN,
      volumeBindingMode: VolumeBindingMode.IMMEDIATE,
      allowVolumeExpansion: false,
      mountOptions: ['noatime'],
      nodeNames: ['node-1', 'node-2'],
      isDefault: true,
      labels: { a: 'b' },
      annotations: { c: 'd' },
    });
    expect(storageClassName).toBe('fast');
    expect(Testing.synth(chart)).toEqual([
      {
        apiVersion: 'storage.k8s.io/v1',
        kind: 'StorageClass',
        metadata: {
          name: 'fast',
          labels: { a: 'b' },
          annotations: { c: 'd', 'storageclass.kubernetes.io/is-default-class': 'true' },
        },
        provisioner: 'localdisk.csi.acstor.io',
        parameters: {
          'localdisk.csi.acstor.io/failover-mode': 'durability',
          volumeGroup: 'fast-1',
          'csi.storage.k8s.io/fstype': 'xfs',
        },
        reclaimPolicy: 'Retain',
        volumeBindingMode: 'Immediate',
        allowVolumeExpansion: false,
        mountOptions: ['noatime'],
        allowedTopologies: [
          {
            matchLabelExpressions: [
              { key: 'topology.localdisk.csi.acstor.io/node', values: ['node-1', 'node-2'] },
            ],
          },
        ],
      },
    ]);
    expect(findingsOf(chart)).toEqual([
      'warning: test/any/Resource: volumeBindingMode: volumes are created immediately, before it is known where their pods have room; ' +
        'set volumeBindingMode: WaitForFirstConsumer (local/immediate-binding)',
    ]);
  });

  test('is one of at most one default', () => {
    const chart = newChart();
    new LocalStorageClass(chart, 'local', { isDefault: true });
    new StorageClass(chart, 'other', { provisioner: 'efs.csi.aws.com', isDefault: true });
    expect(findingsOf(chart)).toEqual([
      'warning: test/other: isDefault: the classes "local" and "other" are both the default; make only one of them the default (storage/default-class)',
    ]);
  });

  test.each<[object, string]>([
    [
      { volumeGroup: 'a#b' },
      'volumeGroup: "a#b" contains a #, which separates it from the volume in a handle; use letters, digits and + _ . - (local/volume-group)',
    ],
    [
      { volumeGroup: '..' },
      'volumeGroup: ".." is not a valid name of a volume group; use letters, digits and + _ . - (local/volume-group)',
    ],
    [{ volumeGroup: '' }, 'volumeGroup: "" is empty; set a value, or remove it (input/type)'],
    [
      { failoverMode: 'Durability' },
      'failoverMode: "Durability" is not a valid value; must be one of availability, durability; perhaps you meant "durability" (input/type)',
    ],
    [
      { fsType: 'btrfs' },
      'fsType: "btrfs" is not a valid value; must be one of ext4, xfs (input/type)',
    ],
    [
      { nodeNames: [] },
      'nodeNames: there are no values; add at least one (storage/allowed-topologies)',
    ],
    [
      { nodeNames: ['node-1', 'node-1'] },
      'nodeNames: the value "node-1" appears twice; list each value once (storage/allowed-topologies)',
    ],
    [
      { provisioner: 'x' },
      'provisioner: there is no option "provisioner", so "x" would have no effect; remove it; the options are name, labels, annotations, failoverMode, ' +
        'volumeGroup, fsType, reclaimPolicy, volumeBindingMode, allowVolumeExpansion, mountOptions, nodeNames, isDefault (input/unknown-field)',
    ],
  ])('%j is refused', (wrong, message) => {
    expect(refusal(() => new LocalStorageClass(newChart(), 'local', wrong))).toEqual([
      `test/local: ${message}`,
    ]);
  });

  test('a node that is none is refused', () => {
    expect(
      refusal(() => new LocalStorageClass(newChart(), 'local', { nodeNames: ['Node 1'] })),
    ).toEqual([
      expect.stringMatching(
        /^test\/local: nodeNames\[0\]: "Node 1": a lowercase RFC 1123 subdomain must consist of .*; use the name of a node \(local\/static-node\)$/,
      ),
    ]);
  });
});

describe('a claim', () => {
  test('accepts the loss of its data, and can be mounted as it is', () => {
    const manifests = synth((chart) => {
      new LocalStorageClass(chart, 'local');
      const data = new LocalVolume(chart, 'data', {
        storage: Size.gibibytes(10),
        storageClassName: 'local',
        labels: { a: 'b' },
        annotations: { c: 'd' },
      });
      const pod = new kplus.Pod(chart, 'web', { containers: [{ image: IMAGE }] });
      pod.containers[0].mount('/data', data);
      expect(data.asVolume()).toBe(data.asVolume());
    });
    expect(find(manifests, 'PersistentVolumeClaim')).toEqual({
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: {
        name: 'data',
        namespace: 'apps',
        labels: { a: 'b' },
        annotations: { c: 'd', [ACCEPT]: 'true' },
      },
      spec: {
        accessModes: ['ReadWriteOnce'],
        resources: { requests: { storage: '10Gi' } },
        storageClassName: 'local',
      },
    });
    expect(find(manifests, 'Pod').spec.volumes).toEqual([
      { name: 'data', persistentVolumeClaim: { claimName: 'data', readOnly: false } },
    ]);
  });

  test('as a template of a StatefulSet has the annotation in the template', () => {
    const manifests = synth((chart) => {
      new LocalStorageClass(chart, 'local');
      new kplus.k8s.KubeStatefulSet(chart, 'db', {
        metadata: { name: 'db' },
        spec: {
          serviceName: 'db',
          selector: { matchLabels: { app: 'db' } },
          template: {
            metadata: { labels: { app: 'db' } },
            spec: {
              containers: [
                {
                  name: 'main',
                  image: IMAGE,
                  volumeMounts: [{ name: 'data', mountPath: '/data' }],
                },
              ],
            },
          },
          volumeClaimTemplates: [
            LocalVolume.claimTemplate('data', {
              storage: Size.mebibytes(512),
              storageClassName: 'local',
            }),
          ],
        },
      });
    });
    expect(find(manifests, 'StatefulSet').spec.volumeClaimTemplates).toEqual([
      {
        metadata: { name: 'data', annotations: { [ACCEPT]: 'true' } },
        spec: {
          accessModes: ['ReadWriteOnce'],
          resources: { requests: { storage: '512Mi' } },
          storageClassName: 'local',
        },
      },
    ]);
  });

  test('may name its volume and its namespace, be of one pod, and a device', () => {
    const [claim] = synth(
      (chart) =>
        new LocalVolume(chart, 'x', {
          name: 'data',
          namespace: 'other',
          storage: Size.kibibytes(1500),
          storageClassName: 'local',
          volumeName: 'pv-1',
          accessModes: [kplus.PersistentVolumeAccessMode.READ_WRITE_ONCE_POD],
          volumeMode: kplus.PersistentVolumeMode.BLOCK,
        }),
    );
    expect([claim.metadata.name, claim.metadata.namespace, claim.spec]).toEqual([
      'data',
      'other',
      {
        accessModes: ['ReadWriteOncePod'],
        resources: { requests: { storage: '1500Ki' } },
        storageClassName: 'local',
        volumeMode: 'Block',
        volumeName: 'pv-1',
      },
    ]);
  });

  test.each<[Size, string]>([
    [Size.kibibytes(1), '1Ki'],
    [Size.kibibytes(1024), '1Mi'],
    [Size.gibibytes(1), '1Gi'],
    [Size.gibibytes(1536), '1536Gi'],
    [Size.tebibytes(2), '2Ti'],
    [Size.pebibyte(2048), '2048Pi'],
    [Size.mebibytes(0.0001), '105'],
  ])('of %p asks for %s', (storage, quantity) => {
    expect(
      LocalVolume.claimTemplate('data', { storage, storageClassName: 'local' }).spec?.resources
        ?.requests?.storage.value,
    ).toBe(quantity);
  });

  const FINE: LocalVolumeProps = { storage: Size.gibibytes(1), storageClassName: 'local' };

  test.each<[object, string]>([
    [
      { storage: undefined },
      'storage: there is no size; use a size such as 10Gi or 500M (storage/quantity)',
    ],
    [
      { storage: Size.gibibytes(0) },
      'storage: "0Ki" is not greater than zero; use a size such as 10Gi (storage/quantity)',
    ],
    [{ storage: 10 }, 'storage: 10 is not a string; write it in quotes: "10" (input/type)'],
    [
      { accessModes: [kplus.PersistentVolumeAccessMode.READ_WRITE_MANY] },
      'accessModes[0]: "ReadWriteMany" is not a valid value; must be one of ReadWriteOnce, ReadWriteOncePod; perhaps you meant "ReadWriteOnce" (input/type)',
    ],
    [
      { accessModes: [kplus.PersistentVolumeAccessMode.READ_ONLY_MANY] },
      'accessModes[0]: "ReadOnlyMany" is not a valid value; must be one of ReadWriteOnce, ReadWriteOncePod (input/type)',
    ],
  ])('%p is refused', (wrong, message) => {
    expect(
      refusal(() => new LocalVolume(newChart(), 'data', { ...FINE, ...wrong } as LocalVolumeProps)),
    ).toEqual([`test/data: ${message}`]);
    expect(
      refusal(() => LocalVolume.claimTemplate('data', { ...FINE, ...wrong } as LocalVolumeOptions)),
    ).toEqual([message]);
  });

  test('a template names no volume, nor a namespace', () => {
    expect(
      refusal(() =>
        LocalVolume.claimTemplate('data', {
          ...FINE,
          volumeName: 'x',
          namespace: 'y',
        } as LocalVolumeOptions),
      ).map((one) => one.split(',')[0]),
    ).toEqual([
      'volumeName: there is no option "volumeName"',
      'namespace: there is no option "namespace"',
    ]);
  });
});

describe('an ephemeral volume', () => {
  const SPEC = {
    accessModes: ['ReadWriteOnce'],
    resources: { requests: { storage: '1Gi' } },
    storageClassName: 'local',
  };

  test('is mounted by pods of cdk8s-plus as it is, without any annotation', () => {
    const manifests = synth((chart) => {
      new LocalStorageClass(chart, 'local');
      const cache = new EphemeralVolume(chart, 'My Cache', {
        name: 'cache',
        storage: Size.gibibytes(1),
        storageClassName: 'local',
      });
      const web = new kplus.Deployment(chart, 'web', { containers: [{ image: IMAGE }] });
      web.containers[0].mount('/cache', cache);
      expect(cache.asVolume()).toBe(cache.asVolume());
    });
    const pod = find(manifests, 'Deployment').spec.template.spec;
    expect(pod.volumes).toEqual([
      { name: 'cache', ephemeral: { volumeClaimTemplate: { spec: SPEC } } },
    ]);
    expect(pod.containers[0].volumeMounts).toEqual([{ mountPath: '/cache', name: 'cache' }]);
  });

  test('is an entry of volumes for pods that are written by hand', () => {
    const manifests = synth((chart) => {
      const { podVolume, volumeName } = new EphemeralVolume(chart, 'scratch', {
        storage: Size.gibibytes(1),
        labels: { a: 'b' },
        annotations: { c: 'd' },
        volumeMode: kplus.PersistentVolumeMode.BLOCK,
      });
      new kplus.k8s.KubePod(chart, 'pod', {
        spec: {
          containers: [
            {
              name: 'main',
              image: IMAGE,
              volumeDevices: [{ name: volumeName, devicePath: '/dev/x' }],
            },
          ],
          volumes: [podVolume],
        },
      });
    });
    expect(find(manifests, 'Pod').spec.volumes).toEqual([
      {
        name: 'scratch',
        ephemeral: {
          volumeClaimTemplate: {
            metadata: { labels: { a: 'b' }, annotations: { c: 'd' } },
            spec: {
              accessModes: ['ReadWriteOnce'],
              resources: SPEC.resources,
              volumeMode: 'Block',
            },
          },
        },
      },
    ]);
  });

  test('makes a name of its id that a pod takes', () => {
    expect(
      new EphemeralVolume(newChart(), 'My_Cache', { storage: Size.gibibytes(1) }).volumeName,
    ).toMatch(/^my-cache-[a-z0-9]+$/);
  });

  test.each<[object, string]>([
    [
      { name: 'Cache' },
      'name: "Cache": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or \'-\', and must start and end with an alphanumeric character ' +
        "(e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?'); use a name such as cache (local/pod-volume-name)",
    ],
    [
      { storage: undefined },
      'storage: there is no size; use a size such as 10Gi or 500M (storage/quantity)',
    ],
    [
      { accessModes: ['ReadWriteTwice'] },
      'accessModes[0]: "ReadWriteTwice" is not a valid access mode; must be one of ReadWriteOnce, ReadOnlyMany, ReadWriteMany, ReadWriteOncePod (storage/access-mode)',
    ],
    [
      { accepts: true },
      'accepts: there is no option "accepts", so true would have no effect; remove it; the options are name, labels, annotations, namespace, storage, storageClassName, accessModes, volumeMode (input/unknown-field)',
    ],
  ])('%j is refused', (wrong, message) => {
    expect(
      refusal(
        () =>
          new EphemeralVolume(newChart(), 'cache', {
            storage: Size.gibibytes(1),
            ...wrong,
          } as EphemeralVolumeProps),
      ),
    ).toEqual([`test/cache: ${message}`]);
  });
});

describe('a volume that is made by hand', () => {
  const FINE: LocalPersistentVolumeProps = {
    nodeName: 'node-a',
    storage: Size.gibibytes(1),
    storageClassName: 'local',
  };

  /** What a volume is to the driver, without what only the provisioner writes. */
  const essence = ({ spec }: any) => ({
    driver: spec.csi.driver,
    attributes: Object.fromEntries(
      Object.entries(spec.csi.volumeAttributes).filter(
        ([key]) => key.startsWith('localdisk.csi.acstor.io/') || key === 'volumeGroup',
      ),
    ),
    fsType: spec.csi.fsType,
    nodeAffinity: spec.nodeAffinity,
    accessModes: spec.accessModes,
    storageClassName: spec.storageClassName,
  });

  const provisioned = casesOf('provision').filter(
    ({ answer, upstreamBug, input }) =>
      answer.provisioned &&
      !upstreamBug &&
      input.storageClass.parameters?.volumeGroup === undefined &&
      input.claim.spec.accessModes.length === 1,
  );

  test.each(provisioned.map((one) => [one.id, one] as const))(
    'is what the driver itself makes: %s',
    (_id, { input, answer }) => {
      const volume: any = answer.persistentVolume;
      const name = volume.metadata.name as string;
      const requested = get(input.claim, 'spec', 'resources', 'requests', 'storage') as string;
      const made = synth((chart) => {
        new LocalStorageClass(chart, volume.spec.storageClassName as string);
        new LocalPersistentVolume(chart, 'volume', {
          name,
          nodeName: input.nodeName as string,
          // As the claim asks for it.
          storage: requested as unknown as Size,
          storageClassName: volume.spec.storageClassName,
          hyperconverged: input.hyperconverged,
          failoverMode: volume.spec.csi.volumeAttributes['localdisk.csi.acstor.io/failover-mode'],
          fsType: volume.spec.csi.fsType,
          accessModes: volume.spec.accessModes,
        });
      });
      expect(essence(find(made, 'PersistentVolume'))).toEqual(essence(volume));
      expect(find(made, 'PersistentVolume').spec.csi.volumeHandle).toBe(
        volume.spec.csi.volumeHandle,
      );
    },
  );

  test('is such as the driver can stage, where the driver says that it can', () => {
    expect(provisioned.length).toBeGreaterThan(5);
  });

  test('has node affinity, or says by an attribute where it is', () => {
    const [pinned, steered] = [false, true].map(
      (hyperconverged) =>
        synth(
          (chart) =>
            new LocalPersistentVolume(chart, 'pv-1', {
              ...FINE,
              hyperconverged,
              volumeGroup: 'fast',
            }),
        )[0],
    );
    expect(pinned.spec.nodeAffinity).toEqual({
      required: {
        nodeSelectorTerms: [
          {
            matchExpressions: [
              { key: 'topology.localdisk.csi.acstor.io/node', operator: 'In', values: ['node-a'] },
            ],
          },
        ],
      },
    });
    expect(pinned.spec.csi).toEqual({
      driver: 'localdisk.csi.acstor.io',
      volumeHandle: 'fast#pv-1',
      volumeAttributes: {
        'localdisk.csi.acstor.io/capacity': '1073741824',
        'localdisk.csi.acstor.io/limit': '0',
      },
    });
    expect(steered.spec.nodeAffinity).toBeUndefined();
    expect(steered.spec.csi.volumeAttributes).toEqual({
      'localdisk.csi.acstor.io/capacity': '1073741824',
      'localdisk.csi.acstor.io/limit': '0',
      'localdisk.csi.acstor.io/selected-initial-node': 'node-a',
    });
  });

  test.each<[Size, string]>([
    [Size.mebibytes(4), '4194304'],
    [Size.kibibytes(4097), '8388608'],
    [Size.kibibytes(1), '4194304'],
  ])('of %p takes whole extents of LVM', (storage, capacity) => {
    const [volume] = synth(
      (chart) => new LocalPersistentVolume(chart, 'pv-1', { ...FINE, storage }),
    );
    expect(volume.spec.csi.volumeAttributes['localdisk.csi.acstor.io/capacity']).toBe(capacity);
  });

  test('is mounted by way of a claim that is reserved for it, and accepts the loss of its data', () => {
    const manifests = synth((chart) => {
      new LocalStorageClass(chart, 'local');
      const volume = new LocalPersistentVolume(chart, 'pv-1', FINE);
      const pod = new kplus.Pod(chart, 'web', { containers: [{ image: IMAGE }] });
      pod.containers[0].mount('/data', volume);
      expect(volume.volumeName).toBe('pv-1');
    });
    const claim = find(manifests, 'PersistentVolumeClaim');
    expect([claim.metadata, claim.spec.volumeName]).toEqual([
      { name: 'pvc-pv-1', namespace: 'apps', annotations: { [ACCEPT]: 'true' } },
      'pv-1',
    ]);
    expect(find(manifests, 'PersistentVolume').spec.claimRef).toMatchObject({
      name: 'pvc-pv-1',
      namespace: 'apps',
    });
  });

  test.each<[object, string]>([
    [{ nodeName: undefined }, 'nodeName: nodeName is required; set nodeName (local/static-node)'],
    [{ storage: undefined }, 'storage: storage is required; set storage (local/static-node)'],
    [
      { storage: Size.gibibytes(0) },
      'storage: "0Ki" is not greater than zero; use a size such as 10Gi (storage/quantity)',
    ],
    [
      { volumeGroup: 'a b' },
      'volumeGroup: "a b" is not a valid name of a volume group; use letters, digits and + _ . - (local/volume-group)',
    ],
    [
      { accessModes: ['ReadWriteMany'] },
      'accessModes[0]: "ReadWriteMany" is not a valid value; must be one of ReadWriteOnce, ReadWriteOncePod; perhaps you meant "ReadWriteOnce" (input/type)',
    ],
    [
      { hyperconverged: 'yes' },
      'hyperconverged: "yes" is neither true nor false; use true or false (input/type)',
    ],
  ])('%p is refused', (wrong, message) => {
    expect(
      refusal(
        () =>
          new LocalPersistentVolume(newChart(), 'pv-1', {
            ...FINE,
            ...wrong,
          } as LocalPersistentVolumeProps),
      ),
    ).toEqual([`test/pv-1: ${message}`]);
  });

  test('a failover mode that nothing reads is told of', () => {
    synth(
      (chart) =>
        new LocalPersistentVolume(chart, 'pv-1', {
          ...FINE,
          failoverMode: LocalFailoverMode.DURABILITY,
        }),
      [
        'warning: test/pv-1: failoverMode: the volume has node affinity, so nothing reads "durability"; remove it, or set hyperconverged: true (local/failover-without-effect)',
      ],
    );
  });
});
