// Imports a dump the way the command does, without the command line.

import { type Draft, defaultImportRules, type ImportRules, importRegistry } from '../../src/app/import-registry.ts';
import type { Clock } from '../../src/app/ports.ts';
import { openImportWorkshop } from '../../src/registry/import/import-workshop.ts';

/** The real monotonic clock, and a calendar that stands in November 2026. */
export const testClock: Clock = { nowMs: () => Date.UTC(2026, 10, 15, 12), monotonicMs: () => performance.now() };

export interface ImportOptions {
  readonly rules?: Partial<ImportRules>;
  readonly signal?: AbortSignal;
  readonly threads?: number;
  readonly startedMs?: number;
}

/** Each import gets a later second, because its start names the snapshot. */
let imports = 0;

export function importInto(directory: string, dump: string, options: ImportOptions = {}): Promise<Draft> {
  const startedMs = options.startedMs ?? testClock.nowMs() + 1000 * imports++;
  const signal = options.signal ?? new AbortController().signal;
  const workshop = openImportWorkshop({
    directory,
    clock: { ...testClock, nowMs: () => startedMs },
    signal,
    onProgress: () => {},
    threads: options.threads ?? 2,
  });
  return importRegistry(workshop, [dump], { ...defaultImportRules, ...options.rules }, signal);
}
