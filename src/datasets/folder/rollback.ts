// Going back to the previous snapshot, and the end of the hold that follows.

import { join } from 'node:path';
import type { Clock } from '../../app/clock.ts';
import { OperatorError } from '../../errors.ts';
import { SnapshotDamage } from './damage.ts';
import type { Dataset } from './dataset.ts';
import { withDiskFaults } from './disk-fault.ts';
import { lockDataset } from './import-lock.ts';
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
  changePointer(toDatasetPaths(dataset, directory), clock, (paths, pointer) => {
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
  changePointer(toDatasetPaths(dataset, directory), clock, (paths, pointer) => {
    if (pointer?.held !== true)
      throw new OperatorError(`Nothing is held: \`${dataset.name} update\` imports what is newer.`);
    writePointer(paths, { ...pointer, held: false });
  });
}

function changePointer(
  paths: DatasetPaths,
  clock: Clock,
  change: (paths: DatasetPaths, pointer: Pointer | undefined) => void,
): void {
  const lock = lockDataset(paths, new Date(clock.nowMs()).toISOString());
  try {
    withDiskFaults(paths.root, () => change(paths, getPointer(paths)));
  } finally {
    lock.release();
  }
}

/** Undefined when nothing was ever published. Throws an OperatorError where it cannot be told. */
export function getPointer(paths: DatasetPaths): Pointer | undefined {
  try {
    return findPointer(paths);
  } catch (error) {
    if (error instanceof SnapshotDamage) throw new OperatorError(error.message);
    throw error;
  }
}
