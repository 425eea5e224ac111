// A file against what this machine has: blocks of rows go to threads, and what they make of them is written in order.

import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { createResultWriter } from '../../app/bulk/run/results.ts';
import { type BadRow, type Journal, type Output, RunStopped } from '../../app/bulk/run/run.ts';
import { addRunCounts, createRunCounts, type RunCounts } from '../../app/bulk/run/run-counts.ts';
import type { RowBlock } from '../../app/bulk/text/row-blocks.ts';
import { readBlock } from '../../app/bulk/text/text-table.ts';
import { systemClock } from '../../clock.ts';
import { OperatorError } from '../../errors.ts';
import type { BlockResult, BlockTask, LocalBlockOptions } from './local-block.ts';
import type { ThreadAnswer } from './local-thread.ts';

interface LocalRun {
  readonly blocks: AsyncIterable<RowBlock>;
  readonly options: LocalBlockOptions;
  readonly journal: Journal;
  readonly output: Output;
  readonly signal: AbortSignal;
  readonly onBadRow: (row: BadRow) => void;
  readonly onProgress: (counts: RunCounts) => void;
}

/** Each thread reads this many blocks ahead, so that none waits for a slow block or for the disk. */
const blocksEach = 4;
const checkpointEveryMs = 1000;
/** Each has the lists in a memory of its own: about 100 MB, and some seconds of work to read them. */
const threadsWithListsMax = 8;

export async function answerInThreads(run: LocalRun): Promise<RunCounts> {
  const { options, journal, output, signal } = run;
  const counts = createRunCounts();
  addRunCounts(counts, journal.start.counts);
  const { lists } = options.answers;
  const threadsMax = Math.min(
    availableParallelism(),
    lists === undefined ? Number.POSITIVE_INFINITY : threadsWithListsMax,
  );
  /** One is started when there is a block for it: a short table needs one. */
  const threads: Thread[] = [];
  const findThread = (turn: number) => (threads[turn % threadsMax] ??= createThread(options));
  const waiting: Promise<BlockResult>[] = [];
  let checkpointAtMs = systemClock.monotonicMs() + checkpointEveryMs;

  async function write({ text, counts: more, bad }: BlockResult): Promise<void> {
    await output.write(text);
    addRunCounts(counts, more);
    for (const row of bad) run.onBadRow(row);
    if (systemClock.monotonicMs() < checkpointAtMs) return;
    await checkpoint();
    run.onProgress(counts);
  }

  async function checkpoint(): Promise<void> {
    checkpointAtMs = systemClock.monotonicMs() + checkpointEveryMs;
    await output.sync();
    await journal.checkpoint({ rows: counts.rows, bytes: output.bytes, counts }, new Map());
  }

  try {
    if (journal.start.bytes === 0) await output.write(createResultWriter(options.results).head);
    let turn = 0;
    for await (const task of toTasks(run.blocks, options, journal.start.rows)) {
      if (signal.aborted) break;
      const asked = findThread(turn++).ask(task);
      // One that fails while an earlier one is waited for is met in its turn.
      asked.catch(() => {});
      waiting.push(asked);
      if (waiting.length >= threadsMax * blocksEach) await write(await (waiting.shift() as Promise<BlockResult>));
    }
    for (const result of waiting.splice(0)) await write(await result);
    await checkpoint();
  } finally {
    await Promise.all(threads.map((thread) => thread.close()));
  }
  if (signal.aborted) throw new RunStopped('The run was stopped.');
  return counts;
}

/** Rows that an earlier run has written are only counted. */
async function* toTasks(
  blocks: AsyncIterable<RowBlock>,
  { dialect }: LocalBlockOptions,
  rowsDone: number,
): AsyncGenerator<BlockTask> {
  let left = rowsDone;
  for await (const block of blocks) {
    const rows = left === 0 ? 0 : readBlock(block, dialect).rows.length;
    const skip = Math.min(left, rows);
    left -= skip;
    // A copy of its own can be handed over; the chunk that it was part of may hold other blocks.
    if (skip === 0 || skip < rows) yield { block: { ...block, bytes: new Uint8Array(block.bytes) }, skip };
  }
}

interface Thread {
  ask(task: BlockTask): Promise<BlockResult>;
  close(): Promise<unknown>;
}

function createThread(options: LocalBlockOptions): Thread {
  const worker = new Worker(new URL('./local-thread.ts', import.meta.url), {
    workerData: options,
    // What is made of a block is gone with it: with more room for the young, hardly anything is copied.
    resourceLimits: { maxYoungGenerationSizeMb: 64 },
  });
  const asked: { readonly resolve: (result: BlockResult) => void; readonly reject: (error: unknown) => void }[] = [];
  let fault: unknown;
  worker.on('message', (result: ThreadAnswer) => {
    const waiting = asked.shift();
    if ('refusal' in result) waiting?.reject(new OperatorError(result.refusal));
    else waiting?.resolve(result);
  });
  worker.on('error', (error) => {
    fault = error;
    for (const { reject } of asked.splice(0)) reject(error);
  });
  return {
    ask: (task) =>
      new Promise((resolve, reject) => {
        if (fault !== undefined) return reject(fault);
        asked.push({ resolve, reject });
        worker.postMessage(task, [task.block.bytes.buffer as ArrayBuffer]);
      }),
    close: () => worker.terminate(),
  };
}
