import { lineOf, validateMetadata } from '../../src/resource';
import * as fc from '../support/fast-check';

const NAMED = { name: 'data', namespace: 'team-a' };
const messages = (metadata: unknown) => validateMetadata(metadata).map(lineOf);

describe('the API server takes', () => {
  test.each<[what: string, metadata: unknown]>([
    ['a name of 253 characters', { name: 'a'.repeat(253) }],
    ['a name with dots', { name: 'a.b' }],
    ['a finalizer with a domain', { ...NAMED, finalizers: ['example.test/keep'] }],
    [
      'an empty label, and an annotation with upper-case letters',
      { ...NAMED, labels: { a: '' }, annotations: { 'Example.com/X': 'any text' } },
    ],
    [
      'an owner',
      { ...NAMED, ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'a', uid: 'u' }] },
    ],
    ['a generated name that ends with a dash, beside a name', { ...NAMED, generateName: 'data-' }],
  ])('%s', (_what, metadata) => {
    expect(messages(metadata)).toEqual([]);
  });
});

/** Facts: k8s.io/apimachinery 0.36.3, api/validation. */
describe('the API server refuses', () => {
  test.each<[what: string, metadata: unknown, found: string]>([
    ['no name', {}, 'metadata.name: Required value: name or generateName is required'],
    [
      'a namespace with a dot',
      { ...NAMED, namespace: 'team.a' },
      'metadata.namespace: Invalid value: "team.a": must not contain dots',
    ],
    [
      'a name that is too long',
      { name: 'a'.repeat(254) },
      `metadata.name: Invalid value: "${'a'.repeat(254)}": must be no more than 253 characters`,
    ],
    [
      'a label key with an empty prefix',
      { ...NAMED, labels: { '/a': 'b' } },
      'metadata.labels: Invalid value: "/a": prefix part must be non-empty',
    ],
    [
      'a label value that is too long',
      { ...NAMED, labels: { a: 'b'.repeat(64) } },
      `metadata.labels: Invalid value: "${'b'.repeat(64)}": must be no more than 63 bytes`,
    ],
    [
      'too many annotations',
      { ...NAMED, annotations: { a: 'b'.repeat(262144) } },
      'metadata.annotations: Too long: may not be more than 262144 bytes',
    ],
    [
      'an empty finalizer',
      { ...NAMED, finalizers: ['a/'] },
      'metadata.finalizers: Invalid value: "a/": name part must be non-empty',
    ],
    [
      'an owner without a uid',
      { ...NAMED, ownerReferences: [{ apiVersion: 'v1', kind: 'A', name: 'a' }] },
      'metadata.ownerReferences.uid: Invalid value: "": must not be empty',
    ],
    [
      'an owner without a version',
      { ...NAMED, ownerReferences: [{ kind: 'A', name: 'a', uid: 'u' }] },
      'metadata.ownerReferences.apiVersion: Invalid value: "": version must not be empty',
    ],
    [
      'an owner with a group and no version',
      { ...NAMED, ownerReferences: [{ apiVersion: 'apps/', kind: 'A', name: 'a', uid: 'u' }] },
      'metadata.ownerReferences.apiVersion: Invalid value: "apps/": version must not be empty',
    ],
    [
      'an owner whose version has two slashes',
      { ...NAMED, ownerReferences: [{ apiVersion: 'a/b/c', kind: 'A', name: 'a', uid: 'u' }] },
      'metadata.ownerReferences.apiVersion: Invalid value: "a/b/c": version must not be empty',
    ],
    [
      'an Event as an owner',
      { ...NAMED, ownerReferences: [{ uid: 'u', apiVersion: '/v1', kind: 'Event', name: 'a' }] },
      'metadata.ownerReferences: Invalid value: {"apiVersion":"/v1","kind":"Event","name":"a","uid":"u"}: /v1, Kind=Event is disallowed from being an owner',
    ],
    [
      'two controllers',
      {
        ...NAMED,
        ownerReferences: [
          { apiVersion: 'v1', kind: 'A', name: 'a', uid: 'u', controller: true },
          { apiVersion: 'v1', kind: 'B', name: 'b', uid: 'v', controller: true },
        ],
      },
      'metadata.ownerReferences: Invalid value: [{"apiVersion":"v1","kind":"A","name":"a","uid":"u","controller":true},{"apiVersion":"v1","kind":"B","name":"b","uid":"v","controller":true}]: Only one reference can have Controller set to true. Found "true" in references for A/a and B/b',
    ],
    [
      'two finalizers that contradict each other',
      { ...NAMED, finalizers: ['foregroundDeletion', 'orphan'] },
      'metadata.finalizers: Invalid value: ["foregroundDeletion","orphan"]: finalizer orphan and foregroundDeletion cannot be both set',
    ],
  ])('%s', (_what, metadata, found) => {
    expect(messages(metadata)).toContain(found);
  });
});

test('any metadata has problems or none', () => {
  const field = fc.constantFrom(
    'name',
    'namespace',
    'generateName',
    'labels',
    'annotations',
    'finalizers',
    'ownerReferences',
  );
  fc.assert(
    fc.property(fc.oneof(fc.anything(), fc.dictionary(field, fc.anything())), (metadata) => {
      expect(Array.isArray(validateMetadata(metadata))).toBe(true);
    }),
  );
});
