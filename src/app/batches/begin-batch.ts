// How a batch comes to be: it is begun, filled, and only then started. What cannot be filled whole is given up, and nothing was asked.

import { AppError } from '../../errors.ts';
import { requireStored } from '../key-owned/require-stored.ts';
import type { BatchStore, NewBatch, StoredBatch } from './ports.ts';

/** Gives the batch that has the same `repeatId`, where there is one. Then this one was not begun. */
export async function beginBatch(
  store: BatchStore,
  batch: NewBatch,
  unfinishedMax: number,
): Promise<StoredBatch | undefined> {
  const begun = await requireStored(store.begin(batch, unfinishedMax));
  if (begun === 'full') throw new AppError('too_many_batches', { retryAfterSeconds: 60 });
  return begun === 'begun' ? undefined : begun;
}

interface Filled {
  readonly rows: number;
  readonly fingerprint: string;
}

export async function startBatch<Told extends Filled>(
  store: BatchStore,
  id: string,
  fill: () => Promise<Told>,
): Promise<{ readonly batch: StoredBatch; readonly filled: Told }> {
  let filled: Told;
  try {
    filled = await fill();
    await requireStored(store.start(id, filled.rows, filled.fingerprint));
  } catch (error) {
    await store.abandon(id);
    throw error;
  }
  const batch = await store.find(id);
  if (batch === undefined) throw new AppError('batch_not_found');
  return { batch, filled };
}
