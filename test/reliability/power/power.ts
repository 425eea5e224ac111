// A data directory whose power can be cut: what was not synced is forgotten. SQLite cannot be given a file system of one's own from
// here, so that a small library stands between the process and libc.

import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Power {
  /** For every process that writes to the directory. */
  readonly env: Readonly<Record<string, string>>;
  /** All that is there now counts as synced: for what was written without these variables, by processes that have ended. */
  keepAll(): void;
  /** Once no such process runs: leaves of the directory what was synced. */
  cut(): void;
  /** Every write and sync fails with EIO until they work again. */
  failWrites(): void;
  /** No file can grow until there is room again. */
  fill(): void;
  endFault(): void;
}

let library: string | undefined;

/** Undefined where there is no compiler for C. */
export function findPowerLibrary(): string | undefined {
  if (library !== undefined) return library;
  const path = join(tmpdir(), `confere-forget-unsynced-${process.pid}.so`);
  try {
    const source = join(import.meta.dirname, 'forget-unsynced.c');
    execFileSync('cc', ['-shared', '-fPIC', '-O2', '-o', path, source, '-ldl'], { stdio: 'ignore' });
  } catch {
    process.stderr.write('SKIPPED: no C compiler, so that no disk can be made to fail and no power be cut.\n');
    return undefined;
  }
  process.once('exit', () => rmSync(path, { force: true }));
  library = path;
  return path;
}

/** `directory` is the data directory of a home, `beside` a place of one's own on the same disk. */
export function createPower(preload: string, directory: string, beside: string): Power {
  const kept = join(beside, 'synced');
  const fault = join(beside, 'writes-fail');
  const full = join(beside, 'disk-full');
  mkdirSync(kept, { recursive: true, mode: 0o700 });
  return {
    env: { LD_PRELOAD: preload, POWER_ROOT: directory, POWER_KEPT: kept, POWER_FAULT: fault, POWER_FULL: full },
    keepAll() {
      rmSync(kept, { recursive: true });
      cpSync(directory, kept, { recursive: true, filter: (path) => !path.endsWith('-shm') });
    },
    cut() {
      rmSync(directory, { recursive: true, force: true });
      cpSync(kept, directory, { recursive: true, filter: (path) => !/\.draft-\d+-\d+$/.test(path) });
    },
    failWrites: () => writeFileSync(fault, ''),
    fill: () => writeFileSync(full, ''),
    endFault: () => {
      for (const file of [fault, full]) rmSync(file, { force: true });
    },
  };
}
