// All rows of the audit that fit a filter, a page at a time.

import type { AuditFilter, AuditRow, AuditTrail } from './ports.ts';

const rowsAtOnce = 1_000;

/** Oldest first. */
export async function* listRows(trail: Pick<AuditTrail, 'find'>, filter: AuditFilter): AsyncGenerator<AuditRow> {
  for (let after: AuditRow | undefined; ; ) {
    const rows = await trail.find(filter, { order: 'oldest', limit: rowsAtOnce, ...(after && { after }) });
    yield* rows;
    after = rows.at(-1);
    if (after === undefined) return;
  }
}
