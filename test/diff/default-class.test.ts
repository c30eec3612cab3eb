/** The class of claims that name none, as the target of the configuration has it. */
import { diffObjects } from '../../src/diff';

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
