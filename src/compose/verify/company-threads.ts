// A file of CNPJs against the registry on this machine: blocks of rows go to threads, and what they make of them is written in order.

import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { RowBlock } from '../../app/bulk/row-blocks.ts';
import { createResultWriter } from '../../app/bulk/run/results.ts';
import { type BadRow, type Journal, type Output, RunStopped } from '../../app/bulk/run/run.ts';
import { addRunCounts, createRunCounts, type RunCounts } from '../../app/bulk/run/run-counts.ts';
import { readBlock } from '../../app/bulk/text-table.ts';
import { systemClock } from '../../clock.ts';
import type { CompanyBlockOptions, CompanyResult, CompanyTask } from './company-block.ts';

interface CompanyRun {
  readonly blocks: AsyncIterable<RowBlock>;
  readonly options: CompanyBlockOptions;
  readonly journal: Journal;
  readonly output: Output;
  readonly signal: AbortSignal;
  readonly onBadRow: (row: BadRow) => void;
  readonly onProgress: (tally: RunCounts) => void;
}

/** So many blocks for each thread are read ahead, so that none waits for one that takes long, nor for the disk. */
const blocksEach = 4;
const checkpointEveryMs = 1000;

export async function verifyCompanies(run: CompanyRun): Promise<RunCounts> {
  const { options, journal, output, signal } = run;
  const tally = createRunCounts();
  addRunCounts(tally, journal.start.tally);
  const threads = Array.from({ length: availableParallelism() }, () => createThread(options));
  const waiting: Promise<CompanyResult>[] = [];
  let checkpointAtMs = systemClock.monotonicMs() + checkpointEveryMs;

  async function write({ text, tally: more, bad }: CompanyResult): Promise<void> {
    await output.write(text);
    addRunCounts(tally, more);
    for (const row of bad) run.onBadRow(row);
    if (systemClock.monotonicMs() < checkpointAtMs) return;
    await checkpoint();
    run.onProgress(tally);
  }

  async function checkpoint(): Promise<void> {
    checkpointAtMs = systemClock.monotonicMs() + checkpointEveryMs;
    await output.sync();
    await journal.checkpoint({ rows: tally.rows, bytes: output.bytes, tally }, new Map());
  }

  try {
    if (journal.start.bytes === 0) await output.write(createResultWriter(options.results).head);
    let turn = 0;
    for await (const task of toTasks(run.blocks, options, journal.start.rows)) {
      if (signal.aborted) break;
      const asked = (threads[turn++ % threads.length] as Thread).ask(task);
      // One that fails while an earlier one is waited for is met in its turn.
      asked.catch(() => {});
      waiting.push(asked);
      if (waiting.length >= threads.length * blocksEach) await write(await (waiting.shift() as Promise<CompanyResult>));
    }
    for (const result of waiting.splice(0)) await write(await result);
    await checkpoint();
  } finally {
    await Promise.all(threads.map((thread) => thread.close()));
  }
  if (signal.aborted) throw new RunStopped('The run was stopped.');
  return tally;
}

/** Rows that an earlier run has written are only counted. */
async function* toTasks(
  blocks: AsyncIterable<RowBlock>,
  { dialect }: CompanyBlockOptions,
  rowsDone: number,
): AsyncGenerator<CompanyTask> {
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
  ask(task: CompanyTask): Promise<CompanyResult>;
  close(): Promise<unknown>;
}

function createThread(options: CompanyBlockOptions): Thread {
  const worker = new Worker(new URL('./company-thread.ts', import.meta.url), {
    workerData: options,
    // What is made of a block is gone with it: with more room for the young, hardly anything is copied.
    resourceLimits: { maxYoungGenerationSizeMb: 64 },
  });
  const asked: { readonly resolve: (result: CompanyResult) => void; readonly reject: (error: unknown) => void }[] = [];
  let fault: unknown;
  worker.on('message', (result: CompanyResult) => asked.shift()?.resolve(result));
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
