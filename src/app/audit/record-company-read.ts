// Writes down each read of a company's record that showed people, with a live key or without any. The answer does not wait,
// unless the operator wants it to.

import type { KeyId } from '../../domain/api-key.ts';
import { AppError } from '../../errors.ts';
import type { PeopleShown } from '../companies/read-companies.ts';
import type { Eventual } from '../eventual.ts';
import type { Clock } from '../ports.ts';
import type { AuditLog } from './ports.ts';

interface RecordCompanyReadOptions {
  readonly log: AuditLog;
  readonly clock: Clock;
  readonly isStrict: boolean;
}

const retryAfterSeconds = 5;
/** Stands in the place of a key where the operator opened the records to everybody. */
const nobodysKey = 'without_key' as KeyId;

export function createRecordCompanyRead(options: RecordCompanyReadOptions): (shown: PeopleShown) => Eventual<void> {
  const { log, clock, isStrict } = options;
  return ({ reader, cnpj, latencyMs }) => {
    if (reader.mode !== 'live') return undefined;
    const { requestId, keyId, purpose } = reader;
    const asked = { atMs: clock.nowMs(), requestId, keyId: keyId ?? nobodysKey, purpose, latencyMs };
    const entry = { kind: 'company_record', ...asked, cnpj } as const;
    return isStrict ? log.append(entry).catch(refuse) : log.note(entry);
  };
}

function refuse(error: unknown): never {
  const internal = error instanceof Error ? error.message : 'unknown';
  throw new AppError('audit_unavailable', { retryAfterSeconds, internal });
}
