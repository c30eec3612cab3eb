import { canonicalQuantity, compareQuantities, goQuantity, parseQuantity } from '../../src/kube';
import * as fc from '../support/fast-check';

const canonical = (text: string | number) => {
  const quantity = parseQuantity(text);
  return quantity && canonicalQuantity(quantity);
};

// As the API server 1.36 returns them.
test.each([
  ['1Gi', '1Gi'],
  ['1024Mi', '1Gi'],
  ['1536Mi', '1536Mi'],
  ['1.5Gi', '1536Mi'],
  ['1023', '1023'],
  ['1024', '1024'],
  ['1024Ki', '1Mi'],
  ['0.5Ki', '512'],
  ['0.1Gi', '107374182400m'],
  ['1000m', '1'],
  ['1500m', '1500m'],
  ['0.5', '500m'],
  ['.5', '500m'],
  ['5.', '5'],
  ['1000k', '1M'],
  ['1e3', '1e3'],
  ['1e4', '10e3'],
  ['1E3', '1e3'],
  ['12e-1', '1200e-3'],
  ['1E', '1E'],
  ['1000E', '1000E'],
  ['0', '0'],
  ['0Gi', '0'],
  ['-1Gi', '-1Gi'],
  ['+1', '1'],
  ['1n', '1n'],
  ['0.1n', '1n'],
  ['100u', '100u'],
  ['1Ei', '1Ei'],
  ['1048576Ti', '1Ei'],
])('the canonical form of %s is %s', (text, expected) => {
  expect(canonical(text)).toBe(expected);
});

test.each([
  '',
  'x',
  '1GiB',
  '10GB',
  '1 Gi',
  ' 1',
  '1..5',
  '1e',
  '1ee3',
  'Gi',
  '1K',
  '1gi',
  '--1',
  '0x10',
  '1_000',
  '１',
  '1e99999999999',
  'Infinity',
  'NaN',
])('%j is not a quantity', (text) => {
  expect(parseQuantity(text)).toBeUndefined();
});

test.each([
  ['1Gi', '1G', 1],
  ['1000Mi', '1Gi', -1],
  ['1024Mi', '1Gi', 0],
  ['1', '1000m', 0],
  ['1e3', '1k', 0],
  ['-1', '0', -1],
])('%s compared with %s is %i', (a, b, expected) => {
  expect(compareQuantities(parseQuantity(a)!, parseQuantity(b)!)).toBe(expected);
});

test('a number is read as it is written in YAML', () => {
  expect(canonical(1073741824)).toBe('1073741824');
  expect(canonical(0.5)).toBe('500m');
});

const anyQuantity = fc
  .tuple(
    fc.constantFrom('', '-', '+'),
    fc.oneof(
      fc.nat().map(String),
      fc.tuple(fc.nat(), fc.nat()).map(([a, b]) => `${a}.${b}`),
    ),
    fc.constantFrom(
      '',
      'n',
      'u',
      'm',
      'k',
      'M',
      'G',
      'T',
      'P',
      'E',
      'Ki',
      'Mi',
      'Gi',
      'Ti',
      'Pi',
      'Ei',
      'e3',
      'E-2',
      'e0',
    ),
  )
  .map((parts) => parts.join(''));

test('the canonical form means the same quantity and is its own canonical form', () => {
  fc.assert(
    fc.property(anyQuantity, (text) => {
      const quantity = parseQuantity(text)!;
      const again = parseQuantity(canonicalQuantity(quantity))!;
      expect(compareQuantities(quantity, again)).toBe(0);
      expect(canonicalQuantity(again)).toBe(canonicalQuantity(quantity));
    }),
  );
});

test('any text is a quantity or none, but never an exception', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      parseQuantity(text);
    }),
  );
});

// As Go writes them after it read them, with k8s.io/apimachinery 0.36.3.
test.each([
  ['1000m', '1'],
  ['1001m', '1001m'],
  ['0.5', '500m'],
  ['.5', '500m'],
  ['5.', '5.'],
  ['1.25', '1250m'],
  ['1.250', '1.250'],
  ['0.001', '1m'],
  ['1e3', '1e3'],
  ['1E3', '1E3'],
  ['1e0', '1e0'],
  ['12e7', '120e6'],
  ['1.2e8', '120e6'],
  ['1e-3', '1e-3'],
  ['1e19', '10e18'],
  ['1e99', '1e99'],
  ['0.1n', '1n'],
  ['0.0000000004', '1n'],
  ['1500000n', '1500u'],
  ['1024Ki', '1Mi'],
  ['1025Ki', '1025Ki'],
  ['1000Ki', '1000Ki'],
  ['2048Mi', '2Gi'],
  ['1.5Gi', '1536Mi'],
  ['0.5Ki', '512'],
  ['0.3Mi', '314572800m'],
  ['16Ei', '9223372036854775807'],
  ['-16Ei', '-9223372036854775807'],
  ['2000', '2k'],
  ['1000000k', '1G'],
  ['+1', '+1'],
  ['+1000m', '1'],
  ['-1.5Gi', '-1536Mi'],
  ['007', '007'],
  ['010Mi', '010Mi'],
  ['0Gi', '0'],
  ['-0', '0'],
  ['1234567890123456789', '1234567890123456789'],
  // Beyond E there is no suffix, and Go loses the exponent.
  ['1000E', '1'],
])('Go writes %s as %s', (text, expected) => {
  expect(goQuantity(text)).toBe(expected);
});

test('Go reads numbers too, but not everything that the pattern of schemas lets pass', () => {
  expect([
    goQuantity(1000),
    goQuantity(2n ** 53n + 1n),
    goQuantity(0.5),
    goQuantity(' 1 '),
  ]).toEqual(['1k', '9007199254740993', '500m', '1']);
  expect(['', 'x', '1e5.5', '1K', '1 Gi', '--1', '1e99999999999'].map(goQuantity)).toEqual(
    Array(7).fill(undefined),
  );
});

test('what Go writes is written as it is, and means the same where Go can hold it', () => {
  const most = parseQuantity('9223372036854775807')!;
  fc.assert(
    fc.property(anyQuantity, (text) => {
      const written = goQuantity(text)!;
      expect(goQuantity(written)).toBe(written);
      const given = parseQuantity(text)!;
      if (compareQuantities(parseQuantity(text.replace(/^[-+]/, ''))!, most) < 0) {
        expect(compareQuantities(given, parseQuantity(written)!)).toBe(0);
      }
    }),
  );
});

test.each(['', '0', '00'])(
  'a quantity of very many digits is what it is, with %j behind a multiple of a thousand',
  (zeros) => {
    const thousands = '0'.repeat(99_999);
    expect(goQuantity(`1${thousands}${zeros}e0`)).toBe(`1${zeros}e99999`);
    expect(canonicalQuantity(parseQuantity(`1${thousands}${zeros}e0`)!)).toBe(`1${zeros}e99999`);
    expect(canonicalQuantity(parseQuantity(`1${thousands}${zeros}`)!)).toBe(
      `1${'0'.repeat(99_999 - 18)}${zeros}E`,
    );
  },
);
