import { App, Chart } from 'cdk8s';
import { EfsSharedVolume, FindingsError } from '../../../src';
import { buildSharedVolume } from '../../../src/efs/shared-volume/build';
import { checkSharedVolume } from '../../../src/efs/shared-volume/check';
import { checkSharedVolumes, SharedVolumeEntry } from '../../../src/efs/shared-volume/check-tree';
import { SHARED_VOLUME_SHAPE, SharedVolumeSpec } from '../../../src/efs/shared-volume/spec';
import { hasErrors } from '../../../src/findings';
import { checkShaped } from '../../../src/shape';
import * as fc from '../../support/fast-check';
import { problemsOf } from '../../support/validate';

const hex = (min: number, max: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: min, maxLength: max });
const name = fc.stringMatching(/^[a-z0-9]([-a-z0-9]{0,30}[a-z0-9])?$/);

const fine = fc.record(
  {
    name,
    namespace: name,
    fileSystemId: hex(8, 40).map((id) => `fs-${id}`),
    accessPointId: hex(8, 40).map((id) => `fsap-${id}`),
    path: fc.constantFrom('/', '/a', '/a/b', 'a'),
    handleStyle: fc.constantFrom('plain', 'typed'),
    onIdChange: fc.constantFrom('reject', 'replace'),
    volumeName: name,
    claimName: name,
    storageClassName: fc.constantFrom('', 'efs-sc'),
    storage: fc.constantFrom('1Gi', '5000M', '1e12'),
    request: fc.constantFrom('1Mi', '1'),
    accessModes: fc.constantFrom(
      ['ReadWriteMany'],
      ['ReadWriteOnce'],
      ['ReadWriteOncePod'],
      ['ReadWriteMany', 'ReadWriteOnce'],
    ),
    mountOptions: fc.subarray(['iam', 'tls', 'az=us-east-1a']),
    volumeAttributes: fc.constantFrom({}, { mounttargetip: '10.0.0.1' }),
    labels: fc.dictionary(fc.constantFrom('a', 'example.com/b'), fc.constantFrom('', 'x')),
  },
  { requiredKeys: ['name', 'namespace', 'fileSystemId'] },
);

const wild = fc.record(
  {
    name: fc.string({ maxLength: 300 }),
    namespace: fc.oneof(fc.string(), fc.constant(undefined)),
    fileSystemId: fc.oneof(
      hex(0, 50).map((id) => `fs-${id}`),
      fc.string(),
    ),
    accessPointId: fc.oneof(
      hex(0, 50).map((id) => `fsap-${id}`),
      fc.string(),
    ),
    path: fc.string(),
    handleStyle: fc.string(),
    onIdChange: fc.string(),
    volumeName: fc.string(),
    claimName: fc.string(),
    storageClassName: fc.string(),
    storage: fc.string(),
    request: fc.constantFrom('1Gi', '2Ti', 'x'),
    accessModes: fc.array(
      fc.constantFrom('ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod', 'ReadOnlyMany', 'x'),
      { maxLength: 3 },
    ),
    mountOptions: fc.array(fc.string(), { maxLength: 3 }),
    volumeAttributes: fc.dictionary(fc.string(), fc.string()),
    labels: fc.dictionary(fc.string(), fc.string()),
    operatorMode: fc.boolean(),
  },
  { requiredKeys: [] },
);

const operators = fc
  .record({
    name,
    namespace: name,
    fileSystemId: hex(1, 50).map((id) => `fs-${id}`),
    accessPointId: hex(1, 50).map((id) => `fsap-${id}`),
  })
  .map((one) => ({ ...one, operatorMode: true }));

const WILD_FIELDS = [
  'name',
  'path',
  'labels',
  'storage',
  'volumeAttributes',
  'mountOptions',
  'storageClassName',
  'claimName',
] as const;

/** Specs of which most are fine, and the others wrong in some fields. */
const spec = fc.oneof(
  { weight: 3, arbitrary: fine },
  { weight: 1, arbitrary: operators },
  { weight: 3, arbitrary: fc.tuple(fine, wild).map(([good, bad]) => ({ ...good, ...bad })) },
  {
    weight: 3,
    arbitrary: fc.tuple(fine, wild, fc.constantFrom(...WILD_FIELDS)).map(([good, bad, field]) => ({
      ...good,
      [field]: (bad as any)[field] ?? (good as any)[field],
    })),
  },
) as fc.Arbitrary<SharedVolumeSpec>;

const frozen = <T>(value: T): T => {
  if (typeof value === 'object' && value !== null) {
    Object.values(Object.freeze(value)).forEach(frozen);
  }
  return value;
};

test('any spec gives errors or manifests that the schemas accept, and stays as it was', () => {
  let built = 0;
  let runs = 0;
  fc.assert(
    fc.property(spec, (input) => {
      frozen(input);
      runs += 1;
      if (hasErrors(checkShaped(input, SHARED_VOLUME_SHAPE, checkSharedVolume))) return;
      built += 1;
      expect(buildSharedVolume(input).flatMap(problemsOf)).toEqual([]);
    }),
    { numRuns: 2000 },
  );
  // Otherwise the property would be about nothing.
  expect(built / runs).toBeGreaterThan(1 / 4);
});

test('the same spec makes the same bytes', () => {
  fc.assert(
    fc.property(spec, (input) => {
      if (hasErrors(checkShaped(input, SHARED_VOLUME_SHAPE, checkSharedVolume))) return;
      expect(JSON.stringify(buildSharedVolume(structuredClone(input)))).toBe(
        JSON.stringify(buildSharedVolume(input)),
      );
    }),
  );
});

test('input of any type gives findings, never another exception', () => {
  fc.assert(
    fc.property(
      fc.record({
        fileSystemId: fc.anything(),
        accessPointId: fc.anything(),
        name: fc.anything(),
        namespace: fc.anything(),
        path: fc.anything(),
        storage: fc.anything(),
        accessModes: fc.anything(),
        mountOptions: fc.anything(),
        volumeAttributes: fc.anything(),
        labels: fc.anything(),
        storageClassName: fc.anything(),
        request: fc.anything(),
        volumeName: fc.anything(),
        claimName: fc.anything(),
        operatorMode: fc.oneof(fc.boolean(), fc.anything()),
      }),
      (input) => {
        expect(Array.isArray(checkShaped(input, SHARED_VOLUME_SHAPE, checkSharedVolume))).toBe(
          true,
        );
      },
    ),
    { numRuns: 1000 },
  );
});

test('the construct throws findings or nothing', () => {
  fc.assert(
    fc.property(spec, (input) => {
      const chart = new Chart(new App(), 'c', { namespace: 'team' });
      try {
        new EfsSharedVolume(chart, 'x', input as any);
      } catch (error) {
        expect(error).toBeInstanceOf(FindingsError);
      }
    }),
    { numRuns: 300 },
  );
});

test('a tree without findings has no persistent volume and no claim twice', () => {
  const entry = fc.record({
    construct: fc.string(),
    namespace: fc.constantFrom('a', 'b'),
    name: fc.constant('x'),
    volumeName: fc.constantFrom('p', 'q', 'r'),
    claimName: fc.constantFrom('p', 'q'),

    storageClassName: fc.constant('c'),
    operatorMode: fc.boolean(),
  }) as fc.Arbitrary<SharedVolumeEntry>;
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 4 }), (entries) => {
      if (checkSharedVolumes(entries, []).length > 0) return;
      const distinct = (key: (one: SharedVolumeEntry) => string) => new Set(entries.map(key)).size;
      expect(distinct((one) => one.volumeName)).toBe(entries.length);
      expect(distinct((one) => `${one.namespace} ${one.claimName}`)).toBe(entries.length);
    }),
  );
});
