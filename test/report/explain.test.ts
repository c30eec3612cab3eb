import { explainRule, nearestRules } from '../../src/report';
import { ALL_RULES } from '../../src/rules';

test('a rule is explained with its examples and its source', () => {
  expect(explainRule('storage/name')).toBe(`storage/name (error)

The name of a persistent volume, claim or class is not a DNS subdomain of at most 253 characters.

Why: The API server refuses the object.

Wrong:
  name: My_Data

Right:
  name: my-data

Source: Kubernetes, validation of the API server.
`);
});

test('a rule whose findings weigh differently says so', () => {
  expect(explainRule('pod/mount-path')!.split('\n')[0]).toBe('pod/mount-path (error or warning)');
  expect(explainRule('pod/volume-source')!.split('\n')[0]).toBe(
    'pod/volume-source (error or warning)',
  );
  expect(explainRule('files/provided-secret')!.split('\n')[0]).toBe(
    'files/provided-secret (warning or error)',
  );
});

test('every rule is explained, with no spaces at the ends of lines', () => {
  const texts = ALL_RULES.map(({ id }) => explainRule(id)!);
  expect(texts.filter((text) => /[ \t]$/m.test(text))).toEqual([]);
  expect(texts.map((text) => text.split(' (')[0])).toEqual(ALL_RULES.map(({ id }) => id));
});

test.each([
  ['a letter that is missing', 'storage/nme', ['storage/name']],
  ['another system', 'csi/file-system-id', ['efs/file-system-id']],
  ['no system', 'file-system-id', ['efs/file-system-id']],
  [
    'no system, of which several have one',
    'shared-claim',
    ['nodes/shared-claim', 'local/shared-claim'],
  ],
  ['a misspelt system', 'storge/name', ['storage/name']],
  ['upper case', 'Storage/Name', ['storage/name']],
  ['something else', 'quantum/foam', []],
])('of a name with %s the rules are told that are meant', (_, id, meant) => {
  expect(explainRule(id)).toBeUndefined();
  expect([...nearestRules(id)].sort()).toEqual([...meant].sort());
});
