// Batches of verifications in PostgreSQL, worked on by all nodes at once. A process has some rows of a batch for a time, by the clock of the
// server; that nobody is asked twice does not hang on it: a row can be claimed once, whoever tries.

import {
  type BatchStore,
  type InputChunk,
  portionMs,
  rowStatuses,
  type StoredBatch,
  type StoredResult,
} from '../../app/batches/ports.ts';
import type { Clock } from '../../app/clock.ts';
import { endOfTime, type ListPlace } from '../../app/key-owned/list-page.ts';
import type { RowProof } from '../../app/row-proof.ts';
import { tell } from '../events/events.postgres.ts';
import { createKeyOwnedRows } from '../key-owned/key-owned-rows.postgres.ts';
import type { PostgresPool } from '../postgres/pool.ts';
import { createStatements } from '../postgres/statements.ts';
import { listRight } from '../proven-rows/list-right.ts';
import {
  type BatchRow,
  type Counted,
  counted,
  createBatchProof,
  toBatch,
  toPlaced,
  toStoredAtBudget,
} from './batch-rows.ts';
import { createSteadiness } from './steady-store.ts';

const sums = counted.map((name) => `coalesce(sum(${name}), 0)::bigint AS ${name}`).join(', ');
const batchSql = `SELECT batches.*, counts.* FROM confere.batches,
  LATERAL (SELECT ${sums} FROM confere.batch_counts WHERE batch_id = batches.id) AS counts`;
const beginSql = `INSERT INTO confere.batches (id, key_id, purpose, explain, webhook_id, repeat_id, owner, state, created_at_ms, screen_language, checksum, at_budget)
  SELECT $1, $2, $3, $4, $5, $6, $7, 'receiving', $8::bigint, $10, $11::bytea, $12
  WHERE (SELECT count(*) FROM confere.batches WHERE key_id = $2 AND state IN ('receiving', 'running')) < $9::bigint
  ON CONFLICT (repeat_id) DO NOTHING`;
const appendSql = 'INSERT INTO confere.batch_inputs (batch_id, first_row, sealed) SELECT $1, $2::integer, $3::bytea';
const startSql = `UPDATE confere.batches SET state = 'running', row_count = $2, fingerprint = $3, checksum = $4
  WHERE id = $1 AND state = 'receiving' AND checksum = $5`;
const listOfSql = `${batchSql} WHERE key_id = ANY($1::text[]) AND state IN ('running', 'completed', 'failed')
  AND (created_at_ms, id) < ($2::bigint, $3) ORDER BY created_at_ms DESC, id DESC LIMIT $4`;
const inputSql = `SELECT first_row AS "firstRow", sealed FROM confere.batch_inputs
  WHERE batch_id = $1 AND first_row <= $2 ORDER BY first_row DESC LIMIT 1`;
const runningSql = `SELECT id FROM confere.batches WHERE state = 'running' ORDER BY created_at_ms, id LIMIT $1`;

const until = `now() + interval '${portionMs} milliseconds'`;
/** What a process let go of, or did not renew in time. Of several that look at once each gets another one. */
const takeOverSql = `UPDATE confere.batch_portions SET owner = $2, until = ${until} WHERE batch_id = $1 AND first_row = (
    SELECT first_row FROM confere.batch_portions WHERE batch_id = $1 AND until <= now() ORDER BY first_row LIMIT 1 FOR UPDATE SKIP LOCKED)
  RETURNING first_row, last_row`;
const takeNextSql = `WITH taken AS (
    UPDATE confere.batches SET next_row = next_row + $3 WHERE id = $1 AND state = 'running' AND next_row <= row_count
    RETURNING next_row - $3 AS first_row, least(next_row - 1, row_count) AS last_row)
  INSERT INTO confere.batch_portions (batch_id, first_row, last_row, owner, until)
  SELECT $1, first_row, last_row, $2, ${until} FROM taken RETURNING first_row, last_row`;
const giveUpSql = `WITH lost AS (
    UPDATE confere.batch_rows SET status = 'outcome_unknown'
    WHERE batch_id = $1 AND row_number BETWEEN $2 AND $3 AND status = 'started' RETURNING 1)
  ${toCountSql('outcome_unknown', null, 'count(*)', 'lost HAVING count(*) > 0')}`;
const settledSql = `SELECT row_number FROM confere.batch_rows
  WHERE batch_id = $1 AND row_number BETWEEN $2 AND $3 AND status <> 'postponed'`;
const isTakenSql = 'SELECT 1 FROM confere.batch_portions WHERE batch_id = $1 LIMIT 1';
const renewSql = `UPDATE confere.batch_portions SET until = ${until} 
  WHERE owner = $1 AND (batch_id, first_row) IN (SELECT * FROM unnest($2::text[], $3::integer[]))`;
const releaseSql = 'DELETE FROM confere.batch_portions WHERE batch_id = $1 AND first_row = $2 AND owner = $3';
const giveBackSql = 'UPDATE confere.batch_portions SET until = now() WHERE batch_id = $1 AND owner = $2';

/**
 * The portion is nobody else's before the claim is committed: whoever takes it over sees the row, and gives it up. So a started row of
 * one's own portion is one's own claim.
 */
const claimSql = `INSERT INTO confere.batch_rows AS known (batch_id, row_number, status, sealed)
  SELECT $1, $2::integer, 'started', $4::bytea FROM confere.batches JOIN confere.batch_portions AS mine ON mine.batch_id = batches.id
  WHERE batches.id = $1 AND state = 'running' AND mine.owner = $3 AND $2 BETWEEN mine.first_row AND mine.last_row FOR SHARE OF mine
  ON CONFLICT (batch_id, row_number) DO UPDATE SET status = 'started', sealed = excluded.sealed
  WHERE known.status = 'postponed' OR (known.status = 'started' AND $5::boolean)`;
const postponeSql = `UPDATE confere.batch_rows SET status = 'postponed' WHERE batch_id = $1 AND row_number = $2 AND status = 'started'`;
const finishSql = `UPDATE confere.batches SET state = $2, reason = $3, finished_at_ms = $4, expires_at_ms = $5, checksum = $6
  WHERE id = $1`;
const resultsSql = `SELECT row_number AS row, status, sealed FROM confere.batch_rows WHERE batch_id = $1
  AND row_number BETWEEN $2::bigint AND $3::bigint AND status NOT IN ('started', 'postponed') ORDER BY row_number LIMIT $4`;
const listAllSql = 'SELECT id, created_at_ms AS "createdAtMs" FROM confere.batches WHERE id > $1 ORDER BY id LIMIT $2';
const listInputsSql = `SELECT first_row AS "firstRow", sealed FROM confere.batch_inputs
  WHERE batch_id = $1 AND first_row >= $2 ORDER BY first_row LIMIT $3`;
const replaceInputSql = 'UPDATE confere.batch_inputs SET sealed = $3 WHERE batch_id = $1 AND first_row = $2';
const lockRowSql = 'SELECT status FROM confere.batch_rows WHERE batch_id = $1 AND row_number = $2 FOR UPDATE';
const eraseRowSql = `INSERT INTO confere.batch_rows (batch_id, row_number, status, sealed) VALUES ($1, $2, $3, $4)
  ON CONFLICT (batch_id, row_number) DO UPDATE SET status = excluded.status, sealed = excluded.sealed`;
const eraseSql = 'UPDATE confere.batches SET fingerprint = NULL, erasures = erasures + 1, checksum = $2 WHERE id = $1';
const holdSql = 'SELECT * FROM confere.batches WHERE id = $1 FOR UPDATE';

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
  const { signBegun, signChanged, signErased, isRight, toRight } = createBatchProof(proof);
  const batches = createKeyOwnedRows(pool, {
    table: 'batches',
    pieces: [
      { table: 'batch_rows', owner: 'batch_id', place: 'row_number' },
      { table: 'batch_inputs', owner: 'batch_id', place: 'first_row' },
      { table: 'batch_portions', owner: 'batch_id', place: 'first_row' },
      { table: 'batch_counts', owner: 'batch_id', place: 'part' },
    ],
    endsAt: 'expires_at_ms',
  });
  const { list, find: findOne, change, run } = createStatements(pool);
  const find = async (asked: Pick<Pool, 'query'>, where: string, value: string) =>
    (await asked.query<BatchRow>(`${batchSql} WHERE ${where} = $1 AND state <> 'deleted'`, [value])).rows[0];
  /** Nobody changes it before the transaction is over. */
  const hold = async (session: Pick<Pool, 'query'>, id: string) =>
    (await session.query<BatchRow>(holdSql, [id])).rows[0];

  return {
    begin: (batch, unfinishedMax) =>
      batches.begin(batch.keyId, async (session) => {
        const { id, keyId, purpose, explain, webhookId, repeatId, createdAtMs, screenLanguage, atBudget } = batch;
        const said = [id, keyId, purpose, explain, webhookId, repeatId];
        const values = [
          ...said,
          owner,
          createdAtMs,
          unfinishedMax,
          screenLanguage,
          signBegun(batch),
          toStoredAtBudget(atBudget),
        ];
        if ((await session.query(beginSql, values)).count === 1) return 'begun';
        return (repeatId === null ? undefined : toRight(await find(session, 'repeat_id', repeatId))) ?? 'full';
      }),
    findRepeated: async (repeatId) => toRight(await find(pool, 'repeat_id', repeatId)),
    appendInput: (id, { firstRow, sealed }) => batches.append(appendSql, [id, firstRow, sealed]),
    async start(id, rows, fingerprint) {
      const row = await find(pool, 'id', id);
      const signed = signChanged(row, 'receiving', { state: 'running', row_count: rows, fingerprint });
      if (row !== undefined && signed !== undefined) await run(startSql, [id, rows, fingerprint, signed, row.checksum]);
    },
    find: async (id) => toRight(await find(pool, 'id', id)),
    async listOf(keyIds, limit, before = endOfTime) {
      const read = async (some: number, { createdAtMs, id }: ListPlace) =>
        (await list<BatchRow>(listOfSql, [keyIds, createdAtMs, id, some])).map(toPlaced);
      const right = await listRight(limit, before, read, ({ row }) => isRight(row));
      return right.map(({ row }) => toBatch(row));
    },
    async getInput(id, row) {
      const found = await findOne<InputChunk>(inputSql, [id, row]);
      if (found === undefined) throw new Error('The batch has no such row');
      return found;
    },
    listRunning: async (limit) => (await list<{ readonly id: string }>(runningSql, [limit])).map(({ id }) => id),
    take: (id, max) => take(pool, owner, isSteady(), id, max),
    renew: (portions) => run(renewSql, [owner, portions.map(({ id }) => id), portions.map(({ firstRow }) => firstRow)]),
    release: (id, firstRow) => run(releaseSql, [id, firstRow, owner]),
    giveBack: (id) => run(giveBackSql, [id, owner]),
    claim: async (id, row, sealed, isAgain = false) =>
      (await change(claimSql, [id, row, owner, sealed, isAgain])) === 1,
    postpone: (id, row) => run(postponeSql, [id, row]),
    async settle(id, { row, status, sealed }, risk) {
      const sql = `WITH settled AS (
          INSERT INTO confere.batch_rows AS known (batch_id, row_number, status, sealed)
          SELECT $1, $2::integer, $3, $4::bytea FROM confere.batches WHERE id = $1 AND state = 'running'
          ON CONFLICT (batch_id, row_number) DO UPDATE SET status = excluded.status, sealed = excluded.sealed
          WHERE known.status IN ('started', 'postponed') RETURNING 1)
        ${toCountSql(status, risk === null ? null : `risk_${risk}`, '1', 'settled')}`;
      await run(sql, [id, row, status, sealed]);
    },
    async finish(id, { state, reason, finishedAtMs, expiresAtMs, event }) {
      await pool.transaction(async (session) => {
        const ended = { state, reason, finished_at_ms: finishedAtMs, expires_at_ms: expiresAtMs };
        const signed = signChanged(await hold(session, id), 'running', ended);
        if (signed === undefined) return;
        await session.query(finishSql, [id, state, reason, finishedAtMs, expiresAtMs, signed]);
        if (event !== null) await tell(session, event);
      });
    },
    abandon: batches.abandon,
    delete: batches.delete,
    listResults: (id, from, to, limit) => list<StoredResult>(resultsSql, [id, from, to, limit]),
    hasWaste: batches.hasWaste,
    purge: batches.purge,
    listAll: (afterId, limit) => list<Pick<StoredBatch, 'id' | 'createdAtMs'>>(listAllSql, [afterId, limit]),
    listInputs: (id, fromRow, limit) => list<InputChunk>(listInputsSql, [id, fromRow, limit]),
    replaceInput: (id, { firstRow, sealed }) => run(replaceInputSql, [id, firstRow, sealed]),
    async eraseRow(id, { row, status, sealed }, risk) {
      await pool.transaction(async (session) => {
        const batch = await hold(session, id);
        const { rows } = await session.query<{ readonly status: string }>(lockRowSql, [id, row]);
        const before = rowStatuses.find((one) => one === rows[0]?.status);
        await session.query(eraseRowSql, [id, row, status, sealed]);
        if (batch !== undefined) await session.query(eraseSql, [id, signErased(batch)]);
        if (before !== undefined)
          await session.query(toCountSql(before, risk === null ? null : `risk_${risk}`, '-1', 'now()'), [id]);
        await session.query(toCountSql(status, null, '1', 'now()'), [id]);
      });
    },
  };
}

async function take(pool: Pool, owner: string, mayTakeOver: boolean, id: string, max: number) {
  type Range = { readonly first_row: number; readonly last_row: number };
  const { list, find, change, run } = createStatements(pool);
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

/** Counted in sixteen parts: in one row, every result would wait for the commit of another. What is counted is a name of ours. */
function toCountSql(status: Counted, risk: Counted | null, added: string, from: string): string {
  const names = [status, ...(risk === null ? [] : [risk])];
  return `INSERT INTO confere.batch_counts AS counted (batch_id, part, ${names.join(', ')})
    SELECT $1, pg_backend_pid() % 16, ${names.map(() => added).join(', ')} FROM ${from}
    ON CONFLICT (batch_id, part) DO UPDATE SET ${names.map((name) => `${name} = counted.${name} + excluded.${name}`).join(', ')}`;
}
