import { ApiObject, App, Chart, JsonPatch, Size } from 'cdk8s';
import {
  Claim,
  EfsHandleStyle,
  EfsSharedVolume,
  Findings,
  FindingsError,
  handles,
  LocalVolume,
  StorageClass,
} from '../../src';
import { isAsBuilt } from '../../src/tree/built';
import * as fc from '../support/fast-check';

const chart = (): Chart => new Chart(new App(), 'c', { namespace: 'n' });

const volume = (scope: Chart): EfsSharedVolume =>
  new EfsSharedVolume(scope, 'v', { fileSystemId: 'fs-0123456789abcdef0' });

const look = (object: ApiObject): boolean => isAsBuilt(object, object.toJson());

test('objects of a construct are as they were built until somebody changes them', () => {
  const { persistentVolume, persistentVolumeClaim } = volume(chart());
  expect([persistentVolume, persistentVolumeClaim].map(look)).toEqual([true, true]);
  persistentVolume.metadata.addLabel('a', 'b');
  persistentVolumeClaim.addJsonPatch(JsonPatch.remove('/spec/volumeName'));
  expect([persistentVolume, persistentVolumeClaim].map(look)).toEqual([false, false]);
});

test('objects that the chart gives labels are not as they were built', () => {
  const scope = new Chart(new App(), 'c', { namespace: 'n', labels: { team: 'x' } });
  expect(look(volume(scope).persistentVolume)).toBe(false);
});

test('an object that this library did not build is not as it built it', () => {
  const props = { apiVersion: 'v1', kind: 'PersistentVolume', metadata: { name: 'a' } };
  const object = new ApiObject(new Chart(new App(), 'c'), 'a', props);
  expect(object.toJson()).toEqual(props);
  expect(look(object)).toBe(false);
});

test('an object of a class that extends a handle is not as this library built it', () => {
  const spec = {
    capacity: { storage: '1Gi' },
    accessModes: ['Foo'],
    nfs: { server: 'a', path: '/' },
  };
  class Own extends handles.PersistentVolumeHandle {
    public constructor(scope: Chart) {
      super(scope, 'own', {
        apiVersion: 'v1',
        kind: 'PersistentVolume',
        metadata: { name: 'own' },
        ...{ spec },
      });
    }
  }
  const scope = new Chart(new App(), 'c');
  expect(look(new Own(scope))).toBe(false);
  new Claim(scope, 'claim', { storage: SIZES[1], volumeName: 'own', storageClassName: '' });
  expect(Findings.of(scope).all.map(({ rule }) => rule)).toContain('storage/access-mode');
});

const TEXT = fc.constantFrom('', 'a', 'iam', 'tls', 'accesspoint=fsap-0123456789abcdef0', 'A b');
const SIZES = [Size.mebibytes(1), Size.gibibytes(1), Size.gibibytes(2)];

const NAMED = {
  name: fc.constantFrom('a', 'a'.repeat(60), 'A', 'a.b'),
  labels: fc.dictionary(fc.constantFrom('a', 'b.c/d', 'x y'), TEXT, { minKeys: 1 }),
  annotations: fc.dictionary(fc.constantFrom('a', 'b.c/d'), TEXT, { minKeys: 1 }),
};

const CLAIMED = {
  storage: fc.constantFrom(...SIZES),
  accessModes: fc.subarray(['ReadWriteMany', 'ReadWriteOnce', 'ReadOnlyMany', 'ReadWriteOncePod']),
  storageClassName: TEXT,
  volumeMode: fc.constantFrom('Filesystem', 'Block'),
};

interface Construct {
  readonly make: new (scope: Chart, id: string, props: any) => object;
  readonly given: object;
  readonly props: { readonly [prop: string]: fc.Arbitrary<unknown> };
}

/** Constructs of storage, each with props of which many are wrong. */
const CONSTRUCTS: readonly Construct[] = [
  {
    make: EfsSharedVolume,
    given: { fileSystemId: 'fs-0123456789abcdef0' },
    props: {
      ...NAMED,
      fileSystemId: fc.constantFrom('fs-0123456789abcdef0', 'fs-01234567', 'fs-'),
      accessPointId: fc.constantFrom('fsap-0123456789abcdef0', 'fsap-'),
      path: fc.constantFrom('/', '/a', 'a', '/a:b', '/..'),
      handleStyle: fc.constantFrom(EfsHandleStyle.PLAIN, EfsHandleStyle.TYPED),
      storage: CLAIMED.storage,
      accessModes: CLAIMED.accessModes,
      storageClassName: TEXT,
      mountOptions: fc.subarray([
        'iam',
        'tls',
        'notls',
        'az=us-east-1a',
        'ro',
        'awsprofile=x',
        'x',
      ]),
      volumeAttributes: fc.dictionary(
        fc.constantFrom('encryptInTransit', 'mounttargetip', 'crossaccount', 'path', 'x'),
        fc.constantFrom('true', 'false', '10.0.0.1', 'x', ''),
      ),
    },
  },
  { make: LocalVolume, given: { storage: SIZES[1] }, props: { ...NAMED, ...CLAIMED } },
  { make: Claim, given: { storage: SIZES[1] }, props: { ...NAMED, ...CLAIMED } },
  {
    make: StorageClass,
    given: { provisioner: 'efs.csi.aws.com' },
    props: {
      ...NAMED,
      provisioner: fc.constantFrom('efs.csi.aws.com', 'x/y', 'x y'),
      parameters: fc.dictionary(fc.constantFrom('type', 'provisioningMode', 'x'), TEXT),
      mountOptions: fc.array(TEXT, { maxLength: 2 }),
    },
  },
];

/** Changes all objects by what no rule minds, so that each is judged anew. */
function changeAll(scope: Chart): void {
  for (const object of scope.node.findAll().filter(ApiObject.isApiObject)) {
    object.metadata.addAnnotation('example.com/changed', 'x');
    expect(look(object)).toBe(false);
  }
}

test.each(CONSTRUCTS)(
  'of objects of $make.name as it built them no rule has more to say than was said',
  ({ make, given, props }) => {
    let runs = 0;
    let made = 0;
    fc.assert(
      fc.property(
        fc.record(props),
        fc.subarray(Object.keys(props), { minLength: 1, maxLength: 3 }),
        (all, some) => {
          runs += 1;
          const own = Object.fromEntries(some.map((prop) => [prop, all[prop]]));
          const findings = [false, true].map((isChanged) => {
            const scope = chart();
            try {
              new make(scope, 'v', { ...given, ...own });
            } catch (error) {
              if (error instanceof FindingsError) return [];
              throw error;
            }
            made += 1;
            if (isChanged) changeAll(scope);
            return Findings.of(scope).all;
          });
          expect(findings[0]).toEqual(findings[1]);
        },
      ),
      { numRuns: 800 },
    );
    // Otherwise it would be about nothing.
    expect(made / 2 / runs).toBeGreaterThan(1 / 4);
  },
);
