// The months of the audit: each is a table of its own, made long before it comes and dropped when its time is over. Only the owner may.

import type { AuditRetention } from '../../app/audit/purge-audit.ts';
import { OperatorError } from '../../errors.ts';
import { changeTables, type LockPatience } from './brief-locks.ts';
import type { PostgresPool } from './pool.ts';
import type { Session } from './session.ts';

/** Where nobody looks after them for so long, nothing can be recorded any more; `confere doctor` tells long before. */
const monthsAhead = 36;
const dropMs = 60_000;
/** Any number but that of the migrations, as long as it is always the same. */
const lockKey = 4_307_713_022;

const toMissingSql = (
  months: string,
) => `SELECT 'confere.' || quote_ident(part || to_char(month, '_YYYY_MM')) AS name, part,
    to_char(month, 'YYYY-MM-DD') AS begins, to_char(month + interval '1 month', 'YYYY-MM-DD') AS ends
  FROM ${months} AS month, unnest(ARRAY['audit_records', 'audit_details']) AS part
  WHERE to_regclass('confere.' || part || to_char(month, '_YYYY_MM')) IS NULL`;
const prepareSql = toMissingSql(
  `generate_series(date_trunc('month', now()), date_trunc('month', now()) + interval '${monthsAhead} months', interval '1 month')`,
);
const attachSql = toMissingSql('unnest($1::timestamptz[])');

/** Month by its first day, from the bounds of the tables themselves. */
const monthsSql = `SELECT parent.relname AS part, child.relname AS name,
    to_date(right(child.relname, 7), 'YYYY_MM')::text AS month
  FROM pg_inherits JOIN pg_class AS child ON child.oid = inhrelid JOIN pg_class AS parent ON parent.oid = inhparent
  WHERE parent.relnamespace = 'confere'::regnamespace AND parent.relname IN ('audit_records', 'audit_details')
  ORDER BY child.relname`;

const aheadDaysMax = 30;
const behindDaysMax = 1;
/** The newest but the last one: what is recorded right before a purge has the time that is in question. */
const newestSql = `SELECT round(extract(epoch FROM now()) / 86400 - at_ms / 86400000.0)::int AS days FROM confere.audit_records
  WHERE at_ms IS NOT NULL ORDER BY place DESC OFFSET 1 LIMIT 1`;

interface Month {
  readonly part: 'audit_records' | 'audit_details';
  readonly name: string;
  /** Its first day. */
  readonly month: string;
}

export function prepareMonths(session: Session): Promise<void> {
  return makeMissing(session, prepareSql, []);
}

/** Those that begin on these days, for records that are brought in from elsewhere. */
export function attachMonths(session: Session, months: readonly string[]): Promise<void> {
  return makeMissing(session, attachSql, [months]);
}

/** A table is made by itself and then attached, which holds up nobody: made as a part it would wait for every reader, and all others for it. */
async function makeMissing(session: Session, sql: string, values: readonly unknown[]): Promise<void> {
  // One at a time: the list of what is missing is good until it is made.
  await session.query('SELECT pg_advisory_lock($1)', [lockKey], dropMs);
  const { rows } = await session.query<{ name: string; part: string; begins: string; ends: string }>(sql, values);
  const statements = rows.map(
    ({ name, part, begins, ends }) => `CREATE TABLE ${name} (LIKE confere.${part} INCLUDING ALL);
      ALTER TABLE confere.${part} ATTACH PARTITION ${name} FOR VALUES FROM ('${begins}') TO ('${ends}');`,
  );
  if (statements.length > 0) await changeTables(session, statements.join('\n'), dropMs);
  await session.query('SELECT pg_advisory_unlock($1)', [lockKey]);
}

/** The last day for which there is a table, as `YYYY-MM-01` of the month after it. */
export async function findPreparedUntil(pool: Pick<PostgresPool, 'query'>): Promise<string | undefined> {
  const { rows } = await pool.query<Month>(monthsSql);
  return rows.filter(({ part }) => part === 'audit_records').at(-1)?.month;
}

/** Drops every month all of whose days are older than what is kept; gives the names of the tables that are gone. */
export async function dropOldMonths(
  session: Session,
  { recordDays, detailsDays }: AuditRetention,
  patience?: LockPatience,
): Promise<readonly string[]> {
  await refuseWrongClock(session);
  const dropped: string[] = [];
  const { rows: months } = await session.query<Month>(monthsSql);
  for (const { part, name, month } of months) {
    const days = part === 'audit_records' ? recordDays : detailsDays;
    const { rows } = await session.query<{ is_over: boolean }>(
      "SELECT $1::date + interval '1 month' + make_interval(days => $2) <= now() AS is_over",
      [month, days],
    );
    if (!rows[0]?.is_over) continue;
    const statements = [
      ...(part === 'audit_records' ? [toRememberSql(month), toForgetIntentsSql(name)] : []),
      `DROP TABLE confere."${name}"`,
    ];
    await changeTables(session, statements.join('; '), dropMs, patience);
    dropped.push(name);
  }
  return dropped;
}

/** The day is the database's; where it lies far from the newest record, one of them is wrong, and nothing is dropped. */
async function refuseWrongClock(session: Session): Promise<void> {
  const { rows } = await session.query<{ days: number | null }>(newestSql);
  const days = rows[0]?.days ?? 0;
  if (days <= aheadDaysMax && days >= -behindDaysMax) return;
  throw new OperatorError(
    `Nothing was dropped: the database's clock lies ${Math.abs(days)} days ${days > 0 ? 'after' : 'before'} the newest record. Set the clock right; ` +
      'where it is right, let something be recorded first.',
    1,
  );
}

function toForgetIntentsSql(name: string): string {
  return `DELETE FROM confere.audit_open_intents AS open USING confere."${name}" AS month
    WHERE month.chain = open.chain AND month.sequence = open.sequence`;
}

/**
 * The last record of each chain in that month, of which the database itself has written the first day. By the index: reading the month
 * through would take longer the more it holds.
 */
function toRememberSql(month: string): string {
  return `INSERT INTO confere.audit_dropped (chain, sequence, hash, month)
    SELECT chains.id, last.sequence, last.hash, date '${month}' FROM confere.audit_chains AS chains CROSS JOIN LATERAL (
      SELECT sequence, hash FROM confere.audit_records AS records
      WHERE records.chain = chains.id AND written_on >= date '${month}' AND written_on < date '${month}' + interval '1 month'
      ORDER BY sequence DESC LIMIT 1) AS last
    ON CONFLICT DO NOTHING`;
}
