/** Quantities as manifests spell them. */
import { asWritten } from '../../src/diff/written';

test.each([
  ['1073741824', { storage: '1Gi' }, '1Gi'],
  ['0.500000000', { limits: { cpu: '500m' } }, '500m'],
  ['1073741824', { storage: 1073741824 }, '1073741824'],
  [{ cpu: '0.500000000', list: ['1000'] }, [{ a: '500m' }, '1k'], { cpu: '500m', list: ['1k'] }],
  [{ a: 'web', b: '1000' }, { c: '1k' }, { a: 'web', b: '1k' }],
  // Spelled in two ways: which one is meant is not known.
  ['1000', { a: '1k', b: '1000' }, '1000'],
  ['1073741824', {}, '1073741824'],
  ['1073741824', undefined, '1073741824'],
  ['web', { a: 'web' }, 'web'],
  [3, { a: '3' }, 3],
  [undefined, { a: '3' }, undefined],
])('%j in %j is %j', (value, manifest, written) => {
  expect(asWritten(value, manifest)).toEqual(written);
});
