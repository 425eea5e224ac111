// Where a test run leaves logs and data, so that the whole of it can be searched at the end.

import { mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../test-output');

/** Everything in here is searched for canaries when the run ends. */
export const searchedDirectory = join(root, 'searched');

export function keysFile(): string {
  return join(root, 'keys.txt');
}

export function createOutputDirectory(prefix: string): string {
  mkdirSync(searchedDirectory, { recursive: true });
  return mkdtempSync(join(searchedDirectory, `${prefix}-`));
}
