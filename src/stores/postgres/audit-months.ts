// The months of the audit: each is a table of its own, made long before it comes and dropped when its time is over. Only the owner may.

import type { PostgresPool } from './pool.ts';
import type { Session } from './session.ts';

/** Where nobody looks after them for so long, nothing can be recorded any more; `confere doctor` tells long before. */
const monthsAhead = 36;
const dropMs = 60_000;

const prepareSql = `SELECT 'confere.' || quote_ident(part || to_char(month, '_YYYY_MM')) AS name, part,
    to_char(month, 'YYYY-MM-DD') AS begins, to_char(month + interval '1 month', 'YYYY-MM-DD') AS ends
  FROM generate_series(date_trunc('month', now()), date_trunc('month', now()) + interval '${monthsAhead} months', interval '1 month') AS month,
    unnest(ARRAY['audit_records', 'audit_details']) AS part
  WHERE to_regclass('confere.' || part || to_char(month, '_YYYY_MM')) IS NULL`;

/** Month by its first day, from the bounds of the tables themselves. */
const monthsSql = `SELECT parent.relname AS part, child.relname AS name,
    to_date(right(child.relname, 7), 'YYYY_MM')::text AS month
  FROM pg_inherits JOIN pg_class AS child ON child.oid = inhrelid JOIN pg_class AS parent ON parent.oid = inhparent
  WHERE parent.relnamespace = 'confere'::regnamespace AND parent.relname IN ('audit_records', 'audit_details')
  ORDER BY child.relname`;

interface Month {
  readonly part: 'audit_records' | 'audit_details';
  readonly name: string;
  /** Its first day. */
  readonly month: string;
}

export async function prepareMonths(session: Pick<Session, 'query' | 'run'>): Promise<void> {
  const { rows } = await session.query<{ name: string; part: string; begins: string; ends: string }>(prepareSql);
  const statements = rows.map(
    ({ name, part, begins, ends }) =>
      `CREATE TABLE IF NOT EXISTS ${name} PARTITION OF confere.${part} FOR VALUES FROM ('${begins}') TO ('${ends}');`,
  );
  if (statements.length > 0) await session.run(statements.join('\n'), dropMs);
}

/** The last day for which there is a table, as `YYYY-MM-01` of the month after it. */
export async function findPreparedUntil(pool: Pick<PostgresPool, 'query'>): Promise<string | undefined> {
  const { rows } = await pool.query<Month>(monthsSql);
  return rows.filter(({ part }) => part === 'audit_records').at(-1)?.month;
}

export interface Retention {
  readonly recordDays: number;
  readonly detailsDays: number;
}

/** Drops every month all of whose days are older than what is kept; gives the names of the tables that are gone. */
export async function dropOldMonths(
  pool: PostgresPool,
  { recordDays, detailsDays }: Retention,
): Promise<readonly string[]> {
  const dropped: string[] = [];
  const { rows: months } = await pool.query<Month>(monthsSql);
  for (const { part, name, month } of months) {
    const days = part === 'audit_records' ? recordDays : detailsDays;
    const { rows } = await pool.query<{ is_over: boolean }>(
      "SELECT $1::date + interval '1 month' + make_interval(days => $2) <= now() AS is_over",
      [month, days],
    );
    if (!rows[0]?.is_over) continue;
    await pool.transaction(async (session) => {
      if (part === 'audit_records') {
        await session.query(
          // The last record of each chain by the index: reading the month through would take longer the more it holds.
          `INSERT INTO confere.audit_dropped (chain, sequence, hash, month)
            SELECT chains.id, last.sequence, last.hash, $1::date FROM confere.audit_chains AS chains CROSS JOIN LATERAL (
              SELECT sequence, hash FROM confere.audit_records AS records
              WHERE records.chain = chains.id AND written_on >= $1::date AND written_on < $1::date + interval '1 month'
              ORDER BY sequence DESC LIMIT 1) AS last
            ON CONFLICT DO NOTHING`,
          [month],
          dropMs,
        );
      }
      await session.run(`SET LOCAL lock_timeout = '5s'; DROP TABLE confere."${name}"`, dropMs);
    });
    dropped.push(name);
  }
  return dropped;
}
