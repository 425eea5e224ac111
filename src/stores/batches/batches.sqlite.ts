// Batches of verifications in SQLite: their rows as they came, and the result of each. A row's result and the
// batch's count of it are written together.

import {
  type BatchStore,
  type InputChunk,
  type NewBatch,
  portionMs,
  type RowStatus,
  rowStatuses,
  type StoredBatch,
  type StoredResult,
} from '../../app/batches/ports.ts';
import type { Clock } from '../../app/clock.ts';
import { endOfTime, type ListPlace } from '../../app/key-owned/list-page.ts';
import type { RowProof } from '../../app/row-proof.ts';
import { type RiskLevel, riskLevels } from '../../domain/risk/risk-policy.ts';
import { toEndStatements } from '../events/events.sqlite.ts';
import { createKeyOwnedRows } from '../key-owned/key-owned-rows.sqlite.ts';
import { listRight } from '../proven-rows/list-right.ts';
import type { SqliteStore } from '../sqlite/database.ts';
import type { InstanceLock } from '../sqlite/instance-lock.ts';
import type { Row } from '../sqlite/reader.ts';
import type { SqlValue } from '../sqlite/statement.ts';
import { createSingleWrites, type SqliteWriter } from '../sqlite/writer.ts';
import { type BatchRow, createBatchProof, toBatch, toPlaced, toStoredAtBudget } from './batch-rows.ts';
import { createSteadiness } from './steady-store.ts';

const beginSql = `INSERT INTO batches (id, key_id, purpose, explain, screen_language, webhook_id, repeat_id, owner, state, created_at_ms,
    at_budget, checksum)
  SELECT @id, @keyId, @purpose, @explain, @screenLanguage, @webhookId, @repeatId, @owner, 'receiving', @createdAtMs, @atBudget, @checksum
  WHERE (SELECT count(*) FROM batches WHERE key_id = @keyId AND state IN ('receiving', 'running')) < @unfinishedMax
  ON CONFLICT (repeat_id) DO NOTHING`;
const findRepeatedSql = 'SELECT * FROM batches WHERE repeat_id = ?';
const findAnySql = 'SELECT * FROM batches WHERE id = ?';
const appendSql = 'INSERT INTO batch_inputs (batch_id, first_row, sealed) VALUES (?, ?, ?)';
const startSql = `UPDATE batches SET state = 'running', row_count = ?, fingerprint = ?, checksum = ?
  WHERE id = ? AND state = 'receiving' AND checksum = ?`;
const inputSql =
  'SELECT first_row AS firstRow, sealed FROM batch_inputs WHERE batch_id = ? AND first_row <= ? ORDER BY first_row DESC LIMIT 1';
const runningSql = `SELECT id FROM batches WHERE state = 'running' ORDER BY created_at_ms, id LIMIT ?`;
const portionsSql =
  'SELECT first_row, last_row, owner, until_ms FROM batch_portions WHERE batch_id = ? ORDER BY first_row';
const takeOverSql = `UPDATE batch_portions SET owner = @owner, until_ms = @untilMs
  WHERE batch_id = @id AND first_row = @firstRow AND owner = @before AND until_ms = @beforeMs RETURNING first_row, last_row`;
const takeNextSql = `INSERT INTO batch_portions (batch_id, first_row, last_row, owner, until_ms)
  SELECT id, next_row, min(next_row + @max - 1, row_count), @owner, @untilMs FROM batches
  WHERE id = @id AND state = 'running' AND next_row <= row_count RETURNING first_row, last_row`;
const advanceSql = `UPDATE batches SET next_row = next_row + @max WHERE id = @id AND state = 'running' AND next_row <= row_count`;
const countUnknownSql = `UPDATE batches SET outcome_unknown = outcome_unknown + (SELECT count(*) FROM batch_rows
  WHERE batch_id = @id AND row BETWEEN @first AND @last AND status = 'started') WHERE id = @id`;
const giveUpSql = `UPDATE batch_rows SET status = 'outcome_unknown'
  WHERE batch_id = @id AND row BETWEEN @first AND @last AND status = 'started'`;
const settledSql = `SELECT row FROM batch_rows WHERE batch_id = ? AND row BETWEEN ? AND ? AND status <> 'postponed'`;
const renewSql = 'UPDATE batch_portions SET until_ms = ? WHERE owner = ? AND batch_id = ? AND first_row = ?';
const releaseSql = 'DELETE FROM batch_portions WHERE batch_id = ? AND first_row = ? AND owner = ?';
const giveBackSql = 'UPDATE batch_portions SET until_ms = 0 WHERE batch_id = ? AND owner = ?';
const claimSql = `INSERT INTO batch_rows (batch_id, row, status, sealed)
  SELECT id, @row, 'started', @sealed FROM batches JOIN batch_portions p ON p.batch_id = id
  WHERE id = @id AND state = 'running' AND p.owner = @owner AND @row BETWEEN first_row AND last_row
  ON CONFLICT (batch_id, row) DO UPDATE SET status = 'started', sealed = excluded.sealed
  WHERE status = 'postponed' OR (status = 'started' AND @isAgain = 1)`;
const postponeSql = `UPDATE batch_rows SET status = 'postponed' WHERE batch_id = ? AND row = ? AND status = 'started'`;
const settleSql = `INSERT INTO batch_rows (batch_id, row, status, sealed)
  SELECT id, @row, @status, @sealed FROM batches WHERE id = @id AND state = 'running'
  ON CONFLICT (batch_id, row) DO UPDATE SET status = excluded.status, sealed = excluded.sealed
  WHERE status IN ('started', 'postponed')`;
/** What is counted is a name of ours, never a text from outside. */
const countSql = (status: RowStatus, risk: RiskLevel | null) => {
  const counted = [status, ...(risk === null ? [] : [`risk_${risk}`])];
  return `UPDATE batches SET ${counted.map((name) => `${name} = ${name} + changes()`).join(', ')} WHERE id = ?`;
};
const finishSql = `UPDATE batches SET state = @state, reason = @reason, finished_at_ms = @finishedAtMs, expires_at_ms = @expiresAtMs,
    checksum = @checksum
  WHERE id = @id AND state = 'running' AND checksum = @before`;
const resultsSql = `SELECT row, status, sealed FROM batch_rows WHERE batch_id = ? AND row BETWEEN ? AND ?
  AND status NOT IN ('started', 'postponed') ORDER BY row LIMIT ?`;

const listAllSql = 'SELECT id, created_at_ms AS createdAtMs FROM batches WHERE id > ? ORDER BY id LIMIT ?';
const listInputsSql =
  'SELECT first_row AS firstRow, sealed FROM batch_inputs WHERE batch_id = ? AND first_row >= ? ORDER BY first_row LIMIT ?';
const replaceInputSql = 'UPDATE batch_inputs SET sealed = ? WHERE batch_id = ? AND first_row = ?';
const wasSql = (status: RowStatus) =>
  `(SELECT count(*) FROM batch_rows WHERE batch_id = @id AND row = @row AND status = '${status}')`;
const recountSql = `UPDATE batches SET ${rowStatuses.map((status) => `${status} = ${status} - ${wasSql(status)} + (@status = '${status}')`).join(', ')},
  ${riskLevels.map((level) => `risk_${level} = risk_${level} - coalesce(@risk = '${level}', 0)`).join(', ')},
  fingerprint = NULL, erasures = erasures + 1, checksum = @checksum WHERE id = @id AND checksum IS @before`;
const eraseRowSql = `INSERT INTO batch_rows (batch_id, row, status, sealed) SELECT @id, @row, @status, @sealed WHERE changes() > 0
  ON CONFLICT (batch_id, row) DO UPDATE SET status = excluded.status, sealed = excluded.sealed`;

export function createSqliteBatchStore(
  given: SqliteStore,
  instance: InstanceLock,
  clock: Pick<Clock, 'nowMs' | 'monotonicMs'>,
  proof: RowProof,
): BatchStore {
  const { watch, isSteady } = createSteadiness(clock);
  const { reader } = given;
  const writer: SqliteWriter = { ...given.writer, write: (statements) => watch(given.writer.write(statements)) };
  const store = { ...given, writer };
  const { change, run } = createSingleWrites(writer);
  const { signBegun, signChanged, signErased, isRight, toRight } = createBatchProof(proof);
  const batches = createKeyOwnedRows<BatchRow>(store, instance, {
    table: 'batches',
    pieces: [
      { table: 'batch_rows', owner: 'batch_id', place: 'row' },
      { table: 'batch_inputs', owner: 'batch_id', place: 'first_row' },
      { table: 'batch_portions', owner: 'batch_id', place: 'first_row' },
    ],
    endsAt: 'expires_at_ms',
  });

  return {
    async begin(batch: NewBatch, unfinishedMax) {
      const stored = { explain: batch.explain ? 1 : 0, atBudget: toStoredAtBudget(batch.atBudget) };
      const parameters = { ...batch, ...stored, checksum: signBegun(batch), unfinishedMax };
      const { isBegun, more } = await batches.begin(beginSql, parameters, [
        { sql: findRepeatedSql, parameters: [batch.repeatId] },
      ]);
      if (isBegun) return 'begun';
      return toRight(more[0]) ?? 'full';
    },
    findRepeated: async (repeatId) => toRight(reader.get<BatchRow>(findRepeatedSql, repeatId)),
    appendInput: (id, { firstRow, sealed }) => run(appendSql, [id, firstRow, sealed]),
    async start(id, rows, fingerprint) {
      const row = batches.find(id);
      const signed = signChanged(row, 'receiving', { state: 'running', row_count: rows, fingerprint });
      if (row !== undefined && signed !== undefined) await run(startSql, [rows, fingerprint, signed, id, row.checksum]);
    },
    find: async (id) => toRight(batches.find(id)),
    async listOf(keyIds, limit, before = endOfTime) {
      const sql = `SELECT * FROM batches WHERE key_id IN (${keyIds.map(() => '?').join(', ')})
        AND state IN ('running', 'completed', 'failed') AND (created_at_ms, id) < (?, ?)
        ORDER BY created_at_ms DESC, id DESC LIMIT ?`;
      const read = async (some: number, place: ListPlace) =>
        reader.all<BatchRow>(sql, ...keyIds, place.createdAtMs, place.id, some).map(toPlaced);
      const right = await listRight(limit, before, read, ({ row }) => isRight(row));
      return right.map(({ row }) => toBatch(row));
    },
    async getInput(id, row) {
      const found = reader.get<InputChunk>(inputSql, id, row);
      if (found === undefined) throw new Error('The batch has no such row');
      return found;
    },
    listRunning: async (limit) => reader.all(runningSql, limit).map((row) => row['id'] as string),
    take: createTake(store, instance, clock, isSteady),
    async renew(portions) {
      const untilMs = clock.nowMs() + portionMs;
      await writer.write(
        portions.map(({ id, firstRow }) => ({ sql: renewSql, parameters: [untilMs, instance.id, id, firstRow] })),
      );
    },
    release: (id, firstRow) => run(releaseSql, [id, firstRow, instance.id]),
    giveBack: (id) => run(giveBackSql, [id, instance.id]),
    claim: async (id, row, sealed, isAgain = false) =>
      (await change(claimSql, { id, row, sealed, owner: instance.id, isAgain: isAgain ? 1 : 0 })) === 1,
    postpone: (id, row) => run(postponeSql, [id, row]),
    async settle(id, { row, status, sealed }, risk) {
      await writer.write([
        { sql: settleSql, parameters: { id, row, status, sealed } },
        { sql: countSql(status, risk), parameters: [id] },
      ]);
    },
    async finish(id, { event, ...finish }) {
      for (;;) {
        const row = batches.find(id);
        const { state, reason, finishedAtMs, expiresAtMs } = finish;
        const ended = { state, reason, finished_at_ms: finishedAtMs, expires_at_ms: expiresAtMs };
        const checksum = signChanged(row, 'running', ended);
        if (row === undefined || checksum === undefined) return;
        const parameters = { ...finish, id, checksum, before: row.checksum };
        const [done] = await writer.write(toEndStatements({ sql: finishSql, parameters }, event));
        if (done?.changes === 1) return;
      }
    },
    abandon: batches.abandon,
    delete: batches.delete,
    listResults: async (id, from, to, limit) => reader.all<StoredResult>(resultsSql, id, from, to, limit),
    hasWaste: batches.hasWaste,
    purge: batches.purge,
    listAll: async (afterId, limit) => reader.all<Pick<StoredBatch, 'id' | 'createdAtMs'>>(listAllSql, afterId, limit),
    listInputs: async (id, fromRow, limit) => reader.all<InputChunk>(listInputsSql, id, fromRow, limit),
    replaceInput: (id, { firstRow, sealed }) => run(replaceInputSql, [sealed, id, firstRow]),
    async eraseRow(id, { row, status, sealed }, risk) {
      for (;;) {
        const batch = reader.get<BatchRow>(findAnySql, id);
        if (batch === undefined) return;
        const signed = { checksum: signErased(batch), before: batch.checksum };
        const [recounted] = await writer.write([
          { sql: recountSql, parameters: { id, row, status, risk, ...signed } },
          { sql: eraseRowSql, parameters: { id, row, status, sealed } },
        ]);
        if (recounted?.changes === 1) return;
      }
    },
  };
}

function createTake(
  { reader, writer }: SqliteStore,
  instance: InstanceLock,
  clock: Pick<Clock, 'nowMs'>,
  isSteady: () => boolean,
): BatchStore['take'] {
  /** Its process is gone, or did not renew it. A calendar that was set back must not keep it for longer. */
  const isFree = (portion: Row, nowMs: number) => {
    const leftMs = (portion['until_ms'] as number) - nowMs;
    const isOver = leftMs <= 0 || leftMs > portionMs;
    return (isOver && isSteady()) || !instance.isAlive(portion['owner'] as string);
  };
  return async (id, max) => {
    const nowMs = clock.nowMs();
    const own = { id, owner: instance.id, untilMs: nowMs + portionMs };
    const others = reader.all(portionsSql, id);
    const free = others.find((portion) => isFree(portion, nowMs));
    instance.hold();
    const before = { firstRow: free?.['first_row'], before: free?.['owner'], beforeMs: free?.['until_ms'] };
    const statements =
      free === undefined
        ? [
            { sql: takeNextSql, parameters: { ...own, max } },
            { sql: advanceSql, parameters: { id, max } },
          ]
        : [{ sql: takeOverSql, parameters: { ...own, ...before } as Record<string, SqlValue> }];
    const [taken] = (await writer.write(statements))[0]?.rows ?? [];
    if (taken === undefined) return free === undefined && others.length === 0 ? 'none' : 'others';
    const [first, last] = [taken['first_row'] as number, taken['last_row'] as number];
    await writer.write([
      { sql: countUnknownSql, parameters: { id, first, last } },
      { sql: giveUpSql, parameters: { id, first, last } },
    ]);
    const settled = new Set(reader.all(settledSql, id, first, last).map((row) => row['row']));
    const rows = Array.from({ length: last - first + 1 }, (_, index) => first + index);
    return { firstRow: first, rows: rows.filter((row) => !settled.has(row)) };
  };
}
