/** Kinds and fields that the Kubernetes of the target does not have. */
import { deployment, judged } from './judged';

const at = (kubernetes: string, text: string, more = {}) => judged(text, { kubernetes, ...more });
const attributesClass = (version: string) =>
  `{ apiVersion: storage.k8s.io/${version}, kind: VolumeAttributesClass, metadata: { name: fast }, driverName: d }`;
const claim = (spec: string) =>
  `{ apiVersion: v1, kind: PersistentVolumeClaim, metadata: { name: data }, spec: ${spec} }`;
const volume = (spec: string) =>
  `{ apiVersion: v1, kind: PersistentVolume, metadata: { name: data }, spec: ${spec} }`;
const set = (spec: string) =>
  `{ apiVersion: apps/v1, kind: StatefulSet, metadata: { name: db }, spec: ${spec} }`;
const pods = (source: string) =>
  deployment(
    `{ containers: [{ name: a, volumeMounts: [{ name: v, mountPath: /v }] }], volumes: [{ name: v, ${source} }] }`,
  );
const GATE = (name: string) => `name ${name} in the featureGates of the target if it is enabled`;

describe('kinds', () => {
  test('a kind is told that comes later, or that is gone, and where else it is', () => {
    expect(at('1.33', attributesClass('v1'))).toEqual([
      'error: VolumeAttributesClass/fast: apiVersion: Kubernetes 1.33 does not serve VolumeAttributesClass of storage.k8s.io/v1: Kubernetes has it from 1.34 on, and the object is refused; remove it, or use Kubernetes 1.34 or later (manifest/kind-of-version)',
    ]);
    expect(
      at('1.25', '{ apiVersion: batch/v1beta1, kind: CronJob, metadata: { name: c } }'),
    ).toEqual([
      'error: CronJob/c: apiVersion: Kubernetes 1.25 does not serve CronJob of batch/v1beta1: Kubernetes has it until 1.24, and the object is refused; write apiVersion: batch/v1 (manifest/kind-of-version)',
    ]);
    expect(at('1.20', '{ apiVersion: batch/v1, kind: CronJob, metadata: { name: c } }')).toEqual([
      'error: CronJob/c: apiVersion: Kubernetes 1.20 does not serve CronJob of batch/v1: Kubernetes has it from 1.21 on, and the object is refused; write apiVersion: batch/v1beta1 (manifest/kind-of-version)',
    ]);
    expect(
      at('1.16', '{ apiVersion: extensions/v1beta1, kind: Deployment, metadata: { name: d } }'),
    ).toEqual([
      'error: Deployment/d: apiVersion: Kubernetes 1.16 does not serve Deployment of extensions/v1beta1: Kubernetes has it until 1.15, and the object is refused; write apiVersion: apps/v1 (manifest/kind-of-version)',
    ]);
    expect(
      at('1.25', '{ apiVersion: policy/v1beta1, kind: PodSecurityPolicy, metadata: { name: p } }'),
    ).toEqual([
      'error: PodSecurityPolicy/p: apiVersion: Kubernetes 1.25 does not serve PodSecurityPolicy of policy/v1beta1: Kubernetes has it until 1.24, and the object is refused; remove it (manifest/kind-of-version)',
    ]);
  });

  test('a version that never was is told with the one to write; of alpha ones not all are known', () => {
    const ofVersion = (apiVersion: string) =>
      at('1.36', `{ apiVersion: ${apiVersion}, kind: Deployment, metadata: { name: d } }`);
    expect(ofVersion('apps/v1beta3')).toEqual([
      'error: Deployment/d: apiVersion: Kubernetes 1.36 does not serve Deployment of apps/v1beta3, and the object is refused; write apiVersion: apps/v1 (manifest/kind-of-version)',
    ]);
    expect(ofVersion('apps/v1alpha1')).toEqual([]);
    expect(ofVersion('apps.example.com/v1beta3')).toEqual([]);
  });

  test('alpha and beta kinds are off unless the target says otherwise', () => {
    expect(at('1.33', attributesClass('v1beta1'))).toEqual([
      `error: VolumeAttributesClass/fast: apiVersion: Kubernetes 1.33 does not serve VolumeAttributesClass of storage.k8s.io/v1beta1: Kubernetes serves it only if an administrator enables it, and the object is refused; remove it, or ${GATE('VolumeAttributesClass')} (manifest/kind-of-version)`,
    ]);
    expect(
      at('1.33', attributesClass('v1beta1'), { featureGates: ['VolumeAttributesClass'] }),
    ).toEqual([]);
    expect(
      at('1.30', attributesClass('v1beta1'), { featureGates: ['VolumeAttributesClass'] }),
    ).toHaveLength(1);
    expect(at('1.35', attributesClass('v1beta1'))).toEqual([
      'error: VolumeAttributesClass/fast: apiVersion: Kubernetes 1.35 does not serve VolumeAttributesClass of storage.k8s.io/v1beta1: Kubernetes serves it only if an administrator enables it, and the object is refused; write apiVersion: storage.k8s.io/v1 (manifest/kind-of-version)',
    ]);
  });

  test.each([
    ['1.34', attributesClass('v1')],
    ['1.24', '{ apiVersion: batch/v1beta1, kind: CronJob, metadata: { name: c } }'],
    [
      '1.36',
      '{ apiVersion: admissionregistration.k8s.io/v1, kind: MutatingAdmissionPolicy, metadata: { name: m } }',
    ],
    [
      '1.34',
      '{ apiVersion: example.org/v1, kind: VolumeAttributesClass, metadata: { name: other } }',
    ],
  ])('fine on %s: %s', (version, text) => {
    expect(at(version, text)).toEqual([]);
  });
});

describe('where nobody gives a version', () => {
  const told = (text: string) => judged(text, {});

  test('what no maintained release has is told', () => {
    expect(told('{ apiVersion: apps/v1beta1, kind: Deployment, metadata: { name: d } }')).toEqual([
      'error: Deployment/d: apiVersion: Kubernetes serves Deployment of apps/v1beta1 until 1.15 only: later versions refuse the object; write apiVersion: apps/v1 (manifest/kind-of-version)',
    ]);
    expect(told(volume('{ glusterfs: { endpoints: e, path: p } }'))).toEqual([
      'error: PersistentVolume/data: spec.glusterfs: the volume uses the plugin glusterfs, which Kubernetes no longer has (since 1.26): the pods never start; use a volume of a CSI driver (manifest/volume-of-version)',
    ]);
    expect(told(pods('flocker: { datasetName: d }'))).toEqual([
      'error: Deployment/app: spec.template.spec.volumes[0].flocker: the volume "v" uses the plugin flocker, which Kubernetes no longer has (since 1.25): the pods never start; use a volume of a CSI driver (manifest/volume-of-version)',
    ]);
    expect(
      told(
        '{ apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: { name: s }, provisioner: kubernetes.io/glusterfs }',
      ),
    ).toEqual([
      'error: StorageClass/s: provisioner: "kubernetes.io/glusterfs" is a plugin that Kubernetes no longer has (since 1.26): claims of this class stay Pending; use a CSI driver as the provisioner (manifest/volume-of-version)',
    ]);
  });

  test.each([
    [
      'a version that never was',
      '{ apiVersion: apps/v1beta3, kind: Deployment, metadata: { name: d } }',
    ],
    ['a kind that newer ones no longer have', attributesClass('v1beta1')],
    [
      'a kind of somebody else',
      '{ apiVersion: example.org/v1beta1, kind: CronJob, metadata: { name: c } }',
    ],
    [
      'a field that came late',
      set('{ persistentVolumeClaimRetentionPolicy: { whenScaled: Delete } }'),
    ],
    [
      'a field of a claim',
      claim('{ volumeAttributesClassName: fast, accessModes: [ReadWriteOncePod] }'),
    ],
    [
      'a plugin that no container mounts',
      deployment(
        '{ containers: [{ name: a }], volumes: [{ name: v, flocker: { datasetName: d } }] }',
      ),
    ],
    ['an image', pods('image: { reference: r }')],
  ])('%s is not', (_, text) => expect(told(text)).toEqual([]));
});

describe('volumes', () => {
  test('kubelet no longer has the plugin', () => {
    expect(at('1.26', pods('glusterfs: { endpoints: e, path: p }'))).toEqual([
      'error: Deployment/app: spec.template.spec.volumes[0].glusterfs: the volume "v" uses the plugin glusterfs, which Kubernetes 1.26 no longer has (since 1.26): the pods never start; use a volume of a CSI driver (manifest/volume-of-version)',
    ]);
    expect(at('1.25', pods('glusterfs: { endpoints: e, path: p }'))).toEqual([]);
    expect(at('1.31', volume('{ rbd: { image: i } }'))).toEqual([
      'error: PersistentVolume/data: spec.rbd: the volume uses the plugin rbd, which Kubernetes 1.31 no longer has (since 1.31): the pods never start; use a volume of a CSI driver (manifest/volume-of-version)',
    ]);
  });

  test('a plugin that is off can be turned on, until it is locked', () => {
    const text = pods('gitRepo: { repository: r }');
    expect(at('1.33', text)).toEqual([
      `error: Deployment/app: spec.template.spec.volumes[0].gitRepo: the volume "v" uses the plugin gitRepo, which Kubernetes 1.33 has disabled (since 1.33): the pods never start; use a volume of a CSI driver, or ${GATE('GitRepoVolumeDriver')} (manifest/volume-of-version)`,
    ]);
    expect([at('1.32', text), at('1.35', text, { featureGates: ['GitRepoVolumeDriver'] })]).toEqual(
      [[], []],
    );
    expect(at('1.36', text, { featureGates: ['GitRepoVolumeDriver'] })).toEqual([
      'error: Deployment/app: spec.template.spec.volumes[0].gitRepo: the volume "v" uses the plugin gitRepo, which Kubernetes 1.36 has disabled (since 1.33): the pods never start; use a volume of a CSI driver (manifest/volume-of-version)',
    ]);
  });

  test('a class of a plugin that is gone makes no volumes', () => {
    expect(
      at(
        '1.30',
        '{ apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: { name: s }, provisioner: kubernetes.io/glusterfs }',
      ),
    ).toEqual([
      'error: StorageClass/s: provisioner: "kubernetes.io/glusterfs" is a plugin that Kubernetes 1.30 no longer has (since 1.26): claims of this class stay Pending; use a CSI driver as the provisioner (manifest/volume-of-version)',
    ]);
  });

  test('images as volumes are not there yet, or off', () => {
    const text = pods('image: { reference: r }');
    expect(at('1.30', text)).toEqual([
      'error: Deployment/app: spec.template.spec.volumes[0].image: Kubernetes 1.30 does not support image: the pod would be refused, or get an empty directory in its stead; remove it, or use Kubernetes 1.35 or later (manifest/volume-of-version)',
    ]);
    expect(at('1.34', text)).toEqual([
      `error: Deployment/app: spec.template.spec.volumes[0].image: image needs the feature ImageVolume, which Kubernetes 1.34 has disabled: the pod would be refused, or get an empty directory in its stead; remove it, or use Kubernetes 1.35 or later, or ${GATE('ImageVolume')} (manifest/volume-of-version)`,
    ]);
    expect([at('1.35', text), at('1.33', text, { featureGates: ['ImageVolume'] })]).toEqual([
      [],
      [],
    ]);
  });

  test('ReadWriteOncePod is refused by servers that do not know it', () => {
    expect(at('1.26', claim('{ accessModes: [ReadWriteOnce, ReadWriteOncePod] }'))).toEqual([
      `error: PersistentVolumeClaim/data: spec.accessModes[1]: "ReadWriteOncePod" needs the feature ReadWriteOncePod, which Kubernetes 1.26 has disabled: the object would be refused; remove it, or use Kubernetes 1.27 or later, or ${GATE('ReadWriteOncePod')} (manifest/volume-of-version)`,
    ]);
    expect(at('1.27', claim('{ accessModes: [ReadWriteOncePod] }'))).toEqual([]);
    expect(at('1.21', volume('{ accessModes: [ReadWriteOncePod] }'))).toHaveLength(1);
  });

  test.each([
    [
      'a volume that is handed to a CSI driver',
      '1.36',
      pods('awsElasticBlockStore: { volumeID: v }'),
    ],
    [
      'a volume that no container mounts',
      '1.36',
      deployment('{ volumes: [{ name: v, glusterfs: { endpoints: e, path: p } }] }'),
    ],
    ['a source that is null', '1.36', pods('glusterfs: null, emptyDir: {}')],
    [
      'a class of a CSI driver',
      '1.36',
      '{ apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: { name: s }, provisioner: ebs.csi.aws.com }',
    ],
    [
      'a class that is handed to a CSI driver',
      '1.36',
      '{ apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: { name: s }, provisioner: kubernetes.io/aws-ebs }',
    ],
  ])('fine: %s', (_, version, text) => {
    expect(at(version, text)).toEqual([]);
  });
});

describe('fields', () => {
  test.each([
    [
      'supplementalGroupsPolicy',
      '1.30',
      '1.33',
      deployment('{ securityContext: { supplementalGroupsPolicy: Strict } }'),
    ],
    [
      'seLinuxChangePolicy',
      '1.31',
      '1.33',
      deployment('{ securityContext: { seLinuxChangePolicy: MountOption } }'),
    ],
    ['hostUsers', '1.24', '1.33', deployment('{ hostUsers: false }')],
    [
      'restartPolicy',
      '1.27',
      '1.29',
      deployment('{ initContainers: [{ name: a, restartPolicy: Always }] }'),
    ],
    [
      'recursiveReadOnly',
      '1.29',
      '1.31',
      deployment(
        '{ containers: [{ name: a, volumeMounts: [{ name: v, mountPath: /v, recursiveReadOnly: Enabled }] }] }',
      ),
    ],
    ['volumeAttributesClassName', '1.28', '1.34', claim('{ volumeAttributesClassName: fast }')],
    ['volumeAttributesClassName', '1.28', '1.34', volume('{ volumeAttributesClassName: fast }')],
    [
      'volumeAttributesClassName',
      '1.28',
      '1.34',
      set(
        '{ volumeClaimTemplates: [{ metadata: { name: d }, spec: { volumeAttributesClassName: fast } }] }',
      ),
    ],
    [
      'dataSourceRef',
      '1.17',
      '1.24',
      claim('{ dataSourceRef: { apiGroup: populator.example.org, kind: Sample, name: s } }'),
    ],
    [
      'persistentVolumeClaimRetentionPolicy',
      '1.22',
      '1.27',
      set('{ persistentVolumeClaimRetentionPolicy: { whenScaled: Delete } }'),
    ],
    ['ordinals', '1.25', '1.27', set('{ ordinals: { start: 3 } }')],
    [
      'seLinuxMount',
      '1.24',
      '1.28',
      '{ apiVersion: storage.k8s.io/v1, kind: CSIDriver, metadata: { name: d }, spec: { seLinuxMount: true } }',
    ],
  ])('%s is not known to %s, and is fine on %s', (field, before, from, text) => {
    expect(at(before, text)).toEqual([
      expect.stringMatching(
        new RegExp(
          `^warning: .*Kubernetes ${before.replace('.', '\\.')} does not support ${field}: .*; remove it, or use Kubernetes ${from.replace('.', '\\.')} or later \\(manifest/field-of-version\\)$`,
        ),
      ),
    ]);
    expect(at(from, text)).toEqual([]);
  });

  test('a field of a feature that is off is dropped', () => {
    expect(
      at('1.32', deployment('{ securityContext: { supplementalGroupsPolicy: Strict } }')),
    ).toEqual([
      `warning: Deployment/app: spec.template.spec.securityContext.supplementalGroupsPolicy: supplementalGroupsPolicy needs the feature SupplementalGroupsPolicy, which Kubernetes 1.32 has disabled: the groups of the image would count all the same; remove it, or use Kubernetes 1.33 or later, or ${GATE('SupplementalGroupsPolicy')} (manifest/field-of-version)`,
    ]);
  });

  test('a StatefulSet replaces its pods one by one up to Kubernetes 1.36', () => {
    const withCount = (count: number) =>
      `{ apiVersion: apps/v1, kind: StatefulSet, metadata: { name: a }, spec: { updateStrategy: { rollingUpdate: { maxUnavailable: ${count} } } } }`;
    const about = (minor: string, count: number) =>
      at(minor, withCount(count)).filter((line) => line.includes('field-of-version'));
    expect(about('1.36', 2)).toEqual([
      `warning: StatefulSet/a: spec.updateStrategy.rollingUpdate.maxUnavailable: maxUnavailable needs the feature MaxUnavailableStatefulSet, which Kubernetes 1.36 has disabled: its pods would be replaced one by one; remove it, or use Kubernetes 1.37 or later, or ${GATE('MaxUnavailableStatefulSet')} (manifest/field-of-version)`,
    ]);
    expect(about('1.36', 1)).toEqual([]);
    expect(about('1.37', 2)).toEqual([]);
  });

  test('a source in another namespace is left to the rule on sources', () => {
    expect(
      at('1.36', claim('{ dataSourceRef: { kind: VolumeSnapshot, name: s, namespace: other } }')),
    ).toEqual([]);
  });

  test.each([
    [
      'what holds without the feature as well',
      '1.32',
      deployment(
        '{ securityContext: { supplementalGroupsPolicy: Merge, seLinuxChangePolicy: Recursive }, hostUsers: true }',
      ),
    ],
    [
      'a policy that keeps claims',
      '1.26',
      set('{ persistentVolumeClaimRetentionPolicy: { whenScaled: Retain } }'),
    ],
    [
      'a source that every version takes',
      '1.20',
      claim('{ dataSourceRef: { kind: PersistentVolumeClaim, name: s } }'),
    ],
    ['an init container that ends', '1.20', deployment('{ initContainers: [{ name: a }] }')],
    ['a field that is null', '1.20', deployment('{ hostUsers: null }')],
  ])('fine: %s', (_, version, text) => {
    expect(at(version, text)).toEqual([]);
  });
});
