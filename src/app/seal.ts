// Encrypts what is kept for a while (AES-256-GCM), bound to the place where it is kept. Each place has a key of its own: nonces are drawn by
// chance, which is safe for 2^32 texts of one key, and no place is written so often. See docs/decisions/a-key-for-each-place.md.

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { createKeyedHash } from './keyed-hash.ts';
import type { RandomBytes } from './random.ts';

export interface Seal {
  /** `place` is authenticated, not stored: sealed text that is moved elsewhere does not open. No place may be the same for every text. */
  close(text: string | Uint8Array, place: string): Uint8Array;
  /** Throws a DamagedSealError when a bit of it was changed, when it belongs to another place, or when it was sealed with another secret. */
  open(sealed: Uint8Array, place: string): string;
  openBytes(sealed: Uint8Array, place: string): Uint8Array;
}

/** Somebody changed what was sealed, moved it, or sealed it with another secret. */
export class DamagedSealError extends Error {}
const damaged = 'What was sealed is damaged, or was sealed with another secret';

/** Bytes that sealing adds to a text. */
export const sealOwnBytes = 28;

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = sealOwnBytes - nonceBytes;

/** `secret` has 32 bytes. */
export function createSeal(secret: Uint8Array, random: RandomBytes = randomBytes): Seal {
  const hashPlace = createKeyedHash(secret);
  const toKey = (place: string) => Buffer.from(hashPlace(place), 'latin1');
  function openBytes(sealed: Uint8Array, place: string): Buffer {
    try {
      return decrypt(toKey(place), sealed, place);
    } catch {
      throw new DamagedSealError(damaged);
    }
  }
  return {
    close(text, place) {
      const nonce = random(nonceBytes);
      const cipher = createCipheriv(algorithm, toKey(place), nonce).setAAD(Buffer.from(place));
      // In this mode there is nothing left for `final` to give.
      const encrypted = typeof text === 'string' ? cipher.update(text, 'utf8') : cipher.update(text);
      cipher.final();
      return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
    },
    open: (sealed, place) => openBytes(sealed, place).toString('utf8'),
    openBytes,
  };
}

function decrypt(key: Uint8Array, sealed: Uint8Array, place: string): Buffer {
  const nonce = sealed.subarray(0, nonceBytes);
  const tag = sealed.subarray(nonceBytes, nonceBytes + tagBytes);
  // Without the length a tag cut down to four bytes would be accepted, and four bytes can be guessed.
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
    .setAAD(Buffer.from(place))
    .setAuthTag(tag);
  const encrypted = sealed.subarray(nonceBytes + tagBytes);
  return Buffer.concat([decipher.update(encrypted), decipher.final()]);
}

/** Seals with the first secret and opens with any of them: those of older generations of the master secret. */
export function createSealOfAll(secrets: () => readonly Uint8Array[]): Seal {
  function openBytes(sealed: Uint8Array, place: string): Uint8Array {
    for (const secret of secrets()) {
      try {
        return createSeal(secret).openBytes(sealed, place);
      } catch {
        // Of another generation, or damaged.
      }
    }
    throw new DamagedSealError(damaged);
  }
  return {
    close(text, place) {
      const [newest] = secrets();
      if (newest === undefined) throw new Error('A master secret has a generation');
      return createSeal(newest).close(text, place);
    },
    open: (sealed, place) => Buffer.from(openBytes(sealed, place)).toString('utf8'),
    openBytes,
  };
}
