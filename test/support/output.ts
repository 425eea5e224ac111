// Where a test run leaves logs and data, so that the whole of it can be searched at the end.

import { mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';

const outputs = join(import.meta.dirname, '../../test-output');

/** A folder for each run, so that two of them in one checkout leave each other alone. Where there is no run, one for all. */
const root = join(outputs, process.env['TEST_RUN'] ?? 'by-hand');

/** Everything in here is searched for canaries when the run ends. */
export const searchedDirectory = join(root, 'searched');

/**
 * The files of a PostgreSQL server whose tables are made, which the servers of a run begin with (`stores/postgres.ts`).
 * Where there is no run, they are of the process: another one may have other tables.
 */
export const postgresTemplate = join(outputs, process.env['TEST_RUN'] ?? String(process.pid), 'postgres');

export function keysFile(): string {
  return join(root, 'keys.txt');
}

export function createOutputDirectory(prefix: string): string {
  mkdirSync(searchedDirectory, { recursive: true });
  return mkdtempSync(join(searchedDirectory, `${prefix}-`));
}
