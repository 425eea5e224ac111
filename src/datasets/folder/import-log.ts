// What is known of the last import, for those who look: `last-import.json`, and the list of rejected rows.

import { existsSync, rmSync, writeFileSync } from 'node:fs';
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
  if (record['outcome'] !== 'running' || (existsSync(paths.lock) && isImportRunning(paths.lock))) return record;
  return { ...record, outcome: record['snapshot'] === live ? 'succeeded' : 'interrupted' };
}

/** By file, line and reason, without anything of what the rows say. Returns where they are listed; undefined where there are none. */
export function reportRejected({ rejectedRows }: DatasetPaths, rows: readonly object[]): string | undefined {
  rmSync(rejectedRows, { force: true });
  if (rows.length === 0) return undefined;
  writeFileSync(rejectedRows, `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`, { mode: 0o600 });
  return rejectedRows;
}
