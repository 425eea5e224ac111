// What is new in each request: its moment, a nonce, and the digest by which WS-Security proves a password without sending it.

import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { PlaceholderValues } from './template.ts';

/** Placeholders with a value of their own in each request. */
export const momentNames = ['uuid', 'now', 'nonce'] as const;
/** Stands before the name of a secret. */
export const digestPrefix = 'password_digest.';

/** Adds the values that this request alone has. `used` holds the names that it uses. */
export function withFresh(values: PlaceholderValues, used: ReadonlySet<string>): PlaceholderValues {
  const digests = [...used].filter((name) => name.startsWith(digestPrefix));
  if (digests.length === 0 && !used.has('uuid') && !used.has('nonce')) return values;
  const nonce = randomBytes(16);
  const fresh: Record<string, string | null> = { ...values, uuid: randomUUID(), nonce: nonce.toString('base64') };
  for (const name of digests) {
    const password = values[`secret.${name.slice(digestPrefix.length)}`] ?? '';
    fresh[name] = toPasswordDigest(nonce, values['now'] ?? '', password);
  }
  return fresh;
}

/** Computes the PasswordDigest of the UsernameToken profile 1.0, which prescribes SHA-1. */
function toPasswordDigest(nonce: Uint8Array, created: string, password: string): string {
  return createHash('sha1').update(nonce).update(created).update(password).digest('base64');
}
