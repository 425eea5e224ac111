// The months of the audit: each is a table of its own, made long before it comes and dropped when its time is over. Only the owner may.

import type { AuditRetention } from '../../../app/audit/purge-audit.ts';
import { OperatorError } from '../../../errors.ts';
import type { PostgresPool } from '../pool.ts';
import type { Session } from '../session.ts';
import { changeTables, type LockPatience } from './brief-locks.ts';

/** The database can record nothing more if maintenance is absent for this long. `confere doctor` warns long before. */
const monthsAhead = 36;
const dropMs = 60_000;
/** Any number but that of the migrations, as long as it is always the same. */
const lockKey = 4_307_713_022;

const toMissingSql = (
  months: string,
) => `SELECT 'confere.' || quote_ident(part || to_char(month, '_YYYY_MM')) AS name, part,
    to_char(month, 'YYYY-MM-DD') AS begins, to_char(month + interval '1 month', 'YYYY-MM-DD') AS ends
  FROM ${months} AS month, unnest(ARRAY['audit_groups', 'audit_evidence']) AS part
  WHERE to_regclass('confere.' || part || to_char(month, '_YYYY_MM')) IS NULL`;
const prepareSql = toMissingSql(
  `generate_series(date_trunc('month', now()), date_trunc('month', now()) + interval '${monthsAhead} months', interval '1 month')`,
);
const attachSql = toMissingSql('unnest($1::timestamptz[])');

/** Month by its first day, from the bounds of the tables themselves. */
const monthsSql = `SELECT parent.relname AS part, child.relname AS name,
    to_date(right(child.relname, 7), 'YYYY_MM')::text AS month
  FROM pg_inherits JOIN pg_class AS child ON child.oid = inhrelid JOIN pg_class AS parent ON parent.oid = inhparent
  WHERE parent.relnamespace = 'confere'::regnamespace AND parent.relname IN ('audit_groups', 'audit_evidence')
  ORDER BY child.relname`;

const aheadDaysMax = 30;
const behindDaysMax = 1;
/** The newest of the last records of all chains. */
const newestSql = `SELECT round(extract(epoch FROM now()) / 86400 - max(at_ms) / 86400000.0)::int AS days
  FROM confere.audit_chains AS chains CROSS JOIN LATERAL (
    SELECT to_ms AS at_ms FROM confere.audit_groups AS groups WHERE groups.chain = chains.id ORDER BY first DESC LIMIT 1) AS last`;
const isOverSql = `SELECT $1::date + interval '1 month' + make_interval(days => $2) <= now() AS is_over,
  ($1::date + interval '1 month')::date::text AS ends, (extract(epoch FROM $1::date + interval '1 month 1 day') * 1000)::bigint AS "endsMs"`;
/** The last record of each chain from before that day. By the index: reading months through would take longer the more they hold. */
const lastSql = `SELECT chains.id AS chain, last.sequence, last.hash FROM confere.audit_chains AS chains CROSS JOIN LATERAL (
    SELECT first + count - 1 AS sequence, substr(parts, length(parts) - 31) AS hash FROM confere.audit_groups AS groups
    WHERE groups.chain = chains.id AND written_on < $1::date ORDER BY first DESC LIMIT 1) AS last`;
/** Somebody may have moved a record into a month that goes: one of today, or one that has an older record after it. */
const misplacedSql = `SELECT EXISTS (SELECT 1 FROM confere.audit_groups WHERE written_on < $1::date
    AND (to_ms >= extract(epoch FROM now() - make_interval(days => $2 - 1)) * 1000 OR chain <> ALL($3::text[])))
  OR EXISTS (SELECT 1 FROM unnest($3::text[], $4::bigint[]) AS dropped (chain, sequence)
    JOIN confere.audit_groups AS kept ON kept.chain = dropped.chain AND kept.first < dropped.sequence AND kept.written_on >= $1::date)
  AS is_misplaced`;

const carriedSql = `SELECT DISTINCT ON (chain) chain, sequence, hash FROM confere.audit_dropped
  WHERE chain <> ALL($2::text[]) AND dropped_at < $1::date + interval '1 day' ORDER BY chain, sequence DESC`;

interface Month {
  readonly part: 'audit_groups' | 'audit_evidence';
  readonly name: string;
  /** `month` is the first day of the month. */
  readonly month: string;
}

export function prepareMonths(session: Session): Promise<void> {
  return makeMissing(session, prepareSql, []);
}

/** Attaches the months that begin on these days, for records from another store. */
export function attachMonths(session: Session, months: readonly string[]): Promise<void> {
  return makeMissing(session, attachSql, [months]);
}

/**
 * Creates a table by itself and then attaches it, which blocks no process. A table created as a part would wait for every reader, and all others
 * for it.
 */
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
  return rows.filter(({ part }) => part === 'audit_groups').at(-1)?.month;
}

/** Returns the end of the oldest month of each part in milliseconds since 1970. The data in that month waits for it. */
export async function findOldestMonths(
  pool: Pick<PostgresPool, 'query'>,
): Promise<Readonly<Record<Month['part'], number | undefined>>> {
  const { rows } = await pool.query<Month>(monthsSql);
  const findEndMs = (wanted: Month['part']) => {
    const [year, month] =
      rows
        .find(({ part }) => part === wanted)
        ?.month.split('-')
        .map(Number) ?? [];
    return year === undefined || month === undefined ? undefined : Date.UTC(year, month, 1);
  };
  return { audit_groups: findEndMs('audit_groups'), audit_evidence: findEndMs('audit_evidence') };
}

/** The last record of a chain that went with its month. */
export interface StartRow {
  readonly chain: string;
  readonly sequence: number;
  readonly hash: Buffer;
}

/** Months all of whose days are older than what is kept, and what an act must say of them. */
export interface OldMonths {
  readonly months: readonly Month[];
  /** `starts` states where chains continue after the months are gone. */
  readonly starts: readonly StartRow[];
  /** Where chains went on after months that were dropped so long ago that the act which named it goes now, too. */
  readonly carried: readonly StartRow[];
  /** Evidence from before then goes with them. */
  readonly evidenceBeforeMs: number | undefined;
}

/** Throws where a clock is wrong, and where a month holds what does not belong into it. */
export async function findOldMonths(
  session: Pick<Session, 'query'>,
  { recordDays, detailsDays }: AuditRetention,
): Promise<OldMonths> {
  await refuseWrongClock(session);
  const old: (Month & { readonly ends: string; readonly endsMs: number })[] = [];
  for (const month of (await session.query<Month>(monthsSql)).rows) {
    const days = month.part === 'audit_groups' ? recordDays : detailsDays;
    const { rows } = await session.query<{ is_over: boolean; ends: string; endsMs: number }>(isOverSql, [
      month.month,
      days,
    ]);
    const [end] = rows;
    if (end?.is_over) old.push({ ...month, ends: end.ends, endsMs: end.endsMs });
  }
  const ends = old.filter(({ part }) => part === 'audit_groups').at(-1)?.ends;
  const evidence = old.filter(({ part }) => part === 'audit_evidence').map(({ endsMs }) => endsMs);
  const starts = ends === undefined ? [] : await findStarts(session, ends, recordDays);
  const chains = starts.map(({ chain }) => chain);
  return {
    months: old,
    starts,
    carried: ends === undefined ? [] : (await session.query<StartRow>(carriedSql, [ends, chains])).rows,
    evidenceBeforeMs: evidence.length === 0 ? undefined : Math.max(...evidence),
  };
}

async function findStarts(
  session: Pick<Session, 'query'>,
  ends: string,
  recordDays: number,
): Promise<readonly StartRow[]> {
  const { rows } = await session.query<StartRow>(lastSql, [ends], dropMs);
  const chains = rows.map(({ chain }) => chain);
  const sequences = rows.map(({ sequence }) => sequence);
  const found = await session.query<{ is_misplaced: boolean }>(
    misplacedSql,
    [ends, recordDays, chains, sequences],
    dropMs,
  );
  if (!found.rows[0]?.is_misplaced) return rows;
  throw new OperatorError(
    `Nothing was dropped: tables of months before ${ends} hold records that are younger, or out of their order. ` +
      'Somebody moved them there. Keep everything as it is, and compare it with your last backup.',
    1,
  );
}

/** Drops them; an act must name them before. Gives the names of the tables that are gone. */
export async function dropMonths(
  session: Session,
  { months, starts }: OldMonths,
  patience?: LockPatience,
): Promise<readonly string[]> {
  const records = months.filter(({ part }) => part === 'audit_groups');
  const newest = records.at(-1);
  // All of them or none: the act names where chains go on once all are gone.
  const statements =
    newest === undefined
      ? []
      : [
          ...starts.map((start) => toStartSql(start, newest.month)),
          ...records.map(({ name }) => toForgetIntentsSql(name)),
        ];
  for (const { name } of records) statements.push(`DROP TABLE confere."${name}"`);
  if (statements.length > 0) await changeTables(session, statements.join('; '), dropMs, patience);
  for (const { name } of months.filter(({ part }) => part === 'audit_evidence'))
    await changeTables(session, `DROP TABLE confere."${name}"`, dropMs, patience);
  return months.map(({ name }) => name);
}

/** The day is the database's; where it lies far from the newest record, one of them is wrong, and nothing is dropped. */
async function refuseWrongClock(session: Pick<Session, 'query'>): Promise<void> {
  const { rows } = await session.query<{ days: number | null }>(newestSql, [], dropMs);
  const days = rows[0]?.days ?? 0;
  if (days <= aheadDaysMax && days >= -behindDaysMax) return;
  throw new OperatorError(
    `Nothing was dropped: the database's clock lies ${Math.abs(days)} days ${days > 0 ? 'after' : 'before'} the newest record. Set the clock right; ` +
      'if it is right, run this again after the next record.',
    1,
  );
}

function toForgetIntentsSql(name: string): string {
  return `DELETE FROM confere.audit_open_intents AS open USING confere."${name}" AS month
    WHERE month.chain = open.chain AND open.sequence >= month.first AND open.sequence < month.first + month.count`;
}

function toStartSql({ chain, sequence, hash }: StartRow, month: string): string {
  const values = [`'${chain.replaceAll("'", "''")}'`, sequence, `'\\x${hash.toString('hex')}'`, `date '${month}'`];
  return `INSERT INTO confere.audit_dropped (chain, sequence, hash, month) VALUES (${values.join(', ')}) ON CONFLICT DO NOTHING`;
}
