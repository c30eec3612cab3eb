/** The ends of claims and volumes, by what ends them, who uses them, and what holds them. */
import { diffObjects, DiffOptions, ObjectDiff } from '../../src/diff';

type Fields = Record<string, unknown>;

const storageClass = (reclaimPolicy: string) => ({
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name: 'fast' },
  provisioner: 'ebs.csi.aws.com',
  reclaimPolicy,
});
const CLAIM_SPEC = {
  accessModes: ['ReadWriteOnce'],
  storageClassName: 'fast',
  resources: { requests: { storage: '1Gi' } },
};
const NAMESPACE = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } };
const inShop = (apiVersion: string, kind: string, name: string, rest: Fields, metadata = {}) => ({
  apiVersion,
  kind,
  metadata: { name, namespace: 'shop', ...metadata },
  ...rest,
});
const claim = (metadata: Fields = {}) =>
  inShop('v1', 'PersistentVolumeClaim', 'data', { spec: CLAIM_SPEC }, metadata);
const settings = (value: string) => inShop('v1', 'ConfigMap', 'settings', { data: { value } });
const podSpec = (image: string, volume: Fields) => ({
  containers: [{ name: 'web', image, volumeMounts: [{ name: 'data', mountPath: '/data' }] }],
  volumes: [{ name: 'data', ...volume }],
});
const workload = (kind: string, template: Fields, spec: Fields = {}) =>
  inShop('apps/v1', kind, 'web', {
    spec: {
      selector: { matchLabels: { app: 'web' } },
      template: { metadata: { labels: { app: 'web' } }, spec: template },
      ...spec,
    },
  });
const USER = workload(
  'Deployment',
  podSpec('web:1', { persistentVolumeClaim: { claimName: 'data' } }),
);

const answersOf = (old: readonly Fields[], next: readonly Fields[], options: DiffOptions = {}) =>
  new Map(diffObjects(old, next, options).objects.map((one) => [one.object, one]));

const POD = 'when the last pod that uses the claim ends';
const CONTROLLER = 'whether a controller serves the finalizer example.com/a, example.com/b';
const FOREIGN = ['example.com/a', 'example.com/b'];
const HOOK = { annotations: { 'argocd.argoproj.io/hook': 'PreSync' } };

interface Ending {
  readonly how: 'removed' | 'recreated' | 'in a namespace that is removed';
  readonly isUsed: boolean;
  readonly isHeld: boolean;
  readonly policy: 'Delete' | 'Retain';
  readonly bound: 'all' | 'none';
}

const ENDINGS = (['removed', 'recreated', 'in a namespace that is removed'] as const).flatMap(
  (how) =>
    [false, true].flatMap((isUsed) =>
      [false, true].flatMap((isHeld) =>
        (['Delete', 'Retain'] as const).flatMap((policy) =>
          (['all', 'none'] as const).map((bound): Ending => ({
            how,
            isUsed,
            isHeld,
            policy,
            bound,
          })),
        ),
      ),
    ),
);

const nameOf = ({ how, isUsed, isHeld, policy, bound }: Ending) =>
  [
    `${bound === 'all' ? 'bound' : 'unbound'}, ${how}`,
    `${isUsed ? '' : 'not '}used`,
    `${isHeld ? '' : 'not '}held by finalizers`,
    policy,
  ].join(', ');

function toldOf({ how, isUsed, isHeld, policy, bound }: Ending): ObjectDiff {
  const metadata = isHeld ? { finalizers: [...FOREIGN, 'kubernetes.io/pvc-protection'] } : {};
  const both = [storageClass(policy), ...(isUsed ? [USER] : [])];
  const left: { readonly [how in Ending['how']]: readonly Fields[] } = {
    removed: [NAMESPACE],
    recreated: [NAMESPACE, claim({ ...metadata, ...HOOK })],
    'in a namespace that is removed': [claim(metadata)],
  };
  return answersOf(
    [...both, claim(metadata), settings('1'), NAMESPACE],
    [...both, settings('2'), ...left[how]],
    { bound, engine: 'argo' },
  ).get('PersistentVolumeClaim/shop/data')!;
}

const ROWS = ENDINGS.map((one) => [nameOf(one), one, toldOf(one)] as const);

describe('a volume that neither names a claim nor is named by one', () => {
  const volume = {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: 'free' },
    spec: {
      accessModes: ['ReadWriteOnce'],
      capacity: { storage: '1Gi' },
      storageClassName: 'fast',
      csi: { driver: 'ebs.csi.aws.com', volumeHandle: 'vol-1' },
    },
  };
  const dataOf = (policy: string, chosen: Fields, spec: Fields = {}) => {
    const both = [storageClass(policy), { ...volume, spec: { ...volume.spec, ...chosen } }];
    const data = inShop('v1', 'PersistentVolumeClaim', 'data', {
      spec: { ...CLAIM_SPEC, ...spec },
    });
    return answersOf([...both, data], both).get('PersistentVolumeClaim/shop/data')!;
  };

  test('may have another claim, while a driver made one for this, which is lost', () => {
    expect(dataOf('Delete', {})).toMatchObject({
      data: 'may be lost',
      dependsOn: ['whether PersistentVolume/free is bound to the claim'],
    });
    expect(dataOf('Retain', {}).data).toBe('left behind');
  });

  test('is sure where one names the other, or a selector chooses, which no driver serves', () => {
    const claimRef = { namespace: 'shop', name: 'data' };
    expect(dataOf('Delete', { claimRef }).data).toBe('left behind');
    expect(dataOf('Delete', {}, { volumeName: 'free' }).data).toBe('left behind');
    expect(dataOf('Delete', {}, { selector: {} }).data).toBe('left behind');
  });
});

describe('a claim that ends', () => {
  /** What is created anew is taken to go, whatever holds it; pods go with their namespace. */
  const waitsOf = ({ how, isUsed, isHeld }: Ending) => [
    ...(isUsed && how !== 'in a namespace that is removed' ? [POD] : []),
    ...(isHeld && how !== 'recreated' ? [CONTROLLER] : []),
  ];

  test('holds its namespace with its finalizers, whether it is in NEW or not', () => {
    for (const kept of [[], [claim({ finalizers: FOREIGN })]]) {
      const [both, held] = [[storageClass('Delete')], claim({ finalizers: FOREIGN })];
      const namespace = answersOf([...both, NAMESPACE, held], [...both, ...kept]);
      expect(namespace.get('Namespace/shop')!.verdict).toBe('stuck');
    }
    const free = [storageClass('Delete'), claim()];
    expect(answersOf([...free, NAMESPACE], free).get('Namespace/shop')!.verdict).toBe('deleted');
  });

  test.each(ROWS)('%s: its data are lost at once, later, perhaps, or not', (_name, one, told) => {
    const waits = waitsOf(one);
    const data =
      one.bound === 'none'
        ? undefined
        : one.policy === 'Retain'
          ? 'left behind'
          : waits.length > 0
            ? 'may be lost'
            : 'lost';
    const isLostLater = data === 'may be lost' && !waits.includes(CONTROLLER);
    expect([told.data, told.dataAfterwards]).toEqual([data, isLostLater ? 'lost' : undefined]);
  });

  test.each(ROWS)('%s: what it waits for is told', (_name, one, told) => {
    const because = 'Argo CD deletes and recreates a hook at each sync (BeforeHookCreation)';
    const waits =
      one.how !== 'recreated'
        ? waitsOf(one)
        : one.bound === 'none'
          ? []
          : waitsOf(one).map((wait) => `${wait}: ${because}`);
    expect([...(told.dependsOn ?? [])].sort()).toEqual([...waits].sort());
  });

  test.each(ROWS.filter(([, { how }]) => how !== 'recreated'))(
    '%s: it is gone, or stuck with what holds it',
    (_name, one, told) => {
      const isStuck = waitsOf(one).length > 0;
      const isRemoved = one.how === 'removed';
      expect([told.verdict, told.afterwards, told.phase, told.finalizers]).toEqual([
        isRemoved ? (isStuck ? 'stuck' : 'deleted') : 'unchanged',
        isRemoved ? undefined : isStuck ? 'stuck' : 'deleted',
        isStuck ? (one.bound === 'all' ? 'Bound' : 'Pending') : undefined,
        isRemoved && isStuck
          ? [
              ...(one.isUsed ? ['kubernetes.io/pvc-protection'] : []),
              ...(one.isHeld ? FOREIGN : []),
            ]
          : undefined,
      ]);
    },
  );
});

interface VolumeEnding {
  readonly isRemoved: boolean;
  readonly claim: 'stays' | 'is removed' | 'is removed in use' | 'is elsewhere';
  readonly isHeld: boolean;
  readonly policy: 'Delete' | 'Retain';
}

const VOLUME_ENDINGS = [false, true].flatMap((isRemoved) =>
  (['stays', 'is removed', 'is removed in use', 'is elsewhere'] as const).flatMap((claimed) =>
    [false, true].flatMap((isHeld) =>
      (['Delete', 'Retain'] as const).map((policy): VolumeEnding => ({
        isRemoved,
        claim: claimed,
        isHeld,
        policy,
      })),
    ),
  ),
);

function volumeTold(one: VolumeEnding): ObjectDiff {
  const volume = {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: {
      name: 'files',
      annotations: { 'pv.kubernetes.io/provisioned-by': 'ebs.csi.aws.com' },
      ...(one.isHeld ? { finalizers: ['example.com/a'] } : {}),
    },
    spec: {
      capacity: { storage: '1Gi' },
      accessModes: ['ReadWriteOnce'],
      storageClassName: '',
      persistentVolumeReclaimPolicy: one.policy,
      claimRef: { namespace: 'shop', name: 'data' },
      csi: { driver: 'ebs.csi.aws.com', volumeHandle: 'vol-1' },
    },
  };
  const spec = { ...CLAIM_SPEC, storageClassName: '', volumeName: 'files' };
  const bound = inShop('v1', 'PersistentVolumeClaim', 'data', { spec });
  const users = one.claim === 'is removed in use' ? [USER] : [];
  return answersOf(
    [volume, ...users, ...(one.claim === 'is elsewhere' ? [] : [bound])],
    [...(one.isRemoved ? [] : [volume]), ...users, ...(one.claim === 'stays' ? [bound] : [])],
  ).get('PersistentVolume/files')!;
}

const VOLUME_ROWS = VOLUME_ENDINGS.map((one) => {
  const name = [
    one.isRemoved ? 'removed' : 'kept',
    `claim ${one.claim}`,
    `${one.isHeld ? '' : 'not '}held by a finalizer`,
    one.policy,
  ].join(', ');
  return [name, one, volumeTold(one)] as const;
});

describe('a volume of the files', () => {
  const isBound = ({ claim: claimed }: VolumeEnding) =>
    claimed === 'stays' || claimed === 'is removed in use';

  test.each(VOLUME_ROWS)('%s: its data are lost, perhaps, or not', (_name, one, told) => {
    // The driver deletes what is released, and perhaps what the claim elsewhere has.
    const isUnsure = one.isRemoved && one.isHeld && one.claim === 'is elsewhere';
    const released = one.policy === 'Retain' ? 'left behind' : isUnsure ? 'may be lost' : 'lost';
    const isAsItWas = !one.isRemoved && one.claim === 'is elsewhere';
    const withLastPod = one.policy === 'Retain' ? 'left behind' : 'may be lost';
    const bound = one.claim === 'stays' ? 'kept' : withLastPod;
    expect(told.data).toBe(isBound(one) ? bound : isAsItWas ? undefined : released);
  });

  test.each(VOLUME_ROWS)('%s: it is gone, or stuck with what holds it', (_name, one, told) => {
    const holding = isBound(one)
      ? ['kubernetes.io/pv-protection']
      : one.isHeld
        ? ['example.com/a']
        : [];
    const isStuck = one.isRemoved && holding.length > 0;
    expect([told.verdict, told.finalizers]).toEqual([
      isStuck ? 'stuck' : one.isRemoved ? 'deleted' : 'unchanged',
      isStuck ? holding : undefined,
    ]);
  });

  test.each(VOLUME_ROWS)('%s: its phase is told while it is there', (_name, one, told) => {
    const isReleased = one.claim === 'is removed';
    const goes = one.isRemoved ? !one.isHeld : isReleased && one.policy === 'Delete';
    const left = goes ? undefined : isReleased ? 'Released' : 'Available';
    expect([told.phase, told.afterwards]).toEqual([
      isBound(one) ? 'Bound' : left,
      !one.isRemoved && goes ? 'deleted' : undefined,
    ]);
  });

  test.each(VOLUME_ROWS.filter(([, one]) => one.isRemoved && one.isHeld && !isBound(one)))(
    '%s: whether its finalizer is served decides, unless its driver has deleted the storage',
    (_name, { claim: claimed, policy }, told) => {
      const isDeleted = claimed === 'is removed' && policy === 'Delete';
      expect(told.dependsOn).toEqual(
        isDeleted ? undefined : ['whether a controller serves the finalizer example.com/a'],
      );
    },
  );
});

describe('a volume and its claim', () => {
  const volume = (policy: string, rest: Fields = {}) => ({
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: {
      name: 'files',
      annotations: { 'pv.kubernetes.io/provisioned-by': 'ebs.csi.aws.com' },
    },
    spec: {
      capacity: { storage: '1Gi' },
      accessModes: ['ReadWriteOnce'],
      storageClassName: '',
      persistentVolumeReclaimPolicy: policy,
      claimRef: { namespace: 'shop', name: 'data', ...rest },
      csi: { driver: 'ebs.csi.aws.com', volumeHandle: 'vol-1' },
    },
  });
  const bound = (metadata: Fields = {}) =>
    inShop(
      'v1',
      'PersistentVolumeClaim',
      'data',
      { spec: { ...CLAIM_SPEC, storageClassName: '', volumeName: 'files' } },
      metadata,
    );
  const confirm = (what: string) => ({
    annotations: { 'argocd.argoproj.io/sync-options': `${what}=confirm` },
  });
  const elsewhere = workload(
    'Deployment',
    podSpec('web:1', { persistentVolumeClaim: { claimName: 'other' } }),
  );
  const owned = (uid: string) => ({
    ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'settings', uid }],
  });

  test.each<[string, readonly Fields[], readonly Fields[], DiffOptions]>([
    [
      'the claim is pruned before its policy is changed',
      [volume('Delete'), bound()],
      [volume('Retain')],
      { engine: 'argo' },
    ],
    [
      'somebody is asked before the claim is pruned',
      [volume('Delete'), bound(confirm('Prune'))],
      [volume('Delete')],
      { engine: 'argo' },
    ],
    ['the claim is in use', [volume('Delete'), bound(), USER], [volume('Delete'), USER], {}],
    [
      'the claim is a hook, and in use',
      [volume('Delete'), bound(HOOK), USER, settings('1')],
      [volume('Delete'), bound(HOOK), USER, settings('2')],
      { engine: 'argo' },
    ],
    [
      'the program mounts another claim',
      [volume('Delete'), bound(), USER],
      [volume('Delete'), bound(), elsewhere],
      {},
    ],
    [
      'the owner of the claim is removed',
      [volume('Delete'), bound(owned('1')), settings('1')],
      [volume('Delete'), bound(owned('1'))],
      {},
    ],
    [
      'the volume is for a claim with another uid',
      [volume('Delete'), bound()],
      [volume('Delete', { uid: '11111111-2222-3333-4444-555555555555' }), bound()],
      {},
    ],
    ['both stay', [volume('Delete'), bound()], [volume('Retain'), bound()], {}],
    ['both are removed', [volume('Retain'), bound()], [], {}],
  ])('%s: both rows tell the same of the data', (_name, old, next, options) => {
    const told = answersOf(old, next, options);
    const [ofVolume, ofClaim] = [
      told.get('PersistentVolume/files')!,
      told.get('PersistentVolumeClaim/shop/data')!,
    ];
    expect(ofClaim.data).toBeDefined();
    expect([ofVolume.data, ofVolume.because, ofVolume.dataAfterwards]).toEqual([
      ofClaim.data,
      ofClaim.because,
      ofClaim.dataAfterwards,
    ]);
    expect(ofVolume.dependsOn ?? []).toEqual(
      expect.arrayContaining([...(ofClaim.dependsOn ?? [])]),
    );
  });
});

test.each([
  ['awsElasticBlockStore', { volumeID: 'vol-1' }, 'ebs.csi.aws.com', 'vol-1'],
  ['awsElasticBlockStore', { volumeID: 'aws://eu-central-1a/vol-1' }, 'ebs.csi.aws.com', 'vol-1'],
  [
    'azureDisk',
    { diskName: 'd', diskURI: '/subscriptions/d', kind: 'Managed' },
    'disk.csi.azure.com',
    '/subscriptions/d',
  ],
  ['cinder', { volumeID: 'd' }, 'cinder.csi.openstack.org', 'd'],
])('a volume of %s %p is the one of its driver', (source, fields, driver, volumeHandle) => {
  const volume = (name: string, spec: Fields) => ({
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name },
    spec: {
      capacity: { storage: '1Gi' },
      accessModes: ['ReadWriteOnce'],
      persistentVolumeReclaimPolicy: 'Retain',
      ...spec,
    },
  });
  const old = volume('one', { [source]: fields });
  const toldWith = (handle: string) =>
    answersOf([old], [volume('two', { csi: { driver, volumeHandle: handle } })]).get(
      'PersistentVolume/one',
    )!.data;
  expect([toldWith(volumeHandle), toldWith('another')]).toEqual(['kept', 'left behind']);
});

test.each([
  ['Delete', 'deleted', undefined],
  ['Recycle', undefined, 'Available'],
])('a volume with the policy %s after its claim', (persistentVolumeReclaimPolicy, after, phase) => {
  const files = {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: 'files', annotations: { 'pv.kubernetes.io/provisioned-by': 'nfs' } },
    spec: {
      capacity: { storage: '1Gi' },
      accessModes: ['ReadWriteOnce'],
      storageClassName: 'fast',
      persistentVolumeReclaimPolicy,
      claimRef: { namespace: 'shop', name: 'data' },
      nfs: { server: 'nfs', path: '/data' },
    },
  };
  const told = answersOf([files, claim()], [files]).get('PersistentVolume/files')!;
  expect([told.data, told.afterwards, told.phase]).toEqual(['lost', after, phase]);
});

test('no pods are said to use a claim that only a finalizer holds', () => {
  const { notes } = diffObjects(
    [storageClass('Delete'), claim({ finalizers: FOREIGN })],
    [storageClass('Delete')],
  );
  expect(notes).toEqual([]);
});

describe('two volumes that name the same storage', () => {
  const volume = (name: string, claimName: string, policy: string, handle = 'fs-1::fsap-1') => ({
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name, annotations: { 'pv.kubernetes.io/provisioned-by': 'efs.csi.aws.com' } },
    spec: {
      capacity: { storage: '1Gi' },
      accessModes: ['ReadWriteOnce'],
      storageClassName: '',
      persistentVolumeReclaimPolicy: policy,
      claimRef: { namespace: 'shop', name: claimName },
      csi: { driver: 'efs.csi.aws.com', volumeHandle: handle },
    },
  });
  const bound = (name: string, volumeName: string) =>
    inShop('v1', 'PersistentVolumeClaim', name, {
      spec: { ...CLAIM_SPEC, storageClassName: '', volumeName },
    });
  const told = (old: readonly Fields[], next: readonly Fields[]) => {
    const all = answersOf(old, next);
    return ['PersistentVolume/two', 'PersistentVolumeClaim/shop/two'].map((one) => {
      const { data, because } = all.get(one)!;
      return [data, because];
    });
  };
  const LOST = [
    'may be lost',
    'PersistentVolume/one names the same storage: its driver deletes the volume once it is released (reclaim policy Delete)',
  ];
  const two = [volume('two', 'two', 'Retain'), bound('two', 'two')];
  const one = (policy: string) => [volume('one', 'one', policy), bound('one', 'one')];

  test('lose their data with the one whose driver deletes it', () => {
    const [first] = one('Delete');
    expect(told([...one('Delete'), ...two], [first, ...two])).toEqual([LOST, LOST]);
    expect(told(one('Delete'), two)).toEqual([LOST, LOST]);
    expect(told([...one('Delete'), ...two], [])).toEqual([LOST, LOST]);
  });

  test.each<[string, Fields, Fields?]>([
    ['a disk', { gcePersistentDisk: { pdName: 'disk' } }],
    ['a share', { azureFile: { secretName: 'key', shareName: 'share' } }],
    ['a file of a datastore', { vsphereVolume: { volumePath: '[store] disk.vmdk' } }],
    [
      'a folder in another spelling',
      { nfs: { server: 'nfs', path: '/data' } },
      { nfs: { server: 'nfs', path: '/data/' } },
    ],
  ])('lose it with the first: %s', (_what, source, other = source) => {
    const of = (given: Fields, from: Fields) => {
      const { csi: _csi, ...spec } = given.spec as Fields;
      return { ...given, spec: { ...spec, ...from } };
    };
    const next = [of(volume('two', 'two', 'Retain'), other), bound('two', 'two')];
    const old = [of(volume('one', 'one', 'Delete'), source), bound('one', 'one'), ...next];
    expect(told(old, next)).toEqual([
      ['lost', LOST[1]],
      ['lost', LOST[1]],
    ]);
  });

  test('keep them if it is retained, or another storage', () => {
    const [first] = one('Retain');
    const kept = ['kept', undefined];
    expect(told([...one('Retain'), ...two], [first, ...two])).toEqual([kept, kept]);
    const other = [volume('two', 'two', 'Retain', 'fs-1::fsap-2'), bound('two', 'two')];
    expect(told([...one('Delete'), ...other], other)).toEqual([kept, kept]);
  });
});

describe('the data of a removed volume that its policy retains', () => {
  const volume = (name: string, spec: Fields) => ({
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name },
    spec: {
      capacity: { storage: '1Gi' },
      accessModes: ['ReadWriteOnce'],
      persistentVolumeReclaimPolicy: 'Retain',
      ...spec,
    },
  });
  const toldBeside = (spec: Fields, others: readonly Fields[], left = others) => {
    const { data, because } = answersOf([volume('one', spec), ...others], left).get(
      'PersistentVolume/one',
    )!;
    return [data, because];
  };
  const LEFT_BEHIND = ['left behind', 'no object refers to its storage any more'];
  const onNode = (node: string) => ({
    nodeAffinity: {
      required: {
        nodeSelectorTerms: [
          {
            matchExpressions: [{ key: 'kubernetes.io/hostname', operator: 'In', values: [node] }],
          },
        ],
      },
    },
  });
  const csi = { driver: 'ebs.csi.aws.com', volumeHandle: 'vol-1' };
  const nfs = { server: 'nfs.example.com', path: '/a' };
  const path = { path: '/a' };

  test.each<[string, Fields, readonly Fields[]]>([
    [
      'a volume of a driver',
      { csi },
      [{ csi: { ...csi, volumeHandle: 'vol-2' } }, { csi: { ...csi, driver: 'efs.csi.aws.com' } }],
    ],
    [
      'a share of NFS',
      { nfs },
      [{ nfs: { ...nfs, path: '/b' } }, { nfs: { ...nfs, server: 'other.example.com' } }],
    ],
    [
      'a local disk',
      { local: path, ...onNode('a') },
      [
        { local: { path: '/b' }, ...onNode('a') },
        { local: path, ...onNode('b') },
      ],
    ],
    [
      'a folder of a node',
      { hostPath: path, ...onNode('a') },
      [
        { hostPath: { path: '/b' }, ...onNode('a') },
        { hostPath: path, ...onNode('b') },
      ],
    ],
    [
      'another source',
      { iscsi: { targetPortal: '10.0.0.1', iqn: 'iqn.2001-04.com.example', lun: 0 } },
      [],
    ],
  ])('%s: are kept only if another volume that stays names the same', (about, spec, others) => {
    const isKnown = about !== 'another source';
    expect(toldBeside(spec, [volume('other', spec)])).toEqual(
      isKnown ? ['kept', undefined] : LEFT_BEHIND,
    );
    expect(toldBeside(spec, [volume('other', spec)], [])).toEqual(LEFT_BEHIND);
    for (const other of others) {
      expect(toldBeside(spec, [volume('other', other)])).toEqual(LEFT_BEHIND);
    }
  });
});

describe('the ephemeral claims of a StatefulSet', () => {
  const set = (image: string, spec: Fields = {}) =>
    workload(
      'StatefulSet',
      podSpec(image, { ephemeral: { volumeClaimTemplate: { spec: CLAIM_SPEC } } }),
      { serviceName: 'web', replicas: 2, ...spec },
    );
  const DELETED = storageClass('Delete');
  const fates = (old: readonly Fields[], next: readonly Fields[]) => {
    const answers = answersOf([DELETED, ...old], [DELETED, ...next]);
    return [0, 1, 2].map((ordinal) => {
      const told = answers.get(`PersistentVolumeClaim/shop/web-${ordinal}-data`);
      return told && [told.verdict, told.data, told.phase];
    });
  };
  const REPLACED = ['replaced', 'lost', 'Bound'];
  const KEPT = ['unchanged', 'kept', 'Bound'];
  const DELETED_WITH_POD = ['deleted', 'lost', undefined];

  test('are replaced with their pods, and their data are lost', () => {
    expect(fates([set('web:1')], [set('web:2')])).toEqual([REPLACED, REPLACED, undefined]);
  });

  test('stay with the pods below the partition of its update', () => {
    const updateStrategy = { type: 'RollingUpdate', rollingUpdate: { partition: 1 } };
    expect(fates([set('web:1', { updateStrategy })], [set('web:2', { updateStrategy })])).toEqual([
      KEPT,
      REPLACED,
      undefined,
    ]);
  });

  test('stay while their pods do', () => {
    expect(fates([set('web:1')], [set('web:1')])).toEqual([KEPT, KEPT, undefined]);
  });

  test('come and go with the number of pods', () => {
    expect(fates([set('web:1')], [set('web:1', { replicas: 1 })])).toEqual([
      KEPT,
      DELETED_WITH_POD,
      undefined,
    ]);
    expect(fates([set('web:1')], [set('web:1', { replicas: 3 })])).toEqual([
      KEPT,
      KEPT,
      ['created', undefined, 'Bound'],
    ]);
  });

  test('go with the set', () => {
    expect(fates([set('web:1')], [])).toEqual([DELETED_WITH_POD, DELETED_WITH_POD, undefined]);
  });

  test('go with the namespace, where those that were never made are not told', () => {
    expect(fates([NAMESPACE, set('web:1')], [set('web:1', { replicas: 3 })])).toEqual([
      DELETED_WITH_POD,
      DELETED_WITH_POD,
      undefined,
    ]);
  });

  test('are created for a volume that is new to the set, and deleted with one that it loses', () => {
    const bare = workload(
      'StatefulSet',
      { containers: [{ name: 'web', image: 'web:1' }] },
      { serviceName: 'web', replicas: 2 },
    );
    const CREATED = ['created', undefined, 'Bound'];
    expect(fates([bare], [set('web:1')])).toEqual([CREATED, CREATED, undefined]);
    expect(fates([set('web:1')], [bare])).toEqual([DELETED_WITH_POD, DELETED_WITH_POD, undefined]);
  });

  test('are deleted, not replaced, when the namespace goes while the set changes', () => {
    expect(fates([NAMESPACE, set('web:1')], [set('web:2')])).toEqual([
      DELETED_WITH_POD,
      DELETED_WITH_POD,
      undefined,
    ]);
  });
});

test.each([
  ['are deleted if it says so', { whenScaled: 'Delete' }, ['deleted', 'lost']],
  ['stay if it retains them', { whenScaled: 'Retain' }, ['unchanged', 'kept']],
  ['stay if only its end deletes them', { whenDeleted: 'Delete' }, ['unchanged', 'kept']],
] as const)('the claims of pods that a set no longer has %s', (_what, policy, answer) => {
  const set = (replicas: number) =>
    workload('StatefulSet', podSpec('web:1', { emptyDir: {} }), {
      serviceName: 'web',
      replicas,
      persistentVolumeClaimRetentionPolicy: policy,
      volumeClaimTemplates: [{ metadata: { name: 'state' }, spec: CLAIM_SPEC }],
    });
  const answers = answersOf([storageClass('Delete'), set(2)], [storageClass('Delete'), set(1)]);
  const told = (name: string) => {
    const { verdict, data } = answers.get(`PersistentVolumeClaim/shop/${name}`)!;
    return [verdict, data];
  };
  expect([told('state-web-0'), told('state-web-1')]).toEqual([['unchanged', 'kept'], answer]);
});

describe('claims that perhaps go', () => {
  const GUARD = { 'argocd.argoproj.io/sync-options': 'Prune=false' };
  const DOUBT = ['whether Argo CD deploys it (--engine argo)'];
  const told = (label: string, old: readonly Fields[], next: readonly Fields[]) => {
    const { data, dependsOn } = answersOf(
      [storageClass('Delete'), ...old],
      [storageClass('Delete'), ...next],
    ).get(label)!;
    return [data, dependsOn];
  };
  const guarded = (given: Fields): Fields => ({
    ...given,
    metadata: { ...(given.metadata as Fields), annotations: GUARD },
  });
  const PERHAPS = ['may be lost', DOUBT];

  test('may be lost with their namespace', () => {
    expect(
      told('PersistentVolumeClaim/shop/data', [guarded(NAMESPACE), claim()], [claim()]),
    ).toEqual(PERHAPS);
  });

  test.each<[string, string, Fields, Fields, unknown[]]>([
    [
      'ephemeral ones',
      'web-0-data',
      { ephemeral: { volumeClaimTemplate: { spec: CLAIM_SPEC } } },
      {},
      PERHAPS,
    ],
    [
      'those that it deletes',
      'state-web-0',
      { emptyDir: {} },
      { persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete' } },
      PERHAPS,
    ],
    ['those that it retains', 'state-web-0', { emptyDir: {} }, {}, ['kept', undefined]],
  ])('of a set that perhaps goes: %s', (_which, name, volume, spec, answer) => {
    const set = workload('StatefulSet', podSpec('web:1', volume), {
      serviceName: 'web',
      volumeClaimTemplates: [{ metadata: { name: 'state' }, spec: CLAIM_SPEC }],
      ...spec,
    });
    expect(told(`PersistentVolumeClaim/shop/${name}`, [guarded(set)], [])).toEqual(answer);
  });
});

test('a claim that is new in a namespace that goes has no data, and stays as long as it is held', () => {
  const { data, afterwards, phase } = answersOf(
    [storageClass('Delete'), NAMESPACE],
    [storageClass('Delete'), claim({ finalizers: FOREIGN })],
  ).get('PersistentVolumeClaim/shop/data')!;
  expect([data, afterwards, phase]).toEqual([undefined, 'stuck', 'Pending']);
});
