// Records in another format are refused, and companies with very many partners cost nobody but themselves.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { manifestFile } from '../../../src/datasets/folder/dataset.ts';
import { encodeDocument } from '../../../src/datasets/folder/sealed-document.ts';
import { type CnpjRoot, completeCnpj } from '../../../src/domain/numbers/cnpj.ts';
import { verifyRegistry } from '../../../src/registry/maintenance.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { company, establishment, partner } from '../../support/registry/registry-dump.ts';
import { createRegistryFolders, openRegistry } from '../../support/registry/registry-folders.ts';

const { importRows } = createRegistryFolders();
const nobody = ['***000000**', '', '00'] as const;

describe('records in another format', () => {
  it('are refused, with what to do', async () => {
    const { directory } = await importRows({
      establishments: [establishment({ base: '123456780001' })],
      companies: [company('12345678', 'ACME LTDA')],
    });
    const [id] = readdirSync(join(directory, 'snapshots'));
    const path = join(directory, 'snapshots', id ?? '', manifestFile);
    const { format, format_version: version, checksum, ...manifest } = JSON.parse(readFileSync(path, 'utf8'));
    writeFileSync(
      path,
      encodeDocument({ format, version }, { ...manifest, records: { ...manifest.records, format: 2 } }, 2),
    );
    expect(() => verifyRegistry(directory, createManualClock(), () => {})).toThrow(
      /another format: import the files again/,
    );
  });
});

describe('a company with thousands of partners', () => {
  const names = Array.from({ length: 2450 }, (_, index) => `SOCIO ${String(index).padStart(5, '0')}`);
  const day = (index: number): string => `2010${String(1 + (index % 12)).padStart(2, '0')}01`;
  const rows = {
    establishments: ['12345677', '12345678', '12345679'].map((root) => establishment({ base: `${root}0001` })),
    companies: ['12345677', '12345678', '12345679'].map((root) => company(root, `EMPRESA ${root}`)),
    partners: names.map((name, index) =>
      partner('12345678', '2', name, '***123456**', '22', day(index), '', ...nobody, '5'),
    ),
  };

  it('shows the first hundred, all by page, all in a scan; its block holds none of them', async () => {
    const { directory } = await importRows(rows);
    const registry = openRegistry(directory);
    const found = await registry.records.find(completeCnpj('123456780001'));
    if (found.kind !== 'found') throw new Error(found.kind);
    expect([found.record.partners?.length, found.record.partnersTotal]).toEqual([100, 2450]);
    const more = await registry.records.find(completeCnpj('123456780001'), 1000);
    expect(more).toMatchObject({ record: { partners: { length: 1000 } } });

    const paged: string[] = [];
    for (let from = 0; from < 2450; from += 333) {
      const page = await registry.records.listPartners('12345678' as CnpjRoot, from, 333);
      if (page.kind !== 'found') throw new Error(page.kind);
      paged.push(...page.partners.map(({ name }) => name ?? ''));
    }
    expect(paged.toSorted()).toEqual(names);
    expect(paged.slice(0, 100)).toEqual(found.record.partners?.map(({ name }) => name));
    const behind = await registry.records.listPartners('12345678' as CnpjRoot, 9999, 10);
    expect(behind).toMatchObject({ kind: 'found', total: 2450, partners: [] });

    const scan = registry.records.scan({ root: '12345678' as CnpjRoot });
    let scanned = 0;
    if (scan.kind === 'open')
      for await (const batch of scan.batches) for (const record of batch) scanned += record.partners?.length ?? 0;
    expect(scanned).toBe(2450);
    await registry.close();

    // The block of the neighbours is what it is without the partners: the pieces lie behind all blocks.
    const [id] = readdirSync(join(directory, 'snapshots'));
    const index = readFileSync(join(directory, 'snapshots', id ?? '', 'records-index.dat'));
    const words = new Uint32Array(index.buffer, index.byteOffset, index.length / 4);
    const partitions = 2;
    const blocks = words.length / 2 - partitions;
    const lengths = [...words.subarray(2 * partitions, 2 * partitions + blocks)];
    expect(lengths).toHaveLength(2 + 25);
    expect(() => verifyRegistry(directory, createManualClock(), () => {})).not.toThrow();
  });
});
