// An export by several threads, each with a share of the records: making the text takes longer than any disk does to write it.
// Pieces come in the order in which they are made.

import { Worker } from 'node:worker_threads';
import type { ExportPiece } from '../../../app/companies/export-companies.ts';
import { OperatorError } from '../../../errors.ts';
import type { ExportThreadData, ExportThreadOrder } from './export-thread.ts';

export async function* exportInThreads(order: ExportThreadOrder, threads: number): AsyncGenerator<ExportPiece> {
  const made: { readonly piece: ExportPiece; readonly by: Worker }[] = [];
  let running = threads;
  let failure: unknown;
  let wake = () => {};
  const start = (part: number): Worker => {
    const workerData: ExportThreadData = { ...order, share: { part, of: threads } };
    const worker = new Worker(new URL('./export-thread.ts', import.meta.url), { workerData });
    worker.on('message', (piece: ExportPiece) => {
      made.push({ piece, by: worker });
      wake();
    });
    worker.on('error', (error) => {
      failure = error;
    });
    worker.on('exit', () => {
      running--;
      wake();
    });
    return worker;
  };
  const workers = Array.from({ length: threads }, (_, part) => start(part));
  try {
    while (running > 0 || made.length > 0) {
      if (failure !== undefined) throw toOperatorError(failure);
      const next = made.shift();
      if (next === undefined) {
        const { promise, resolve } = Promise.withResolvers<void>();
        wake = resolve;
        await promise;
      } else {
        next.by.postMessage('taken');
        yield next.piece;
      }
    }
    if (failure !== undefined) throw toOperatorError(failure);
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

function toOperatorError(failure: unknown): OperatorError {
  const reason = failure instanceof Error ? failure.message : String(failure);
  return new OperatorError(`The records cannot be read to their end: ${reason} See: confere registry status`, 1);
}
