/** Texts that are times and quantities to Go, and its words for those that are not. */
import { goDecode } from '../../src/resource';
import TEXTS from '../conformance/model/texts.json';

test.each(Object.entries(TEXTS))('a %s is refused in the words of Go', (type, texts) => {
  expect(texts.map(([text]) => [text, goDecode(type, text).error ?? ''])).toEqual(texts);
  expect(texts.filter(([, words]) => words === '').length).toBeGreaterThan(10);
});
