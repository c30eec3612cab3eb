/**
 * Objects whose files move between the folders of deployers: the one that had them prunes them,
 * unless another one has taken them over.
 */
import { diffDocuments } from '../../src/diff/documents';

const DATA = 'PersistentVolumeClaim/shop/data';
const CLASS = {
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name: 'fast' },
  provisioner: 'ebs.csi.aws.com',
};
const CLAIM = {
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name: 'data', namespace: 'shop' },
  spec: {
    accessModes: ['ReadWriteOnce'],
    storageClassName: 'fast',
    resources: { requests: { storage: '1Gi' } },
  },
};

const application = (name: string, path: string, prune = true) => ({
  apiVersion: 'argoproj.io/v1alpha1',
  kind: 'Application',
  metadata: { name, namespace: 'argocd' },
  spec: {
    project: 'default',
    source: { repoURL: 'https://git.example.com/a', path, directory: { recurse: true } },
    destination: { server: 'https://kubernetes.default.svc' },
    syncPolicy: { automated: { prune } },
  },
});

const file = (name: string, ...objects: readonly object[]) => ({
  name,
  text: objects.map((one) => JSON.stringify(one)).join('\n---\n'),
});

/** What is said of the claim when its file is moved, and the class stays where it is. */
function said(from: string, to: string, applications: readonly object[], of = 'repo'): unknown {
  const [old, next] = [
    [
      file('repo/boot/all.yaml', ...applications),
      file('repo/apps/shop/class.yaml', CLASS),
      file(`repo/${from}/data.yaml`, CLAIM),
    ],
    [
      file(`${of}/boot/all.yaml`, ...applications),
      file(of === 'repo' ? 'repo/apps/shop/class.yaml' : `${of}/class.yaml`, CLASS),
      file(`${of}/${to}/data.yaml`, CLAIM),
    ],
  ];
  const { data, dependsOn } = diffDocuments(old, next).objects.find(
    ({ object }) => object === DATA,
  )!;
  return { data, dependsOn };
}

const SHOP = application('shop', 'apps/shop');
const KEPT = { data: 'kept', dependsOn: undefined };

test('another Application may have taken over by then what the first one prunes', () => {
  expect(said('apps/shop', 'apps/store', [SHOP, application('store', 'apps/store')])).toEqual({
    data: 'may be lost',
    dependsOn: ['whether Application/argocd/store has taken it over by then'],
  });
});

test('nobody who is known deploys the other folder', () => {
  expect(said('apps/shop', 'apps/store', [SHOP])).toEqual({
    data: 'may be lost',
    dependsOn: ['whether something else has taken it over by then'],
  });
});

test('a file that moves to a folder below stays with its Application', () => {
  expect(said('apps/shop', 'apps/shop/claims', [SHOP])).toEqual(KEPT);
});

describe('what moves to an Application that deploys it elsewhere', () => {
  const store = (fields: object, source: object = {}) => {
    const one = application('store', 'apps/store');
    const { destination, source: own } = one.spec;
    return {
      ...one,
      spec: {
        ...one.spec,
        source: { ...own, ...source },
        destination: { ...destination, ...fields },
      },
    };
  };
  const LOST = { data: 'lost', dependsOn: undefined };
  const TAKEN = {
    data: 'may be lost',
    dependsOn: ['whether Application/argocd/store has taken it over by then'],
  };

  test.each<[string, object]>([
    ['another cluster', store({ server: 'https://other.example.com' })],
    ['another namespace, whatever it says', store({}, { kustomize: { namespace: 'store' } })],
    ['another name', store({}, { kustomize: { namePrefix: 'store-' } })],
  ])('is lost: %s', (_what, other) => {
    expect(said('apps/shop', 'apps/store', [SHOP, other])).toEqual(LOST);
  });

  test.each<[string, object]>([
    ['the name of a cluster may be that of the same one', store({ server: undefined, name: 'a' })],
    ['in-cluster is the same one', store({ server: undefined, name: 'in-cluster' })],
    ['it names its namespace itself', store({ namespace: 'store' })],
    ['a server that is filled in is any', store({ server: '{{server}}' })],
    ['a namespace that is filled in is any', store({}, { kustomize: { namespace: '{{name}}' } })],
  ])('may be taken over: %s', (_what, other) => {
    expect(said('apps/shop', 'apps/store', [SHOP, other])).toEqual(TAKEN);
  });

  test('may be taken over by another one that deploys the same folder to the same place', () => {
    const others = [
      store({ server: 'https://other.example.com' }),
      application('same', 'apps/store'),
    ];
    expect(said('apps/shop', 'apps/store', [SHOP, ...others])).toEqual({
      data: 'may be lost',
      dependsOn: ['whether Application/argocd/same has taken it over by then'],
    });
  });
});

test('an Application that does not prune leaves what moves', () => {
  expect(
    said('apps/shop', 'apps/store', [
      application('shop', 'apps/shop', false),
      application('store', 'apps/store'),
    ]),
  ).toEqual(KEPT);
});

test('all of NEW in a folder of another name is no move', () => {
  expect(said('apps/shop', 'claims', [SHOP], 'rendered')).toEqual(KEPT);
});

/** What is said of the claim when its file moves to where kustomizations build it. */
function saidOfBase(applications: readonly object[], ...builtBy: readonly string[]): unknown {
  const rest = [
    file('repo/boot/all.yaml', ...applications),
    file('repo/apps/shop/class.yaml', CLASS),
  ];
  const { data, dependsOn } = diffDocuments(
    [...rest, file('repo/apps/shop/data.yaml', CLAIM)],
    [...rest, { ...file('repo/base/data.yaml', CLAIM), builtBy }],
  ).objects.find(({ object }) => object === DATA)!;
  return { data, dependsOn };
}

test('a file that a kustomization of the folder lists wherever it is stays with its Application', () => {
  const base = 'repo/base/kustomization.yaml';
  expect(saidOfBase([SHOP], base, 'repo/apps/shop/kustomization.yaml')).toEqual(KEPT);
  expect(saidOfBase([SHOP], base)).toMatchObject({ data: 'may be lost' });
});

test('an Application whose folder lists a file may have taken it over', () => {
  const both = [SHOP, application('store', 'apps/store')];
  expect(saidOfBase(both, 'repo/apps/store/kustomization.yaml')).toEqual({
    data: 'may be lost',
    dependsOn: ['whether Application/argocd/store has taken it over by then'],
  });
});

test('an Application that is removed takes along what its folder lists', () => {
  const shop = {
    ...SHOP,
    metadata: { ...SHOP.metadata, finalizers: ['resources-finalizer.argocd.argoproj.io'] },
  };
  const rest = [
    file('repo/base/class.yaml', CLASS),
    { ...file('repo/base/data.yaml', CLAIM), builtBy: ['repo/apps/shop/kustomization.yaml'] },
  ];
  const { objects } = diffDocuments([file('repo/boot/shop.yaml', shop), ...rest], rest);
  expect(objects.find(({ object }) => object === DATA)!.data).toBe('lost');
});

/** What is said of the claim that two folders have, of which one drops it. */
function saidOfShared(
  dropped: 'apps/shop' | 'apps/store',
  applications: readonly object[] = [SHOP, application('store', 'apps/store')],
): unknown {
  const files = [
    file('repo/boot/all.yaml', ...applications),
    file('repo/apps/shop/class.yaml', CLASS),
    file('repo/apps/shop/data.yaml', CLAIM),
    file('repo/apps/store/data.yaml', CLAIM),
  ];
  const next = files.filter(({ name }) => name !== `repo/${dropped}/data.yaml`);
  const { data, dependsOn } = diffDocuments(files, next).objects.find(
    ({ object }) => object === DATA,
  )!;
  return { data, dependsOn };
}

test('of two Applications that have an object, one may still be its owner when it drops it', () => {
  expect(saidOfShared('apps/shop')).toEqual({
    data: 'may be lost',
    dependsOn: ['whether Application/argocd/store has taken it over by then'],
  });
  expect(saidOfShared('apps/store')).toEqual({
    data: 'may be lost',
    dependsOn: ['whether Application/argocd/shop has taken it over by then'],
  });
});

test('an Application that drops what it shares leaves it if it does not prune', () => {
  const applications = [
    application('shop', 'apps/shop', false),
    application('store', 'apps/store'),
  ];
  expect(saidOfShared('apps/shop', applications)).toEqual(KEPT);
});

test('an Application that is removed takes along what it shares, unless the other one has it', () => {
  const shop = {
    ...SHOP,
    metadata: { ...SHOP.metadata, finalizers: ['resources-finalizer.argocd.argoproj.io'] },
  };
  const files = [
    file('repo/boot/store.yaml', application('store', 'apps/store')),
    file('repo/apps/shop/class.yaml', CLASS),
    file('repo/apps/shop/data.yaml', CLAIM),
    file('repo/apps/store/data.yaml', CLAIM),
  ];
  const { objects } = diffDocuments([...files, file('repo/boot/shop.yaml', shop)], files);
  const { data, dependsOn } = objects.find(({ object }) => object === DATA)!;
  expect({ data, dependsOn }).toEqual({
    data: 'may be lost',
    dependsOn: ['whether Application/argocd/store has taken it over by then'],
  });
});

test('what two Applications drop is pruned by the one that prunes', () => {
  const applications = [SHOP, application('store', 'apps/store', false)];
  const files = [
    file('repo/boot/all.yaml', ...applications),
    file('repo/apps/shop/class.yaml', CLASS),
    file('repo/apps/shop/data.yaml', CLAIM),
    file('repo/apps/store/data.yaml', CLAIM),
  ];
  const { objects } = diffDocuments(files, files.slice(0, 2));
  expect(objects.find(({ object }) => object === DATA)!.data).toBe('lost');
});

describe('a volume whose file moves to another Application', () => {
  const TAKEN = 'whether Application/argocd/store has taken it over by then';
  const boot = file('repo/boot/all.yaml', SHOP, application('store', 'apps/store'));
  const volume = (policy: string, isOfDriver: boolean) => ({
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: {
      name: 'data',
      ...(isOfDriver
        ? { annotations: { 'pv.kubernetes.io/provisioned-by': 'ebs.csi.aws.com' } }
        : {}),
    },
    spec: {
      accessModes: ['ReadWriteOnce'],
      capacity: { storage: '1Gi' },
      storageClassName: 'fast',
      persistentVolumeReclaimPolicy: policy,
      csi: { driver: 'ebs.csi.aws.com', volumeHandle: 'vol-1' },
    },
  });
  const bound = file('repo/apps/shop/data.yaml', {
    ...CLAIM,
    spec: { ...CLAIM.spec, volumeName: 'data' },
  });
  const toldOf = (moved: object, ...rest: readonly (typeof boot)[]) => {
    const { objects } = diffDocuments(
      [boot, ...rest, file('repo/apps/shop/volume.yaml', moved)],
      [boot, ...rest, file('repo/apps/store/volume.yaml', moved)],
    );
    return Object.fromEntries(
      objects
        .filter(({ object }) => object.startsWith('Persistent'))
        .map(({ object, data, dependsOn }) => [object, [data, ...(dependsOn ?? [])]]),
    );
  };

  test('and whose driver deletes its storage with it', () => {
    expect(toldOf(volume('Delete', true))).toEqual({
      'PersistentVolume/data': ['may be lost', TAKEN],
    });
  });

  test.each([
    ['Delete', false],
    ['Retain', true],
  ])('is created again for the same storage: policy %s, made by its driver: %s', (...how) => {
    expect(toldOf(volume(...how))).toEqual({ 'PersistentVolume/data': [undefined] });
  });

  test('that stays bound to its claim, until that goes', () => {
    expect(toldOf(volume('Retain', false), bound)).toEqual({
      'PersistentVolume/data': ['kept', TAKEN],
      [DATA]: ['kept'],
    });
  });
});
