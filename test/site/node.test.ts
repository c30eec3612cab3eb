/** The stand-ins for modules of Node.js in the browser, which answer as those do. */
import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { createHash as hashInBrowser } from '../../site/playground/node/crypto';
import { isIP as isIPInBrowser } from '../../site/playground/node/net';
import { isDeepStrictEqual as isEqualInBrowser } from '../../site/playground/node/util';
import * as fc from '../support/fast-check';

describe('in the browser', () => {
  test.each([
    '1.2.3.4',
    '1.2.3',
    '01.2.3.4',
    '256.1.1.1',
    '::',
    '::1',
    '1::',
    'fd00::1',
    'fd00::1%eth0',
    '::ffff:1.2.3.4',
    '1:2:3:4:5:6:7:8',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '1::2::3',
    ':1',
    '1:',
    ':::',
    'g::',
    '12345::',
    '1.2.3.4::',
    '',
    '::1.2.3',
    '1:2:3:4:5:6:1.2.3.4',
    '1:2:3:4:5:6:7:1.2.3.4',
    '1:2:3:4:5:6:7::',
    '::2:3:4:5:6:7:8',
    '1.2.3.4%eth0',
  ])('%p is an address as for Node.js', (text) => {
    expect(isIPInBrowser(text)).toBe(isIP(text));
  });

  test('values are equal as for Node.js', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        expect(isEqualInBrowser(one, other)).toBe(isDeepStrictEqual(one, other));
        expect(isEqualInBrowser(one, structuredClone(one))).toBe(true);
      }),
    );
  });

  test('hashes are as those of Node.js', () => {
    for (const text of ['', 'a', 'ü\u{1f600}', 'x'.repeat(1000)]) {
      expect(hashInBrowser('sha256').update(text).digest('hex')).toBe(
        createHash('sha256').update(text).digest('hex'),
      );
    }
  });
});
