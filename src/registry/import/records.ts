// What an import leaves to read besides the snapshot: `last-import.json` for `registry status`, and the list of rejected rows.

import { rmSync, writeFileSync } from 'node:fs';
import type { ImportOutcome } from '../../app/registry/import-registry.ts';
import { type RegistryPaths, writeDurably } from '../snapshot/store.ts';
import { listRejectedRows } from './results.ts';
import type { ReadResult } from './tasks.ts';

interface ImportTimes {
  readonly started_at: string;
  readonly finished_at: string;
}

/** The snapshot's name tells a later look whether the import went live before it was killed. */
export function recordStart(
  paths: RegistryPaths,
  start: { readonly started_at: string; readonly snapshot: string },
): void {
  record(paths, { outcome: 'running', ...start });
}

export function recordEnd(paths: RegistryPaths, outcome: ImportOutcome, times: ImportTimes): void {
  record(paths, { outcome: outcome.kind, ...times, ...detailsOf(outcome) });
}

/** Returns where the rows are listed; undefined when there are none. */
export function reportRejectedRows(paths: RegistryPaths, reads: readonly ReadResult[]): string | undefined {
  const path = paths.rejectedRows;
  const lines = listRejectedRows(reads);
  rmSync(path, { force: true });
  if (lines.length === 0) return undefined;
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}

function detailsOf(outcome: ImportOutcome): object {
  if (outcome.kind === 'failed') return { reason: outcome.reason };
  if (outcome.kind === 'interrupted') return {};
  const { id, dataAsOf, counts, overridden } = outcome.snapshot;
  return { snapshot: id, data_as_of: dataAsOf, counts, overridden: overridden.map(({ name }) => name) };
}

/** A note for `registry status`. On a full disk it cannot be written, and that must not hide why the import failed. */
function record(paths: RegistryPaths, content: object): void {
  try {
    writeDurably(paths.lastImport, `${JSON.stringify(content)}\n`);
  } catch {
    // The next import writes its own.
  }
}
