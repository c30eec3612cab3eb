/** Data of snapshots, sets without pods and custom resources, when they are deleted. */
import { diffObjects } from '../../src/diff';

type Fields = { readonly [field: string]: unknown };

const SNAPSHOTS = 'snapshot.storage.k8s.io/v1';
const GROUPS = 'groupsnapshot.storage.k8s.io/v1beta1';
const object = (
  apiVersion: string,
  kind: string,
  name: string,
  rest: Fields = {},
  metadata: Fields = { namespace: 'shop' },
) => ({ apiVersion, kind, metadata: { name, ...metadata }, ...rest });

/** What is told of the data of the first object, which goes while all else stays. */
function dataWithout(gone: object, ...others: readonly object[]): unknown {
  const { objects } = diffObjects([gone, ...others], others);
  const { metadata } = gone as { metadata: { name: string } };
  const told = objects.find(
    ({ object: label, verdict }) => verdict === 'deleted' && label.endsWith(`/${metadata.name}`),
  );
  return told && [told.data, told.because, ...(told.dependsOn ?? [])];
}

const DELETED = ['lost', 'the snapshot in the storage is deleted with it (deletionPolicy Delete)'];
const RETAINED = [
  'left behind',
  'the snapshot stays in the storage, and only its content refers to it (deletionPolicy Retain)',
];
const UNREFERRED = [
  'left behind',
  'the snapshot stays in the storage, and no object refers to it (deletionPolicy Retain)',
];
const perhaps = (policy: string) => [
  'may be lost',
  'the snapshot in the storage may be deleted with it',
  `the deletionPolicy of ${policy}`,
];

describe.each([
  [
    'VolumeSnapshot',
    SNAPSHOTS,
    'volumeSnapshotClassName',
    'volumeSnapshotContentName',
    'volumeSnapshotRef',
  ],
  [
    'VolumeGroupSnapshot',
    GROUPS,
    'volumeGroupSnapshotClassName',
    'volumeGroupSnapshotContentName',
    'volumeGroupSnapshotRef',
  ],
])('a %s', (kind, api, classField, contentField, reference) => {
  const snapshot = (spec: Fields) => object(api, kind, 'daily', { spec: { source: {}, ...spec } });
  const classOf = (name: string, deletionPolicy: string, metadata: Fields = {}) =>
    object(api, `${kind}Class`, name, { driver: 'ebs.csi.aws.com', deletionPolicy }, metadata);
  const content = (deletionPolicy: string, ref: Fields = {}) =>
    object(
      api,
      `${kind}Content`,
      'made',
      {
        spec: {
          deletionPolicy,
          driver: 'ebs.csi.aws.com',
          source: {},
          [reference]: { namespace: 'shop', name: 'daily', ...ref },
        },
      },
      {},
    );

  test.each([
    ['Delete', DELETED],
    ['Retain', RETAINED],
  ])('goes by the policy %s of its class', (policy, told) => {
    expect(dataWithout(snapshot({ [classField]: 'c' }), classOf('c', policy))).toEqual(told);
  });

  test('goes by the policy of a class that is not there', () => {
    expect(dataWithout(snapshot({ [classField]: 'c' }), classOf('d', 'Delete'))).toEqual(
      perhaps('the class "c"'),
    );
  });

  test.each([
    ['Delete', DELETED],
    ['Retain', RETAINED],
  ])('goes by the policy %s of the content that is made for it', (policy, told) => {
    const other = policy === 'Delete' ? 'Retain' : 'Delete';
    expect(
      dataWithout(snapshot({ [classField]: 'c' }), classOf('c', other), content(policy)),
    ).toEqual(told);
  });

  test.each([
    ['name', { name: 'other' }],
    ['namespace', { namespace: 'other' }],
  ])('does not go by the content for another %s', (_field, ref) => {
    expect(
      dataWithout(snapshot({ [classField]: 'c' }), classOf('c', 'Retain'), content('Delete', ref)),
    ).toEqual(RETAINED);
  });

  test('leaves a content to which nothing refers once that is removed as well', () => {
    expect(dataWithout(content('Retain', {}))).toEqual(UNREFERRED);
  });

  test('leaves nothing that refers to it once its content is removed as well', () => {
    const toldWithout = (...gone: object[]) =>
      diffObjects([snapshot({ source: { [contentField]: 'made' } }), content('Retain')], gone, {
        engine: 'flux',
      })
        .objects.filter(({ verdict }) => verdict === 'deleted')
        .map(({ data, because }) => [data, because]);
    expect(toldWithout()).toEqual([UNREFERRED, UNREFERRED]);
    expect(toldWithout(content('Retain'))).toEqual([RETAINED]);
  });

  test('goes by the content that it names, and by no class', () => {
    const named = (name: string) =>
      dataWithout(
        snapshot({ [classField]: 'c', source: { [contentField]: name } }),
        classOf('c', 'Retain'),
        content('Delete'),
      );
    expect([named('made'), named('gone')]).toEqual([DELETED, perhaps('the content "gone"')]);
  });

  const DEFAULT = { annotations: { 'snapshot.storage.kubernetes.io/is-default-class': 'true' } };

  test('goes by the default class, if there is one', () => {
    expect([
      dataWithout(snapshot({}), classOf('c', 'Retain', DEFAULT), classOf('d', 'Delete')),
      dataWithout(snapshot({}), classOf('c', 'Retain')),
      dataWithout(snapshot({})),
      dataWithout(snapshot({}), classOf('c', 'Retain', DEFAULT), classOf('d', 'Delete', DEFAULT)),
      dataWithout(snapshot({}), classOf('c', 'Delete', DEFAULT), classOf('d', 'Delete', DEFAULT)),
    ]).toEqual([
      RETAINED,
      perhaps('the default class'),
      perhaps('the default class'),
      perhaps('the default class'),
      DELETED,
    ]);
  });
});

const CLAIM_SPEC = {
  accessModes: ['ReadWriteOnce'],
  resources: { requests: { storage: '1Gi' } },
};
const claim = (spec: Fields) =>
  object('v1', 'PersistentVolumeClaim', 'data', {
    spec: { ...CLAIM_SPEC, ...spec },
  });
const cluster = (
  apiVersion: string,
  kind: string,
  name: string,
  rest: Fields,
  metadata: Fields = {},
) => object(apiVersion, kind, name, rest, metadata);
const defaultOf = (name: string, driver: string, deletionPolicy: string) =>
  cluster(
    SNAPSHOTS,
    'VolumeSnapshotClass',
    name,
    { driver, deletionPolicy },
    {
      annotations: { 'snapshot.storage.kubernetes.io/is-default-class': 'true' },
    },
  );
const storageClass = (provisioner: string, more: Fields = {}, name = 'fast') =>
  cluster('storage.k8s.io/v1', 'StorageClass', name, { provisioner, ...more });
const volume = (source: Fields) =>
  cluster('v1', 'PersistentVolume', 'disk', {
    spec: {
      capacity: { storage: '1Gi' },
      accessModes: ['ReadWriteOnce'],
      persistentVolumeReclaimPolicy: 'Retain',
      claimRef: { namespace: 'shop', name: 'data' },
      ...source,
    },
  });

test.each<[string, readonly object[], unknown]>([
  [
    'the driver of its class',
    [claim({ storageClassName: 'fast' }), storageClass('efs.csi.aws.com')],
    RETAINED,
  ],
  [
    'the driver that serves an in-tree class',
    [claim({ storageClassName: 'fast' }), storageClass('kubernetes.io/aws-ebs')],
    DELETED,
  ],
  [
    'the driver of its volume',
    [
      claim({ storageClassName: '', volumeName: 'disk' }),
      volume({ csi: { driver: 'efs.csi.aws.com', volumeHandle: 'v' } }),
    ],
    RETAINED,
  ],
  [
    'a volume that has no driver',
    [
      claim({ storageClassName: '', volumeName: 'disk' }),
      volume({ nfs: { server: 'a', path: '/' } }),
    ],
    perhaps('the default class'),
  ],
])('the default class of a snapshot is that for %s', (_about, around, told) => {
  const source = { persistentVolumeClaimName: 'data' };
  const snapshot = object(SNAPSHOTS, 'VolumeSnapshot', 'daily', { spec: { source } });
  expect(
    dataWithout(
      snapshot,
      ...around,
      defaultOf('a', 'ebs.csi.aws.com', 'Delete'),
      defaultOf('b', 'efs.csi.aws.com', 'Retain'),
    ),
  ).toEqual(told);
});

const set = (replicas: number, whenDeleted: string, ...classes: readonly (string | undefined)[]) =>
  object('apps/v1', 'StatefulSet', 'db', {
    spec: {
      replicas,
      persistentVolumeClaimRetentionPolicy: { whenDeleted },
      selector: { matchLabels: { app: 'db' } },
      template: {
        metadata: { labels: { app: 'db' } },
        spec: { containers: [{ name: 'db', image: 'db:1' }] },
      },
      volumeClaimTemplates: classes.map((storageClassName, index) => ({
        metadata: { name: `d${index}` },
        spec: { ...CLAIM_SPEC, storageClassName },
      })),
    },
  });
const TAKES = 'the set deletes the claims of its pods (whenDeleted: Delete)';
const EVER = 'whether it ever had pods, whose claims are still there';
const OF_CLASS = 'the reclaim policy of the class "fast"';
const RETAINING = storageClass('x', { reclaimPolicy: 'Retain' });

test.each<[string, object, readonly object[], unknown]>([
  ['keeps its claims', set(0, 'Retain', 'fast'), [], [undefined, undefined]],
  ['has no templates', set(0, 'Delete'), [], [undefined, undefined]],
  [
    'has a class that is not there',
    set(0, 'Delete', 'fast'),
    [],
    ['may be lost', TAKES, EVER, OF_CLASS],
  ],
  [
    'has a class that deletes',
    set(0, 'Delete', 'fast'),
    [storageClass('x')],
    ['may be lost', TAKES, EVER],
  ],
  [
    'has a class that retains',
    set(0, 'Delete', 'fast'),
    [RETAINING],
    ['left behind', `${TAKES}; their volumes are Released`],
  ],
  [
    'has one class that deletes',
    set(0, 'Delete', 'fast', 'slow'),
    [RETAINING, storageClass('x', {}, 'slow')],
    ['may be lost', TAKES, EVER],
  ],
])('a set without pods that %s', (_about, gone, around, told) => {
  expect(dataWithout(gone, ...around)).toEqual(told);
});

const ASKS = [
  'may be lost',
  'it requests storage',
  'whether its operator deletes its claims with it, and the reclaim policies of their volumes',
];

test.each<[string, unknown]>([
  ...[
    'storageClass',
    'storageClassName',
    'volumeClaimTemplate',
    'volumeClaimTemplates',
    'volumeClaimSpec',
    'dataVolumeTemplates',
    'persistence',
    'persistentVolumeClaimSpec',
  ].map((field): [string, unknown] => [`a ${field}`, { a: { [field]: {} } }]),
  ...['size', 'storage', 'capacity', 'disk', 'volume', 'dataSize'].map(
    (field): [string, unknown] => [`a quantity as ${field}`, [{ [field]: '10Gi' }]],
  ),
  ['a quantity of 1.5 TB', { size: '1.5T' }],
])('a custom resource with %s asks for storage', (_about, spec) => {
  expect(dataWithout(object('example.com/v1', 'Db', 'db', { spec }))).toEqual(ASKS);
});

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['a size that is no quantity', { size: 'large' }],
  ['a size without a unit', { size: '10' }],
  ['a number', { size: 10 }],
  ['a quantity of something else', { memory: '1Gi' }],
  ['a name that ends like a field of storage', { myStorageClasses: {} }],
])('a custom resource with %s asks for none', (_about, spec) => {
  expect(dataWithout(object('example.com/v1', 'Db', 'db', { spec }))).toEqual([
    undefined,
    undefined,
  ]);
});

test.each([
  ['argoproj.io/v1alpha1', 'AppProject'],
  ['source.toolkit.fluxcd.io/v1', 'GitRepository'],
  ['snapshot.storage.k8s.io/v1', 'VolumeSnapshotClass'],
  ['kyverno.io/v1', 'ClusterPolicy'],
])('a %s/%s holds no data, whatever it says', (apiVersion, kind) => {
  expect(dataWithout(object(apiVersion, kind, 'a', { spec: { size: '1Gi' } }))).toEqual([
    undefined,
    undefined,
  ]);
});

const definition = (group: string, kind: string, schema: Fields) =>
  cluster(
    'apiextensions.k8s.io/v1',
    'CustomResourceDefinition',
    `${kind.toLowerCase()}s.${group}`,
    {
      spec: {
        group,
        scope: 'Namespaced',
        names: { kind, plural: `${kind.toLowerCase()}s`, singular: kind.toLowerCase() },
        versions: [
          {
            name: 'v1',
            served: true,
            storage: true,
            schema: { openAPIV3Schema: { type: 'object', ...schema } },
          },
        ],
      },
    },
  );
const ALL_GO = [
  'may be lost',
  'all objects of the definition are deleted with it',
  'which objects of the definition there are',
];
const OPEN = { 'x-kubernetes-preserve-unknown-fields': true };

test.each<[string, object, unknown]>([
  ['of Applications', definition('argoproj.io', 'Application', {}), ALL_GO],
  ['of Kustomizations', definition('kustomize.toolkit.fluxcd.io', 'Kustomization', {}), ALL_GO],
  ['of releases', definition('helm.toolkit.fluxcd.io', 'HelmRelease', {}), ALL_GO],
  ['of snapshots', definition('snapshot.storage.k8s.io', 'VolumeSnapshot', {}), ALL_GO],
  [
    'of classes of snapshots',
    definition('snapshot.storage.k8s.io', 'VolumeSnapshotClass', {}),
    [undefined, undefined],
  ],
  ['of what may be anything', definition('example.com', 'Thing', OPEN), ALL_GO],
  [
    'of what may have anything in its spec',
    definition('example.com', 'Thing', { properties: { spec: { type: 'object', ...OPEN } } }),
    ALL_GO,
  ],
  [
    'of what has a class of storage',
    definition('example.com', 'Thing', {
      properties: {
        spec: { type: 'object', properties: { storageClassName: { type: 'string' } } },
      },
    }),
    ALL_GO,
  ],
  [
    'of something else',
    definition('example.com', 'Thing', { properties: { spec: { type: 'object' } } }),
    [undefined, undefined],
  ],
])('a definition %s that goes', (_about, gone, told) => {
  expect(dataWithout(gone)).toEqual(told);
});

test('a namespace takes along what is not in the files', () => {
  expect(dataWithout(cluster('v1', 'Namespace', 'shop', {}))).toEqual([
    'may be lost',
    'everything in the namespace is deleted with it',
    'what else is in the namespace',
  ]);
});

test('a snapshot may be pruned before its content retains it', () => {
  const content = (deletionPolicy: string) =>
    object(
      SNAPSHOTS,
      'VolumeSnapshotContent',
      'made',
      {
        spec: {
          deletionPolicy,
          driver: 'ebs.csi.aws.com',
          source: { snapshotHandle: 'snap-1' },
          volumeSnapshotRef: { namespace: 'shop', name: 'daily' },
        },
      },
      {},
    );
  const snapshot = object(SNAPSHOTS, 'VolumeSnapshot', 'daily', {
    spec: { source: { volumeSnapshotContentName: 'made' } },
  });
  const toldBy = (engine: 'argo' | 'flux') =>
    diffObjects([content('Delete'), snapshot], [content('Retain')], { engine }).objects.find(
      ({ object: label }) => label === 'VolumeSnapshot/shop/daily',
    );
  expect(toldBy('argo')).toMatchObject({
    data: 'may be lost',
    because: DELETED[1],
    dependsOn: ['whether what its data depends on is changed before it is deleted'],
  });
  expect(toldBy('flux')).toMatchObject({
    data: 'left behind',
    remedy: 'to use the snapshot again, name its handle in another content, and that in a snapshot',
  });
});

describe('a content that stays among the files, and whose snapshot goes', () => {
  const content = (deletionPolicy: string) =>
    object(
      SNAPSHOTS,
      'VolumeSnapshotContent',
      'made',
      {
        spec: {
          deletionPolicy,
          driver: 'ebs.csi.aws.com',
          source: { snapshotHandle: 'snap-1' },
          volumeSnapshotRef: { namespace: 'shop', name: 'daily' },
        },
      },
      {},
    );
  const snapshot = object(SNAPSHOTS, 'VolumeSnapshot', 'daily', {
    spec: { source: { volumeSnapshotContentName: 'made' } },
  });
  const toldOf = (old: readonly Fields[], next: readonly Fields[], engine: 'argo' | 'flux') => {
    const { data, because, afterwards, dependsOn } =
      diffObjects(old, next, { engine }).objects.find(
        ({ object: label }) => label === 'VolumeSnapshotContent/made',
      ) ?? {};
    return { data, because, afterwards, dependsOn };
  };
  const because = `VolumeSnapshot/shop/daily, which is bound to it, is deleted: ${DELETED[1]}`;

  test('goes with it, by its policy', () => {
    expect(toldOf([content('Delete'), snapshot], [content('Delete')], 'flux')).toEqual({
      data: 'lost',
      because,
      afterwards: 'deleted',
      dependsOn: undefined,
    });
    expect(toldOf([content('Retain'), snapshot], [content('Retain')], 'flux').data).toBe(undefined);
    expect(toldOf([content('Delete'), snapshot], [content('Delete'), snapshot], 'flux').data).toBe(
      undefined,
    );
  });

  test('may go with it before it is changed', () => {
    expect(toldOf([content('Delete'), snapshot], [content('Retain')], 'argo')).toEqual({
      data: 'may be lost',
      because,
      afterwards: undefined,
      dependsOn: ['whether the content is changed before its snapshot is deleted'],
    });
    expect(toldOf([content('Delete'), snapshot], [content('Retain')], 'flux').data).toBe(undefined);
  });
});

describe('a class of attributes that is removed', () => {
  const attributes = object(
    'storage.k8s.io/v1',
    'VolumeAttributesClass',
    'gold',
    { driverName: 'ebs.csi.aws.com', parameters: { iops: '1' } },
    {},
  );
  const using = (metadata: Fields = {}, volumeAttributesClassName: string | undefined = 'gold') => {
    const one = claim({ storageClassName: 'fast', volumeAttributesClassName });
    return { ...one, metadata: { ...one.metadata, ...metadata } };
  };
  const held = { finalizers: ['example.com/hold'] };

  test.each<[string, readonly object[], readonly object[], readonly unknown[]]>([
    ['goes where nothing has it', [], [], ['deleted', undefined]],
    [
      'stays with a claim that has it',
      [using()],
      [using()],
      ['stuck', ['kubernetes.io/vac-protection']],
    ],
    ['goes with a claim that goes', [using()], [], ['deleted', undefined]],
    [
      'stays with a claim that stays Terminating',
      [using(held)],
      [],
      ['stuck', ['kubernetes.io/vac-protection']],
    ],
    [
      'goes with a claim that another class keeps',
      [using(held, 'silver')],
      [],
      ['deleted', undefined],
    ],
  ])('%s', (_about, old, next, told) => {
    const fast = storageClass('ebs.csi.aws.com');
    const { objects } = diffObjects([fast, attributes, ...old], [fast, ...next]);
    const one = objects.find(({ object: label }) => label === 'VolumeAttributesClass/gold');
    expect([one?.verdict, one?.finalizers]).toEqual(told);
  });
});

describe('a content of a snapshot that stays', () => {
  const snapshot = object(SNAPSHOTS, 'VolumeSnapshot', 'daily', {
    spec: { source: { volumeSnapshotContentName: 'made' } },
  });
  const content = (deletionPolicy: string) =>
    object(
      SNAPSHOTS,
      'VolumeSnapshotContent',
      'made',
      {
        spec: {
          deletionPolicy,
          driver: 'ebs.csi.aws.com',
          source: { snapshotHandle: 's' },
          volumeSnapshotRef: { namespace: 'shop', name: 'daily' },
        },
      },
      {},
    );
  const toldOf = (old: readonly object[], next: readonly object[]) => {
    const { objects } = diffObjects(old, next, { engine: 'flux' });
    const one = objects.find(({ object: label }) => label === 'VolumeSnapshotContent/made');
    return [one?.verdict, one?.afterwards, one?.data, one?.because];
  };

  test.each<[string, string, readonly unknown[]]>([
    [
      'goes with its snapshot',
      'Delete',
      [
        'unchanged',
        'deleted',
        'lost',
        'VolumeSnapshot/shop/daily, which is bound to it, is deleted: the snapshot in the storage is deleted with it (deletionPolicy Delete)',
      ],
    ],
    ['stays without its snapshot', 'Retain', ['unchanged', undefined, undefined, undefined]],
  ])('%s', (_about, policy, told) => {
    expect(toldOf([snapshot, content(policy)], [content(policy)])).toEqual(told);
  });

  test('is as it was with its snapshot, whatever else goes', () => {
    const both = [snapshot, content('Delete')];
    const other = object('v1', 'ConfigMap', 'other');
    expect(toldOf([...both, other], both)).toEqual(['unchanged', undefined, undefined, undefined]);
    expect(toldOf([...both, other], [snapshot, content('Retain')])).toEqual([
      'changed',
      undefined,
      undefined,
      undefined,
    ]);
  });
});
