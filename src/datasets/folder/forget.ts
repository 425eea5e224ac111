// Giving snapshots up for good: all of a dataset, or all but the live one.

import { rmSync } from 'node:fs';
import type { Clock } from '../../app/clock.ts';
import { changeDataset } from './import-lock.ts';
import { getPointer } from './rollback.ts';
import { clearPointer, type DatasetPaths, removeLeftovers, writePointer } from './store.ts';

/** With `older` the live snapshot stays, and nothing to go back to. */
export type Forgotten = 'all' | 'older';

/** Throws an OperatorError where an import is running. */
export function forgetSnapshots(paths: DatasetPaths, forgotten: Forgotten, clock: Clock): void {
  changeDataset(paths, clock, () => (forgotten === 'all' ? forgetAll(paths) : forgetOlder(paths)));
}

/** Forgets all snapshots. The pointer goes first and names nothing, so that followers of the dataset know that it was not lost. */
function forgetAll(paths: DatasetPaths): void {
  clearPointer(paths);
  const { rollbackPointer, snapshots, incoming, lastImport, rejectedRows } = paths;
  for (const path of [rollbackPointer, snapshots, incoming, lastImport, rejectedRows])
    rmSync(path, { recursive: true, force: true });
}

function forgetOlder(paths: DatasetPaths): void {
  const pointer = getPointer(paths);
  if (pointer !== undefined) writePointer(paths, { ...pointer, previous: null });
  removeLeftovers(paths, []);
}
