/** Claims at rest: which are bound, and to what, as far as the files and the user tell. */
import { DiffOptions, diffObjects } from '../../src/diff';
import { storageOf } from '../../src/diff/data/places';

const claim = (name: string, spec: object = {}) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name, namespace: 'shop' },
  spec: {
    accessModes: ['ReadWriteOnce'],
    resources: { requests: { storage: '1Gi' } },
    storageClassName: '',
    ...spec,
  },
});
const volume = (name: string, spec: object = {}) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: { name },
  spec: {
    accessModes: ['ReadWriteOnce'],
    capacity: { storage: '1Gi' },
    nfs: { server: 'nfs', path: `/${name}` },
    ...spec,
  },
});
const OTHER = { claimRef: { namespace: 'shop', name: 'other' } };

/** Of each claim that is grown whether it is bound, which decides what the server says. */
function boundOf(objects: readonly object[], bound?: DiffOptions['bound']): string[] {
  const sized = (storage: string) =>
    objects.map((one: any) =>
      one.kind === 'PersistentVolumeClaim'
        ? { ...one, spec: { ...one.spec, resources: { requests: { storage } } } }
        : one,
    );
  return diffObjects(sized('1Gi'), sized('2Gi'), { bound })
    .objects.filter(({ object }) => object.startsWith('PersistentVolumeClaim/'))
    .map(({ object, code }) => `${object.split('/')[2]} ${code === 422 ? 'free' : 'bound'}`);
}

test.each<[string, readonly object[], DiffOptions['bound'], readonly string[]]>([
  ['no volume', [claim('a')], undefined, ['a free']],
  ['a volume that fits', [volume('v'), claim('a')], undefined, ['a bound']],
  ['one volume for two', [volume('v'), claim('a'), claim('b')], undefined, ['a bound', 'b free']],
  [
    'a volume that the second one names',
    [volume('v'), claim('a'), claim('b', { volumeName: 'v' })],
    undefined,
    ['a free', 'b bound'],
  ],
  [
    'a volume that is kept for the second one',
    [volume('v', { claimRef: { namespace: 'shop', name: 'b' } }), claim('a'), claim('b')],
    undefined,
    ['a free', 'b bound'],
  ],
  [
    'a volume that is kept for it and too small',
    [
      volume('v', {
        claimRef: { namespace: 'shop', name: 'a' },
        capacity: { storage: '500Mi' },
      }),
      claim('a'),
    ],
    undefined,
    ['a free'],
  ],
  [
    'a volume that is kept for it and has none of its modes',
    [
      volume('v', {
        claimRef: { namespace: 'shop', name: 'a' },
        accessModes: ['ReadOnlyMany'],
      }),
      claim('a'),
    ],
    undefined,
    ['a free'],
  ],
  [
    'a named volume that is kept for another claim',
    [volume('v', OTHER), claim('a', { volumeName: 'v' })],
    undefined,
    ['a free'],
  ],
  [
    'a named volume that is somewhere else',
    [claim('a', { volumeName: 'v' })],
    undefined,
    ['a bound'],
  ],
  ['what the user says of all', [claim('a'), claim('b')], 'all', ['a bound', 'b bound']],
  ['what the user says of none', [volume('v'), claim('a')], 'none', ['a free']],
  ['what the user says of a name', [claim('a'), claim('b')], ['b'], ['a free', 'b bound']],
  [
    'what the user says of a namespace',
    [claim('a'), claim('b')],
    ['shop/a'],
    ['a bound', 'b free'],
  ],
  ['what the user says of another namespace', [claim('a')], ['other/a'], ['a free']],
])('a claim is bound or not by %s', (_about, objects, bound, answer) => {
  expect(boundOf(objects, bound)).toEqual(answer);
});

test.each<[string, object, object, boolean]>([
  [
    'a handle',
    { csi: { driver: 'd', volumeHandle: 'h' } },
    { csi: { driver: 'd', volumeHandle: 'h', fsType: 'xfs' } },
    true,
  ],
  [
    'another driver',
    { csi: { driver: 'd', volumeHandle: 'h' } },
    { csi: { driver: 'e', volumeHandle: 'h' } },
    false,
  ],
  [
    'an export',
    { nfs: { server: 's', path: '/a' } },
    { nfs: { server: 's', path: '/a', readOnly: true } },
    true,
  ],
  [
    'another export',
    { nfs: { server: 's', path: '/a' } },
    { nfs: { server: 's', path: '/b' } },
    false,
  ],
  [
    'another server',
    { nfs: { server: 's', path: '/a' } },
    { nfs: { server: 't', path: '/a' } },
    false,
  ],
  ['a path', { hostPath: { path: '/a' } }, { hostPath: { path: '/a', type: 'Directory' } }, true],
  ['another path', { hostPath: { path: '/a' } }, { hostPath: { path: '/b' } }, false],
  ['a path of another kind', { hostPath: { path: '/a' } }, { local: { path: '/a' } }, false],
])('two volumes have the same data by %s', (_about, one, other, isSame) => {
  const [first, second] = [one, other].map((spec) => storageOf({ spec }));
  expect(first).toBeDefined();
  expect(first === second).toBe(isSame);
});

test('a volume on a disk has the data of its node', () => {
  const on = (node: string) => ({
    local: { path: '/a' },
    nodeAffinity: {
      required: {
        nodeSelectorTerms: [
          { matchExpressions: [{ key: 'kubernetes.io/hostname', operator: 'In', values: [node] }] },
        ],
      },
    },
  });
  const [one, same, other] = ['a', 'a', 'b'].map((node) => storageOf({ spec: on(node) }));
  expect(one).toBe(same);
  expect(one).not.toBe(other);
  expect(storageOf({ spec: { fc: {} } })).toBeUndefined();
});

describe('annotations of the binder', () => {
  const BOUND = 'pv.kubernetes.io/bind-completed';
  const noted = (key: string, value: string | undefined, object: { metadata: object }) => ({
    ...object,
    metadata: {
      ...object.metadata,
      ...(value === undefined ? {} : { annotations: { [key]: value } }),
    },
  });
  const named = claim('a', { volumeName: 'v' });

  test.each<[string | undefined, string | undefined, string]>([
    [undefined, 'yes', 'unchanged'],
    [undefined, 'no', 'changed'],
    ['yes', 'yes', 'unchanged'],
    ['no', 'no', 'unchanged'],
    ['no', 'yes', 'changed'],
  ])('are written where there are none: a claim with %j and then %j', (old, next, verdict) => {
    for (const one of [claim('a'), named]) {
      const { objects } = diffObjects(
        [volume('v'), noted(BOUND, old, one)],
        [volume('v'), noted(BOUND, next, one)],
      );
      expect(objects.map((told) => told.verdict)).toEqual(['unchanged', verdict]);
    }
  });

  test.each<[string | undefined, string, string]>([
    [undefined, 'yes', 'unchanged'],
    ['no', 'no', 'unchanged'],
    ['no', 'yes', 'changed'],
  ])('are written where there are none: a volume with %j and then %j', (old, next, verdict) => {
    const of = (value: string | undefined) =>
      noted('pv.kubernetes.io/bound-by-controller', value, volume('v'));
    const { objects } = diffObjects([of(old), claim('a')], [of(next), claim('a')]);
    expect(objects.map((told) => told.verdict)).toEqual([verdict, 'unchanged']);
  });
});
