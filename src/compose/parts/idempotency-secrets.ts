// The secrets of calls with an Idempotency-Key, for the service that answers them and the commands that erase answers.

import type { IdempotencySecrets } from '../../app/idempotency/answer-once.ts';
import { createSeal } from '../../app/seal.ts';
import type { MasterSecret } from '../../stores/secrets/secrets.file.ts';

/** Of every generation of the master secret, the newest first. */
export function toIdempotencySecrets(secret: MasterSecret): readonly [IdempotencySecrets, ...IdempotencySecrets[]] {
  const answers = secret.deriveAll('idempotency-answer', 32);
  const all = secret.deriveAll('idempotency-hash', 32).map((hashSecret, index) => ({
    hashSecret,
    seal: createSeal(answers[index] as Uint8Array),
  }));
  return all as [IdempotencySecrets, ...IdempotencySecrets[]];
}
