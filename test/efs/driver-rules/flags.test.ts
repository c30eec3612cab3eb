import { FLAG_CASES } from './cases';
import { parseConfOverrides, parseTags } from '../../../src/efs/driver-rules';
import * as fc from '../../support/fast-check';

const READERS: { [flag: string]: (value: string) => object } = {
  '--tags': parseTags,
  '--efs-utils-conf-overrides': parseConfOverrides,
  '--s3files-utils-conf-overrides': parseConfOverrides,
};

describe('the recorded answers', () => {
  test.each(FLAG_CASES)('%s', (_, { input, result }) => {
    expect(READERS[input.flag](input.value)).toEqual(result);
  });
});

describe('what no recorded answer shows', () => {
  test.each([
    ['', {}],
    ['a', { a: '' }],
    [':b', { '': 'b' }],
    ['a:b c:d:e f:g', { a: 'b', f: 'g' }],
    ['a\\\\:b', { 'a:b': '' }],
    ['a:b k:v\\', {}],
  ])('the tags %j are %j', (flag, tags) => {
    expect(parseTags(flag)).toEqual(tags);
  });

  test.each([
    ['', { overrides: [] }],
    ['  ', { overrides: [] }],
    [':x=y', { error: 'invalid override entry ":x=y": missing colon separator' }],
    [
      'a:b=c,d:e=',
      {
        overrides: [
          { section: 'a', key: 'b', value: 'c' },
          { section: 'd', key: 'e', value: '' },
        ],
      },
    ],
  ])('the overrides %j are %j', (flag, result) => {
    expect(parseConfOverrides(flag)).toEqual(result);
  });
});

test('any flag has an answer', () => {
  const flag = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(...'ab:\\ ,=é') }),
  );
  fc.assert(
    fc.property(flag, (value) => {
      expect(Object.values(parseTags(value)).every((tag) => typeof tag === 'string')).toBe(true);
      expect(Object.keys(parseConfOverrides(value))).toHaveLength(1);
    }),
  );
});
