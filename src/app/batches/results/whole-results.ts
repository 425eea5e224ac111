// The results of a batch, also where one was taken away by other means: a finished batch has a result for every row, and says so of one that
// it lacks.

import type { BatchStore, StoredBatch, StoredResult } from '../ports.ts';

export type ListWholeResults = (
  batch: Pick<StoredBatch, 'id' | 'state' | 'rows'>,
  from: number,
  to: number,
  limit: number,
) => Promise<readonly StoredResult[]>;

interface WholeResultsOptions {
  readonly store: Pick<BatchStore, 'listResults' | 'find'>;
  readonly onMissing: (batchId: string, row: number) => void;
}

export function createListWholeResults({ store, onMissing }: WholeResultsOptions): ListWholeResults {
  return async ({ id, state, rows }, from, to, limit) => {
    const found = await store.listResults(id, from, to, limit);
    if (state !== 'completed') return found;
    const last = found.length < limit ? Math.min(to, rows) : (found.at(-1)?.row ?? to);
    const isWhole = found.length === Math.max(0, last - from + 1);
    // While somebody deletes a batch, its rows go as well.
    if (isWhole || (await store.find(id)) === undefined) return found;
    const known = new Map(found.map((result) => [result.row, result]));
    return Array.from({ length: Math.min(limit, last - from + 1) }, (_, index) => {
      const row = from + index;
      const result = known.get(row);
      if (result === undefined) onMissing(id, row);
      return result ?? { row, status: 'outcome_unknown', sealed: null };
    });
  };
}
