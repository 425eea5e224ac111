// Knows an order again that a caller repeats with the same `Idempotency-Key`: by a keyed hash of that key, and by one of all that was ordered.
// New ones take the newest generation of the secret. Those of a batch or a watch from before a rotation are known by an older one.

import { createHmac } from 'node:crypto';
import type { KeyId } from '../../domain/access/api-key.ts';

/** Returns the secrets of every generation of the master secret, the newest first. */
export type OrderSecrets = () => readonly [Uint8Array, ...Uint8Array[]];

/** The newest first. */
type Hashes = readonly [string, ...string[]];

export interface Fingerprint {
  update(part: string | Uint8Array): void;
  digest(): Hashes;
}

export function openFingerprint(secrets: OrderSecrets): Fingerprint {
  const all = secrets().map((secret) => createHmac('sha256', secret));
  return {
    update(part) {
      for (const each of all) each.update(part);
    },
    digest: () => all.map((each) => each.digest('base64url')) as unknown as Hashes,
  };
}

/** The id of what is ordered, and what an older generation knows of the same order. */
export async function findRepeated<Stored>(
  { key, idempotencyKey }: { readonly key: { readonly id: KeyId }; readonly idempotencyKey: string | null },
  secrets: OrderSecrets,
  store: { findRepeated(repeatId: string): Promise<Stored | undefined> },
): Promise<{ readonly repeatId: string | null; readonly older: Stored | undefined }> {
  if (idempotencyKey === null) return { repeatId: null, older: undefined };
  const toId = (secret: Uint8Array) =>
    createHmac('sha256', secret).update(`${key.id} ${idempotencyKey}`).digest('base64url');
  const [newest, ...others] = secrets();
  for (const secret of others) {
    const older = await store.findRepeated(toId(secret));
    if (older !== undefined) return { repeatId: toId(newest), older };
  }
  return { repeatId: toId(newest), older: undefined };
}
