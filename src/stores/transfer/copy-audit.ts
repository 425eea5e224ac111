// Moves the audit, all chains in the order in which they were written. It goes on behind the last record that is there.

import type { AuditSource, AuditTarget, MovedRecord } from './audit-side.ts';
import { copyTable, type Taken } from './copy-tables.ts';
import { movedWithAudit } from './moved-tables.ts';
import type { Side } from './side.ts';

interface AuditMove {
  readonly from: AuditSource & { readonly side: Side };
  readonly to: AuditTarget & { readonly side: Side };
  readonly sourceId: string;
  readonly nowMs: number;
}

const recordsAtOnce = 200;

export async function copyAudit({ from, to, sourceId, nowMs }: AuditMove): Promise<readonly Taken[]> {
  const sides = { from: from.side, to: to.side };
  const records = await copyRecords({ from, to, sourceId, nowMs });
  const intents = await from.intents();
  await to.addIntents(intents);
  const open = { table: 'audit_open_intents', found: intents.length, there: await to.countIntents(intents) };
  const { policies, dropped, heads, chains } = movedWithAudit;
  const rest = [open];
  // The list of chains last: a process takes up what it finds there, and must find all of it.
  for (const table of [policies, dropped, heads, chains]) rest.push(await copyTable(sides, table));
  return [records, ...rest];
}

async function copyRecords({ from, to, sourceId, nowMs }: AuditMove): Promise<Taken> {
  const table = 'audit_records';
  const ends = await from.findEnds();
  if (ends === undefined) return { table, found: 0, there: 0 };
  const by = await to.prepare(sourceId, ends, await from.months());
  const days = new Map<string, string>();
  /** What was forgotten has no time of its own: it is as old as what stands before it in its chain, or else after it. */
  async function toDay({ chain, at_ms: atMs }: MovedRecord): Promise<string> {
    const findDay = async () => (await to.findLastDay(chain)) ?? toText((await from.findFirstMs(chain)) ?? nowMs);
    const day = atMs === null ? (days.get(chain) ?? (await findDay())) : toText(atMs);
    days.set(chain, day);
    return day;
  }
  const last = await to.findLast(ends.first + by, ends.last + by);
  for (let after = (last ?? ends.first + by - 1) - by; ; ) {
    const records = await from.readAfter(after, recordsAtOnce);
    const [end] = records.slice(-1);
    if (end === undefined) break;
    const moved: (MovedRecord & { readonly day: string })[] = [];
    for (const record of records) moved.push({ ...record, place: record.place + by, day: await toDay(record) });
    await to.add(moved);
    after = end.place;
  }
  return { table, found: await from.count(), there: await to.countThere(ends.first + by, ends.last + by) };
}

const toText = (atMs: number) => new Date(atMs).toISOString().slice(0, 10);
