// Once around the whole test run: a clean place for output before it; after it the search for leaked canaries, and for lines in which a
// service tells of a mistake of its own.

import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findLeaks } from './canaries.ts';
import { installMissing } from './machine.ts';
import { postgresTemplate, searchedDirectory } from './output.ts';

export function setup(): void {
  installMissing();
  removeFinished(dirname(dirname(searchedDirectory)));
  // A run of the same number may have been killed.
  rmSync(postgresTemplate, { recursive: true, force: true });
  mkdirSync(searchedDirectory, { recursive: true });
}

/** What a run wrote stays for whoever wants to read it, until the next one begins. */
function removeFinished(outputs: string): void {
  mkdirSync(outputs, { recursive: true });
  for (const run of readdirSync(outputs).filter((name) => /^\d+$/.test(name))) {
    if (!isRunning(Number(run))) rmSync(join(outputs, run), { recursive: true, force: true });
  }
}

/** A process of another user is one, too: a service whose files are deleted under it answers 500 from then on. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

export function teardown(): void {
  rmSync(postgresTemplate, { recursive: true, force: true });
  const leaks = findLeaks(searchedDirectory, [{ text: '"event":"source_defect"', form: 'line of a defect' }]);
  for (const { file, form } of leaks) process.stderr.write(`LEAK: ${form} in ${file}\n`);
  if (leaks.length > 0) {
    // Vitest reports an error of the teardown, but would still exit with 0 where it only warns.
    process.exitCode = 1;
    throw new Error(`${leaks.length} canaries or lines of defects, named above`);
  }
}
