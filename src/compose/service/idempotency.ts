// Puts together what makes a call with an Idempotency-Key run once, and forgets such calls when their time is over.

import { type AnswerOnce, createAnswerOnce, type OnStoreFault } from '../../app/once/answer-once.ts';
import { startPurge } from '../../app/once/purge-calls.ts';
import type { Clock } from '../../app/ports.ts';
import type { Config } from '../../config.ts';
import { toFaultCode } from '../../errors.ts';
import type { Logger } from '../../telemetry/logger.ts';
import { toOnceSecrets } from '../parts/once-secrets.ts';
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
  const [current, ...older] = toOnceSecrets(secret);
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
