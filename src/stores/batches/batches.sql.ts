// Batches of verifications: their rows as they came, and the result of each. That nobody is asked twice does not hang on who works on a row: a
// row can be claimed once, whoever tries. How rows are handed out and counted is for each engine to say.

import type { BatchStore, InputChunk, NewBatch, StoredBatch, StoredResult } from '../../app/batches/ports.ts';
import { endOfTime, type ListPlace } from '../../app/key-owned/list-page.ts';
import type { RowProof } from '../../app/row-proof.ts';
import { toEndWithEvents } from '../events/events.sql.ts';
import { createKeyOwnedRows } from '../key-owned/key-owned-rows.sql.ts';
import type { TakingIn } from '../key-owned/taking-in.ts';
import { listRight } from '../proven-rows/list-right.ts';
import type { Sql } from '../sql/sql.ts';
import { type BatchRow, createBatchProof, toBatch, toNewRow, toPlaced } from './batch-rows.ts';

/** Each engine does this work in its own way. It hands out rows and counts their outcomes. */
export interface BatchWork extends Pick<BatchStore, 'take' | 'renew' | 'giveBack' | 'settle' | 'eraseRow'> {
  /** Reads batches with their counts; a condition follows. */
  readonly batchSql: string;
  /** Tables of pieces that the other engine does not have. */
  readonly ownPieces: Parameters<typeof createKeyOwnedRows>[2]['pieces'];
}

const inputs = { table: 'batch_inputs', owner: 'batch_id', place: 'first_row' };
const pieces = [
  { table: 'batch_rows', owner: 'batch_id', place: 'row_number' },
  inputs,
  { table: 'batch_portions', owner: 'batch_id', place: 'first_row' },
];

const startSql = `UPDATE batches SET state = 'running', row_count = $2, fingerprint = $3, checksum = $4
  WHERE id = $1 AND state = 'receiving' AND checksum = $5`;
const inputSql = `SELECT first_row AS "firstRow", sealed FROM batch_inputs
  WHERE batch_id = $1 AND first_row <= $2 ORDER BY first_row DESC LIMIT 1`;
const runningSql = `SELECT id FROM batches WHERE state = 'running' ORDER BY created_at_ms, id LIMIT $1`;
const releaseSql = 'DELETE FROM batch_portions WHERE batch_id = $1 AND first_row = $2 AND owner = $3';
const postponeSql = `UPDATE batch_rows SET status = 'postponed' WHERE batch_id = $1 AND row_number = $2 AND status = 'started'`;
const finishSql = `UPDATE batches SET state = $2, reason = $3, finished_at_ms = $4, expires_at_ms = $5, checksum = $6
  WHERE id = $1 AND state = 'running' AND checksum = $7`;
const resultsSql = `SELECT row_number AS "row", status, sealed FROM batch_rows WHERE batch_id = $1
  AND row_number BETWEEN CAST($2 AS bigint) AND CAST($3 AS bigint) AND status NOT IN ('started', 'postponed')
  ORDER BY row_number LIMIT $4`;
const listAllSql = 'SELECT id, created_at_ms AS "createdAtMs" FROM batches WHERE id > $1 ORDER BY id LIMIT $2';
const listInputsSql = `SELECT first_row AS "firstRow", sealed FROM batch_inputs
  WHERE batch_id = $1 AND first_row >= $2 ORDER BY first_row LIMIT $3`;
const replaceInputSql = 'UPDATE batch_inputs SET sealed = $3 WHERE batch_id = $1 AND first_row = $2';

export function createBatchStore(sql: Sql, taking: TakingIn, work: BatchWork, proof: RowProof): BatchStore {
  const { list, find, change, run, together, bytes, isIn, holding } = sql;
  const { batchSql, ownPieces, take, renew, giveBack, settle, eraseRow } = work;
  const { signBegun, signChanged, isRight, toRight } = createBatchProof(proof);
  const owned = createKeyOwnedRows(sql, taking, {
    ...{ table: 'batches', pieces: [...pieces, ...ownPieces], endsAt: 'expires_at_ms' },
    isUnfinished: "state IN ('receiving', 'running')",
  });
  const findBatch = (id: string) => find<BatchRow>(`${batchSql} WHERE id = $1 AND state <> 'deleted'`, [id]);
  const findRepeated = async (repeatId: string) =>
    toRight(await find<BatchRow>(`${batchSql} WHERE repeat_id = $1`, [repeatId]));
  const listOfSql = `${batchSql} WHERE ${isIn('key_id', '$1')} AND state IN ('running', 'completed', 'failed')
    AND (created_at_ms, id) < (CAST($2 AS bigint), $3) ORDER BY created_at_ms DESC, id DESC LIMIT $4`;
  /**
   * The portion stays with its owner until the claim is committed. A process that takes it over sees the row and gives it up. A started row in a
   * process's own portion is therefore its own claim.
   */
  const claimSql = `INSERT INTO batch_rows AS known (batch_id, row_number, status, sealed)
    SELECT batches.id, CAST($2 AS integer), 'started', CAST($4 AS ${bytes}) FROM batches
    JOIN batch_portions AS mine ON mine.batch_id = batches.id
    WHERE batches.id = $1 AND state = 'running' AND mine.owner = $3 AND $2 BETWEEN mine.first_row AND mine.last_row
    ${holding('FOR SHARE OF mine')}
    ON CONFLICT (batch_id, row_number) DO UPDATE SET status = 'started', sealed = excluded.sealed
    WHERE known.status = 'postponed' OR (known.status = 'started' AND CAST($5 AS integer) = 1)`;

  return {
    async begin(batch: NewBatch, unfinishedMax) {
      if (await owned.begin({ ...toNewRow(batch), checksum: signBegun(batch) }, unfinishedMax)) return 'begun';
      return (batch.repeatId === null ? undefined : await findRepeated(batch.repeatId)) ?? 'full';
    },
    findRepeated,
    appendInput: (id, { firstRow, sealed }) => owned.append(inputs, id, firstRow, sealed),
    async start(id, rows, fingerprint) {
      const row = await findBatch(id);
      const signed = signChanged(row, 'receiving', { state: 'running', row_count: rows, fingerprint });
      if (row !== undefined && signed !== undefined) await run(startSql, [id, rows, fingerprint, signed, row.checksum]);
    },
    find: async (id) => toRight(await findBatch(id)),
    async listOf(keyIds, limit, before = endOfTime) {
      const read = async (some: number, { createdAtMs, id }: ListPlace) =>
        (await list<BatchRow>(listOfSql, [keyIds, createdAtMs, id, some])).map(toPlaced);
      const right = await listRight(limit, before, read, ({ row }) => isRight(row));
      return right.map(({ row }) => toBatch(row));
    },
    async getInput(id, row) {
      const found = await find<InputChunk>(inputSql, [id, row]);
      if (found === undefined) throw new Error('The batch has no such row');
      return found;
    },
    listRunning: async (limit) => (await list<{ readonly id: string }>(runningSql, [limit])).map(({ id }) => id),
    take,
    renew,
    release: (id, firstRow) => run(releaseSql, [id, firstRow, taking.id]),
    giveBack,
    claim: async (id, row, sealed, isAgain = false) =>
      (await change(claimSql, [id, row, taking.id, sealed, isAgain ? 1 : 0])) === 1,
    postpone: (id, row) => run(postponeSql, [id, row]),
    settle,
    async finish(id, { state, reason, finishedAtMs, expiresAtMs, event }) {
      // Until nobody has changed it meanwhile, as an erasure does.
      for (;;) {
        const row = await findBatch(id);
        const ended = { state, reason, finished_at_ms: finishedAtMs, expires_at_ms: expiresAtMs };
        const signed = signChanged(row, 'running', ended);
        if (row === undefined || signed === undefined) return;
        const values = [id, state, reason, finishedAtMs, expiresAtMs, signed, row.checksum];
        const [done] = await together(toEndWithEvents(sql, { sql: finishSql, values }, event));
        if (done?.count === 1) return;
      }
    },
    abandon: owned.abandon,
    delete: owned.delete,
    listResults: (id, from, to, limit) => list<StoredResult>(resultsSql, [id, from, to, limit]),
    hasWaste: owned.hasWaste,
    purge: owned.purge,
    listAll: (afterId, limit) => list<Pick<StoredBatch, 'id' | 'createdAtMs'>>(listAllSql, [afterId, limit]),
    listInputs: (id, fromRow, limit) => list<InputChunk>(listInputsSql, [id, fromRow, limit]),
    replaceInput: (id, { firstRow, sealed }) => run(replaceInputSql, [id, firstRow, sealed]),
    eraseRow,
  };
}
