// Puts together what makes a call with an Idempotency-Key run once.

import { type AnswerOnce, createAnswerOnce, type OnStoreFault } from '../../app/idempotency/answer-once.ts';
import { listNumbersIn } from '../../app/privacy/person.ts';
import { toFaultCode } from '../../errors.ts';
import { toCpfSubjects } from '../parts/audit/audit-secrets.ts';
import { createIdempotencySecrets } from '../parts/idempotency-secrets.ts';
import type { Core } from './core.ts';

const hourMs = 3_600_000;

export function openIdempotency({ config, stores, clock, logger }: Core): AnswerOnce {
  const { calls, secret } = stores;
  const onStoreFault: OnStoreFault = (what, error) =>
    logger.write('error', 'idempotency_fault', { internal: `${what}: ${toFaultCode(error)}` });
  return createAnswerOnce({
    store: calls,
    secrets: createIdempotencySecrets(secret, stores.sealFor('idempotency-answer')),
    toSubjects: (text) => listNumbersIn(text).map((cpf) => toCpfSubjects(secret, cpf)[0]),
    clock,
    keptMs: config['idempotency.hours'] * hourMs,
    onStoreFault,
  });
}
