// HMAC-SHA-256 of short texts by its definition (RFC 2104), two hashes with the key's blocks in front: Node's own takes three times
// as long to make, and throw away, an object for each text. It is for the writer; readers use Node's, and a test compares them.

import { hash } from 'node:crypto';

const blockBytes = 64;
const hashBytes = 32;
const textBytesMax = 64;

/** `key` is no longer than a block. The hash comes as bytes in the characters of a text. */
export function createKeyedHash(key: Uint8Array): (text: string) => string {
  const inner = Buffer.alloc(blockBytes + textBytesMax, 0x36);
  const outer = Buffer.alloc(blockBytes + hashBytes, 0x5c);
  for (const [index, byte] of key.entries()) {
    inner[index] = byte ^ 0x36;
    outer[index] = byte ^ 0x5c;
  }
  return (text) => {
    if (Buffer.byteLength(text) > textBytesMax) throw new RangeError('The text is longer than the buffer for it');
    const end = blockBytes + inner.write(text, blockBytes);
    outer.write(hash('sha256', inner.subarray(0, end), 'latin1'), blockBytes, 'latin1');
    return hash('sha256', outer, 'latin1');
  };
}
