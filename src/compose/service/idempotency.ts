// Puts together what makes a call with an Idempotency-Key run once.

import { toSubjectText } from '../../app/audit/record.ts';
import {
  type AnswerOnce,
  createAnswerOnce,
  type FindIdempotencySecrets,
  type OnStoreFault,
} from '../../app/idempotency/answer-once.ts';
import { listNumbersIn } from '../../app/privacy/person.ts';
import type { Seal } from '../../app/seal.ts';
import { readIdentityNumber } from '../../domain/screening/identity-document.ts';
import { toFaultCode } from '../../errors.ts';
import type { MasterSecret } from '../../stores/secrets/secrets.file.ts';
import { toCpfSubjects, toSubjects } from '../parts/audit/audit-secrets.ts';
import type { Core } from './core.ts';

const hourMs = 3_600_000;

export function openIdempotency({ config, stores, clock, logger }: Core): AnswerOnce {
  const { calls, secret } = stores;
  const onStoreFault: OnStoreFault = (what, error) =>
    logger.write('error', 'idempotency_fault', { internal: `${what}: ${toFaultCode(error)}` });
  return createAnswerOnce({
    store: calls,
    secrets: createIdempotencySecrets(secret, stores.sealFor('idempotency-answer')),
    toSubjects: (text) => [
      ...listNumbersIn(text).map((cpf) => toCpfSubjects(secret, cpf)[0]),
      ...listDocumentsOf(text).map((number) => toSubjects(secret, toSubjectText('document', number))[0]),
    ],
    clock,
    keptMs: config['idempotency.hours'] * hourMs,
    onStoreFault,
  });
}

/** Returns the document number in the body of a screening that asks about a person without a CPF. */
function listDocumentsOf(body: string): readonly string[] {
  const { document } = (parseJson(body) ?? {}) as { readonly document?: { readonly number?: unknown } | null };
  const number = typeof document?.number === 'string' ? readIdentityNumber(document.number) : undefined;
  return number === undefined ? [] : [number];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The secrets of calls with an Idempotency-Key, for the service that answers them and the commands that erase answers. `seal` opens what
 * any generation has sealed. A generation that was added counts at once.
 */
function createIdempotencySecrets(secret: MasterSecret, seal: Seal): FindIdempotencySecrets {
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
