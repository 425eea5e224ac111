// Works batches off, row by row, by the same use cases and within the same limits as single requests; where a limit is reached it waits.

import type { CreateEvent } from '../../events/new-event.ts';
import type { PlainTurn } from '../../jobs/watched-work.ts';
import { type BatchRow, openRows } from '../batch-row.ts';
import { isOperatorOwner } from '../operator-owner.ts';
import { type BatchEnd, renewEveryMs, type StoredBatch } from '../ports.ts';
import { createKeyGate, type KeyGateOptions } from './key-gate.ts';
import type { Run } from './row-outcomes.ts';
import { createRenewal, createRowQueue, type QueuedRow, type RowQueue } from './row-queue.ts';
import { createRunRow, type RunRowOptions } from './run-row.ts';
import { AskedElsewhere, BatchEnded, BatchLeft, PortionLost } from './why-ended.ts';

interface RunBatchOptions extends RunRowOptions, Omit<KeyGateOptions, 'store'> {
  readonly createEvent: CreateEvent;
  /** Rows of one batch that are worked on at one time. */
  readonly rowsAtOnce: number;
  /** A finished batch is kept for this many milliseconds. */
  readonly keptMs: number;
}

const elsewhereMs = 500;

export type RunBatch = (id: string, turn: PlainTurn) => Promise<void>;

/** Resolves when the batch is finished or deleted, or soon after the signal aborts: with no row under way. */
export function createRunBatch(options: RunBatchOptions): RunBatch {
  const { store, seal, clock, createEvent } = options;
  const renewal = createRenewal(store, renewEveryMs, options.onStoreFault);
  const runRow = createRunRow(options);

  async function runAll(batch: StoredBatch, turn: PlainTurn): Promise<void> {
    const ended = new AbortController();
    const waiting = { signal: AbortSignal.any([turn.signal, ended.signal]), beat: turn.beat };
    const gate = createKeyGate(options, batch, waiting);
    const run: Run = { ...waiting, batch, gate, underWay: new Map(), stop: turn.signal };
    const readRow = createRowReader(batch);
    const queue = createRowQueue({ store, batch, rowsAtOnce: options.rowsAtOnce });
    const stopRenewing = renewal.begin(batch.id, queue, turn.signal);
    let failure: unknown;
    const worker = async (): Promise<void> => {
      try {
        for (let next = await queue.next(); next !== undefined; next = await queue.next()) {
          if (waiting.signal.aborted) return;
          await runQueued(next, readRow, queue, run);
        }
      } catch (error) {
        // The first one tells why; the others leave because of it.
        failure ??= error;
        ended.abort();
      }
    };
    try {
      // Again until nothing is left: while the last rows are done here, others may have let go of theirs.
      do await Promise.all(Array.from({ length: options.rowsAtOnce }, worker));
      while (failure === undefined && !turn.signal.aborted && (await queue.hasMore()));
    } finally {
      stopRenewing();
      if (queue.held().length > 0) await store.giveBack(batch.id).catch(() => {});
    }
    if (failure !== undefined) throw failure;
    if (turn.signal.aborted || queue.isLeftToOthers()) throw new BatchLeft();
  }

  async function runQueued(queued: QueuedRow, readRow: ReadRow, queue: RowQueue, run: Run): Promise<void> {
    const { row } = queued;
    const running = readRow(row).then((work) => runRow(row, work, run));
    run.underWay.set(row, running);
    try {
      await running;
      await queue.settled(queued);
    } catch (error) {
      if (error instanceof PortionLost) queue.drop(queued);
      else if (error instanceof AskedElsewhere) {
        queue.putOff(queued);
        await run.gate.wait(elsewhereMs);
      } else throw error;
    } finally {
      run.underWay.delete(row);
    }
  }

  function createRowReader(batch: StoredBatch): ReadRow {
    let chunk: { readonly firstRow: number; readonly rows: readonly BatchRow[] } = { firstRow: 0, rows: [] };
    return async (row) => {
      if (row < chunk.firstRow || row >= chunk.firstRow + chunk.rows.length) {
        const input = await store.getInput(batch.id, row);
        chunk = { firstRow: input.firstRow, rows: openRows(seal, batch.id, input) };
        return chunk.rows[row - input.firstRow] as BatchRow;
      }
      return chunk.rows[row - chunk.firstRow] as BatchRow;
    };
  }

  async function finish(id: string, reason: BatchEnd | null): Promise<void> {
    const batch = await store.find(id);
    if (batch === undefined) return;
    const finishedAtMs = clock.nowMs();
    const state = reason === null ? 'completed' : 'failed';
    const { rows, counts } = batch;
    // An operator reads of theirs in the console.
    const event = isOperatorOwner(batch.keyId)
      ? null
      : createEvent(batch, 'batch.finished', { batch_id: id, status: state, reason, rows, counts });
    await store.finish(id, { state, reason, finishedAtMs, expiresAtMs: finishedAtMs + options.keptMs, event });
  }

  return async (id, turn) => {
    const batch = await store.find(id);
    if (batch?.state !== 'running') return;
    try {
      await runAll(batch, turn);
      await finish(id, null);
    } catch (error) {
      if (error instanceof BatchEnded) await finish(id, error.reason);
      else if (!(error instanceof BatchLeft)) throw error;
    }
  };
}

type ReadRow = (row: number) => Promise<BatchRow>;
