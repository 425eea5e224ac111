// What a caller may do with a batch once it is there. It belongs to its key: to any other there is none.

import type { KeyId } from '../../domain/access/api-key.ts';
import { AppError } from '../../errors.ts';
import { type ListPage, type ListPlace, toListPage } from '../key-owned/list-page.ts';
import type { Seal } from '../seal.ts';
import { createOpenResult, type OnResultFault } from './batch-row.ts';
import type { BatchStore, StoredBatch } from './ports.ts';
import { createMeasureResults, type MeasureResults } from './results/measure-results.ts';
import { createListWholeResults } from './results/whole-results.ts';

export interface RowRange {
  readonly from: number;
  readonly to: number;
}

export interface ReadBatches {
  /** Throws `batch_not_found`. */
  get(id: string, keyId: KeyId): Promise<StoredBatch>;
  /** The newest first. */
  list(keyId: KeyId, limit: number, before?: ListPlace): Promise<ListPage<StoredBatch>>;
  delete(id: string, keyId: KeyId): Promise<void>;
  /** Returns the rows of the range that are settled by now, in order, some at a time. Throws if the batch is deleted meanwhile. */
  results(batch: StoredBatch, range: RowRange): AsyncGenerator<readonly object[]>;
  readonly measure: MeasureResults;
}

const resultsAtOnce = 100;

interface ReadBatchesOptions {
  readonly store: BatchStore;
  readonly seal: Seal;
  readonly onFault: OnResultFault;
}

export function createReadBatches({ store, seal, onFault }: ReadBatchesOptions): ReadBatches {
  const listResults = createListWholeResults({ store, onMissing: onFault });
  const open = createOpenResult(seal, onFault);
  return {
    measure: createMeasureResults(listResults),
    async get(id, keyId) {
      const batch = await store.find(id);
      if (batch === undefined || batch.keyId !== keyId || batch.state === 'receiving') {
        throw new AppError('batch_not_found');
      }
      return batch;
    },
    list: (keyId, limit, before) => toListPage((some) => store.listOf([keyId], some, before), limit),
    async delete(id, keyId) {
      if (!(await store.delete(id, keyId))) throw new AppError('batch_not_found');
    },
    async *results(batch, { from, to }) {
      const { id } = batch;
      for (let next = from; next <= to; ) {
        const found = await listResults(batch, next, to, resultsAtOnce);
        if (found.length === 0) {
          // Half of a list must not be taken for all of it.
          if ((await store.find(id)) === undefined) throw new AppError('batch_not_found');
          return;
        }
        yield found.map((result) => open(id, result));
        next = (found.at(-1)?.row ?? to) + 1;
      }
    },
  };
}
