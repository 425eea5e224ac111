// The registry of each node, with the same companies. Every switch renames all of them, so that each comparison of a watch can be told from
// the one before.

import { join } from 'node:path';
import { completeCnpj } from '../../../../src/domain/numbers/cnpj.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { importInto } from '../../../support/registry/import-dump.ts';
import { company, establishment, writeDump } from '../../../support/registry/registry-dump.ts';

export interface Registries {
  readonly cnpjs: readonly string[];
  /** Of the snapshot that was switched to last, from 1 on. */
  version(): number;
  switchAll(): Promise<void>;
}

const roots = Array.from({ length: 40 }, (_, index) => String(10_000_000 + index * 37));
const namePattern = /^EMPRESA \d+ VERSAO (\d+)$/;

/** Which snapshot an answer about a company was read from. */
export function toVersion(companyName: unknown): number {
  return Number(namePattern.exec(String(companyName))?.[1] ?? Number.NaN);
}

export async function createRegistries(folder: string, directories: readonly string[]): Promise<Registries> {
  const firstMs = createManualClock().nowMs();
  let version = 0;
  async function switchAll(): Promise<void> {
    const next = version + 1;
    const rows = {
      companies: roots.map((root) => company(root, `EMPRESA ${root} VERSAO ${next}`)),
      establishments: roots.map((root) => establishment({ base: `${root}0001` })),
    };
    const dump = writeDump(join(folder, `dump-${next}`), rows, `6080${next}`);
    // The same name on every node.
    for (const directory of directories) {
      await importInto(directory, dump, { startedMs: firstMs + next * 60_000, threads: 1 });
    }
    version = next;
  }
  await switchAll();
  return { cnpjs: roots.map((root) => completeCnpj(`${root}0001`)), version: () => version, switchAll };
}
