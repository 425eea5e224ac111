// What an import leaves to read besides the snapshot: how it ended, for `registry status`, and the list of rejected rows.

import { rmSync, writeFileSync } from 'node:fs';
import type { ImportOutcome } from '../../app/registry/import-registry.ts';
import type { DatasetPaths } from '../../datasets/folder/store.ts';
import { listRejectedRows } from './threads/results.ts';
import type { ReadResult } from './threads/tasks.ts';

/** Returns where the rows are listed; undefined when there are none. */
export function reportRejectedRows(paths: DatasetPaths, reads: readonly ReadResult[]): string | undefined {
  const path = paths.rejectedRows;
  const lines = listRejectedRows(reads);
  rmSync(path, { force: true });
  if (lines.length === 0) return undefined;
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}

/** What `registry status` tells of it. */
export function detailsOf(outcome: ImportOutcome): object {
  if (outcome.kind === 'failed') return { reason: outcome.reason };
  if (outcome.kind === 'interrupted') return {};
  const { id, dataAsOf, counts, overridden } = outcome.snapshot;
  return { snapshot: id, data_as_of: dataAsOf, counts, overridden: overridden.map(({ name }) => name) };
}
