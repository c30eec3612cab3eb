/** Objects that Argo CD would force with server-side apply. */
import { diffObjects, DiffOptions } from '../../src/diff';

type Fields = Record<string, unknown>;

const CLAIM = 'PersistentVolumeClaim/shop/data';
const storageClass = {
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name: 'fast' },
  provisioner: 'ebs.csi.aws.com',
};
const claim = (options = '', accessMode = 'ReadWriteOnce', labels: Fields = {}) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: {
    name: 'data',
    namespace: 'shop',
    labels,
    ...(options === '' ? {} : { annotations: { 'argocd.argoproj.io/sync-options': options } }),
  },
  spec: {
    accessModes: [accessMode],
    storageClassName: 'fast',
    resources: { requests: { storage: '1Gi' } },
  },
});
const application = (syncOptions: readonly string[], name = 'shop') => ({
  apiVersion: 'argoproj.io/v1alpha1',
  kind: 'Application',
  metadata: { name, namespace: 'argocd' },
  spec: {
    project: 'default',
    destination: { namespace: 'shop' },
    source: { repoURL: 'https://git.example.com/a', path: '.' },
    syncPolicy: { syncOptions },
  },
});

function told(options: string, next: readonly object[] = [], accessMode = 'ReadWriteMany') {
  const { objects, notes } = diffObjects(
    [storageClass, claim()],
    [storageClass, claim(options, accessMode), ...next],
    { engine: 'argo' },
  );
  const one = objects.find(({ object }) => object === CLAIM);
  return {
    verdict: one?.verdict,
    data: one?.data,
    words: one?.errors?.map(({ message }) => message),
    notes: notes.filter(({ id }) => id === 'force').length,
  };
}

const FAILS = {
  verdict: 'refused',
  data: 'kept',
  words: ['error validating options: --force cannot be used with --server-side'],
  notes: 0,
};

test.each<[string, string, object[]]>([
  ['by their own options', 'Force=true,ServerSideApply=true', []],
  ['as their Application says', 'Force=true', [application(['ServerSideApply=true'])]],
])('fail to sync, and stay: %s', (_what, options, next) => {
  expect(told(options, next, 'ReadWriteOnce')).toEqual(FAILS);
  // What the API server refuses as well is told in its words.
  expect(told(options, next)).toMatchObject({ verdict: 'refused', data: 'kept', notes: 0 });
});

test.each<[string, string, object[]]>([
  ['on the client', 'Force=true', [application([])]],
  [
    'on the client alone',
    'Force=true,ServerSideApply=false',
    [application(['ServerSideApply=true'])],
  ],
  ['and replaced', 'Force=true,Replace=true,ServerSideApply=true', []],
  ['and replaced by all', 'Force=true,ServerSideApply=true', [application(['Replace=true'])]],
])('are deleted if they are applied %s', (_what, options, next) => {
  expect(told(options, next)).toMatchObject({ verdict: 'refused', data: 'lost' });
});

test('may be deleted where one of the Applications applies on the client', () => {
  const next = [application(['ServerSideApply=true']), application([], 'other')];
  expect(told('Force=true', next)).toMatchObject({ data: 'lost' });
});

test('may be deleted where nothing shows that the Application deploys them', () => {
  const { spec, ...rest } = application(['ServerSideApply=true']);
  const source = { ...spec.source, path: 'other' };
  const other = { ...rest, spec: { ...spec, destination: { namespace: 'other' }, source } };
  expect(told('Force=true', [other])).toMatchObject({ data: 'lost' });
});

test('are not created, and do not matter to other engines or where nothing changes', () => {
  const forced = claim('Force=true,ServerSideApply=true');
  const verdictOf = (old: object[], next: object[], engine: 'argo' | 'flux') =>
    diffObjects([storageClass, ...old], [storageClass, ...next], { engine }).objects.find(
      ({ object }) => object === CLAIM,
    )?.verdict;
  expect(verdictOf([], [forced], 'argo')).toBe('refused');
  expect(verdictOf([], [forced], 'flux')).toBe('created');
  expect(verdictOf([forced], [forced], 'argo')).toBe('unchanged');
});

describe('objects that are replaced by force', () => {
  const REPLACED = { 'argocd.argoproj.io/sync-options': 'Force=true,Replace=true' };
  const classOf = (provisioner: string, annotations: Fields = REPLACED) => ({
    ...storageClass,
    metadata: { name: 'fast', annotations },
    provisioner,
  });
  const settings = (value: string) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'settings', namespace: 'shop' },
    data: { value },
  });
  const web = (app = 'web') => ({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', namespace: 'shop', annotations: REPLACED },
    spec: {
      selector: { matchLabels: { app } },
      template: {
        metadata: { labels: { app } },
        spec: { containers: [{ name: 'web', image: 'web:1' }] },
      },
    },
  });
  const RECREATES = 'Force=true and Replace=true make Argo CD delete and recreate it at this sync';
  const verdictOf = (old: object[], next: object[], engine: 'argo' | 'flux' = 'argo') => {
    const { objects, notes } = diffObjects(old, next, { engine });
    const { object, verdict, restarts } = objects[0];
    const own = notes.filter((one) => one.object === object).map(({ message }) => message);
    return [verdict, restarts, ...own];
  };

  test('are deleted and created, though the server refuses to change them', () => {
    expect(verdictOf([classOf('ebs.csi.aws.com')], [classOf('other.example.com')])).toEqual([
      'replaced',
      undefined,
      RECREATES,
    ]);
    expect(verdictOf([web()], [web('shop')])).toEqual(['replaced', 'all', RECREATES]);
    expect(verdictOf([classOf('a.example.com', {})], [classOf('b.example.com', {})])[0]).toBe(
      'refused',
    );
    const all = [classOf('a.example.com'), classOf('b.example.com')];
    expect(verdictOf([all[0]], [all[1]], 'flux')[0]).toBe('refused');
  });

  test('are replaced unchanged where something else is synced, and only then', () => {
    const one = web();
    expect(verdictOf([one, settings('1')], [one, settings('2')])).toEqual([
      'replaced',
      'all',
      RECREATES,
    ]);
    expect(verdictOf([one, settings('1')], [one, settings('1')])[0]).toBe('unchanged');
  });

  test('stay where their Applications apply only what is out of sync, unless they change', () => {
    const dataOf = (next: object, ...options: readonly (readonly string[])[]) => {
      const all = options.map((each, index) => application(each, `app-${index}`));
      const { objects } = diffObjects(
        [storageClass, settings('1'), claim('Force=true,Replace=true'), ...all],
        [storageClass, settings('2'), next, ...all],
      );
      const { verdict, data } = objects.find(({ object }) => object === CLAIM)!;
      return [verdict, data];
    };
    const same = claim('Force=true,Replace=true');
    const other = claim('Force=true,Replace=true', 'ReadWriteOnce', { tier: 'data' });
    const only = ['ApplyOutOfSyncOnly=true'];
    expect(dataOf(same, only)).toEqual(['unchanged', 'kept']);
    expect(dataOf(other, only)).toEqual(['replaced', 'lost']);
    expect(dataOf(same, [])).toEqual(['replaced', 'lost']);
    expect(dataOf(same, only, [])).toEqual(['replaced', 'lost']);
  });

  test('are gone where they are refused when they are created as well', () => {
    expect(verdictOf([web()], [{ ...web(), spec: {} }])[0]).toBe('refused');
  });

  test('are those of Applications that replace everything', () => {
    const forced = { 'argocd.argoproj.io/sync-options': 'Force=true' };
    const old = classOf('a.example.com', forced);
    const next = classOf('b.example.com', forced);
    expect(verdictOf([old], [next, application(['Replace=true'])])[0]).toBe('replaced');
    expect(verdictOf([old], [next, application([])])[0]).toBe('refused');
  });
});

describe('objects with Force alone, whose change the API server refuses', () => {
  const FORCED = { 'argocd.argoproj.io/sync-options': 'Force=true' };
  const claimTemplate = (storage: string) => ({
    metadata: { name: 'state' },
    spec: {
      accessModes: ['ReadWriteOnce'],
      storageClassName: 'fast',
      resources: { requests: { storage } },
    },
  });
  const podSpec = (image: string) => ({ containers: [{ name: 'main', image }] });
  const set = (storage: string, whenDeleted = 'Retain') => ({
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: { name: 'db', namespace: 'shop', annotations: FORCED },
    spec: {
      serviceName: 'db',
      persistentVolumeClaimRetentionPolicy: { whenDeleted },
      selector: { matchLabels: { app: 'db' } },
      template: { metadata: { labels: { app: 'db' } }, spec: podSpec('db:1') },
      volumeClaimTemplates: [claimTemplate(storage)],
    },
  });
  const job = (image: string, annotations: Fields = FORCED) => ({
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: 'load', namespace: 'shop', annotations },
    spec: { template: { spec: { restartPolicy: 'Never', ...podSpec(image) } } },
  });
  const pod = (image: string, node: string) => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'alone', namespace: 'shop', annotations: FORCED },
    spec: { ...podSpec(image), nodeName: node },
  });
  const verdictOf = (old: object, next: object, options: DiffOptions = {}) => {
    const { objects } = diffObjects([storageClass, old], [storageClass, next], {
      engine: 'argo',
      way: 'clientSide',
      ...options,
    });
    const { object: first } = objects[1];
    const own = objects.filter(({ of }) => of === first).map(({ data }) => data);
    return [objects[1].verdict, ...own];
  };

  test('are deleted and created, if they are applied on the client', () => {
    expect(verdictOf(job('a'), job('b'))).toEqual(['replaced']);
    const own = { 'argocd.argoproj.io/sync-options': 'Force=true,ServerSideApply=false' };
    expect(verdictOf(job('a', own), job('b', own), { way: 'serverSide' })).toEqual(['replaced']);
    expect(verdictOf(job('a'), job('b'), { way: 'serverSide' })).toEqual(['refused']);
    expect(verdictOf(job('a', {}), job('b', {}))).toEqual(['refused']);
    expect(verdictOf(job('a'), job('b'), { engine: 'flux' })).toEqual(['refused']);
  });

  test('are only changed where the server takes the change', () => {
    const labelled = { ...job('a'), metadata: { ...job('a').metadata, labels: { a: 'b' } } };
    expect(verdictOf(job('a'), labelled)).toEqual(['changed']);
  });

  test('are told to be made again by that alone', () => {
    const { notes } = diffObjects([job('a')], [job('b')], { engine: 'argo', way: 'clientSide' });
    expect(notes.map(({ message }) => message)).toEqual([
      'Force=true makes Argo CD delete and recreate it at this sync',
    ]);
  });

  test('go with what they own', () => {
    expect(verdictOf(set('1Gi', 'Delete'), set('2Gi', 'Delete'))).toEqual(['replaced', 'lost']);
    expect(verdictOf(set('1Gi'), set('2Gi'))).toEqual(['replaced', 'kept']);
  });

  test('stay refused where they are not gone at once', () => {
    expect(verdictOf(pod('a', 'one'), pod('a', 'two'))).toEqual(['refused']);
  });
});

describe('a Job with another image that is a hook', () => {
  const job = (image: string, annotations: Fields) => ({
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: 'migrate', namespace: 'shop', annotations },
    spec: {
      template: { spec: { restartPolicy: 'Never', containers: [{ name: 'migrate', image }] } },
    },
  });
  const diffOf = (engine: 'argo' | 'helm' | 'flux', annotations: Fields) =>
    diffObjects([job('app:1', annotations)], [job('app:2', annotations)], { engine });
  const verdictOf = (...how: Parameters<typeof diffOf>) =>
    diffOf(...how).objects.find(({ object }) => object === 'Job/shop/migrate')?.verdict;
  const ARGO = 'argocd.argoproj.io/hook';

  test.each<[string, 'argo' | 'helm', Fields]>([
    ['Argo CD, by default', 'argo', { [ARGO]: 'PreSync' }],
    [
      'Argo CD, before it creates it',
      'argo',
      { [ARGO]: 'PostSync', [`${ARGO}-delete-policy`]: 'BeforeHookCreation' },
    ],
    ["Argo CD, by Helm's words", 'argo', { 'helm.sh/hook': 'pre-upgrade' }],
    ['Helm, by default', 'helm', { 'helm.sh/hook': 'pre-install,pre-upgrade' }],
    [
      'Helm, before it creates it',
      'helm',
      { 'helm.sh/hook': 'post-upgrade', 'helm.sh/hook-delete-policy': 'before-hook-creation' },
    ],
  ])('%s: it is deleted, and created again', (_name, engine, annotations) => {
    expect(verdictOf(engine, annotations)).toBe('replaced');
    expect(diffOf(engine, annotations).notes).toEqual([]);
  });

  test.each<[string, 'argo' | 'helm' | 'flux', Fields]>([
    ['it is no hook', 'argo', {}],
    [
      'Argo CD deletes it only where it fails',
      'argo',
      { [ARGO]: 'PreSync', [`${ARGO}-delete-policy`]: 'HookFailed' },
    ],
    ['Argo CD makes it only after a failed sync', 'argo', { [ARGO]: 'SyncFail' }],
    ['Flux knows no hooks', 'flux', { [ARGO]: 'PreSync' }],
    [
      'Helm deletes it only where it fails',
      'helm',
      { 'helm.sh/hook': 'pre-upgrade', 'helm.sh/hook-delete-policy': 'hook-failed' },
    ],
  ])('%s: what is immutable is refused', (_name, engine, annotations) => {
    expect(verdictOf(engine, annotations)).toBe('refused');
  });
});
