/** Remedies for data that would be lost: each is one that the change at hand does not undo. */
import { diffObjects } from '../../src/diff';

type Fields = Record<string, unknown>;

const CLASS = {
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name: 'fast' },
  provisioner: 'ebs.csi.aws.com',
};
const SETTINGS = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'settings', namespace: 'shop' },
};
const HOOK = { 'argocd.argoproj.io/hook': 'PreSync' };
const FORCED = { 'argocd.argoproj.io/sync-options': 'Force=true,Replace=true' };

const claim = (annotations: Fields = {}, volumeName: string | undefined = 'data') => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name: 'data', namespace: 'shop', annotations },
  spec: {
    accessModes: ['ReadWriteOnce'],
    storageClassName: 'fast',
    resources: { requests: { storage: '1Gi' } },
    ...(volumeName === '' ? {} : { volumeName }),
  },
});
const volume = (persistentVolumeReclaimPolicy = 'Delete', claimRef: Fields = {}) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: {
    name: 'data',
    annotations: { 'pv.kubernetes.io/provisioned-by': 'ebs.csi.aws.com' },
  },
  spec: {
    accessModes: ['ReadWriteOnce'],
    capacity: { storage: '1Gi' },
    storageClassName: 'fast',
    persistentVolumeReclaimPolicy,
    claimRef: { namespace: 'shop', name: 'data', ...claimRef },
    csi: { driver: 'ebs.csi.aws.com', volumeHandle: 'vol-1' },
  },
});
const OF_ANOTHER = { name: 'other', uid: '0a1b2c3d' };

const KEEP_CLAIM = 'keep the claim in the files';
const KEEP_ITS_CLAIM = 'keep PersistentVolumeClaim/shop/data in the files';
const retain = (what: string, when: string) =>
  `set persistentVolumeReclaimPolicy: Retain on ${what} ${when}`;
const IN_CLUSTER = 'in the cluster before this is merged';
const BEFORE = 'in a change before this one';

test.each<
  [
    what: string,
    old: object[],
    next: object[],
    remedies: readonly [claim?: string, volume?: string],
  ]
>([
  ['a claim goes', [claim({}, '')], [], [`${KEEP_CLAIM}; or ${retain('its volume', IN_CLUSTER)}`]],
  [
    'a claim and its volume go',
    [volume(), claim()],
    [],
    [
      `${KEEP_CLAIM}; or ${retain('its volume', IN_CLUSTER)}`,
      `${KEEP_ITS_CLAIM}; or ${retain('it', IN_CLUSTER)}`,
    ],
  ],
  [
    'a claim goes, and its volume is applied once more',
    [volume(), claim()],
    [volume()],
    [
      `${KEEP_CLAIM}; or ${retain('its volume', BEFORE)}`,
      `${KEEP_ITS_CLAIM}; or ${retain('it', BEFORE)}`,
    ],
  ],
  [
    'a hook takes a claim that is there',
    [volume(), claim(HOOK)],
    [volume(), claim(HOOK), SETTINGS],
    [retain('its volume', BEFORE), retain('it', BEFORE)],
  ],
  [
    'a claim is forced, whose volume is not in the files',
    [claim(FORCED, '')],
    [claim(FORCED, ''), SETTINGS],
    [retain('its volume', IN_CLUSTER)],
  ],
  [
    'a claim goes, and its volume is no longer retained',
    [volume('Retain'), claim({ 'argocd.argoproj.io/sync-options': 'PruneLast=true' })],
    [volume('Delete')],
    [
      `${KEEP_CLAIM}; or leave persistentVolumeReclaimPolicy of its volume as it is`,
      `${KEEP_ITS_CLAIM}; or leave its persistentVolumeReclaimPolicy as it is`,
    ],
  ],
  [
    'a volume goes whose claim is not in the files',
    [volume('Delete', OF_ANOTHER)],
    [],
    [undefined, `keep the volume in the files; or ${retain('it', IN_CLUSTER)}`],
  ],
  [
    'a volume whose claim is not in the files is no longer retained',
    [volume('Retain', OF_ANOTHER)],
    [volume('Delete', OF_ANOTHER)],
    [undefined, 'leave its persistentVolumeReclaimPolicy as it is'],
  ],
])('%s', (_what, old, next, remedies) => {
  const { objects } = diffObjects([CLASS, ...old], [CLASS, ...next], { engine: 'argo' });
  const remedyOf = (object: string) => objects.find((one) => one.object === object)?.remedy;
  expect([remedyOf('PersistentVolumeClaim/shop/data'), remedyOf('PersistentVolume/data')]).toEqual([
    remedies[0],
    remedies[1],
  ]);
});
