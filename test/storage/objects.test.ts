import { RIGHT_OBJECTS, WRONG_OBJECTS } from './object-cases';
import {
  checkClaimObject,
  checkPersistentVolumeObject,
  checkStorageClassObject,
} from '../../src/storage/core';

const CHECKS: { readonly [kind: string]: typeof checkClaimObject } = {
  PersistentVolume: checkPersistentVolumeObject,
  PersistentVolumeClaim: checkClaimObject,
  StorageClass: checkStorageClassObject,
};

/** Rule, place and message; what the API server explains of names is tested with them. */
function said(manifest: object): string[] {
  return CHECKS[(manifest as { kind: string }).kind](manifest).map(({ rule, path, message }) =>
    `${rule} ${path}: ${message}`.replace(/^(.*?: (?:the (?:key|value) )?"[^"]*": ).*$/s, '$1…'),
  );
}

test.each(WRONG_OBJECTS)('finds $title', ({ manifest, findings }) => {
  expect(said(manifest)).toEqual(findings);
});

test.each(RIGHT_OBJECTS)('finds nothing wrong with %s', (_title, manifest) => {
  expect(said(manifest)).toEqual([]);
});

test.each([
  null,
  undefined,
  'text',
  [],
  { metadata: null, spec: 'text' },
  { metadata: [], spec: { csi: [], resources: 1, capacity: 'a', claimRef: 2 } },
])('has an answer for %j', (nonsense) => {
  for (const check of Object.values(CHECKS)) expect(check(nonsense)).not.toEqual([]);
});

test('an object whose name the server makes needs none', () => {
  const [, storageClass] = RIGHT_OBJECTS.find(([title]) => title === 'a class')!;
  expect(checkStorageClassObject({ ...storageClass, metadata: { generateName: 'fast-' } })).toEqual(
    [],
  );
});
