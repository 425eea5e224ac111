// Dumps that are valid zips of readable rows and nevertheless wrong: the import must notice, say so with figures, and leave what
// was live. Each is a generated dump with one thing changed.

import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeDump } from '../../../scripts/make-dump/make-dump.ts';
import { importInto } from '../../support/registry/import-dump.ts';
import { createRegistryFolders, openRegistry } from '../../support/registry/registry-folders.ts';
import { rewriteZip } from '../../support/registry/rewrite-zip.ts';

const { newFolder } = createRegistryFolders();
const dump = newFolder();
beforeAll(() => makeDump({ establishments: 20_000, folder: dump, seed: 31 }));

/** A copy of the dump in which the files whose names match are changed. */
async function changed(
  files: RegExp,
  change: (rows: string[]) => string[],
  encoding: 'latin1' | 'utf8' = 'latin1',
): Promise<string> {
  const copy = newFolder();
  cpSync(dump, copy, { recursive: true });
  for (const name of readdirSync(copy).filter((one) => files.test(one))) {
    await rewriteZip(join(copy, name), change, encoding);
  }
  return copy;
}

/** Changes one field of every row, counted from 1. */
const inColumn =
  (column: number, change: (field: string) => string) =>
  (rows: string[]): string[] =>
    rows.map((row) => {
      const fields = row.slice(1, -1).split('";"');
      fields[column - 1] = change(fields[column - 1] ?? '');
      return `"${fields.join('";"')}"`;
    });

const firstOf = (share: number) => (rows: string[]) => rows.slice(0, Math.max(1, rows.length * share));

describe('half a base', () => {
  it('is refused where one part is cut to 30 %, before and after a whole one is live', async () => {
    const half = await changed(/^Estabelecimentos3/, firstOf(0.3));
    const directory = newFolder();
    const refusal =
      /Estabelecimentos3 holds 390 rows, the other parts about 1,400.*\n\d+ of 19,10\d \(4\.\d %\) companies/s;
    await expect(importInto(directory, half)).rejects.toThrow(refusal);
    await importInto(directory, dump);
    await expect(importInto(directory, half)).rejects.toThrow(refusal);
    const registry = openRegistry(directory);
    expect(registry.status()).toMatchObject({ readiness: 'ready', establishments: 20_000 });
    await registry.close();
  });

  it('is refused on a first import where part 0 holds one row', async () => {
    const one = await changed(/^Estabelecimentos0/, firstOf(0));
    await expect(importInto(newFolder(), one)).rejects.toThrow(/Estabelecimentos0 holds 1 rows/);
  });

  it('is refused on a first import where the Simples holds one row', async () => {
    const one = await changed(/^Simples/, firstOf(0));
    await expect(importInto(newFolder(), one)).rejects.toThrow(
      /The Simples file holds 1 rows for 19,10\d companies.*--force simples_rows,meis$/s,
    );
  });

  it('goes live by name, and the import says what was overridden', async () => {
    const half = await changed(/^Estabelecimentos3/, firstOf(0.3));
    const overridden = ['part_rows', 'companies_without_establishment'] as const;
    const imported = await importInto(newFolder(), half, { rules: { overridden } });
    expect(imported.overridden.map(({ name }) => name)).toEqual(overridden);
  });
});

describe('another layout', () => {
  it('is refused where the codes of the status are others', async () => {
    const other = await changed(
      /^Estabelecimentos/,
      inColumn(6, (code) => `A${code}`),
    );
    await expect(importInto(newFolder(), other)).rejects.toThrow(
      /20,00\d of 20,00\d \(100\.0 %\) rows have a situação/,
    );
  });

  it('is not what `2` for `02` is: the same status', async () => {
    const [directory, same] = [
      newFolder(),
      await changed(
        /^Estabelecimentos/,
        inColumn(6, (code) => `${Number(code)}`),
      ),
    ];
    const { counts } = await importInto(directory, same);
    const { counts: usual } = await importInto(newFolder(), dump);
    expect(counts.unknown_statuses).toBe(usual.unknown_statuses);
  });

  it('is refused where dates have dashes', async () => {
    const dashed = await changed(
      /^Estabelecimentos/,
      inColumn(11, (date) => date.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')),
    );
    await expect(importInto(newFolder(), dashed)).rejects.toThrow(/rows have a date that is not one \(YYYYMMDD\)/);
  });

  it('is refused where the start dates are gone', async () => {
    const empty = await changed(
      /^Estabelecimentos/,
      inColumn(11, () => ''),
    );
    await expect(importInto(newFolder(), empty)).rejects.toThrow(/establishments have no start date/);
  });

  it('is refused where the files are UTF-8', async () => {
    const utf8 = await changed(/^(Empresas|Estabelecimentos)/, (rows) => rows, 'utf8');
    await expect(importInto(newFolder(), utf8)).rejects.toThrow(/impossible in Latin-1.*--force text_encoding$/s);
  });

  it('is refused where two columns changed places', async () => {
    const swapped = await changed(/^Empresas/, (rows) =>
      rows.map((row) => row.replace(/^("[^"]*");(".*");("\d{4}");("\d\d");/s, '$1;$3;$2;$4;')),
    );
    await expect(importInto(newFolder(), swapped)).rejects.toThrow(
      /Column 2 of the Empresas \(razao_social\).*Column 3 of the Empresas \(natureza_juridica\)/s,
    );
  });

  it('is refused where the option for MEI is written differently', async () => {
    const words = await changed(
      /^Simples/,
      inColumn(5, (option) => (option === 'S' ? 'SIM' : option)),
    );
    await expect(importInto(newFolder(), words)).rejects.toThrow(/MEI option other than S, N or nothing/);
  });
});
