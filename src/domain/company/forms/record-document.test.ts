import { expect, test } from 'vitest';
import { companyRecordFor } from '../../../sandbox/company-records.ts';
import type { Cnpj } from '../../numbers/cnpj.ts';
import type { CompanyRecord } from '../company-record.ts';
import { canNamePeople, isRecordField, pickFields, recordFields, toRecordDocument } from './record-document.ts';

const record = companyRecordFor('34238864000168' as Cnpj, '2026-11-15') as CompanyRecord;
const document = toRecordDocument({ record, withheld: ['email'] }, '2026-11-14');

test('the record has every field that can be asked for, in that order', () => {
  expect(Object.keys(document)).toEqual(recordFields);
});

test('a choice of fields comes in the order of the record, whatever order it was asked in', () => {
  expect(Object.entries(pickFields(document, ['status', 'cnpj', 'cnpj']))).toEqual([
    ['cnpj', '34238864000168'],
    ['status', 'active'],
  ]);
});

test.each(['', 'CNPJ', 'nope', '__proto__', 'constructor', 'address.street'])('%j is no field', (name) => {
  expect(isRecordField(name)).toBe(false);
});

test('only names and partners can name people', () => {
  expect(recordFields.filter((field) => canNamePeople([field]))).toEqual(['legal_name', 'trade_name', 'partners']);
  expect(canNamePeople(null)).toBe(true);
});

test('hostile text stays inside its JSON string, on one line', () => {
  const name = `"}\n\r\u0000\u0085\u202e<script>${'A'.repeat(10_000)}`;
  const line = JSON.stringify(toRecordDocument({ record: { ...record, legalName: name }, withheld: [] }, '2026-11-14'));
  expect(line).not.toMatch(/[\n\r\0]/);
  expect((JSON.parse(line) as { legal_name: string }).legal_name).toBe(name);
});
