// The update of a dataset as a use case: is there something newer than what is live, is all of it here, then import it as any files. Made
// for a timer: a rollback holds, and what is the same switches nothing.

import { DamagedFile } from './damaged-file.ts';

/** A dataset and where it is published. */
export interface UpdatableDataset<Imported> {
  /** Tells whether a rollback keeps the dataset unchanged. */
  readonly isHeld: boolean;
  /** Brings what is published to the disk; false where nothing of it is to be imported. */
  download(signal: AbortSignal): Promise<boolean>;
  /** Imports the files by the same rules as files from an operator. Returns undefined if they equal the live data. */
  import(overridden: readonly string[], signal: AbortSignal): Promise<Imported | undefined>;
  /** Sees to it that the next download fetches this file again. */
  discard(path: string): Promise<void>;
}

export type DatasetUpdate<Imported> =
  | { readonly kind: 'updated'; readonly imported: Imported }
  | { readonly kind: 'unchanged' | 'held' };

export async function updateDataset<Imported>(
  dataset: UpdatableDataset<Imported>,
  overridden: readonly string[],
  signal: AbortSignal,
): Promise<DatasetUpdate<Imported>> {
  if (dataset.isHeld && !overridden.includes('rollback_hold')) return { kind: 'held' };
  const fetchedAgain = new Set<string>();
  for (;;) {
    if (!(await dataset.download(signal))) return { kind: 'unchanged' };
    try {
      const imported = await dataset.import(overridden, signal);
      return imported === undefined ? { kind: 'unchanged' } : { kind: 'updated', imported };
    } catch (error) {
      // Damaged in transit, most likely. If it comes damaged a second time, it is damaged where it is published.
      if (!(error instanceof DamagedFile) || fetchedAgain.has(error.path)) throw error;
      fetchedAgain.add(error.path);
      await dataset.discard(error.path);
    }
  }
}
