/**
 * The printer writes the very bytes of the package `yaml`, of the version in cdk8s and of a newer
 * one, or says that it cannot.
 */
import { Yaml } from 'cdk8s';
import { stringify } from 'yaml';
import { values } from './trees';
import { isTree, printForCdk8s } from '../../src/yaml';
import * as fc from '../support/fast-check';
import { runsOf } from '../support/size';

const OPTIONS = { keepUndefined: true, lineWidth: 0, version: '1.1' } as const;
const plain = fc
  .record({ kind: fc.string(), spec: values, data: values })
  .filter((value) => isTree(value));

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

test('a tree has no object twice, and plain objects only', () => {
  const shared = { a: 1 };
  expect(isTree({ a: { a: 1 }, b: [{ a: 1 }] })).toBe(true);
  expect(isTree({ a: shared, b: [shared] })).toBe(false);
  expect(isTree({ a: new Map() })).toBe(false);
});
