// Once around the whole test run: a clean place for output before it, the search for leaked canaries after it.

import { mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { findLeaks } from './canaries.ts';
import { installMissing } from './machine.ts';
import { searchedDirectory } from './output.ts';

export function setup(): void {
  installMissing();
  rmSync(dirname(searchedDirectory), { recursive: true, force: true });
  mkdirSync(searchedDirectory, { recursive: true });
}

export function teardown(): void {
  const leaks = findLeaks(searchedDirectory);
  for (const { file, form } of leaks) process.stderr.write(`LEAK: a canary ${form} in ${file}\n`);
  if (leaks.length > 0) {
    // Vitest reports an error of the teardown, but would still exit with 0 where it only warns.
    process.exitCode = 1;
    throw new Error(`${leaks.length} canaries leaked`);
  }
}
