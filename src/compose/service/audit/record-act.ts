// Writes down what a key does by itself, before it does it.

import type { OperatorAct } from '../../../app/audit/entry.ts';
import type { AuditLog } from '../../../app/audit/ports.ts';
import type { Clock } from '../../../app/clock.ts';
import { AppError } from '../../../errors.ts';

export type RecordAct = (actor: string, act: OperatorAct, target: string) => Promise<unknown>;

const retryAfterSeconds = 5;

/** What cannot be written down does not happen: `audit_unavailable`. */
export function createRecordAct(audit: Pick<AuditLog, 'append'>, clock: Clock): RecordAct {
  return (actor, act, target) =>
    audit.append({ kind: 'act', atMs: clock.nowMs(), actor, act, target }).catch((error: unknown) => {
      throw new AppError('audit_unavailable', { retryAfterSeconds, internal: String((error as Error).message) });
    });
}
