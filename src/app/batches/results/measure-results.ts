// How long the results of a finished batch are as they are sent, and where in them rows begin, so that a download can go on in the
// middle. Told by the length of what is sealed: nothing is opened for it.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { measureResult } from '../batch-row.ts';
import type { StoredBatch } from '../ports.ts';
import type { ListWholeResults } from './whole-results.ts';

export interface MeasuredResults {
  readonly bytes: number;
  /** A row that begins at this byte or not far before it, and where it does. */
  findRow(byte: number): { readonly row: number; readonly startsAt: number };
}

/** Measures the results of a finished batch. They change only if a person is erased. */
export type MeasureResults = (batch: StoredBatch) => Promise<MeasuredResults>;

const rowsAtOnce = 500;
/** Batches whose measures are remembered, for who comes back for the next part. */
const rememberedMax = 64;

export function createMeasureResults(listResults: ListWholeResults): MeasureResults {
  const remembered = new Map<string, Promise<MeasuredResults>>();

  async function measure(batch: StoredBatch): Promise<MeasuredResults> {
    const { rows } = batch;
    const marks = [{ row: 1, startsAt: 0 }];
    let bytes = 0;
    for (let next = 1; next <= rows; ) {
      const found = await listResults(batch, next, rows, rowsAtOnce);
      if (found.length === 0) break;
      for (const result of found) bytes += measureResult(result);
      next = (found.at(-1)?.row ?? rows) + 1;
      marks.push({ row: next, startsAt: bytes });
      await nextTurn();
    }
    return {
      bytes,
      findRow: (byte) => marks.findLast(({ startsAt }) => startsAt <= byte) ?? { row: 1, startsAt: 0 },
    };
  }

  return (batch) => {
    const name = `${batch.id} ${batch.erasures}`;
    const before = remembered.get(name);
    if (before !== undefined) return before;
    const measured = measure(batch);
    measured.catch(() => remembered.delete(name));
    remembered.set(name, measured);
    const [oldest] = remembered.keys();
    if (remembered.size > rememberedMax && oldest !== undefined) remembered.delete(oldest);
    return measured;
  };
}
