import {
  cleanPath,
  isIpAddress,
  joinPath,
  parseBool,
  parseInt64,
  quote,
  toLower,
  trimSpace,
} from '../../src/kube/go';

describe('parseBool', () => {
  test.each(['1', 't', 'T', 'TRUE', 'true', 'True'])('%j is true', (text) =>
    expect(parseBool(text)).toEqual({ value: true }),
  );
  test.each(['0', 'f', 'F', 'FALSE', 'false', 'False'])('%j is false', (text) =>
    expect(parseBool(text)).toEqual({ value: false }),
  );
  test.each(['tRUE', 'yes', '', ' true', 'toString'])('%j is not a boolean', (text) => {
    expect(parseBool(text)).toEqual({
      error: `strconv.ParseBool: parsing "${text}": invalid syntax`,
    });
  });
});

describe('parseInt64', () => {
  test.each([
    ['0', 0n],
    ['-0', 0n],
    ['+5', 5n],
    ['007', 7n],
    ['-9223372036854775808', -9223372036854775808n],
    ['9223372036854775807', 9223372036854775807n],
  ])('%j is %s', (text, value) => expect(parseInt64(text)).toEqual({ value }));

  test.each(['', '-', '+', ' 5', '5 ', '1.5', '0x10', '1e3', '1_000', '٣'])(
    '%j is not a number',
    (text) => {
      expect(parseInt64(text)).toEqual({
        error: `strconv.ParseInt: parsing "${text}": invalid syntax`,
      });
    },
  );

  // The last one is out of range before the letter is seen.
  test.each([
    '9223372036854775808',
    '-9223372036854775809',
    '18446744073709551616',
    '99999999999999999999x',
  ])('%j is out of range', (text) => {
    expect(parseInt64(text)).toEqual({
      error: `strconv.ParseInt: parsing "${text}": value out of range`,
    });
  });
});

describe('isIpAddress', () => {
  test.each([
    '10.0.0.1',
    '0.0.0.0',
    '::',
    '1::',
    '::1',
    '2001:db8::1',
    '::ffff:10.0.0.1',
    '1:2:3:4:5:6:7::',
    '1:2:3:4:5:6:1.2.3.4',
  ])('%j is one', (text) => {
    expect(isIpAddress(text)).toBe(true);
  });

  test.each([
    '',
    '10.0.0',
    '10.0.0.01',
    '010.0.0.1',
    '256.0.0.1',
    '10.0.0.1.',
    ' 10.0.0.1',
    '10.0.0.1,10.0.0.2',
    'fe80::1%eth0',
    '10.0.0.1%eth0',
    ':::',
    '1::2::3',
    '1:2:3:4:5:6:7:8:9',
    '12345::',
    '10.0.0.1:2049',
    '10.0.0.0/24',
  ])('%j is none', (text) => expect(isIpAddress(text)).toBe(false));
});

test.each([
  ['', '.'],
  ['.', '.'],
  ['/', '/'],
  ['//', '/'],
  ['a/', 'a'],
  ['/a//b/', '/a/b'],
  ['./a', 'a'],
  ['a/..', '.'],
  ['../a', '../a'],
  ['/../..', '/'],
  ['a/../../b', '../b'],
])('the path %j is cleaned to %j', (path, clean) => expect(cleanPath(path)).toBe(clean));

test.each([
  [['/', '', 'a'], '/a'],
  [['/', '../x', 'a'], '/x/a'],
  [['/', '/b/', '/a'], '/b/a'],
  [['', ''], ''],
])('%j are joined to %j', (parts, path) => expect(joinPath(...parts)).toBe(path));

test.each([
  ['ABC', 'abc'],
  ['ΣΑΣ', 'σασ'],
  ['İ', 'i'],
  ['ÉCOLE', 'école'],
])('%j is lower-cased to %j', (text, lower) => expect(toLower(text)).toBe(lower));

test.each([
  [' \t\na b\u00a0', 'a b'],
  ['\u0085x\u3000', 'x'],
  ['\ufeffx', '\ufeffx'],
  ['  ', ''],
])('%j is trimmed to %j', (text, trimmed) => expect(trimSpace(text)).toBe(trimmed));

test.each([
  ['a b', '"a b"'],
  ['"\\', '"\\"\\\\"'],
  ['\n\t\x07\x00\x7f', '"\\n\\t\\a\\x00\\x7f"'],
  ['é★', '"é★"'],
  ['\u00a0\u200b', '"\\u00a0\\u200b"'],
  ['\u{e0001}', '"\\U000e0001"'],
  ['\ud800', '"\ufffd"'],
])('%j is quoted as %s', (text, quoted) => expect(quote(text)).toBe(quoted));
