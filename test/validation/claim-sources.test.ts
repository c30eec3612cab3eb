/** The source of a claim, under its old and its new name, as a server keeps both alike. */
import { sameSources } from '../../src/validation/kinds/storage';

type Fields = { readonly [field: string]: unknown };

const SNAPSHOT = { apiGroup: 'snapshot.storage.k8s.io', kind: 'VolumeSnapshot', name: 'a' };
const CLAIM = { kind: 'PersistentVolumeClaim', name: 'a' };
const POPULATOR = { apiGroup: 'example.com', kind: 'Backup', name: 'a' };
const ELSEWHERE = { ...SNAPSHOT, namespace: 'other' };
const both = (source: Fields) => ({ dataSource: source, dataSourceRef: source });

/** What the server stores of a spec, over another one that it has stored. */
function storedOf(spec: Fields, old?: Fields): unknown {
  const claim = { spec: structuredClone(spec) };
  sameSources(claim, old && { spec: old });
  return claim.spec;
}

test.each<[string, Fields]>([
  ['a snapshot', SNAPSHOT],
  ['a claim', CLAIM],
  ['a claim of the empty group', { ...CLAIM, apiGroup: '' }],
])('%s is a source under either name, and stored under both', (_what, source) => {
  expect(storedOf({ dataSource: source })).toEqual(both(source));
  expect(storedOf({ dataSourceRef: source })).toEqual(both(source));
  expect(storedOf(both(source))).toEqual(both(source));
});

test.each<[string, Fields]>([
  ['what a populator fills', POPULATOR],
  ['a claim of another group', { ...CLAIM, apiGroup: 'example.com' }],
  ['a snapshot of another group', { ...SNAPSHOT, apiGroup: 'example.com' }],
  ['the content of a snapshot', { ...SNAPSHOT, kind: 'VolumeSnapshotContent' }],
  ['a snapshot without a group', { kind: 'VolumeSnapshot', name: 'a' }],
])('%s is no source under the old name alone, and dropped', (_what, source) => {
  expect(storedOf({ dataSource: source })).toEqual({});
  expect(storedOf({ dataSourceRef: source })).toEqual(both(source));
  expect(storedOf(both(source))).toEqual(both(source));
});

test('a source in another namespace is dropped, and one in the own namespace is not', () => {
  expect(storedOf({ dataSourceRef: ELSEWHERE })).toEqual({});
  const own = { ...SNAPSHOT, namespace: '' };
  expect(storedOf({ dataSourceRef: own })).toEqual({ dataSource: SNAPSHOT, dataSourceRef: own });
});

test.each<[string, Fields]>([
  ['under the old name', { dataSource: POPULATOR }],
  ['under the new name', { dataSourceRef: POPULATOR }],
])('nothing is dropped from a claim that had a source %s', (_which, old) => {
  expect(storedOf({ dataSource: POPULATOR }, old)).toEqual(both(POPULATOR));
});

test('a source in another namespace stays where there was one, under the new name alone', () => {
  expect(storedOf({ dataSourceRef: ELSEWHERE }, { dataSourceRef: ELSEWHERE })).toEqual({
    dataSourceRef: ELSEWHERE,
  });
  expect(storedOf({ dataSourceRef: ELSEWHERE }, { dataSource: SNAPSHOT })).toEqual({});
});

test('two names of different sources are left as they are, to be refused', () => {
  const different = { dataSource: CLAIM, dataSourceRef: SNAPSHOT };
  expect(storedOf(different)).toEqual(different);
});

test('a claim without a source has none, and a claim without a spec stays without', () => {
  expect(storedOf({ volumeName: 'a' })).toEqual({ volumeName: 'a' });
  const empty = {};
  sameSources(empty);
  expect(empty).toEqual({});
});

test('what is stored under one name is no part of what is stored under the other', () => {
  const claim = { spec: { dataSource: { ...SNAPSHOT } } as { [name: string]: unknown } };
  sameSources(claim);
  expect(claim.spec.dataSourceRef).not.toBe(claim.spec.dataSource);
});
