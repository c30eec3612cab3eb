/** The answers of the API server to one manifest, and the remedies that come with them. */
import { diffObjects, DiffOptions } from '../../src/diff';
import { Cluster } from '../../src/diff/cluster';
import { CustomKinds } from '../../src/diff/custom/kinds';
import { diffBothWays } from '../../src/diff/diff';
import { newObject } from '../../src/diff/server/stored-form';
import { workloadKinds } from '../../src/kube';
import { readManifests, scopesOf } from '../../src/validation';
import { bare, liveIn, readOutOf } from '../support/read-outs';

const thing = (apiVersion: string, kind: string, fields: object, metadata: object = {}) => ({
  apiVersion,
  kind,
  metadata: { name: 'one', namespace: 'shop', ...metadata },
  ...fields,
});
const answer = (next: object, options: DiffOptions = {}, old: readonly object[] = []) =>
  diffObjects(old, [next], options).objects[0];

describe('values of a Secret, which no read-out has', () => {
  const dataOf = (...keys: readonly string[]) =>
    Object.fromEntries(keys.map((key) => [key, 'YQ==']));
  const managedFields = [
    {
      manager: 'kubectl',
      operation: 'Apply',
      apiVersion: 'v1',
      fieldsType: 'FieldsV1',
      fieldsV1: { 'f:data': { 'f:a': {}, 'f:b': {} } },
    },
  ];
  const cluster = readOutOf([
    ...bare('shop'),
    liveIn('shop', 'v1', 'Secret', 'one', { metadata: { managedFields }, data: dataOf('a', 'b') }),
  ]);
  const other = (names: string) =>
    `whether the cluster has other values of ${names}: a read-out has none`;

  test.each<[string, object, string, readonly string[] | undefined, string]>([
    ['one key', dataOf('a'), 'changed', ['data.b'], '"a"'],
    ['both keys', dataOf('a', 'b'), 'depends', undefined, '"a", "b"'],
    ['a new key as well', dataOf('a', 'b', 'c'), 'changed', ['data.c'], '"a", "b"'],
  ])('%s', (_what, data, verdict, changes, names) => {
    const object = 'Secret/shop/one';
    expect(answer(thing('v1', 'Secret', { data }), { cluster })).toMatchObject({
      object,
      verdict,
      dependsOn: [other(names)],
      ...(changes && { changes }),
    });
  });
});

describe('a number of too many bits', () => {
  const job = (activeDeadlineSeconds: bigint) =>
    thing('batch/v1', 'Job', {
      spec: {
        activeDeadlineSeconds,
        template: {
          spec: { restartPolicy: 'Never', containers: [{ name: 'a', image: 'a:1' }] },
        },
      },
    });

  test('keeps kubectl from making an object, whatever bits the field has', () => {
    expect(answer(job(9223372036854775808n), { way: 'clientSide' })).toMatchObject({
      verdict: 'refused',
      code: 400,
      remedy: 'write spec.activeDeadlineSeconds as int64',
    });
  });
});

test('an object whose copy is too large for an annotation is refused to kubectl alone', () => {
  const large = thing('v1', 'ConfigMap', { data: { a: 'a'.repeat(262_144) } });
  expect(diffBothWays([], [large]).map((one) => one?.objects)).toEqual([
    [{ object: 'ConfigMap/shop/one', verdict: 'created' }],
    [
      {
        object: 'ConfigMap/shop/one',
        verdict: 'refused',
        code: 422,
        errors: [
          {
            field: 'metadata.annotations',
            message: 'Too long: may not be more than 262144 bytes',
          },
        ],
        remedy:
          'use server-side apply, which does not keep a copy of the manifest, or reduce the object',
      },
    ],
  ]);
});

test('the default class is filled in for claims, and for nothing else', () => {
  const cluster = new Cluster(undefined, 'fast');
  const settings = { way: 'serverSide', minor: 36, custom: new CustomKinds([], false) } as const;
  const kinds = { isCluster: scopesOf([]), workloads: workloadKinds(undefined) };
  const specOf = (next: object) =>
    newObject(readManifests([next], 'shop', kinds)[0], cluster, settings).spec;
  const claim = thing('v1', 'PersistentVolumeClaim', { spec: {} });
  expect(specOf(claim)).toMatchObject({ storageClassName: 'fast' });
  expect(specOf(thing('v1', 'ConfigMap', { data: {} }))).toBeUndefined();
});
