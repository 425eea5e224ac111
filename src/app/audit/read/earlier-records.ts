// What the audit has of one request, for the key that made it. Whoever reads is recorded before anything is read.

import type { Caller } from '../../caller.ts';
import type { Clock } from '../../clock.ts';
import type { OperatorAct } from '../entry.ts';
import type { AuditLog, AuditTrail } from '../ports.ts';
import { type AuditContent, parseContent } from '../record.ts';
import { requireRecord } from '../write/require-record.ts';

export interface EarlierRecord {
  /** The value is undefined if the content was purged. */
  readonly content: AuditContent | undefined;
  /** `details` holds JSON. The value is undefined if the details were purged or never existed. */
  readonly details: string | undefined;
}

export interface EarlierRecords {
  /** Resolves once it is durable, and with it every record that this process had not written yet. */
  recordReading(requestId: string, by: Pick<Caller, 'keyId'>, act: OperatorAct): Promise<void>;
  /** The newest first: what came later completes what was known at first. */
  find(requestId: string, by: Pick<Caller, 'keyId'>): Promise<readonly EarlierRecord[]>;
}

interface EarlierRecordsOptions {
  readonly trail: Pick<AuditTrail, 'find'>;
  readonly log: Pick<AuditLog, 'append'>;
  readonly clock: Clock;
}

const requestIdForm = /^req_[0-9a-f]{32}$/;

/** Tells whether the text is a request id. Confere records no other form as the id of a request. */
export function isRequestId(text: string): boolean {
  return requestIdForm.test(text);
}

export function createEarlierRecords({ trail, log, clock }: EarlierRecordsOptions): EarlierRecords {
  return {
    recordReading: (requestId, { keyId }, act) =>
      requireRecord(log.append({ kind: 'act', atMs: clock.nowMs(), actor: keyId, act, target: requestId })),
    async find(requestId, { keyId }) {
      const rows = await trail.find({ requestId, keyId }, { order: 'newest', limit: 10, withDetails: true });
      return rows.map(({ content, details }) => ({
        content: content === null ? undefined : parseContent(content),
        details: details ?? undefined,
      }));
    },
  };
}
