// The keyed hash under which an API key is stored: useless to whoever has only the database.

import { createHmac } from 'node:crypto';

/** Turns an API key into the keyed hashes under which it may be stored, one for each generation of the secret. New keys take the first. */
export type HashKey = (key: string) => readonly string[];

/** `secrets` are those of every generation of the master secret, the newest first. */
export function createHashKey(secrets: () => readonly Uint8Array[]): HashKey {
  return (key) => secrets().map((secret) => createHmac('sha256', secret).update(key).digest('base64url'));
}
