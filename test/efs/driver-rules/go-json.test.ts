import { unmarshalStringMap } from '../../../src/efs/driver-rules/go-json';
import * as fc from '../../support/fast-check';

test.each([
  ['{}', {}],
  ['null', undefined],
  [' {"a": "b", "c": null} ', { a: 'b', c: '' }],
  ['{"a":"x","a":"\\u0041\\ud800"}', { a: 'A\ufffd' }],
])('%s is read', (text, value) => expect(unmarshalStringMap(text)).toEqual({ value }));

test.each([
  ['', 'unexpected end of JSON input'],
  ['{"a', 'unexpected end of JSON input'],
  ['{"a":"b"', 'unexpected end of JSON input'],
  ['us-east-1a=10.0.0.1', "invalid character 'u' looking for beginning of value"],
  ['é', "invalid character 'Ã' looking for beginning of value"],
  ["'", "invalid character '\\'' looking for beginning of value"],
  ['{a:1}', "invalid character 'a' looking for beginning of object key string"],
  ['{"a" "b"}', "invalid character '\"' after object key"],
  ['{"a":"b";}', "invalid character ';' after object key:value pair"],
  ['[1 2]', "invalid character '2' after array element"],
  ['{} x', "invalid character 'x' after top-level value"],
  ['"a\n"', "invalid character '\\n' in string literal"],
  ['"\\x"', "invalid character 'x' in string escape code"],
  ['"\\u12g4"', "invalid character 'g' in \\u hexadecimal character escape"],
  ['tru', "invalid character ' ' in literal true (expecting 'e')"],
  ['nil', "invalid character 'i' in literal null (expecting 'u')"],
  ['-', "invalid character ' ' in numeric literal"],
  ['1.x', "invalid character 'x' after decimal point in numeric literal"],
  ['1e+', "invalid character ' ' in exponent of numeric literal"],
  ['01', "invalid character '1' after top-level value"],
  ['[]', 'json: cannot unmarshal array into Go value of type map[string]string'],
  ['"a"', 'json: cannot unmarshal string into Go value of type map[string]string'],
  ['1.5e3', 'json: cannot unmarshal number into Go value of type map[string]string'],
  ['true', 'json: cannot unmarshal bool into Go value of type map[string]string'],
  ['{"2":"x","1":1,"0":true}', 'json: cannot unmarshal number into Go value of type string'],
  ['{"a":{"b":"c"}}', 'json: cannot unmarshal object into Go value of type string'],
  ['{"a":["b"]}', 'json: cannot unmarshal array into Go value of type string'],
])('%j is refused', (text, error) => expect(unmarshalStringMap(text)).toEqual({ error }));

test('nesting has a limit', () => {
  expect(unmarshalStringMap('['.repeat(10_001))).toEqual({ error: 'exceeded max depth' });
});

test('syntax is what JavaScript takes as well', () => {
  const text = fc.oneof(fc.json(), fc.string({ unit: fc.constantFrom(...'{}[]":,ae1.-+0 tnu\\') }));
  fc.assert(
    fc.property(text, (json) => {
      const result = unmarshalStringMap(json);
      let valid = true;
      try {
        JSON.parse(json);
      } catch {
        valid = false;
      }
      expect('value' in result || result.error.startsWith('json: cannot unmarshal')).toBe(valid);
    }),
    { numRuns: 1000 },
  );
});
