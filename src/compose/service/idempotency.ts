// Puts together what makes a call with an Idempotency-Key run once, and forgets such calls when their time is over.

import { type AnswerOnce, createAnswerOnce, type OnStoreFault } from '../../app/once/answer-once.ts';
import { startPurge } from '../../app/once/purge-calls.ts';
import type { Clock } from '../../app/ports.ts';
import { createSeal } from '../../app/seal.ts';
import type { Config } from '../../config.ts';
import { toFaultCode } from '../../errors.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Vault } from '../parts/vault.ts';

interface IdempotencyOptions {
  readonly config: Config;
  readonly vault: Pick<Vault, 'calls' | 'secret'>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Whether this process deletes what is over. */
  readonly isHousekeeper: boolean;
}

const hourMs = 3_600_000;

export function openIdempotency({
  config,
  vault: { calls, secret },
  clock,
  logger,
  isHousekeeper,
}: IdempotencyOptions): {
  readonly answerOnce: AnswerOnce;
  stop(): void;
} {
  const onStoreFault: OnStoreFault = (what, error) =>
    logger.write('error', 'idempotency_fault', { internal: `${what}: ${toFaultCode(error)}` });
  const answerSecrets = secret.deriveAll('idempotency-answer', 32);
  const [current, ...older] = secret.deriveAll('idempotency-hash', 32).map((hashSecret, index) => ({
    hashSecret,
    seal: createSeal(answerSecrets[index] as Uint8Array),
  }));
  if (current === undefined) throw new Error('A master secret has a generation');
  return {
    answerOnce: createAnswerOnce({
      store: calls,
      current,
      older,
      clock,
      keptMs: config['idempotency.hours'] * hourMs,
      onStoreFault,
    }),
    stop: isHousekeeper ? startPurge({ store: calls, clock, onStoreFault }) : () => {},
  };
}
