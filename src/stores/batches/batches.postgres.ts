// Batches in PostgreSQL, worked on by all nodes at once. A process has some rows of a batch for a time, by the clock of the server.

import { type BatchStore, portionMs, rowStatuses } from '../../app/batches/ports.ts';
import type { Clock } from '../../app/clock.ts';
import type { RowProof } from '../../app/row-proof.ts';
import { createNodeTaking } from '../key-owned/taking-in.postgres.ts';
import type { PostgresPool } from '../postgres/pool.ts';
import { createPostgresSql, type Sql } from '../sql/sql.ts';
import { type BatchRow, type Counted, counted, createBatchProof } from './batch-rows.ts';
import { createBatchStore } from './batches.sql.ts';
import { createSteadiness } from './steady-store.ts';

const sums = counted.map((name) => `coalesce(sum(${name}), 0)::bigint AS ${name}`).join(', ');
const batchSql = `SELECT batches.*, counts.* FROM batches,
  LATERAL (SELECT ${sums} FROM batch_counts WHERE batch_id = batches.id) AS counts`;

const until = `now() + interval '${portionMs} milliseconds'`;
/**
 * The statement takes over a portion that a process released or did not renew in time. If several processes look at once, each gets a different
 * portion.
 */
const takeOverSql = `UPDATE batch_portions SET owner = $2, until = ${until} WHERE batch_id = $1 AND first_row = (
    SELECT first_row FROM batch_portions WHERE batch_id = $1 AND until <= now() ORDER BY first_row LIMIT 1 FOR UPDATE SKIP LOCKED)
  RETURNING first_row, last_row`;
const takeNextSql = `WITH taken AS (
    UPDATE batches SET next_row = next_row + $3 WHERE id = $1 AND state = 'running' AND next_row <= row_count
    RETURNING next_row - $3 AS first_row, least(next_row - 1, row_count) AS last_row)
  INSERT INTO batch_portions (batch_id, first_row, last_row, owner, until)
  SELECT $1, first_row, last_row, $2, ${until} FROM taken RETURNING first_row, last_row`;
const giveUpSql = `WITH lost AS (
    UPDATE batch_rows SET status = 'outcome_unknown'
    WHERE batch_id = $1 AND row_number BETWEEN $2 AND $3 AND status = 'started' RETURNING 1)
  ${toCountSql('outcome_unknown', null, 'count(*)', 'lost HAVING count(*) > 0')}`;
const settledSql = `SELECT row_number FROM batch_rows
  WHERE batch_id = $1 AND row_number BETWEEN $2 AND $3 AND status <> 'postponed'`;
const isTakenSql = 'SELECT 1 FROM batch_portions WHERE batch_id = $1 LIMIT 1';
const renewSql = `UPDATE batch_portions SET until = ${until} 
  WHERE owner = $1 AND (batch_id, first_row) IN (SELECT * FROM unnest($2::text[], $3::integer[]))`;
const giveBackSql = 'UPDATE batch_portions SET until = now() WHERE batch_id = $1 AND owner = $2';
const lockRowSql = 'SELECT status FROM batch_rows WHERE batch_id = $1 AND row_number = $2 FOR UPDATE';
const eraseRowSql = `INSERT INTO batch_rows (batch_id, row_number, status, sealed) VALUES ($1, $2, $3, $4)
  ON CONFLICT (batch_id, row_number) DO UPDATE SET status = excluded.status, sealed = excluded.sealed`;
const eraseSql = 'UPDATE batches SET fingerprint = NULL, erasures = erasures + 1, checksum = $2 WHERE id = $1';
const holdSql = 'SELECT * FROM batches WHERE id = $1 FOR UPDATE';

type Pool = Pick<PostgresPool, 'query' | 'transaction'>;

export function createPostgresBatchStore(
  given: Pool,
  owner: string,
  clock: Pick<Clock, 'monotonicMs'>,
  proof: RowProof,
): BatchStore {
  const { watch, isSteady } = createSteadiness(clock);
  const pool: Pool = {
    query: (...asked) => watch(given.query(...asked)),
    transaction: (work) => watch(given.transaction(work)),
  };
  const sql = createPostgresSql(pool);
  const { run } = sql;
  const { signErased } = createBatchProof(proof);
  return createBatchStore(
    sql,
    createNodeTaking(sql, owner),
    {
      batchSql,
      ownPieces: [{ table: 'batch_counts', owner: 'batch_id', place: 'part' }],
      take: (id, max) => take(sql, owner, isSteady(), id, max),
      renew: (portions) =>
        run(renewSql, [owner, portions.map(({ id }) => id), portions.map(({ firstRow }) => firstRow)]),
      giveBack: (id) => run(giveBackSql, [id, owner]),
      async settle(id, { row, status, sealed }, risk) {
        const sql = `WITH settled AS (
          INSERT INTO batch_rows AS known (batch_id, row_number, status, sealed)
          SELECT $1, $2::integer, $3, $4::bytea FROM batches WHERE id = $1 AND state = 'running'
          ON CONFLICT (batch_id, row_number) DO UPDATE SET status = excluded.status, sealed = excluded.sealed
          WHERE known.status IN ('started', 'postponed') RETURNING 1)
        ${toCountSql(status, risk === null ? null : `risk_${risk}`, '1', 'settled')}`;
        await run(sql, [id, row, status, sealed]);
      },
      async eraseRow(id, { row, status, sealed }, risk) {
        await pool.transaction(async (session) => {
          // Nobody changes it before the transaction is over.
          const [batch] = (await session.query<BatchRow>(holdSql, [id])).rows;
          const { rows } = await session.query<{ readonly status: string }>(lockRowSql, [id, row]);
          const before = rowStatuses.find((one) => one === rows[0]?.status);
          await session.query(eraseRowSql, [id, row, status, sealed]);
          if (batch !== undefined) await session.query(eraseSql, [id, signErased(batch)]);
          if (before !== undefined)
            await session.query(toCountSql(before, risk === null ? null : `risk_${risk}`, '-1', 'now()'), [id]);
          await session.query(toCountSql(status, null, '1', 'now()'), [id]);
        });
      },
    },
    proof,
  );
}

async function take(sql: Sql, owner: string, mayTakeOver: boolean, id: string, max: number) {
  type Range = { readonly first_row: number; readonly last_row: number };
  const { list, find, change, run } = sql;
  const left = mayTakeOver ? await find<Range>(takeOverSql, [id, owner]) : undefined;
  const range = left ?? (await find<Range>(takeNextSql, [id, owner, max]));
  if (range === undefined) return (await change(isTakenSql, [id])) > 0 ? 'others' : 'none';
  const { first_row: first, last_row: last } = range;
  // Of rows that nobody had before there are none, but those that an older process claimed.
  await run(giveUpSql, [id, first, last]);
  const found = await list<{ readonly row_number: number }>(settledSql, [id, first, last]);
  const settled = new Set(found.map(({ row_number: row }) => row));
  const all = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return { firstRow: first, rows: all.filter((row) => !settled.has(row)) };
}

/** Counts in sixteen parts, because with one row, every result would wait for another's commit. The names of the counts are our own. */
function toCountSql(status: Counted, risk: Counted | null, added: string, from: string): string {
  const names = [status, ...(risk === null ? [] : [risk])];
  return `INSERT INTO batch_counts AS counted (batch_id, part, ${names.join(', ')})
    SELECT $1, pg_backend_pid() % 16, ${names.map(() => added).join(', ')} FROM ${from}
    ON CONFLICT (batch_id, part) DO UPDATE SET ${names.map((name) => `${name} = counted.${name} + excluded.${name}`).join(', ')}`;
}
