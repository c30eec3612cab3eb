/** The class of claims that name none, as the target of the configuration has it. */
import { diffObjects, DiffOptions } from '../../src/diff';
import { bare, live, readOutOf } from '../support/read-outs';

const claim = (spec: object = {}) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name: 'data', namespace: 'shop' },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...spec },
});
const storageClass = (name: string, annotations: object = {}) => ({
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name, annotations },
  provisioner: 'disk.csi.test',
});
const MARK = { 'storageclass.kubernetes.io/is-default-class': 'true' };

/** What becomes of the claim where the target names the class gp3. */
function verdictOf(old: readonly object[], next: readonly object[]): string | undefined {
  const { objects } = diffObjects(old, next, { defaultStorageClassName: 'gp3' });
  return objects.find(({ object }) => object.startsWith('PersistentVolumeClaim'))?.verdict;
}

test('a claim that comes to name the default class is the same', () => {
  expect(verdictOf([claim()], [claim({ storageClassName: 'gp3' })])).toBe('unchanged');
});

test('a claim has had the default class since it was made, and gets no other', () => {
  expect(verdictOf([claim()], [claim({ storageClassName: 'gp2' })])).toBe('refused');
});

test('a class that is marked as the default wins over the one that the target names', () => {
  const classes = [storageClass('gp2', MARK)];
  const named = claim({ storageClassName: 'gp2' });
  expect(verdictOf([...classes, claim()], [...classes, named])).toBe('unchanged');
});

test('a claim of the class that is empty has none, whatever the default is', () => {
  expect(verdictOf([claim({ storageClassName: '' })], [claim({ storageClassName: 'gp3' })])).toBe(
    'refused',
  );
});

test('a class that says that it is not the default is none, whatever the target names', () => {
  const [marked, unmarked] = ['true', 'false'].map((value) =>
    storageClass('gp3', { 'storageclass.kubernetes.io/is-default-class': value }),
  );
  const { objects } = diffObjects([marked], [unmarked, claim()], {
    defaultStorageClassName: 'gp3',
  });
  expect(objects).toContainEqual(
    expect.objectContaining({ object: 'PersistentVolumeClaim/shop/data', phase: 'Pending' }),
  );
});

describe('of several classes that are marked, the default is', () => {
  const marked = (...names: readonly string[]) => names.map((name) => storageClass(name, MARK));
  /** The one of these that a new claim without a class gets. */
  const givenBy = (
    old: readonly object[],
    next: readonly object[],
    cluster?: DiffOptions['cluster'],
  ) =>
    ['a', 'b', 'c'].filter((storageClassName) => {
      const twice = [claim(), claim({ storageClassName })];
      const { objects } = diffObjects(old, [...next, ...twice], { cluster });
      return objects[next.length].verdict === 'created';
    });

  test('the first by name, if they are applied together', () => {
    expect(givenBy([], marked('c', 'a', 'b'))).toEqual(['a']);
    expect(givenBy(marked('b', 'a', 'c'), marked('b', 'a', 'c'))).toEqual(['a']);
  });

  test('one that is new', () => {
    expect(givenBy(marked('a'), marked('a', 'b', 'c'))).toEqual(['b']);
  });

  test('the newest in the cluster', () => {
    const made = (name: string, second: number) =>
      live('storage.k8s.io/v1', 'StorageClass', name, {
        metadata: { annotations: MARK, creationTimestamp: `2026-11-01T10:00:0${second}Z` },
        provisioner: 'disk.csi.test',
      });
    const among = (...classes: readonly object[]) =>
      givenBy([], [], readOutOf([...bare('shop'), ...classes]));
    expect([
      among(made('a', 1), made('b', 3), made('c', 2)),
      among(made('a', 1), made('c', 2), made('b', 2)),
    ]).toEqual([['b'], ['b']]);
  });
});

describe('the remedy for a claim that may have a class of the cluster', () => {
  const user = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web', namespace: 'shop' },
    spec: {
      containers: [
        { name: 'web', image: 'web:1', volumeMounts: [{ name: 'data', mountPath: '/data' }] },
      ],
      volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }],
    },
  };
  const remedyFor = (spec: object, options: DiffOptions = {}) => {
    const next = [claim(spec), user];
    return diffObjects([claim(), user], next, options).objects.find(
      ({ verdict }) => verdict === 'refused',
    )?.remedy;
  };
  const LARGER = { resources: { requests: { storage: '2Gi' } } };
  const SHARED = { accessModes: ['ReadWriteMany'] };

  test.each([
    ['a larger size', LARGER, 'if it is, its data would be lost'],
    ['other modes', SHARED, 'if it is, create a new claim under a new name'],
  ])('for %s does not take it for free', (_, spec, words) => {
    expect(remedyFor(spec)).toContain(words);
    expect(remedyFor(spec)).not.toContain('holds no data');
  });

  test.each([
    ['a larger size', LARGER],
    ['other modes', SHARED],
  ])('for %s takes it for free where somebody says so', (_, spec) => {
    expect(remedyFor(spec, { bound: 'none' })).toContain('holds no data yet');
  });
});

describe('the data of a claim without a class, where several classes are the default,', () => {
  const classOf = (name: string, fields: object) => ({
    ...storageClass(name, MARK),
    ...fields,
  });
  const set = {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: { name: 'db', namespace: 'shop' },
    spec: {
      serviceName: 'db',
      persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete' },
      selector: { matchLabels: { app: 'db' } },
      template: {
        metadata: { labels: { app: 'db' } },
        spec: { containers: [{ name: 'db', image: 'db:1' }] },
      },
      volumeClaimTemplates: [{ ...claim(), metadata: { name: 'files' } }],
    },
  };
  const database = {
    apiVersion: 'postgresql.cnpg.io/v1',
    kind: 'Cluster',
    metadata: { name: 'db', namespace: 'shop' },
    spec: { instances: 1, storage: { size: '1Gi' } },
  };
  const toldOf = (gone: object, ...classes: readonly object[]) => {
    const told = diffObjects([...classes, gone], classes).objects.find(
      ({ object }) =>
        object.endsWith('/data') || object.includes('/files-') || object.endsWith('/db'),
    );
    return [told?.data, ...(told?.dependsOn ?? [])];
  };
  const LAST = 'which of the default classes "a" or "b" was made last';
  const RETAINED = { reclaimPolicy: 'Retain' };
  const ARCHIVED = { provisioner: 'nfs.csi.k8s.io', parameters: { onDelete: 'archive' } };

  test.each<[string, object, object, readonly string[]]>([
    ['whose policies are the same', {}, { provisioner: 'other.csi.test' }, ['lost']],
    ['both of which retain', RETAINED, RETAINED, ['left behind']],
    ['of which the second one retains', {}, RETAINED, ['may be lost', LAST]],
    ['of which the first one retains', RETAINED, {}, ['may be lost', LAST]],
    ['of which one leaves the folder', {}, ARCHIVED, ['may be lost', LAST]],
  ])('%s', (_about, a, b, told) => {
    const classes = [classOf('a', a), classOf('b', b)];
    expect(toldOf(claim(), ...classes)).toEqual(told);
    expect(toldOf(set, ...classes).slice(0, told.length)).toEqual(told);
    expect(toldOf(database, ...classes)).toEqual(told);
  });

  test('is that of the class that it names', () => {
    const classes = [classOf('a', {}), classOf('b', RETAINED)];
    expect(toldOf(claim({ storageClassName: 'a' }), ...classes)).toEqual(['lost']);
  });
});
