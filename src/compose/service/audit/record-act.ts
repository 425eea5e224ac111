// Writes down what a key or an operator does, before it happens.

import type { OperatorAct } from '../../../app/audit/entry.ts';
import type { AuditLog } from '../../../app/audit/ports.ts';
import { requireRecord } from '../../../app/audit/write/require-record.ts';
import type { Clock } from '../../../app/clock.ts';

export type RecordAct = (actor: string, act: OperatorAct, target: string) => Promise<void>;

/** Creates the function that records an act. An act that cannot be recorded does not happen: `audit_unavailable`. */
export function createRecordAct(audit: Pick<AuditLog, 'append'>, clock: Clock): RecordAct {
  return (actor, act, target) => requireRecord(audit.append({ kind: 'act', atMs: clock.nowMs(), actor, act, target }));
}
