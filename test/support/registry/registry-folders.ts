// Folders with registries for tests, and a short way to ask one.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { Draft } from '../../../src/app/registry/registry-snapshot.ts';
import type { CompanyLookup } from '../../../src/app/verify/ports.ts';
import { completeCnpj } from '../../../src/domain/numbers/cnpj.ts';
import {
  type LiveRegistry,
  type LiveRegistryOptions,
  openCompanyRegistry,
} from '../../../src/registry/live-registry.ts';
import { createManualClock } from '../manual-clock.ts';
import { type ImportOptions, importInto } from './import-dump.ts';
import { type DumpRows, writeDump } from './registry-dump.ts';

export function openRegistry(directory: string, options: Partial<LiveRegistryOptions> = {}): LiveRegistry {
  return openCompanyRegistry({
    directory,
    clock: createManualClock(),
    onEvent: () => {},
    verifyBeforeReady: false,
    ...options,
  });
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
    async importRows(
      rows: DumpRows,
      rules: ImportOptions['rules'] = {},
      also: Pick<ImportOptions, 'factsOnly' | 'municipalitiesFile' | 'threads'> = {},
    ): Promise<{ directory: string; counts: Draft['counts']; records: Draft['records'] }> {
      const directory = newFolder();
      const { counts, records } = await importInto(directory, writeDump(newFolder(), rows), { rules, ...also });
      return { directory, counts, records };
    },
  };
}
