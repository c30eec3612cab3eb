/** The changes of the tables of the model by a new release of Kubernetes, as they are told. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { differences } from '../../tools/model/difference';

const MODEL = join(__dirname, '../../src/model');
const tables = () =>
  Object.fromEntries(
    ['kubernetes.json', 'kinds.json', 'gates.json'].map((file) => [
      file,
      JSON.parse(readFileSync(join(MODEL, file), 'utf8')) as unknown,
    ]),
  );

test('the same tables do not differ', () => {
  expect(differences(tables(), tables())).toEqual([]);
});

test('fields, values, kinds and gates that come, go or change have a line each', () => {
  const before = {
    'kubernetes.json': {
      version: 'v1.36.3',
      types: { PodSpec: { hostPID: 'bool?', nodeName: 'string?' }, Phase: 'string' },
      enums: { Phase: ['Pending'] },
      atomic: ['LabelSelector'],
    },
    'kinds.json': { newest: 36, kinds: [{ apiVersion: 'v1', kind: 'Pod', since: 0 }] },
    'gates.json': { gates: { ImageVolume: { alpha: 31, beta: 33 } } },
  };
  const after = {
    'kubernetes.json': {
      version: 'v1.37.0',
      types: { PodSpec: { hostPID: 'bool?', nodeName: '*string?', pool: 'string?' } },
      enums: { Phase: ['Pending', 'Paused'] },
      atomic: ['LabelSelector', 'Pool'],
    },
    'kinds.json': {
      newest: 37,
      kinds: [
        { apiVersion: 'v1', kind: 'Pod', since: 0 },
        { apiVersion: 'pools.k8s.io/v1', kind: 'Pool', since: 37 },
      ],
    },
    'gates.json': { gates: { ImageVolume: { alpha: 31, beta: 33, ga: 37 } } },
  };
  expect(differences(before, after)).toEqual([
    '- types Phase: "string"',
    '~ version: "v1.36.3" -> "v1.37.0"',
    '~ types PodSpec.nodeName: "string?" -> "*string?"',
    '+ types PodSpec.pool: "string?"',
    '~ enums Phase: ["Pending"] -> ["Pending","Paused"]',
    '+ atomic Pool: {}',
    '~ newest: 36 -> 37',
    '+ kinds pools.k8s.io/v1 Pool: {"since":37}',
    '+ gates ImageVolume.ga: 37',
  ]);
});
