// Imports dumps and opens registries for tests, the way the commands do, without the command line.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { type Draft, defaultImportRules, type ImportRules, importRegistry } from '../../src/app/import-registry.ts';
import type { Clock, CompanyLookup } from '../../src/app/ports.ts';
import { completeCnpj } from '../../src/domain/cnpj.ts';
import { openImportWorkshop } from '../../src/registry/import-workshop.ts';
import { type LiveRegistry, type LiveRegistryOptions, openCompanyRegistry } from '../../src/registry/live-registry.ts';
import { type DumpRows, writeDump } from './registry-dump.ts';

/** The real monotonic clock, and a calendar that stands in November 2026. */
export const testClock: Clock = { nowMs: () => Date.UTC(2026, 10, 15, 12), monotonicMs: () => performance.now() };

/** Each import gets a later second, because its start names the snapshot. */
let imports = 0;

export function importInto(
  directory: string,
  dump: string,
  options: { readonly rules?: Partial<ImportRules>; readonly signal?: AbortSignal; readonly threads?: number } = {},
): Promise<Draft> {
  const startedMs = testClock.nowMs() + 1000 * imports++;
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

export function openRegistry(directory: string, options: Partial<LiveRegistryOptions> = {}): LiveRegistry {
  return openCompanyRegistry({ directory, clock: testClock, onEvent: () => {}, verifyBeforeReady: false, ...options });
}

/** Opens the registry anew and asks it for one number, given without its check digits. */
export async function findIn(directory: string, base: string): Promise<CompanyLookup> {
  const registry = openRegistry(directory);
  try {
    return registry.find(completeCnpj(base));
  } finally {
    await registry.close();
  }
}

/** Folders that are gone when the test file ends. */
export function createRegistryFolders() {
  const folder = mkdtempSync(join(tmpdir(), 'confere-registry-'));
  let made = 0;
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const newFolder = (): string => join(folder, String(made++));
  return {
    newFolder,
    async importRows(rows: DumpRows): Promise<{ directory: string; counts: Draft['counts'] }> {
      const directory = newFolder();
      const { counts } = await importInto(directory, writeDump(newFolder(), rows));
      return { directory, counts };
    },
  };
}
