import { configMapBytes, configMapKeyProblems, MAX_CONFIG_MAP_BYTES } from '../../src/kube';

test('the values of a config map count in bytes, those in base64 decoded, the keys not', () => {
  expect(
    configMapBytes({
      data: { key: 'é', other: 'ab' },
      binaryData: { binary: Buffer.from('abcd').toString('base64') },
    }),
  ).toBe(2 + 2 + 4);
});

test.each([[{}], [{ data: null }], [{ data: { key: 1 } }], [{ data: 'text' }]])(
  '%j has no values',
  (content) => {
    expect(configMapBytes(content)).toBe(0);
  },
);

test('a config map holds a mebibyte', () => {
  expect(MAX_CONFIG_MAP_BYTES).toBe(1_048_576);
});

test('what is wrong with the key of a config map is told all at once', () => {
  expect(configMapKeyProblems(`..${' '.repeat(252)}`)).toEqual([
    'must be no more than 253 characters',
    "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', " +
      "regex used for validation is '[-._a-zA-Z0-9]+')",
    "must not start with '..'",
  ]);
});
