// Batches in SQLite. A process has some rows of a batch for a time; a row's result and the batch's count of it are written together.

import { type BatchStore, portionMs, type RowStatus, rowStatuses } from '../../app/batches/ports.ts';
import type { Clock } from '../../app/clock.ts';
import type { RowProof } from '../../app/row-proof.ts';
import { type RiskLevel, riskLevels } from '../../domain/risk/risk-policy.ts';
import { createInstanceTaking } from '../key-owned/taking-in.ts';
import { createSqliteSql } from '../sql/sql.ts';
import type { SqliteStore } from '../sqlite/database.ts';
import type { InstanceLock } from '../sqlite/instance-lock.ts';
import type { Row } from '../sqlite/reader.ts';
import type { SqlValue } from '../sqlite/statement.ts';
import { createSingleWrites, type SqliteWriter } from '../sqlite/writer.ts';
import { type BatchRow, createBatchProof } from './batch-rows.ts';
import { createBatchStore } from './batches.sql.ts';
import { createSteadiness } from './steady-store.ts';

const findAnySql = 'SELECT * FROM batches WHERE id = ?';
const portionsSql =
  'SELECT first_row, last_row, owner, until_ms FROM batch_portions WHERE batch_id = ? ORDER BY first_row';
const takeOverSql = `UPDATE batch_portions SET owner = @owner, until_ms = @untilMs
  WHERE batch_id = @id AND first_row = @firstRow AND owner = @before AND until_ms = @beforeMs RETURNING first_row, last_row`;
const takeNextSql = `INSERT INTO batch_portions (batch_id, first_row, last_row, owner, until_ms)
  SELECT id, next_row, min(next_row + @max - 1, row_count), @owner, @untilMs FROM batches
  WHERE id = @id AND state = 'running' AND next_row <= row_count RETURNING first_row, last_row`;
const advanceSql = `UPDATE batches SET next_row = next_row + @max WHERE id = @id AND state = 'running' AND next_row <= row_count`;
const countUnknownSql = `UPDATE batches SET outcome_unknown = outcome_unknown + (SELECT count(*) FROM batch_rows
  WHERE batch_id = @id AND row_number BETWEEN @first AND @last AND status = 'started') WHERE id = @id`;
const giveUpSql = `UPDATE batch_rows SET status = 'outcome_unknown'
  WHERE batch_id = @id AND row_number BETWEEN @first AND @last AND status = 'started'`;
const settledSql = `SELECT row_number FROM batch_rows WHERE batch_id = ? AND row_number BETWEEN ? AND ? AND status <> 'postponed'`;
const renewSql = 'UPDATE batch_portions SET until_ms = ? WHERE owner = ? AND batch_id = ? AND first_row = ?';
const giveBackSql = 'UPDATE batch_portions SET until_ms = 0 WHERE batch_id = ? AND owner = ?';
const settleSql = `INSERT INTO batch_rows (batch_id, row_number, status, sealed)
  SELECT id, @row, @status, @sealed FROM batches WHERE id = @id AND state = 'running'
  ON CONFLICT (batch_id, row_number) DO UPDATE SET status = excluded.status, sealed = excluded.sealed
  WHERE status IN ('started', 'postponed')`;
/** The counted names are our own, never texts from outside. */
const countSql = (status: RowStatus, risk: RiskLevel | null) => {
  const counted = [status, ...(risk === null ? [] : [`risk_${risk}`])];
  return `UPDATE batches SET ${counted.map((name) => `${name} = ${name} + changes()`).join(', ')} WHERE id = ?`;
};
const wasSql = (status: RowStatus) =>
  `(SELECT count(*) FROM batch_rows WHERE batch_id = @id AND row_number = @row AND status = '${status}')`;
const recountSql = `UPDATE batches SET ${rowStatuses.map((status) => `${status} = ${status} - ${wasSql(status)} + (@status = '${status}')`).join(', ')},
  ${riskLevels.map((level) => `risk_${level} = risk_${level} - coalesce(@risk = '${level}', 0)`).join(', ')},
  fingerprint = NULL, erasures = erasures + 1, checksum = @checksum WHERE id = @id AND checksum IS @before`;
const eraseRowSql = `INSERT INTO batch_rows (batch_id, row_number, status, sealed) SELECT @id, @row, @status, @sealed WHERE changes() > 0
  ON CONFLICT (batch_id, row_number) DO UPDATE SET status = excluded.status, sealed = excluded.sealed`;

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
  const sql = createSqliteSql(store);
  const { run } = createSingleWrites(writer);
  const { signErased } = createBatchProof(proof);
  return createBatchStore(
    sql,
    createInstanceTaking(sql, instance),
    {
      batchSql: 'SELECT * FROM batches',
      ownPieces: [],
      take: createTake(store, instance, clock, isSteady),
      async renew(portions) {
        const untilMs = clock.nowMs() + portionMs;
        await writer.write(
          portions.map(({ id, firstRow }) => ({ sql: renewSql, parameters: [untilMs, instance.id, id, firstRow] })),
        );
      },
      giveBack: (id) => run(giveBackSql, [id, instance.id]),
      async settle(id, { row, status, sealed }, risk) {
        await writer.write([
          { sql: settleSql, parameters: { id, row, status, sealed } },
          { sql: countSql(status, risk), parameters: [id] },
        ]);
      },
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
    },
    proof,
  );
}

function createTake(
  { reader, writer }: SqliteStore,
  instance: InstanceLock,
  clock: Pick<Clock, 'nowMs'>,
  isSteady: () => boolean,
): BatchStore['take'] {
  /** A portion is free if its process is gone or did not renew it. A calendar that was set back must not extend its hold. */
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
    const settled = new Set(reader.all(settledSql, id, first, last).map((row) => row['row_number']));
    const rows = Array.from({ length: last - first + 1 }, (_, index) => first + index);
    return { firstRow: first, rows: rows.filter((row) => !settled.has(row)) };
  };
}
