// A disk that takes its time for whatever must be durable, for the processes of one home alone. Needs a C compiler.

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { createOutputDirectory } from '../output.ts';
import type { Home } from './process.ts';

let library: string | undefined;

/** Undefined where there is no compiler. */
export function findSlowDisk(): ((home: Home, ms: number) => Home) | undefined {
  try {
    library ??= build();
  } catch {
    process.stderr.write('SKIPPED: no C compiler, with which a slow disk is made.\n');
    return undefined;
  }
  const made = library;
  return (home, ms) => ({ ...home, env: { ...home.env, LD_PRELOAD: made, SLOW_DISK_MS: String(ms) } });
}

function build(): string {
  const file = join(createOutputDirectory('slow-disk'), 'slow-disk.so');
  const source = join(import.meta.dirname, 'slow-disk.c');
  execFileSync('cc', ['-shared', '-fPIC', '-O1', '-o', file, source, '-ldl'], { stdio: 'ignore' });
  return file;
}
