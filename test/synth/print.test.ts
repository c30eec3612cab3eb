/**
 * The printer writes the very bytes of the package `yaml`, of the version in cdk8s and of a newer
 * one, or says that it cannot.
 */
import { Yaml } from 'cdk8s';
import { stringify } from 'yaml';
import { values } from './trees';
import { printForCdk8s } from '../../src/yaml';
import * as fc from '../support/fast-check';
import { runsOf } from '../support/size';

const OPTIONS = { keepUndefined: true, lineWidth: 0, version: '1.1' } as const;
/** Whether there are lists and plain objects only, each of them once. */
function isTree(value: unknown, seen: Set<unknown> = new Set()): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (seen.has(value)) return false;
  seen.add(value);
  return (
    (Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype) &&
    Object.values(value).every((one) => isTree(one, seen))
  );
}

const any = fc.record({ kind: fc.string(), spec: values, data: values });
/** Others are nearly always left to the package. */
const plain = fc.oneof({ weight: 4, arbitrary: any.filter((value) => isTree(value)) }, any);

test('what is printed is what both versions of the package print', () => {
  let printed = 0;
  fc.assert(
    fc.property(plain, (value) => {
      const text = printForCdk8s(value);
      if (text === undefined) return;
      printed += 1;
      expect(text).toBe(Yaml.stringify(value));
      expect(text).toBe(stringify(value, OPTIONS));
    }),
    { numRuns: 3000 },
  );
  process.stdout.write(
    `${printed} of ${runsOf(3000)} random documents are printed without the package\n`,
  );
  expect(printed).toBeGreaterThan(runsOf(1000));
});

test.each<[string, unknown]>([
  ['no mapping', ['a']],
  ['an empty mapping', {}],
  ['an object of a class', { at: new Date(0) }],
  ['a map of JavaScript', { a: new Map() }],
  ['a number that is none', { a: NaN }],
  ['negative zero', { a: -0 }],
  ['a large integer', { a: 10n }],
  ['a control character', { a: '\u0007' }],
  ['half a surrogate pair', { a: '\ud800' }],
  ['a key of several lines', { 'a\nb': 1 }],
  ['a key that looks like a document mark', { '---a': 1 }],
  ['a key of more than 1024 characters', { ['a'.repeat(1025)]: 1 }],
  ['an empty key', { '': 1 }],
  ['lines that begin with a space', { a: ' a\nb' }],
  ['lines that end with a space', { a: 'a\nb ' }],
  ['a word that versions of the package write differently', { a: 'nO' }],
])('%s is left to the package', (_, value) => {
  expect(printForCdk8s(value)).toBeUndefined();
});

test('what a manifest usually holds is printed here', () => {
  const manifest = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      name: 'web',
      labels: { 'app.kubernetes.io/name': 'web' },
      annotations: { note: 'say "hi": now', at: '12:30', empty: '', emoji: '😀' },
    },
    data: {
      'run.sh': '#!/bin/sh\nset -e\n\necho "done"\n',
      two: 'a\nb',
      many: 'a\n\n\n',
      mode: '0644',
      ['key'.repeat(30)]: 'x',
    },
    list: [[], {}, [['a']], { a: [1, 1.5, 1e21, true, null, undefined] }],
  };
  expect(printForCdk8s(manifest)).toBe(Yaml.stringify(manifest));
});

test.each<[string, object]>([
  ['a mapping', { a: 1 }],
  ['an empty mapping', {}],
  ['a list', [1]],
  ['an empty list', []],
])('%s that is there twice is left to the package, and not what is equal to it', (_, shared) => {
  expect(printForCdk8s({ a: shared, b: [{ c: shared }] })).toBeUndefined();
  const manifest = { a: shared, b: [{ c: structuredClone(shared) }] };
  expect(printForCdk8s(manifest)).toBe(Yaml.stringify(manifest));
});

test('a manifest that contains itself is left to the package', () => {
  const manifest: { self?: unknown } = {};
  manifest.self = manifest;
  expect(printForCdk8s(manifest)).toBeUndefined();
});
