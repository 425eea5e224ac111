import { expect, test } from 'vitest';
import { companyRecordFor } from '../../../sandbox/company-records.ts';
import type { Cnpj } from '../../numbers/cnpj.ts';
import type { CompanyRecord } from '../company-record.ts';
import { csvHeader, recordFields, toCsvRow } from './record-document.ts';

const record = companyRecordFor('90000003000118' as Cnpj, '2026-11-15') as CompanyRecord;
const names = csvHeader.trimEnd().split(',');

/** A reader of its own, so that quoting is held against the rule and not against itself. */
function readRow(row: string): Record<string, string> {
  const cells = [...row.trimEnd().matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,"]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  );
  return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? 'MISSING']));
}

const toRow = (changed: Partial<CompanyRecord> = {}) =>
  toCsvRow({ record: { ...record, ...changed }, withheld: ['phones'] }, '2026-11-14');

test('every field of the record has a column', () => {
  const inColumns = {
    address: 'street',
    contacts: 'email',
    establishments: 'establishments_total',
    other_activities: 'other_activity_codes',
  } as Record<string, string>;
  for (const field of recordFields) {
    expect(
      names.some((name) => name.startsWith(inColumns[field] ?? field)),
      field,
    ).toBe(true);
  }
});

test('the names of the columns and their order are those of every file that was exported so far', () => {
  expect(csvHeader).toBe(
    'cnpj,root,head_office,legal_name,trade_name,status,status_code,status_since,status_reason_code,' +
      'status_reason_text,foundation_date,special_situation_text,special_situation_since,main_activity_code,' +
      'main_activity_text,other_activity_codes,street_kind,street,number,complement,district,postal_code,state,' +
      'municipality_tom_code,municipality_ibge_code,municipality_name,city_abroad,country_code,country_text,phone,' +
      'second_phone,fax,email,legal_nature_code,legal_nature_text,size_code,size_text,capital,' +
      'responsible_qualification_code,responsible_qualification_text,federative_entity,simples_opted,' +
      'simples_opted_on,simples_excluded_on,mei_opted,mei_opted_on,mei_excluded_on,tax_regimes_json,partners_json,' +
      'partners_total,partners_missing,establishments_total,head_office_cnpj,withheld,data_as_of\n',
  );
});

test('a row has a cell for every name of the header', () => {
  const cells = readRow(toRow());
  expect(cells).toMatchObject({
    cnpj: '90000003000118',
    legal_name: 'TRANSPORTES HORIZONTE S/A',
    capital: '104500.00',
  });
  expect(cells['data_as_of']).toBe('2026-11-14');
  expect(JSON.parse(cells['partners_json'] ?? '')).toHaveLength(1);
});

test('hostile text stays in its cell and is no formula', () => {
  const name = '=HYPERLINK("http://example.com";"x"),\n"y"';
  const row = toRow({ legalName: name });
  expect(readRow(row)['legal_name']).toBe(`'${name}`);
  expect(toRow({ tradeName: '-2+3' })).toContain(`,'-2+3,`);
  expect(toRow({ tradeName: `A${'B'.repeat(10_000)}` }).length).toBeGreaterThan(10_000);
});
