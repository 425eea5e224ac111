import { expect, test } from 'vitest';
import type { CompanyRecord } from '../../domain/company/company-record.ts';
import type { Cnpj } from '../../domain/numbers/cnpj.ts';
import { companyRecordFor } from '../../sandbox/company-records.ts';
import { FoundRecord, RecentReads } from './recent-reads.ts';

const record = companyRecordFor('34238864000168' as Cnpj, '2026-11-15') as CompanyRecord;
const toRead = (shown: CompanyRecord) => ({
  answer: new FoundRecord({ record: shown, withheld: [] }, { snapshot: 'a', dataAsOf: '2026-11-14' }),
  namesPeople: true,
});
const read = toRead(record);
const number = (index: number) => String(index) as Cnpj;
/** Keeps a read by asking for it a second time, because only repeated reads are kept. */
const keepAgain = (reads: RecentReads, index: number, shown = read): void => {
  reads.keep(number(index), 'a', shown);
  reads.keep(number(index), 'a', shown);
};

test('a read is kept when it is asked for the second time, and a number among a thousand others begins anew', () => {
  const reads = new RecentReads();
  reads.keep(number(1), 'a', read);
  expect(reads.find(number(1), 'a')).toBeUndefined();
  reads.keep(number(1), 'a', read);
  expect(reads.find(number(1), 'a')).toBe(read);
  reads.keep(number(2), 'a', read);
  for (let index = 10_000; index < 12_000; index++) reads.keep(number(index), 'a', read);
  reads.keep(number(2), 'a', read);
  expect(reads.find(number(2), 'a')).toBeUndefined();
});

test('a read is found again in the same snapshot, and in no other', () => {
  const reads = new RecentReads();
  keepAgain(reads, 1);
  expect(reads.find(number(1), 'a')).toBe(read);
  expect(reads.find(number(2), 'a')).toBeUndefined();
  expect(reads.find(number(1), 'b')).toBeUndefined();
  expect(reads.find(number(1), 'a')).toBeUndefined();
});

test('what is asked for stays, what is not goes, and no more than two generations of 512 are kept', () => {
  const reads = new RecentReads();
  for (let index = 0; index < 512; index++) keepAgain(reads, index);
  for (let index = 512; index < 1_024; index++) {
    keepAgain(reads, index);
    expect(reads.find(number(0), 'a')).toBe(read);
  }
  keepAgain(reads, 1_024);
  keepAgain(reads, 1_025);
  expect(reads.find(number(0), 'a')).toBe(read);
  expect(reads.find(number(1), 'a')).toBeUndefined();
  expect(reads.find(number(1_000), 'a')).toBe(read);
});

test('a company with a crowd of partners is not kept', () => {
  const [partner] = record.partners ?? [];
  const crowd = { ...record, partners: Array.from({ length: 51 }, () => partner as NonNullable<typeof partner>) };
  const reads = new RecentReads();
  keepAgain(reads, 1, toRead(crowd));
  expect(reads.find(number(1), 'a')).toBeUndefined();
});
