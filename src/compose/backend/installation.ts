// What tells one installation from another where both use the same server: a name of its own, and a checksum that nobody without its master
// secret can make.

import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { type Config, readSecretAddress } from '../../config.ts';
import { parseRedisAddress, type RedisAddress } from '../../stores/redis/address.ts';
import type { Purpose } from '../../stores/secrets/purposes.ts';
import type { MasterSecret } from '../../stores/secrets/secrets.file.ts';

/** A clash of 48 bits needs millions of installations on one server. */
const nameLength = 12;

/** Names in Redis begin with the installation: two that share a server by accident never meet. */
export function toOwnRedis(counters: NonNullable<Config['counters']>, secret: MasterSecret): RedisAddress {
  const address = parseRedisAddress(readSecretAddress('counters', counters));
  // The database of the nodes knows them by the same secret: who shares the one shares the other.
  const name = createHash('sha256').update(secret.deriveFirst('store-fingerprint', 32)).digest('hex');
  return { ...address, prefix: `${address.prefix}:${name.slice(0, nameLength)}` };
}

/** Texts without a space at their end, which others may change on their way. */
export interface SignedTexts {
  sign(text: string): string;
  /** Returns undefined if the text was not written with the master secret. */
  open(signed: string): string | undefined;
}

export function createSignedTexts(purpose: Purpose, secret: MasterSecret): SignedTexts {
  const toMac = (key: Uint8Array, text: string) => createHmac('sha256', key).update(text).digest();
  return {
    sign: (text) => `${text} ${toMac(secret.deriveFresh(purpose, 32)[0], text).toString('base64url')}`,
    open(signed) {
      const end = signed.lastIndexOf(' ');
      const [text, mac] = [signed.slice(0, Math.max(0, end)), Buffer.from(signed.slice(end + 1), 'base64url')];
      const isOurs = (key: Uint8Array) => {
        const wanted = toMac(key, text);
        return mac.length === wanted.length && timingSafeEqual(mac, wanted);
      };
      return secret.deriveFresh(purpose, 32).some(isOurs) ? text : undefined;
    },
  };
}
