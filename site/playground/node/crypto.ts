/** `node:crypto` in the browser: hashes of texts, as the core makes them. */
import { sha256 } from '@noble/hashes/sha2';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils';

/** A SHA-256 of texts. */
export function createHash(algorithm: 'sha256') {
  if (algorithm !== 'sha256') throw new RangeError(`${String(algorithm)} is not a known hash`);
  const hash = sha256.create();
  const self = {
    update(text: string) {
      hash.update(utf8ToBytes(text));
      return self;
    },
    digest(_encoding: 'hex'): string {
      return bytesToHex(hash.digest());
    },
  };
  return self;
}
