/**
 * The part of CEL that rules of definitions are written in: what it answers, and that it guesses
 * nothing. Checked against a whole CEL.
 */
import type * as cel from '@marcbachmann/cel-js' with { 'resolution-mode': 'import' };
import { evaluate, Failed, Unsupported } from '../../src/cel';
import * as fc from '../support/fast-check';

// An ECMAScript module, which jest turns into one that can be required.
// eslint-disable-next-line @typescript-eslint/no-require-imports
const { evaluate: whole } = require('@marcbachmann/cel-js') as typeof cel;

const SELF = {
  name: 'web',
  size: 3,
  flag: true,
  list: ['a', 'b'],
  map: { a: 1 },
  items: [{ name: 'x', port: 80 }, { name: 'y' }],
  empty: [],
};
const ODD = { nothing: null, large: 9007199254740993n, half: 1.5 };
const answer = (text: string) =>
  evaluate(text, { self: SELF, oldSelf: { ...SELF, size: 2 }, odd: ODD });

test.each<[string, unknown]>([
  ['self == oldSelf', false],
  ['self.name == oldSelf.name', true],
  ['self.size >= oldSelf.size && self.size <= 3', true],
  ['self.size < 3 || self.size > 3', false],
  ['self.size != 3 ? "other" : "three"', 'three'],
  ['!self.flag', false],
  ['-self.size + 5 * 2', 7],
  ['7 / 2 + 7 % 4', 6],
  ['-7 / 2', -3],
  ['0 / -2', 0],
  ['-0 * 1', 0],
  ['(1 + 2) * 3', 9],
  ['1 - 2 - 3', -4],
  ['"a" + \'b\'', 'ab'],
  ['["a"] + ["b"] == self.list', true],
  ['"a" in self.list', true],
  ['"a" in self.map', true],
  ['"b" in self.map', false],
  ['self.list[1]', 'b'],
  ['self.map["a"]', 1],
  ['has(self.name)', true],
  ['has(self.other)', false],
  ['!has(self.other) || self.other == 1', true],
  ['size(self.list) == self.list.size()', true],
  ['self.name.size()', 3],
  ['"é😀".size()', 2],
  ['self.items.all(i, has(i.name))', true],
  ['self.items.all(i, has(i.port))', false],
  ['self.items.exists(i, i.name == "y")', true],
  ['self.items.exists_one(i, i.name.startsWith("x"))', true],
  ['self.items.filter(i, has(i.port)).size()', 1],
  ['self.items.map(i, i.name) == ["x", "y"]', true],
  ['self.empty.all(i, false)', true],
  ['self.map.all(key, self.map[key] == 1)', true],
  ['self.name.matches("^[a-z]+$")', true],
  ['self.name.matches(r"\\d")', false],
  ['self.name.contains("e") && self.name.endsWith("b")', true],
  ['"A".lowerAscii()', 'a'],
  ['string(3) + string(true)', '3true'],
  ['int("12") + 1', 13],
  ['"a\\nb" == "a\\u000ab" || true', true],
  ['null == null', true],
  ['false && self.other', false],
  ['self.other == 1 || true', true],
  ['"\\u0041\\x42\\103\\U00000044\\"\\\\"', 'ABCD"\\'],
  ['self.?name.orValue("none")', 'web'],
  ['self.?other.orValue("none")', 'none'],
  ['self.?other.deeper.orValue("none")', 'none'],
  ['self.map[?"a"].orValue(2)', 1],
  ['self.map[?"z"].orValue(2)', 2],
  ['self.list[?1].orValue("none")', 'b'],
  ['self.list[?2].orValue("none")', 'none'],
  ['self.?map.a.hasValue() && !self.?map.z.hasValue()', true],
  ['self.?name.value()', 'web'],
  ['"a-b-c".replace("-", "$&")', 'a$&b$&c'],
  ['dyn(self.size) == 3', true],
  ['isQuantity("1Gi") && !isQuantity("1G i")', true],
  ['quantity("1Gi").isGreaterThan(quantity("1G"))', true],
  ['quantity("1Gi").isLessThan(quantity("1024Mi"))', false],
  ['quantity("1Gi") == quantity("1024Mi")', true],
  ['quantity("1").compareTo(quantity("1500m"))', -1],
  ['self.items.exists(i, i.port == 80)', true],
  ['[self.items[1], self.items[0]].exists(i, i.port == 80)', true],
  ['[self.items[1], self.items[0]].all(i, i.port == 81)', false],
  ['has(self.?other.deeper)', false],
  ['has(self.?map.a)', true],
  ['has(odd.nothing.deeper)', false],
  ['has(self.name.deeper)', false],
  ['odd.?nothing.deeper.hasValue()', false],
  ['self.size < 3.5 && self.size == 3.0', true],
  ['"É-a".upperAscii() + "É-A".lowerAscii()', 'É-AÉ-a'],
  ['"web-1".matches("^[a-z0-9]([-a-z0-9]*[a-z0-9])?$")', true],
])('%s', (text, value) => {
  expect(answer(text)).toEqual(value);
});

test.each([
  'self.name +',
  '(self.name',
  'self..name',
  '1 2',
  'self.list[',
  '@',
  '',
  'self.name.unknown("a")',
  'other',
  'self.name < 1',
  'self.size && true',
  '-self.name',
  '1 / 0',
  'self.list[9]',
  'self.list[-1]',
  'self.map["z"]',
  'timestamp("2026-01-01T00:00:00Z") > timestamp("2025-01-01T00:00:00Z")',
  'self.name.matches("[")',
  'optional.of(1)',
  '{"a": 1}',
])('%s is not answered', (text) => {
  expect(() => answer(text)).toThrow(Error);
});

test('what is not known is told apart from what fails', () => {
  expect(() => answer('timestamp("2026-01-01T00:00:00Z") == self.name')).toThrow(Unsupported);
  expect(() => answer('self.other == 1')).not.toThrow(Unsupported);
  expect(() => answer('self.other == 1')).toThrow(new Failed('no such key: other'));
  expect(() => answer('self.map["z"]')).toThrow(new Failed('no such key: z'));
  expect(() => answer('self.list[2]')).toThrow(new Failed('index out of bounds: 2'));
  expect(() => answer('self.nothing')).toThrow(Failed);
  expect(() => evaluate('self.name', { self: null })).toThrow(new Failed('no such key: name'));
  expect(() => answer('1 / 0')).toThrow(new Failed('division by zero'));
  expect(() => answer('1 % 0')).toThrow(new Failed('modulus by zero'));
  expect(() => answer('self.items.all(i, i.port == 80)')).toThrow(new Failed('no such key: port'));
});

test('an error on one side counts if the other one does not decide: that of the left, but for what is not known', () => {
  const unknown = 'timestamp("2026-01-01T00:00:00Z") == self.name';
  expect(answer(`${unknown} || true`)).toBe(true);
  expect(answer('self.other && false')).toBe(false);
  expect(() => answer('self.left == 1 || self.right == 1')).toThrow(
    new Failed('no such key: left'),
  );
  for (const text of [
    `${unknown} || self.other == 1`,
    `self.other == 1 || ${unknown}`,
    `[1, 2].exists(i, i == 1 ? self.other : ${unknown})`,
  ]) {
    expect(() => answer(text)).toThrow(Unsupported);
  }
});

test('what takes long is not answered', () => {
  const list = `[${Array.from({ length: 60 }, (_, index) => index).join(', ')}]`;
  expect(() => answer(`${list}.all(a, ${list}.all(b, ${list}.all(c, true)))`)).toThrow(Unsupported);
  expect(answer(`${list}.all(a, ${list}.all(b, true))`)).toBe(true);
});

const { expression } = fc.letrec((tie) => ({
  number: fc.oneof(
    { depthSize: 'small' },
    fc.integer({ min: 0, max: 9 }).map(String),
    fc.constantFrom('self.size', 'self.list.size()', 'self.name.size()', 'self.map["a"]'),
    fc
      .tuple(tie('number'), fc.constantFrom('+', '-', '*', '/', '%'), tie('number'))
      .map(([a, sign, b]) => `(${a as string} ${sign} ${b as string})`),
  ),
  text: fc.constantFrom('self.name', '"web"', '"a"', '(self.name + "a")', 'self.list[0]'),
  truth: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(
      'true',
      'self.flag',
      'has(self.name)',
      'has(self.other)',
      'self.other',
      '("a" in self.list)',
      'self.items.all(i, has(i.port))',
      'self.list.exists(i, i == "b")',
    ),
    fc
      .tuple(tie('number'), fc.constantFrom('==', '!=', '<', '<=', '>', '>='), tie('number'))
      .map(([a, sign, b]) => `(${a as string} ${sign} ${b as string})`),
    fc
      .tuple(tie('text'), fc.constantFrom('==', '!=', '<', '>='), tie('text'))
      .map(([a, sign, b]) => `(${a as string} ${sign} ${b as string})`),
    fc
      .tuple(tie('text'), fc.constantFrom('startsWith', 'endsWith', 'contains'), tie('text'))
      .map(([a, name, b]) => `${a as string}.${name}(${b as string})`),
    fc
      .tuple(tie('truth'), fc.constantFrom('&&', '||'), tie('truth'))
      .map(([a, sign, b]) => `(${a as string} ${sign} ${b as string})`),
    tie('truth').map((one) => `!${one as string}`),
    fc
      .tuple(tie('truth'), tie('truth'), tie('truth'))
      .map((parts) => `(${parts.join(' ? ').replace(/ \? (?!.* \? )/, ' : ')})`),
  ),
  expression: fc.oneof(tie('truth'), tie('number')),
}));

/** Whole numbers of a whole CEL are bigints. */
const bigints = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, one: unknown) =>
    typeof one === 'number' ? BigInt(one) : one,
  );
const plain = (value: unknown): unknown => (typeof value === 'bigint' ? Number(value) : value);

function outcome(run: () => unknown): unknown {
  try {
    return { value: plain(run()) };
  } catch {
    return 'it fails';
  }
}

test('a whole CEL answers the same', () => {
  fc.assert(
    fc.property(expression, (text) => {
      const own = outcome(() => evaluate(text as string, { self: SELF }));
      expect([text, own]).toEqual([
        text,
        outcome(() => whole(text as string, { self: bigints(SELF) } as never)),
      ]);
    }),
    { numRuns: 500 },
  );
});

test('any text has an answer or fails, and nothing of the host is reached', () => {
  fc.assert(
    fc.property(
      fc.string({
        unit: fc.constantFrom(
          'self',
          '.',
          '[',
          ']',
          '(',
          ')',
          '"',
          'constructor',
          '__proto__',
          '1',
          '==',
          '&&',
          '!',
          ' ',
          ',',
          'all',
        ),
      }),
      (text) => {
        const value = outcome(() => answer(text));
        expect(typeof (value as { value?: unknown }).value).not.toBe('function');
      },
    ),
    { numRuns: 500 },
  );
});
