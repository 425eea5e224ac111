// Writes down each read of a company's record that showed people, with a live key or without any. The answer does not wait,
// unless the operator wants it to.

import type { KeyId } from '../../../domain/access/api-key.ts';
import type { Clock } from '../../clock.ts';
import type { PeopleShown } from '../../companies/read-companies.ts';
import type { Eventual } from '../../eventual.ts';
import type { AuditLog } from '../ports.ts';
import { requireRecord } from './require-record.ts';

interface RecordCompanyReadOptions {
  readonly log: AuditLog;
  readonly clock: Clock;
  readonly isStrict: boolean;
}

/** Stands in the place of a key where the operator opened the records to everybody. */
const nobodysKey = 'without_key' as KeyId;

export function createRecordCompanyRead(options: RecordCompanyReadOptions): (shown: PeopleShown) => Eventual<void> {
  const { log, clock, isStrict } = options;
  return ({ reader, cnpj, latencyMs }) => {
    if (reader.mode !== 'live') return undefined;
    const { requestId, keyId, purpose } = reader;
    const asked = { atMs: clock.nowMs(), requestId, keyId: keyId ?? nobodysKey, purpose, latencyMs };
    const entry = { kind: 'company_record', ...asked, cnpj } as const;
    return isStrict ? requireRecord(log.append(entry)) : log.note(entry);
  };
}
