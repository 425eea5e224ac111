// Usage in PostgreSQL, added up by day over all nodes.

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MonthCount, RequestTotals, UsageBatch, UsageStore } from '../../app/usage/ports.ts';
import { UnreachableError } from '../postgres/fault.ts';
import type { PostgresPool } from '../postgres/pool.ts';
import type { Session } from '../postgres/session.ts';
import { createStatements } from '../postgres/statements.ts';
import { readCalls, readReport, readVerifications } from './usage-rows.ts';

/** Rows in one order, so that two nodes never wait for each other. */
const addRequestsSql = `INSERT INTO confere.usage_requests AS kept (key_id, day, count, last_at_ms)
  SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[]) AS added (key_id, day, count, last_at_ms)
  ORDER BY key_id, day
  ON CONFLICT (key_id, day) DO UPDATE
  SET count = kept.count + excluded.count, last_at_ms = greatest(kept.last_at_ms, excluded.last_at_ms)`;
const addVerificationsSql = `INSERT INTO confere.usage_verifications AS kept (key_id, day, operation, outcome, act, purpose, count)
  SELECT key_id, day, operation, outcome, coalesce(act, ''), coalesce(purpose, ''), count
  FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[])
    AS added (key_id, day, operation, outcome, act, purpose, count)
  ORDER BY 1, 2, 3, 4, 5, 6
  ON CONFLICT (key_id, day, operation, outcome, act, purpose) DO UPDATE SET count = kept.count + excluded.count`;
const addCallsSql = `INSERT INTO confere.usage_calls AS kept (key_id, day, source, outcome, purpose, count)
  SELECT key_id, day, source, outcome, coalesce(purpose, ''), count
  FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[])
    AS added (key_id, day, source, outcome, purpose, count)
  ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (key_id, day, source, outcome, purpose) DO UPDATE SET count = kept.count + excluded.count`;
const noteBatchSql = 'INSERT INTO confere.usage_batches (id) VALUES ($1) ON CONFLICT (id) DO NOTHING';
const forgetBatchesSql = "DELETE FROM confere.usage_batches WHERE added_at < now() - interval '1 hour'";
/** A day is never greater than the last one of its month followed by anything. */
const inMonth = "day BETWEEN $1 || '-01' AND $1 || '-31'";
const ofDays = 'day >= $1 AND day < $2';
const totalsSql = `SELECT coalesce(sum(count), 0)::bigint AS month, coalesce(sum(count) FILTER (WHERE day = $2), 0)::bigint AS day
  FROM confere.usage_requests WHERE key_id = $3 AND ${inMonth}`;
const lastUsedSql = 'SELECT max(last_at_ms) AS at FROM confere.usage_requests WHERE key_id = $1';
const tryAgainMs = 250;
/** Less than a service takes to stop. */
const attemptsMsMax = 5_000;
const countMs = 1_000;
const countedMax = 10_000;
const none: RequestTotals = { day: 0, month: 0 };

export function createPostgresUsageStore(pool: Pick<PostgresPool, 'query' | 'transaction'>): UsageStore {
  /** `counted` keeps the last totals for times when counting is impossible. */
  const counted = new Map<string, RequestTotals>();

  const { list, find } = createStatements(pool);

  return {
    async add(batch) {
      const id = randomUUID();
      // Where the end of a transaction was not heard, it is tried again under the same name until it is known.
      for (let waitedMs = 0; ; waitedMs += tryAgainMs) {
        try {
          await pool.transaction((session) => addOnce(session, id, batch));
          return;
        } catch (error) {
          if (!(error instanceof UnreachableError) || waitedMs >= attemptsMsMax) throw error;
        }
        await sleep(tryAgainMs);
      }
    },
    async countRequests(keyId, day) {
      const name = `${keyId} ${day}`;
      try {
        const totals = (await find<RequestTotals>(totalsSql, [day.slice(0, 7), day, keyId], countMs)) ?? none;
        if (counted.size >= countedMax) counted.clear();
        counted.set(name, totals);
        return totals;
      } catch (error) {
        if (!(error instanceof UnreachableError)) throw error;
        return counted.get(name) ?? none;
      }
    },
    findLastUsedMs: async (keyId) =>
      (await find<{ readonly at: number | null }>(lastUsedSql, [keyId]))?.at ?? undefined,
    listCalls: ({ from, before }) => readCalls(ofDays, (sql) => list(sql, [from, before])),
    listVerifications: ({ from, before }) => readVerifications(ofDays, (sql) => list(sql, [from, before])),
    listMonths(from, keyId) {
      const sql = `SELECT substr(day, 1, 7) AS month, sum(count)::bigint AS count FROM confere.usage_requests
        WHERE day >= $1 || '-01' AND ($2::text IS NULL OR key_id = $2) GROUP BY 1 ORDER BY 1`;
      return list<MonthCount>(sql, [from, keyId ?? null]);
    },
    read: ({ month, keyId = null }) =>
      readReport(`${inMonth} AND ($2::text IS NULL OR key_id = $2)`, (sql) => list(sql, [month, keyId])),
  };
}

async function addOnce(session: Session, id: string, { requests, verifications, calls }: UsageBatch): Promise<void> {
  const { count } = await session.query(noteBatchSql, [id]);
  if (count === 0) return;
  await session.query(forgetBatchesSql);
  if (requests.length > 0)
    await session.query(addRequestsSql, toArrays(requests, ['keyId', 'day', 'count', 'lastAtMs']));
  if (verifications.length > 0)
    await session.query(
      addVerificationsSql,
      toArrays(verifications, ['keyId', 'day', 'operation', 'outcome', 'act', 'purpose', 'count']),
    );
  if (calls.length > 0)
    await session.query(addCallsSql, toArrays(calls, ['keyId', 'day', 'source', 'outcome', 'purpose', 'count']));
}

function toArrays<Row>(rows: readonly Row[], names: readonly (keyof Row)[]): unknown[][] {
  return names.map((name) => rows.map((row) => row[name]));
}
