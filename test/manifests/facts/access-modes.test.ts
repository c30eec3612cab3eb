/** Access modes that the driver of a class does not make. */
import { deployment, judged } from './judged';

const storageClass = (provisioner: string, more = '') =>
  `{ apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: { name: fast }, provisioner: ${provisioner}${more} }`;
const claim = (modes: string, more = '') =>
  `{ apiVersion: v1, kind: PersistentVolumeClaim, metadata: { name: data }, spec: { storageClassName: fast, accessModes: [${modes}]${more} } }`;
const all = (...documents: string[]) => documents.join('\n---\n');

const STAYS = 'the claim stays Pending';

test('a claim with an access mode that the driver does not make stays Pending', () => {
  expect(judged(all(storageClass('ebs.csi.aws.com'), claim('ReadWriteMany')))).toEqual([
    `error: PersistentVolumeClaim/data: spec.accessModes: the claim "data" requests ReadWriteMany from the class "fast", but its driver "ebs.csi.aws.com" does not support that for file systems: ${STAYS}; request ReadWriteOnce or ReadWriteOncePod, or use the class of a driver for shared file systems (manifest/access-mode)`,
  ]);
});

test('one mode too many is enough, since the driver is asked for all of them', () => {
  expect(
    judged(all(storageClass('efs.csi.aws.com'), claim('ReadWriteMany, ReadOnlyMany'))),
  ).toEqual([
    `error: PersistentVolumeClaim/data: spec.accessModes: the claim "data" requests ReadOnlyMany from the class "fast", but its driver "efs.csi.aws.com" does not support that for file systems: ${STAYS}; request ReadWriteOnce or ReadWriteOncePod or ReadWriteMany, or use another class (manifest/access-mode)`,
  ]);
});

test('a driver of file systems makes no block devices', () => {
  expect(
    judged(all(storageClass('efs.csi.aws.com'), claim('ReadWriteOnce', ', volumeMode: Block'))),
  ).toEqual([
    `error: PersistentVolumeClaim/data: spec.accessModes: the claim "data" requests ReadWriteOnce from the class "fast", but its driver "efs.csi.aws.com" does not support that for block devices: ${STAYS}; remove volumeMode, because efs.csi.aws.com only provisions file systems (manifest/access-mode)`,
  ]);
});

test('block devices can be shared where the class makes such', () => {
  const shared = claim('ReadWriteMany', ', volumeMode: Block');
  expect(
    judged(all(storageClass('ebs.csi.aws.com', ', parameters: { Type: IO2 }'), shared)),
  ).toEqual([]);
  expect(judged(all(storageClass('ebs.csi.aws.com'), shared))).toEqual([
    `error: PersistentVolumeClaim/data: spec.accessModes: the claim "data" requests ReadWriteMany from the class "fast", but its driver "ebs.csi.aws.com" does not support that for block devices: ${STAYS}; set type: io2 on the class, or request ReadWriteOnce or ReadWriteOncePod (manifest/access-mode)`,
  ]);
});

test.each([
  ['a mode that the driver has', all(storageClass('efs.csi.aws.com'), claim('ReadWriteMany'))],
  [
    'ReadWriteOncePod wherever ReadWriteOnce is',
    all(storageClass('ebs.csi.aws.com'), claim('ReadWriteOncePod')),
  ],
  ['a driver that nobody knows', all(storageClass('disks.example.org'), claim('ReadWriteMany'))],
  ['a class that nobody declares', claim('ReadWriteMany')],
  [
    'a claim that names its volume',
    all(storageClass('ebs.csi.aws.com'), claim('ReadWriteMany', ', volumeName: by-hand')),
  ],
  [
    'a claim that selects its volume',
    all(
      storageClass('ebs.csi.aws.com'),
      claim('ReadWriteMany', ', selector: { matchLabels: { a: b } }'),
    ),
  ],
  [
    'a mode that is none, which others tell',
    all(storageClass('ebs.csi.aws.com'), claim('ReadWriteSometimes')),
  ],
  ['a claim without modes, which others tell', all(storageClass('ebs.csi.aws.com'), claim(''))],
  [
    'a volume of the class that was made by hand',
    all(
      storageClass('ebs.csi.aws.com'),
      claim('ReadWriteMany'),
      '{ apiVersion: v1, kind: PersistentVolume, metadata: { name: pv }, spec: { storageClassName: fast, accessModes: [ReadWriteMany] } }',
    ),
  ],
  [
    'a volume that is reserved for the claim',
    all(
      storageClass('ebs.csi.aws.com'),
      claim('ReadWriteMany'),
      '{ apiVersion: v1, kind: PersistentVolume, metadata: { name: pv }, spec: { claimRef: { name: data, namespace: default }, accessModes: [ReadWriteMany] } }',
    ),
  ],
])('fine: %s', (_, text) => {
  expect(judged(text)).toEqual([]);
});

test('templates of a StatefulSet and of ephemeral volumes are claims as well', () => {
  const set = `{ apiVersion: apps/v1, kind: StatefulSet, metadata: { name: db }, spec: { volumeClaimTemplates: [
    { metadata: { name: wal }, spec: { storageClassName: fast, accessModes: [ReadWriteOnce] } }, { metadata: { name: data }, spec: { storageClassName: fast, accessModes: [ReadOnlyMany] } }] } }`;
  const ephemeral = deployment(
    '{ volumes: [{ name: scratch, ephemeral: { volumeClaimTemplate: { spec: { storageClassName: fast, accessModes: [ReadWriteMany] } } } }] }',
  );
  expect(judged(all(storageClass('csi.hetzner.cloud'), set, ephemeral))).toEqual([
    `error: StatefulSet/db: spec.volumeClaimTemplates[1].spec.accessModes: the claim template "data" requests ReadOnlyMany from the class "fast", but its driver "csi.hetzner.cloud" does not support that for file systems: ${STAYS}; request ReadWriteOnce or ReadWriteOncePod, or use another class (manifest/access-mode)`,
    `error: Deployment/app: spec.template.spec.volumes[0].ephemeral.volumeClaimTemplate.spec.accessModes: the ephemeral volume "scratch" requests ReadWriteMany from the class "fast", but its driver "csi.hetzner.cloud" does not support that for file systems: ${STAYS}; request ReadWriteOnce or ReadWriteOncePod, or use the class of a driver for shared file systems (manifest/access-mode)`,
  ]);
});

test('the default class counts, of the objects or of the target', () => {
  const without =
    '{ apiVersion: v1, kind: PersistentVolumeClaim, metadata: { name: data }, spec: { accessModes: [ReadWriteMany] } }';
  const marked =
    '{ apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: { name: fast, annotations: { storageclass.kubernetes.io/is-default-class: "true" } }, provisioner: ebs.csi.aws.com }';
  expect(judged(all(marked, without))).toHaveLength(1);
  expect(judged(all(storageClass('ebs.csi.aws.com'), without))).toEqual([]);
  expect(
    judged(all(storageClass('ebs.csi.aws.com'), without), { defaultStorageClassName: 'fast' }),
  ).toHaveLength(1);
});

test('what the user says of a driver wins over what is known', () => {
  const text = all(storageClass('ebs.csi.aws.com'), claim('ReadWriteMany'));
  expect(
    judged(text, { drivers: [{ name: 'ebs.csi.aws.com', accessModes: ['ReadWriteMany'] }] }),
  ).toEqual([]);
  expect(
    judged(all(storageClass('disks.example.org'), claim('ReadWriteMany')), {
      drivers: [{ name: 'disks.example.org', accessModes: ['ReadWriteOnce'] }],
    }),
  ).toHaveLength(1);
});
