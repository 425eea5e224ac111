// Going back to the previous snapshot, and the end of the hold that follows.

import { join } from 'node:path';
import type { Clock } from '../../app/clock.ts';
import { OperatorError } from '../../errors.ts';
import { SnapshotDamage } from './damage.ts';
import type { Dataset } from './dataset.ts';
import { changeDataset } from './import-lock.ts';
import { recordVerified } from './notes.ts';
import {
  type DatasetPaths,
  findPointer,
  type Pointer,
  switchBack,
  toDatasetPaths,
  toNoPrevious,
  writePointer,
} from './store.ts';
import { checkNow } from './whole-check.ts';

/** Makes the previous snapshot live again, after reading all of it; the one that was live becomes the previous. */
export function rollBack(
  dataset: Dataset,
  directory: string,
  clock: Clock,
  onProgress: (share: number) => void = () => {},
): void {
  const paths = toDatasetPaths(dataset, directory);
  changeDataset(paths, clock, () => {
    const pointer = getPointer(paths);
    if (pointer === undefined || pointer.previous === null) throw toNoPrevious(dataset);
    const folder = join(paths.snapshots, pointer.previous);
    // A part that it can do without does not bar the way back: that part says that it is unavailable.
    const problem = checkNow(dataset, folder, onProgress);
    if (problem === undefined) recordVerified(folder, clock.nowMs());
    switchBack(paths, pointer);
  });
}

/** Ends the hold of a rollback: the next update imports what is newer. */
export function release(dataset: Dataset, directory: string, clock: Clock): void {
  const paths = toDatasetPaths(dataset, directory);
  changeDataset(paths, clock, () => {
    const pointer = getPointer(paths);
    if (pointer?.held !== true)
      throw new OperatorError(`Nothing is held: \`${dataset.name} update\` imports what is newer.`);
    writePointer(paths, { ...pointer, held: false });
  });
}

/** Returns undefined if nothing was ever published. Throws an OperatorError if this cannot be determined. */
export function getPointer(paths: DatasetPaths): Pointer | undefined {
  try {
    return findPointer(paths);
  } catch (error) {
    if (error instanceof SnapshotDamage) throw new OperatorError(error.message);
    throw error;
  }
}
