// Writes down of whom a watch tells something, before it does: a screening as any other, with all that the lists say of them on that day.

import type { Screened } from '../../../domain/screening/screened.ts';
import type { RecordScreening } from '../../audit/write/record-screening.ts';
import type { Clock } from '../../clock.ts';
import type { LookUp } from '../../screening/look-up.ts';
import type { StoredWatch } from '../ports.ts';

interface RecordToldOptions {
  readonly lookUp: LookUp;
  readonly record: Pick<RecordScreening, 'screening'>;
  readonly clock: Clock;
  readonly createId: () => string;
}

/** The id of the record; null for the sandbox, of which none is kept. Throws `audit_unavailable`. */
export type RecordTold = (
  screened: Screened,
  watch: Pick<StoredWatch, 'keyId' | 'mode' | 'purpose'>,
) => Promise<string | null>;

export function createRecordTold({ lookUp, record, clock, createId }: RecordToldOptions): RecordTold {
  return async (query, { keyId, mode, purpose }) => {
    if (mode !== 'live') return null;
    const startedAtMs = clock.monotonicMs();
    const { facts, processedAtMs } = await lookUp({ query, partners: null, hasAllPartners: true }, mode);
    const requestId = createId();
    await record.screening({ ...facts, startedAtMs, processedAtMs }, { mode, requestId, keyId, purpose });
    return requestId;
  };
}
