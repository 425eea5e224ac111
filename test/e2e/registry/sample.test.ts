// The second reading of an import's rows: it must agree with every record of a dump with all defects, and notice any column that
// the records have differently.

import { describe, expect, it } from 'vitest';
import { makeDump } from '../../../scripts/make-dump/make-dump.ts';
import type { RecordLookup } from '../../../src/app/companies/ports.ts';
import { type DumpGroup, isTable } from '../../../src/app/registry/registry-snapshot.ts';
import { readMember } from '../../../src/datasets/files/file-member.ts';
import { parseCnpj } from '../../../src/domain/numbers/cnpj.ts';
import { surveyDump } from '../../../src/registry/files/dump.ts';
import {
  companyColumns,
  establishmentColumns,
  layouts,
  partnerColumns,
  simplesColumns,
} from '../../../src/registry/files/layout.ts';
import { RowScanner } from '../../../src/registry/files/row-scanner.ts';
import { cnpjOf, type SampledRow, Sampler } from '../../../src/registry/import/draft/sample.ts';
import { countRecordFaults } from '../../../src/registry/import/draft/sample-records.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { importInto } from '../../support/registry/import-dump.ts';
import { fullCompany, fullEstablishment, fullSimples, toRow, writeDump } from '../../support/registry/registry-dump.ts';
import { createRegistryFolders, openRegistry } from '../../support/registry/registry-folders.ts';

const { newFolder } = createRegistryFolders();

async function rowsOf(dump: string): Promise<SampledRow[]> {
  // So few establishments that all rows are taken.
  const sampler = new Sampler(1);
  for (const member of await surveyDump([dump], createManualClock().nowMs())) {
    const { group } = member;
    if (isTable(group)) continue;
    const { columns } = layouts[group];
    const scanner = new RowScanner(columns, {
      row(bytes, starts, ends) {
        sampler.collect(group, bytes, starts, ends, columns);
        return undefined;
      },
      rejected: () => {},
    });
    for await (const chunk of readMember(member)) scanner.push(chunk);
    scanner.finish();
  }
  return sampler.rows;
}

async function countFaults(directory: string, rows: readonly SampledRow[]): Promise<number> {
  const registry = openRegistry(directory);
  try {
    return countRecordFaults(rows, (cnpj) => registry.records.find(cnpj) as RecordLookup);
  } finally {
    await registry.close();
  }
}

describe('the rows of an import, read a second time', () => {
  it('agree with the record of every establishment, whatever is odd in them', async () => {
    const [dump, directory] = [newFolder(), newFolder()];
    await makeDump({ establishments: 2000, folder: dump, seed: 5 });
    await importInto(directory, dump);
    const rows = await rowsOf(dump);
    const taken = rows.filter(
      ({ group, fields }) => group !== 'establishments' || parseCnpj(cnpjOf(fields)).kind === 'valid',
    );
    expect(taken.filter(({ group }) => group === 'establishments').length).toBeGreaterThanOrEqual(2000);
    expect(await countFaults(directory, taken)).toBe(0);
  });

  it('tell of each single column that the record has differently', async () => {
    const [dump, directory] = [newFolder(), newFolder()];
    writeDump(dump, {
      establishments: [fullEstablishment('123456780001')],
      companies: [fullCompany('12345678')],
      simples: [fullSimples('12345678')],
      partners: [
        toRow('12345678', '2', 'MARIA', '***456789**', '22', '20010203', '249', '***123456**', 'ANA', '14', '2'),
      ],
    });
    await importInto(directory, dump);
    const rows = await rowsOf(dump);
    expect(await countFaults(directory, rows)).toBe(0);
    const unnoticed: string[] = [];
    for (const [group, names] of Object.entries(recordColumns))
      for (const [name, column] of Object.entries(names)) {
        const changed = rows.map((row) =>
          row.group === group && row.fields[0] === '12345678' ? withOther(row, column) : row,
        );
        if ((await countFaults(directory, changed)) !== 1) unnoticed.push(`${group}.${name}`);
      }
    expect(unnoticed).toEqual([]);
  });
});

/** What the records hold; the facts of verification are compared by another reading. */
const recordColumns = ((): Readonly<Partial<Record<DumpGroup, Record<string, number>>>> => {
  const {
    root: _r,
    branch: _b,
    checkDigits: _d,
    headOffice: _h,
    tradeName: _t,
    status: _s,
    startedOn: _o,
    ...row
  } = establishmentColumns;
  const { root: _c, legalName: _l, ...ofCompany } = companyColumns;
  const { root: _i, ...ofSimples } = simplesColumns;
  const { root: _p, ...ofPartner } = partnerColumns;
  return { establishments: row, companies: ofCompany, simples: ofSimples, partners: ofPartner };
})();

/** Another value of the same form. */
function withOther({ group, fields }: SampledRow, column: number): SampledRow {
  const field = fields[column] ?? '';
  if (field === 'N' || field === 'SP') return { group, fields: fields.with(column, field === 'N' ? 'S' : 'RJ') };
  const others: Readonly<Record<string, string>> = { '1': '2', '9': '8' };
  const other = field.replace(/\d(?=\D*$)|[A-Z]$/i, (last) => others[last] ?? (/\d/.test(last) ? '1' : 'Q'));
  return { group, fields: fields.with(column, other) };
}
