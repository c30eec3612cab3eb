import { resolveKey, resolvePlain } from '../../src/yaml/scalar';

// What sigs.k8s.io/yaml v1.6.0 answers.
const VALUES: readonly (readonly [string, unknown])[] = [
  ['', null], ['~', null], ['null', null], ['NULL', null], ['nULL', 'nULL'],
  ['y', true], ['Yes', true], ['ON', true], ['true', true], ['tRue', 'tRue'], ['n', false], ['No', false], ['off', false], ['FALSE', false],
  ['0', 0], ['-0', 0], ['7', 7], ['+12', 12], ['-12', -12], ['0644', 420], ['08', 8], ['00', 0], ['1_000', 1000], ['_1', '_1'], ['1_', 1],
  ['0x1F', 31], ['-0x1F', -31], ['0x', '0x'], ['0b11', 3], ['-0b11', -3], ['0b-101', -5], ['0b2', '0b2'], ['0o17', 15], ['0o8', '0o8'], ['0_644', 420],
  ['1.5', 1.5], ['1.', 1], ['.5', 0.5], ['.5e3', 500], ['.', '.'], ['1e3', 1000], ['1e400', '1e400'], ['1e-400', 0], ['-0.0', 0], ['1e', '1e'], ['+', '+'],
  ['9007199254740991', 9007199254740991], ['9007199254740993', 9007199254740993n], ['18446744073709551615', 18446744073709551615n],
  ['-9223372036854775808', -9223372036854775808n], ['18446744073709551616', 18446744073709552000], ['+18446744073709551615', 18446744073709552000],
  ['.inf', Infinity], ['-.INF', -Infinity], ['.nan', NaN], ['+.inf', Infinity],
  ['2001-12-14', '2001-12-14'], ['1:20', '1:20'], ['=', '='], ['1Gi', '1Gi'], ['10.0.0.1', '10.0.0.1'], ['250m', '250m'], ['a', 'a'],
];

test.each(VALUES)('the word %p is %p to kubectl', (text, value) => {
  expect(resolvePlain(text)).toEqual(value);
});

// The same reader on `KEY: x`.
const KEYS: readonly (readonly [string, string | undefined])[] = [
  ['name', 'name'], ['y', 'true'], ['Off', 'false'], ['0644', '420'], ['1000000', '1000000'], ['1e6', '1e+06'], ['1.5', '1.5'], ['0.00001', '1e-05'],
  ['123456.75', '123456.75'], ['1234567.5', '1.2345675e+06'], ['.inf', '.inf'], ['-.inf', '-.inf'], ['.nan', '.nan'], ['null', undefined], ['', undefined],
];

test.each(KEYS)('the key %p is the text %p', (text, key) => {
  expect(resolveKey(text)).toBe(key);
});
