import { errorOn, linesOf, mapOf } from './support';

const workload = (kind: string, name: string, volumes: string, more: string = '') => `
apiVersion: apps/v1
kind: ${kind}
metadata: { name: ${name}, namespace: shop }
spec: { ${more} template: { spec: { containers: [{ name: main, volumeMounts: [{ name: data, mountPath: /data }] }], volumes: [${volumes}] } } }`;
const claimed = (name: string) => `{ name: data, persistentVolumeClaim: { claimName: ${name} } }`;
const claim = (name: string, spec: string = '', metadata: string = '') => `
apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: ${name}, namespace: shop ${metadata} }
spec: { accessModes: [ReadWriteOnce], resources: { requests: { storage: 1Gi } } ${spec} }`;
const volume = (name: string, spec: string) => `
apiVersion: v1
kind: PersistentVolume
metadata: { name: ${name} }
spec: { accessModes: [ReadWriteMany], capacity: { storage: 5Gi }, ${spec} }`;
const storageClass = (name: string, provisioner: string, more: string = '') => `
apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: { name: ${name} ${more} }
provisioner: ${provisioner}`;
const driver = (name: string) => `
apiVersion: storage.k8s.io/v1
kind: CSIDriver
metadata: { name: ${name} }`;
const pod = (name: string, volumes: string, more: string = '') => `
apiVersion: v1
kind: Pod
metadata: { name: ${name}, namespace: shop ${more} }
spec: { containers: [{ name: main, volumeMounts: [{ name: data, mountPath: /data }] }], volumes: [${volumes}] }`;
const map = (...documents: string[]) => linesOf(mapOf(documents.join('\n---')));

test('a workload leads to its claim, that to its volume, that to its class, and that to its driver', () => {
  expect(
    map(
      driver('efs.csi.aws.com'),
      storageClass('efs', 'efs.csi.aws.com'),
      workload('Deployment', 'web', claimed('content'), 'replicas: 3,'),
      claim('content', ', volumeName: pv'),
      volume(
        'pv',
        'storageClassName: efs, persistentVolumeReclaimPolicy: Retain, csi: { driver: efs.csi.aws.com, volumeHandle: fs-1 }',
      ),
    ),
  ).toEqual([
    'workload/Deployment/shop/web: Deployment, 3 replicas',
    'claim/shop/content: PersistentVolumeClaim, 1Gi',
    'volume/pv: PersistentVolume, 5Gi, Retain',
    'class/efs: StorageClass',
    'driver/efs.csi.aws.com: CSIDriver',
    'workload/Deployment/shop/web -> claim/shop/content RWO /data',
    'claim/shop/content -> volume/pv RWX',
    'volume/pv -> class/efs',
    'class/efs -> driver/efs.csi.aws.com',
  ]);
});

test('a claim whose volume is to be made leads to its class', () => {
  expect(
    map(
      claim('a', ', storageClassName: gp3'),
      storageClass('gp3', 'ebs.csi.aws.com\nvolumeBindingMode: WaitForFirstConsumer'),
    ),
  ).toEqual([
    'claim/shop/a: PersistentVolumeClaim, 1Gi, not mounted',
    'class/gp3: StorageClass, WaitForFirstConsumer',
    'driver/ebs.csi.aws.com: CSIDriver, absent',
    'claim/shop/a -> class/gp3',
    'class/gp3 -> driver/ebs.csi.aws.com',
  ]);
});

test.each([
  [
    'the default class, if it asks for none',
    [
      claim('a'),
      storageClass(
        'std',
        'x',
        ', annotations: { storageclass.kubernetes.io/is-default-class: "true" }',
      ),
    ],
    'claim/shop/a -> class/std',
  ],
  [
    'the default of the cluster, if none is known',
    [claim('a')],
    'claim/shop/a -> class/default of the cluster',
  ],
  [
    'a class that only it names',
    [claim('a', ', storageClassName: gone')],
    'claim/shop/a -> class/gone',
  ],
])('a claim leads to %s', (_, documents, edge) => {
  expect(map(...documents)).toContain(edge);
});

test('a claim that wants no class leads nowhere', () => {
  expect(map(claim('a', ', storageClassName: ""'))).toEqual([
    'claim/shop/a: PersistentVolumeClaim, 1Gi, not mounted',
  ]);
});

test('manually created volumes have a class without a driver, and say what they are made of', () => {
  expect(
    map(
      storageClass('local', 'kubernetes.io/no-provisioner'),
      volume('pv', 'storageClassName: local, local: { path: /mnt }'),
    ),
  ).toEqual([
    'volume/pv: PersistentVolume, 5Gi, local',
    'class/local: StorageClass, manually created volumes',
    'volume/pv -> class/local',
  ]);
});

test('a volume whose class says nothing of its driver leads to the driver itself', () => {
  expect(
    map(volume('pv', 'storageClassName: byhand, csi: { driver: x.csi, volumeHandle: h }')),
  ).toEqual([
    'volume/pv: PersistentVolume, 5Gi',
    'class/byhand: StorageClass, absent',
    'driver/x.csi: CSIDriver, absent',
    'volume/pv -> class/byhand',
    'volume/pv -> driver/x.csi',
  ]);
});

test("a volume is its claim's by the volume's word too; reserved for one that is not there, it says so", () => {
  expect(
    map(
      claim('a'),
      volume('pv', 'claimRef: { name: a, namespace: shop }'),
      volume('other', 'claimRef: { name: gone, namespace: shop }'),
    ),
  ).toEqual([
    'claim/shop/a: PersistentVolumeClaim, 1Gi, not mounted',
    'volume/other: PersistentVolume, 5Gi, reserved for shop/gone',
    'volume/pv: PersistentVolume, 5Gi',
    'claim/shop/a -> volume/pv RWX',
  ]);
});

test('a volume that only a claim names is told as absent', () => {
  expect(map(claim('a', ', volumeName: pv'))).toEqual([
    'claim/shop/a: PersistentVolumeClaim, 1Gi, not mounted',
    'volume/pv: PersistentVolume, absent',
    'claim/shop/a -> volume/pv',
  ]);
});

test("a volume that is another claim's is not the claim's that names it", () => {
  expect(
    map(claim('a', ', volumeName: pv'), volume('pv', 'claimRef: { name: b, namespace: shop }')),
  ).not.toContain('claim/shop/a -> volume/pv RWX');
});

test('a claim that is mounted and not declared is told as absent, once', () => {
  expect(
    map(workload('Deployment', 'a', claimed('gone')), workload('Deployment', 'b', claimed('gone'))),
  ).toEqual([
    'workload/Deployment/shop/a: Deployment, 1 replica',
    'workload/Deployment/shop/b: Deployment, 1 replica',
    'claim/shop/gone: PersistentVolumeClaim, absent',
    'workload/Deployment/shop/a -> claim/shop/gone /data',
    'workload/Deployment/shop/b -> claim/shop/gone /data',
  ]);
});

describe('a claim template', () => {
  const set = (replicas: number) =>
    workload(
      'StatefulSet',
      'db',
      '',
      `replicas: ${replicas}, volumeClaimTemplates: [{ metadata: { name: data }, spec: { accessModes: [ReadWriteOnce], storageClassName: "", resources: { requests: { storage: 2Gi } } } }],`,
    );

  test('is one node, however many claims it makes', () => {
    expect(map(set(3))).toEqual([
      'workload/StatefulSet/shop/db: StatefulSet, 3 replicas',
      'claim/shop/data-db-*: claim template, 3 claims, 2Gi',
      'workload/StatefulSet/shop/db -> claim/shop/data-db-* RWO /data',
    ]);
  });

  test('of one pod has the name of its claim', () => {
    expect(map(set(1))).toContain('claim/shop/data-db-0: claim template, 2Gi');
  });

  test('of no pods has no claims', () => {
    expect(map(set(0))).toContain('claim/shop/data-db-*: claim template, 0 claims, 2Gi');
  });

  test('is counted without the claims that are declared', () => {
    expect(map(set(3), claim('data-db-1', ', storageClassName: ""')).slice(1)).toEqual([
      'claim/shop/data-db-*: claim template, 2 claims, 2Gi',
      'claim/shop/data-db-1: PersistentVolumeClaim, 1Gi',
      'workload/StatefulSet/shop/db -> claim/shop/data-db-* RWO /data',
      'workload/StatefulSet/shop/db -> claim/shop/data-db-1 RWO /data',
    ]);
  });

  test('is not there if all its claims are declared', () => {
    expect(map(set(1), claim('data-db-0', ', storageClassName: ""'))).toEqual([
      'workload/StatefulSet/shop/db: StatefulSet, 1 replica',
      'claim/shop/data-db-0: PersistentVolumeClaim, 1Gi',
      'workload/StatefulSet/shop/db -> claim/shop/data-db-0 RWO /data',
    ]);
  });

  test('leads to the volumes that are reserved for its claims, and who else mounts one of these leads to it', () => {
    expect(
      map(
        set(2),
        volume('pv-1', 'claimRef: { name: data-db-1, namespace: shop }'),
        workload('Deployment', 'backup', claimed('data-db-0')),
      ),
    ).toEqual(
      expect.arrayContaining([
        'claim/shop/data-db-* -> volume/pv-1 RWX',
        'workload/Deployment/shop/backup -> claim/shop/data-db-* RWO /data',
      ]),
    );
  });
});

test('ephemeral volumes are claims of their own, by their class', () => {
  const ephemeral =
    '{ name: data, ephemeral: { volumeClaimTemplate: { spec: { accessModes: [ReadWriteOnce], storageClassName: fast, volumeMode: Block } } } }';
  expect(
    map(workload('Deployment', 'web', ephemeral, 'replicas: 2,'), pod('one', ephemeral)),
  ).toEqual([
    'workload/Pod/shop/one: Pod',
    'workload/Deployment/shop/web: Deployment, 2 replicas',
    'claim/shop/one-data: ephemeral claim, block device',
    'claim/shop/web-*-data: ephemeral claim, 2 claims, block device',
    'class/fast: StorageClass, absent',
    'workload/Pod/shop/one -> claim/shop/one-data RWO /data',
    'workload/Deployment/shop/web -> claim/shop/web-*-data RWO /data',
    'claim/shop/one-data -> class/fast',
    'claim/shop/web-*-data -> class/fast',
  ]);
});

test('volumes of a driver without a claim lead from the workload to the driver', () => {
  expect(
    map(
      workload('DaemonSet', 'app', '{ name: data, csi: { driver: secrets.csi, readOnly: true } }'),
    ),
  ).toEqual([
    'workload/DaemonSet/shop/app: DaemonSet, on each node',
    'driver/secrets.csi: CSIDriver, absent',
    'workload/DaemonSet/shop/app -> driver/secrets.csi /data (read-only)',
  ]);
});

test('workloads without such volumes are not on the map', () => {
  expect(map(workload('Deployment', 'web', '{ name: data, emptyDir: {} }'))).toEqual([]);
});

describe('pods', () => {
  const owned = (kind: string, name: string) =>
    `, ownerReferences: [{ apiVersion: apps/v1, kind: ${kind}, name: ${name}, controller: true, uid: u }]`;
  const replicaSet = (owner: string) =>
    workload('ReplicaSet', 'web-1', claimed('a')).replace(
      'namespace: shop',
      `namespace: shop ${owned('Deployment', owner)}`,
    );

  test('are drawn as the workload that makes them', () => {
    const lines = map(
      claim('a', ', storageClassName: ""'),
      workload('Deployment', 'web', claimed('a'), 'replicas: 2,'),
      replicaSet('web'),
      pod('web-1-x', claimed('a'), owned('ReplicaSet', 'web-1')),
    );
    expect(lines).toEqual([
      'workload/Deployment/shop/web: Deployment, 2 replicas',
      'claim/shop/a: PersistentVolumeClaim, 1Gi',
      'workload/Deployment/shop/web -> claim/shop/a RWO /data',
    ]);
  });

  test('of an owner that is not there are one node, that counts them', () => {
    const lines = map(
      claim('a', ', storageClassName: ""'),
      ...['x', 'y'].map((name) => pod(name, claimed('a'), owned('ReplicaSet', 'web-1'))),
    );
    expect(lines).toEqual([
      'workload/ReplicaSet/shop/web-1: ReplicaSet, 2 pods, absent',
      'claim/shop/a: PersistentVolumeClaim, 1Gi',
      'workload/ReplicaSet/shop/web-1 -> claim/shop/a RWO /data',
    ]);
  });

  test('whose owners own each other are drawn as they are', () => {
    const set = workload('ReplicaSet', 'a', claimed('c')).replace(
      'namespace: shop',
      `namespace: shop ${owned('ReplicaSet', 'a')}`,
    );
    expect(map(set)[0]).toBe('workload/ReplicaSet/shop/a: ReplicaSet, 1 replica');
  });

  test('of a job are told if there are several at a time', () => {
    const job = (more: string) =>
      workload('Job', 'j', claimed('a'), more).replace('apps/v1', 'batch/v1');
    expect([map(job('parallelism: 3,'))[0], map(job(''))[0]]).toEqual([
      'workload/Job/shop/j: Job, 3 pods at a time',
      'workload/Job/shop/j: Job',
    ]);
  });
});

test('mounts are told with the part of the volume that they are of', () => {
  const lines = linesOf(
    mapOf(`
apiVersion: v1
kind: Pod
metadata: { name: p, namespace: shop }
spec:
  containers:
    - name: a
      volumeMounts:
        - { name: v, mountPath: /a, subPath: part }
        - { name: v, mountPath: /b, subPathExpr: $(POD_NAME), readOnly: true }
  volumes: [{ name: v, persistentVolumeClaim: { claimName: c } }]
`),
  );
  expect(lines[lines.length - 1]).toBe(
    'workload/Pod/shop/p -> claim/shop/c /a (sub path part), /b (read-only, sub path $(POD_NAME))',
  );
});

test('mounts are told with what is read-only', () => {
  const documents = `
apiVersion: v1
kind: Pod
metadata: { name: p, namespace: shop }
spec:
  containers: [{ name: a, volumeMounts: [{ name: v, mountPath: /rw }, { name: v, mountPath: /ro, readOnly: true }, { name: w, mountPath: /w }] }]
  volumes: [{ name: v, persistentVolumeClaim: { claimName: a } }, { name: w, persistentVolumeClaim: { claimName: b, readOnly: true } }]`;
  expect(map(documents).slice(-2)).toEqual([
    'workload/Pod/shop/p -> claim/shop/a /rw, /ro (read-only)',
    'workload/Pod/shop/p -> claim/shop/b /w (read-only)',
  ]);
});

test('objects that appear twice are two nodes, and who names them means the first', () => {
  expect(
    map(
      claim('a', ', storageClassName: ""'),
      claim('a', ', storageClassName: ""'),
      pod('p', claimed('a')),
      storageClass('s', 'x'),
      storageClass('s', 'x'),
    ),
  ).toEqual([
    'workload/Pod/shop/p: Pod',
    'claim/shop/a: PersistentVolumeClaim, 1Gi',
    'claim/shop/a#2: PersistentVolumeClaim, 1Gi',
    'class/s: StorageClass',
    'class/s#2: StorageClass',
    'driver/x: CSIDriver, absent',
    'workload/Pod/shop/p -> claim/shop/a RWO /data',
    'class/s -> driver/x',
    'class/s#2 -> driver/x',
  ]);
});

test('findings are told on the node of their object, and on the one that its pods are drawn as', () => {
  const on = (construct: string) => errorOn(construct, `wrong at ${construct}`, 'mend it');
  const owner =
    ', ownerReferences: [{ apiVersion: apps/v1, kind: ReplicaSet, name: gone, controller: true }]';
  const { nodes } = mapOf(
    [claim('a'), pod('x', claimed('a'), owner), pod('y', claimed('a'), owner)].join('\n---'),
    ['#0', '#1', '#2', '#9'].map(on),
  );
  expect(
    nodes.slice(0, 2).map(({ id, findings }) => [id, findings.map(({ message }) => message)]),
  ).toEqual([
    ['workload/ReplicaSet/shop/gone', ['wrong at #1', 'wrong at #2']],
    ['claim/shop/a', ['wrong at #0']],
  ]);
});

test('groups are the namespaces, with their workloads and claims', () => {
  const { groups } = mapOf(
    [
      claim('a'),
      claim('b').replace('shop', 'db'),
      pod('p', claimed('a')),
      claim('c').replace(', namespace: shop', ''),
    ].join('\n---'),
  );
  expect(groups).toEqual([
    { id: 'namespace/', namespace: undefined, nodes: ['claim/c'] },
    { id: 'namespace/db', namespace: 'db', nodes: ['claim/db/b'] },
    { id: 'namespace/shop', namespace: 'shop', nodes: ['workload/Pod/shop/p', 'claim/shop/a'] },
  ]);
});

test('the map does not depend on the order of the documents', () => {
  const documents = [
    claim('a'),
    claim('b'),
    pod('p', claimed('a')),
    pod('q', claimed('gone')),
    volume('pv', 'claimRef: { name: a, namespace: shop }'),
    storageClass('s', 'x'),
    driver('x'),
  ];
  expect(map(...[...documents].reverse())).toEqual(map(...documents));
});
