// What is known of the last import, for those who look: `last-import.json`.

import { isImportRunning } from './import-lock.ts';
import { parseRecord, readIfPresent, writeDurably } from './notes.ts';
import type { DatasetPaths } from './store.ts';

/** A note for the status. On a full disk it cannot be written, and that must not hide why the import failed. */
export function recordImport(paths: DatasetPaths, content: object): void {
  try {
    writeDurably(paths.lastImport, `${JSON.stringify(content)}\n`);
  } catch {
    // The next import writes its own.
  }
}

/** An import that was killed could not record its end: the free lock gives it away, and the pointer whether it had switched. */
export function readLastImport(
  paths: DatasetPaths,
  live: string | undefined,
): Readonly<Record<string, unknown>> | null {
  const record = parseRecord(readIfPresent(paths.lastImport));
  if (record === undefined) return null;
  if (record['outcome'] !== 'running' || isImportRunning(paths.lock)) return record;
  return { ...record, outcome: record['snapshot'] === live ? 'succeeded' : 'interrupted' };
}
