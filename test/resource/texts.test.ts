import { FORMATS } from '../../src/resource/formats';
import { matches } from '../../src/resource/pattern';
import { byBytes, showFloat, toGoJson } from '../../src/resource/values';

/** As Go's regular expressions have it. */
describe("a pattern in Go's syntax", () => {
  test.each<[pattern: string, found: string[], missed: string[]]>([
    ['^\\s+$', [' \t\n\f\r'], ['\v', '\u00a0', '\ufeff']],
    ['[\\s-]', ['-', ' '], ['\v']],
    ['a.c', ['abc', 'a\rc', 'a\u2028c', 'a😀c'], ['a\nc']],
    ['(?s)a.c', ['a\nc'], ['ac']],
    ['(?i)^abc$', ['aBC'], ['abcd']],
    ['\\Aab\\z', ['ab'], ['ab\n', 'xab']],
    ['^a$', ['a'], ['a\n']],
    ['^[[:alpha:]_]+$', ['aZ_'], ['a1', 'é']],
    ['^\\pL+$', ['aé'], ['1']],
    ['^\\p{Greek}$', ['α'], ['a']],
    ['^\\x{e9}$', ['é'], ['e']],
    ['^(?P<x>a)b$', ['ab'], ['a']],
    ['^\\Qa.b\\E$', ['a.b'], ['axb']],
    ['^[]a]+$', [']a'], ['[']],
    ['^[^]a]+$', ['b'], [']']],
    ['^a{2}$', ['aa'], ['a']],
    ['^a{,2}$', ['a{,2}'], ['aa']],
    ['^\\_\\-\\"\\/$', ['_-"/'], ['\\_']],
    ['^[\\w.-]+$', ['a.b-c'], ['é']],
    ['^😀{2}$', ['😀😀'], ['😀']],
  ])('%s', (pattern, found, missed) => {
    expect(found.filter((text) => !matches(text, pattern))).toEqual([]);
    expect(missed.filter((text) => matches(text, pattern))).toEqual([]);
  });

  test('finds everything if only Go can run it', () => {
    expect(matches('a', '^[[:^digit:]]$')).toBe(true);
    expect(
      ['[', 'b[', '[b', '[^', '[]b', '[b\\', '[b\\]'].filter((pattern) => !matches('a', pattern)),
    ).toEqual([]);
  });

  test('takes no longer for a long text that nearly matches', () => {
    const quantity =
      '^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$';
    const subdomain = '^$|^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$';
    expect(matches(`${'1'.repeat(100_000)}x`, quantity)).toBe(false);
    expect(matches(`${'a-'.repeat(50_000)}_`, subdomain)).toBe(false);
  });
});

/** As kube-openapi's `strfmt` has it. */
describe('a format', () => {
  test.each<[format: string, right: string[], wrong: string[]]>([
    ['byte', ['YQ==', 'YWJj'], ['', 'YQ', '____']],
    [
      'cidr',
      ['10.0.0.0/8', '::/0', '010.0.0.0/8', '1.2.3.4/08'],
      ['10.0.0.0', '10.0.0.0/33', '::/129', '1.2.3.4/8/9'],
    ],
    ['date', ['2020-02-29', '0001-01-01'], ['2021-02-29', '2020-1-1', '2020-01-01 ']],
    [
      'datetime',
      ['2020-01-01T00:00:00Z', '2020-01-01t00:00:00.5+02:00', '2020-01-01T00:00:00+99:99'],
      ['2020-01-01T24:00:00Z', '2020-01-01 00:00:00Z', '2020-01-01'],
    ],
    [
      'duration',
      ['1h2m3s', '.5s', '-1m', '0', '2 weeks', '1 day', '1D', `${'1111111s'.repeat(30)}!`],
      ['', '1', 's', '5 foo', '1dd'],
    ],
    [
      'hostname',
      ['a-b', 'ab-cd.com', 'münchen.de', 'a'.repeat(63)],
      ['', 'a-b-c', 'a_b', 'a.', 'a'.repeat(64)],
    ],
    ['ipv4', ['1.2.3.4', '01.002.3.4', '::ffff:1.2.3.4'], ['1.2.3', '256.1.1.1', '::1']],
    ['ipv6', ['::1', '::ffff:1.2.3.4'], ['1.2.3.4', 'fe80::1%eth0', '12345::']],
    ['k8sshortname', ['a-b'], ['A', 'a.b', 'a'.repeat(64)]],
    ['k8slongname', ['a.b-c'], ['a..b', 'a-', 'a'.repeat(254)]],
    [
      'mac',
      ['01:23:45:67:89:ab', '0123.4567.89ab', '0123456789ab'],
      ['01:23-45:67:89:ab', '1:2:3:4:5:6'],
    ],
    ['uuid', ['123E4567e89b12d3a456426614174000'], ['123e4567']],
    ['uuid4', ['123e4567-e89b-42d3-a456-426614174000'], ['123e4567-e89b-42d3-c456-426614174000']],
  ])('%s', (format, right, wrong) => {
    expect(right.filter((text) => !FORMATS[format](text))).toEqual([]);
    expect(wrong.filter((text) => FORMATS[format](text))).toEqual([]);
  });
});

describe('as Go writes it', () => {
  test.each([
    [0.5, '0.5'],
    [2.25, '2.25'],
    [123456.7, '123456.7'],
    [1234567.5, '1.2345675e+06'],
    [1e300, '1e+300'],
    [0.0001, '0.0001'],
    [0.00001, '1e-05'],
    [-1e-7, '-1e-07'],
    [NaN, 'NaN'],
    [-Infinity, '-Inf'],
  ])('the number %d', (value, text) => {
    expect(showFloat(value)).toBe(text);
  });

  test('JSON has its fields sorted and is safe in HTML', () => {
    expect(toGoJson({ b: [1n, 2.5, null], a: '<&>\u2028"', c: undefined })).toBe(
      '{"a":"\\u003c\\u0026\\u003e\\u2028\\"","b":[1,2.5,null],"c":null}',
    );
  });

  test('texts are in the order of their bytes', () => {
    expect(['\uff0c', '😀', 'a', '', 'ab', '<nil>'].sort(byBytes)).toEqual([
      '',
      '<nil>',
      'a',
      'ab',
      '\uff0c',
      '😀',
    ]);
  });
});
