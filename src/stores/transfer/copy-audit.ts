// Moves the audit, all chains in the order in which they were written. It goes on behind the last row that is there.

import type { AuditSource, AuditTarget } from './audit-side.ts';
import { copyTable, type Taken } from './copy-tables.ts';
import { movedWithAudit } from './moved-tables.ts';
import type { Side } from './side.ts';

interface AuditMove {
  readonly from: AuditSource & { readonly side: Side };
  readonly to: AuditTarget & { readonly side: Side };
  readonly sourceId: string;
}

const rowsAtOnce = 50;

export async function copyAudit({ from, to, sourceId }: AuditMove): Promise<readonly Taken[]> {
  const sides = { from: from.side, to: to.side };
  const { intents, policies, dropped, heads, chains } = movedWithAudit;
  const all = [await copyRows({ from, to, sourceId })];
  // The list of chains last: a process takes up what it finds there, and must find all of it.
  for (const table of [intents, policies, dropped, heads, chains]) all.push(await copyTable(sides, table));
  return all;
}

async function copyRows({ from, to, sourceId }: AuditMove): Promise<Taken> {
  const table = 'audit_groups';
  const ends = await from.findEnds();
  if (ends === undefined) return { table, found: 0, there: 0 };
  const by = await to.prepare(sourceId, ends, await from.months());
  const last = await to.findLast(ends.first + by, ends.last + by);
  for (let after = (last ?? ends.first + by - 1) - by; ; ) {
    const rows = await from.readAfter(after, rowsAtOnce);
    const [end] = rows.slice(-1);
    if (end === undefined) break;
    await to.add(rows.map((row) => ({ ...row, place: row.place + by, day: toUtcDay(row.toMs) })));
    after = end.place;
  }
  return { table, found: await from.count(), there: await to.countThere(ends.first + by, ends.last + by) };
}

const toUtcDay = (atMs: number) => new Date(atMs).toISOString().slice(0, 10);
