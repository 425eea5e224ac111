// All rows of the audit that fit a filter, a page at a time.

import type { AuditFilter, AuditPage, AuditRow, AuditTrail } from './ports.ts';

const rowsAtOnce = 1_000;

/** Oldest first. */
export async function* listRows(
  trail: Pick<AuditTrail, 'find'>,
  filter: AuditFilter,
  asked: Pick<AuditPage, 'withDetails'> = {},
): AsyncGenerator<AuditRow> {
  for (let after: AuditRow | undefined; ; ) {
    const rows = await trail.find(filter, { ...asked, order: 'oldest', limit: rowsAtOnce, ...(after && { after }) });
    yield* rows;
    after = rows.at(-1);
    if (after === undefined) return;
  }
}
