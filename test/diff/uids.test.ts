/** Objects whose manifests name uids, which only the cluster knows. */
import { diffObjects } from '../../src/diff';

type Manifest = { readonly [field: string]: any };

const UID = '11111111-2222-3333-4444-555555555555';
const fast = {
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name: 'fast' },
  provisioner: 'fake.csi.test',
};
const claim = (metadata: object = {}, spec: object = { storageClassName: 'fast' }): Manifest => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name: 'data', namespace: 'shop', ...metadata },
  spec: { accessModes: ['ReadWriteMany'], resources: { requests: { storage: '1Gi' } }, ...spec },
});
const volume = (uid?: string): Manifest => ({
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: { name: 'v' },
  spec: {
    capacity: { storage: '1Gi' },
    accessModes: ['ReadWriteMany'],
    storageClassName: '',
    nfs: { server: 'a', path: '/' },
    claimRef: { namespace: 'shop', name: 'data', ...(uid === undefined ? {} : { uid }) },
  },
});
const owner = (uid: string) => ({
  ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'x', uid }],
});

const last = (old: readonly Manifest[], next: readonly Manifest[]) =>
  diffObjects(old, next).objects.at(-1);

test('the garbage collector deletes what has an owner that is not there', () => {
  const dependsOn = [
    `whether its owner ConfigMap/x with the uid "${UID}" is in the cluster: otherwise the garbage collector deletes it`,
  ];
  expect(last([fast, claim()], [fast, claim(owner(UID))])).toMatchObject({
    verdict: 'changed',
    data: 'may be lost',
    dependsOn,
  });
  expect(
    last(
      [],
      [
        {
          apiVersion: 'v1',
          kind: 'ConfigMap',
          metadata: { name: 'c', namespace: 'shop', ...owner(UID) },
        },
      ],
    ),
  ).toMatchObject({ verdict: 'created', dependsOn });
});

test('an owner that was there before is there', () => {
  expect(
    last([fast, claim(owner(UID))], [fast, claim({ ...owner(UID), labels: { a: 'b' } })]),
  ).toMatchObject({ verdict: 'changed', data: 'kept' });
  const both = {
    ownerReferences: [...owner(UID).ownerReferences, ...owner('another').ownerReferences],
  };
  expect(last([fast, claim(owner(UID))], [fast, claim(both)])).toMatchObject({
    verdict: 'changed',
    data: 'kept',
  });
  expect(last([fast, claim(owner(UID))], [fast, claim()])).toMatchObject({
    verdict: 'changed',
    data: 'kept',
  });
});

test('a volume for a claim with another uid is released', () => {
  const bound = claim({}, { storageClassName: '', volumeName: 'v' });
  expect(last([bound, volume()], [bound, volume(UID)])).toMatchObject({
    verdict: 'changed',
    data: 'left behind',
    dependsOn: [`whether its claim has the uid "${UID}": otherwise the volume is released`],
  });
  expect(diffObjects([], [volume(UID), bound]).objects[0]).toMatchObject({
    verdict: 'created',
    dependsOn: [`whether its claim has the uid "${UID}": otherwise the volume is released`],
  });
  expect(last([bound, volume()], [bound, volume('')])).not.toHaveProperty('dependsOn');
  for (const [old, next] of [
    [undefined, undefined],
    [UID, UID],
    [UID, undefined],
  ] as const) {
    expect(last([bound, volume(old)], [bound, volume(next)])).not.toHaveProperty('dependsOn');
  }
});

test('a claim reference of anything but a volume is of no claim', () => {
  const widget = {
    apiVersion: 'example.com/v1',
    kind: 'Widget',
    metadata: { name: 'w', namespace: 'shop' },
    spec: { claimRef: { namespace: 'shop', name: 'data', uid: UID } },
  };
  expect(last([], [widget])?.dependsOn).toEqual([
    'whether the kind Widget of example.com/v1 is installed',
  ]);
});

test('what has the name of a claim and perhaps no owner has none of its data', () => {
  const settings = (metadata: object = {}) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'data', namespace: 'shop', ...metadata },
  });
  const old = [fast, claim(), settings()];
  const { verdict, data, dependsOn } = last(old, [fast, claim(), settings(owner(UID))])!;
  expect({ verdict, data, dependsOn }).toEqual({
    verdict: 'changed',
    data: undefined,
    dependsOn: [
      `whether its owner ConfigMap/x with the uid "${UID}" is in the cluster: otherwise the garbage collector deletes it`,
    ],
  });
});

test.each([
  [{ toString: 1 }, 'refused'],
  [5n, 'refused'],
  [null, 'refused'],
  [[], 'refused'],
  ['', 'refused'],
  ['x', 'created'],
])('the fields of an owner of a custom resource are texts, and not empty: %p', (text, verdict) => {
  const reference = { apiVersion: 'v1', kind: text, name: text, uid: text };
  const widget = {
    apiVersion: 'example.com/v1',
    kind: 'Widget',
    metadata: { name: 'w', namespace: 'shop', ownerReferences: [reference] },
  };
  expect(last([], [widget])).toMatchObject({ verdict });
});

test('what two reasons to delete a claim depend on is told once', () => {
  const waits = { ...fast, volumeBindingMode: 'WaitForFirstConsumer' };
  const hook = {
    'argocd.argoproj.io/hook': 'PreSync',
    'argocd.argoproj.io/hook-delete-policy': 'HookFailed',
  };
  const one = claim({ annotations: hook, ...owner(UID) });
  const { objects } = diffObjects([waits, claim()], [waits, one], { engine: 'argo' });
  expect(objects.at(-1)?.dependsOn).toEqual([
    'whether the hook fails',
    'whether a pod outside the files has used the claim',
    `whether its owner ConfigMap/x with the uid "${UID}" is in the cluster: otherwise the garbage collector deletes it`,
  ]);
});

test('an owner that may be missing makes nothing better of a claim that is lost', () => {
  const one = claim({ annotations: { 'argocd.argoproj.io/hook': 'PreSync' }, ...owner(UID) });
  const { objects } = diffObjects([fast, claim()], [fast, one], { engine: 'argo' });
  const { data, because, dependsOn } = objects.at(-1)!;
  expect({ data, because, dependsOn }).toEqual({
    data: 'lost',
    because: 'Argo CD deletes and recreates a hook at each sync (BeforeHookCreation)',
    dependsOn: undefined,
  });
});
