// The secrets of calls with an Idempotency-Key, for the service that answers them and the commands that erase answers.

import type { FindIdempotencySecrets } from '../../app/idempotency/answer-once.ts';
import type { Seal } from '../../app/seal.ts';
import type { MasterSecret } from '../../stores/secrets/secrets.file.ts';

/** `seal` opens what any generation has sealed. A generation that was added counts at once. */
export function createIdempotencySecrets(secret: MasterSecret, seal: Seal): FindIdempotencySecrets {
  let known: { readonly of: readonly Uint8Array[]; readonly secrets: ReturnType<FindIdempotencySecrets> } | undefined;
  return () => {
    const of = secret.deriveEver('idempotency-hash', 32);
    const [newest, ...older] = of;
    if (known?.of !== of) {
      const toSecrets = (hashSecret: Uint8Array) => ({ hashSecret, seal });
      known = { of, secrets: [toSecrets(newest), ...older.map(toSecrets)] };
    }
    return known.secrets;
  };
}
