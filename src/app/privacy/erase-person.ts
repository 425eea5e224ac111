// Forgets one person: every record of the audit about this number loses its content and its details. Their hashes stay, so
// the audit remains provable and shows that something was erased, not what.

import type { AuditLog, AuditTrail } from '../audit/ports.ts';
import type { Clock } from '../ports.ts';

interface ErasePersonOptions {
  readonly trail: AuditTrail;
  readonly log: AuditLog;
  readonly clock: Clock;
  readonly actor: string;
}

/** Says how many records were erased. */
export async function erasePerson(
  subjects: readonly string[],
  { trail, log, clock, actor }: ErasePersonOptions,
): Promise<number> {
  await log.append({ kind: 'act', atMs: clock.nowMs(), actor, act: 'privacy_erasure', target: null });
  return trail.erase(subjects);
}
