/**
 * What is not pruned as long as something is rejected, and what is pruned last; as kubectl, Flux
 * and Argo CD were seen to do.
 */
import { diffDocuments, diffObjects, DiffOptions } from '../../src/diff';

type Fields = Record<string, unknown>;

const LAST = { 'argocd.argoproj.io/sync-options': 'PruneLast=true' };
const CLASS = {
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name: 'fast' },
  provisioner: 'ebs.csi.aws.com',
};
const claim = (annotations: Fields = {}, spec: Fields = {}) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name: 'data', namespace: 'shop', annotations },
  spec: {
    accessModes: ['ReadWriteOnce'],
    storageClassName: 'fast',
    resources: { requests: { storage: '1Gi' } },
    ...spec,
  },
});
const web = (app: string, annotations: Fields = {}) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace: 'shop', annotations },
  spec: {
    selector: { matchLabels: { app } },
    template: {
      metadata: { labels: { app } },
      spec: { containers: [{ name: 'web', image: 'web:1' }] },
    },
  },
});
const application = (name: string, ...syncOptions: string[]) => ({
  apiVersion: 'argoproj.io/v1alpha1',
  kind: 'Application',
  metadata: { name, namespace: 'argocd' },
  spec: {
    project: 'default',
    destination: { namespace: 'shop' },
    source: { repoURL: 'https://git.example.com/a', path: '.' },
    syncPolicy: { automated: { prune: true }, syncOptions },
  },
});
const kustomization = (name: string, spec: Fields = {}) => ({
  apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
  kind: 'Kustomization',
  metadata: { name, namespace: 'shop' },
  spec: {
    interval: '1h',
    path: './apps',
    prune: true,
    sourceRef: { kind: 'GitRepository', name: 'a' },
    ...spec,
  },
});

/** Notes on a claim that leaves the files, while a Deployment is changed. */
function told(
  engine: DiffOptions['engine'],
  removed: object = claim(),
  next: object = web('other'),
  both: readonly object[] = [],
) {
  const { objects, notes } = diffObjects(
    [CLASS, web('web'), removed, ...both],
    [CLASS, next, ...both],
    {
      engine,
    },
  );
  const object = 'PersistentVolumeClaim/shop/data';
  const one = objects.find((each) => each.object === object);
  return [
    one?.verdict,
    one?.data,
    ...notes.filter((note) => note.object === object).map(({ message }) => message),
  ];
}

const waiting = (who: string) => [
  'deleted',
  'lost',
  `${who} while the API server rejects Deployment/shop/web: what is reported here happens as soon as that is fixed`,
];
const NOT_LAST = ['deleted', 'lost'];

test.each<[string, DiffOptions['engine'], string]>([
  ['kubectl', 'kubectl', 'kubectl prunes nothing'],
  ['Flux', 'flux', 'Flux prunes nothing'],
  ['Helm', 'helm', 'Helm deletes nothing'],
])('%s prunes nothing after an error', (_what, engine, who) => {
  expect(told(engine)).toEqual(waiting(who));
  expect(told(engine, claim(), web('web'))).toEqual(NOT_LAST);
});

test('Argo CD prunes before it applies, but for what it prunes last', () => {
  const who = 'Argo CD prunes it last, and not at all';
  expect(told('argo')).toEqual(NOT_LAST);
  expect(told('argo', claim(LAST))).toEqual(waiting(who));
  expect(told('argo', claim(), undefined, [application('shop', 'PruneLast=true')])).toEqual(
    waiting(who),
  );
  expect(told('argo', claim(), undefined, [application('shop')])).toEqual(NOT_LAST);
});

test('nothing is said where it is unknown who prunes, or where one deployer goes on without another', () => {
  expect(told(undefined)).toEqual(NOT_LAST);
  expect(told('none')).toEqual(NOT_LAST);
  expect(told('flux', claim(), undefined, [kustomization('a'), kustomization('b')])).toEqual(
    NOT_LAST,
  );
});

describe('of several deployers, one goes on without another', () => {
  const store = (engine: 'argo' | 'flux', name: string, option = 'PruneLast=true') =>
    engine === 'flux'
      ? kustomization(name, { path: `./apps/${name}` })
      : {
          ...application(name, option),
          spec: {
            ...application(name, option).spec,
            source: { repoURL: 'https://git.example.com/a', path: `apps/${name}` },
          },
        };
  /** Notes on a claim that leaves its folder, while a Deployment is changed in another one. */
  const toldIn = (
    engine: 'argo' | 'flux',
    claimIn: string,
    webIn: string,
    deployers = [store(engine, 'a'), store(engine, 'b')],
  ) => {
    const file = (name: string, ...objects: readonly object[]) => ({
      name,
      text: objects.map((one) => JSON.stringify(one)).join('\n---\n'),
    });
    const boot = file('boot/all.yaml', CLASS, ...deployers);
    const { notes } = diffDocuments(
      [boot, file(`${claimIn}/data.yaml`, claim()), file(`${webIn}/web.yaml`, web('web'))],
      [boot, file(`${webIn}/web.yaml`, web('other'))],
    );
    return notes.filter(({ id }) => id === 'prune-waits').map(({ message }) => message);
  };
  const LATER = 'what is reported here happens as soon as that is fixed';
  const REJECTS = 'while the API server rejects Deployment/shop/web';

  test.each([
    ['argo', `Argo CD prunes it last, and not at all ${REJECTS}: ${LATER}`],
    ['flux', `Flux prunes nothing ${REJECTS}: ${LATER}`],
  ] as const)('%s', (engine, message) => {
    expect(toldIn(engine, 'apps/a', 'apps/a')).toEqual([message]);
    expect(toldIn(engine, 'apps/a', 'apps/b')).toEqual([]);
    expect(toldIn(engine, 'apps/a', 'apps')).toEqual([]);
    expect(toldIn(engine, 'apps', 'apps/a')).toEqual([]);
  });

  test('and whether the other one forces changes does not matter', () => {
    const forcing = kustomization('b', { path: './apps/b', force: true });
    const both = [store('flux', 'a'), forcing];
    expect(toldIn('flux', 'apps/a', 'apps/a', both)).toHaveLength(1);
    expect(toldIn('flux', 'apps/b', 'apps/b', both)).toEqual([]);
  });

  test('and what the other one prunes last does not matter', () => {
    const [last, first] = [store('argo', 'a'), store('argo', 'b', 'ApplyOutOfSyncOnly=true')];
    expect(toldIn('argo', 'apps/a', 'apps/a', [last, first])).toHaveLength(1);
    expect(toldIn('argo', 'apps/b', 'apps/b', [last, first])).toEqual([]);
  });
});

test('what is forced does not stop an engine', () => {
  const forced = web('other', { 'kustomize.toolkit.fluxcd.io/force': 'enabled' });
  expect(told('flux', claim(), forced)).toEqual(NOT_LAST);
  expect(told('flux', claim(), undefined, [kustomization('a', { force: true })])).toEqual(NOT_LAST);
});

test('data that stay are not told to wait', () => {
  const policy = { ...CLASS, reclaimPolicy: 'Retain' };
  const next = [policy, web('other')];
  const namespaced = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'a', namespace: 'shop' },
  };
  const { notes } = diffObjects([policy, web('web'), namespaced], next, { engine: 'kubectl' });
  expect(notes.filter(({ id }) => id === 'prune-waits')).toEqual([]);
});

describe('a volume that is retained in the change in which its claim goes', () => {
  const volume = (persistentVolumeReclaimPolicy: string) => ({
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
      claimRef: { namespace: 'shop', name: 'data' },
      csi: { driver: 'ebs.csi.aws.com', volumeHandle: 'vol-1' },
    },
  });
  const dataOf = (annotations: Fields, both: readonly object[] = []) => {
    const removed = claim(annotations, { volumeName: 'data' });
    const { objects } = diffObjects(
      [CLASS, volume('Delete'), removed, ...both],
      [CLASS, volume('Retain'), ...both],
      { engine: 'argo' },
    );
    const one = objects.find(({ object }) => object === 'PersistentVolumeClaim/shop/data');
    return [one?.data, one?.because, one?.dependsOn];
  };

  test('may be deleted, as Argo CD prunes first', () => {
    expect(dataOf({})).toEqual([
      'may be lost',
      'its driver deletes the volume once it is released (reclaim policy Delete)',
      ['whether PersistentVolume/data is changed before its claim is deleted'],
    ]);
  });

  test('stays if the claim is pruned last', () => {
    const stays = ['left behind', 'its volume is Released, without a claim', undefined];
    expect(dataOf(LAST)).toEqual(stays);
    expect(dataOf({}, [application('shop', 'PruneLast=true')])).toEqual(stays);
  });
});
