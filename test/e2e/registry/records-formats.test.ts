// Records of earlier formats are read as they were written, and companies with very many partners cost nobody but themselves.

import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CompanyRecord } from '../../../src/domain/company/company-record.ts';
import { type CnpjRoot, completeCnpj } from '../../../src/domain/numbers/cnpj.ts';
import { verifyRegistry } from '../../../src/registry/maintenance.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { company, establishment, partner } from '../../support/registry/registry-dump.ts';
import { createRegistryFolders, openRegistry } from '../../support/registry/registry-folders.ts';

const { newFolder, importRows } = createRegistryFolders();
const nobody = ['***000000**', '', '00'] as const;

/** A registry as a version before the second format left it. */
function copyFirstFormat(): string {
  const directory = newFolder();
  cpSync(join(import.meta.dirname, '../../fixtures/registry-records-1'), directory, { recursive: true });
  return directory;
}

describe('records of the first format', () => {
  it('are read by number, listed, scanned and found whole', async () => {
    const directory = copyFirstFormat();
    const registry = openRegistry(directory);
    const found = await registry.records.find(completeCnpj('123456780001'));
    expect(found).toMatchObject({
      kind: 'found',
      record: {
        legalName: 'ACME LTDA',
        statusSince: '2015-02-09',
        mainActivity: { code: '0111301', text: 'Cultivo de arroz' },
        address: { street: 'BRASIL', number: 'S/N', complement: 'SALA 2; ANDAR 3', postalCode: '01310100' },
        contacts: { phone: { areaCode: '11', number: '32345678' }, email: 'contato@acme.example' },
        capital: '999999999999.99',
        partners: [
          { name: 'MARIA INVENTADA', document: '***123456**' },
          { name: 'FOREIGN INC', representative: { name: 'JOAO DA SILVA', qualification: { code: '17' } } },
          { name: 'HOLDING LTDA', document: '11222333000181' },
        ],
        partnersTotal: 3,
        taxRegimes: null,
        establishments: 2,
      },
    });
    // A branch has the values of its company from another place of the file.
    const branch = await registry.records.find(completeCnpj('123456780002'));
    expect(branch).toMatchObject({ record: { partnersTotal: 3, headOfficeCnpj: completeCnpj('123456780001') } });
    const list = await registry.records.listPartners('12345678' as CnpjRoot, 1, 1);
    expect(list).toMatchObject({ kind: 'found', total: 3, partners: [{ name: 'FOREIGN INC' }] });
    const scan = registry.records.scan({});
    const scanned: CompanyRecord[] = [];
    if (scan.kind === 'open') for await (const batch of scan.batches) scanned.push(...batch);
    expect(scanned).toHaveLength(72);
    expect(scanned.filter(({ partners }) => partners?.length === 1)).toHaveLength(30);
    await registry.close();
    expect(() => verifyRegistry(directory, createManualClock(), () => {})).not.toThrow();
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
