// What every CompanyRecords promises, whatever it answers from.

import { describe, expect, it } from 'vitest';
import type { CompanyRecords, RecordLookup, ScanShare } from '../../../src/app/companies/ports.ts';
import { companyStatuses } from '../../../src/domain/company/company.ts';
import {
  type CompanyRecord,
  type EstablishmentSummary,
  matchesFilter,
  partnerKinds,
  toEstablishmentSummary,
} from '../../../src/domain/company/company-record.ts';
import { type Cnpj, type CnpjRoot, completeCnpj, toCnpjRoot } from '../../../src/domain/numbers/cnpj.ts';

interface Subject {
  readonly records: CompanyRecords;
  /** Records that it holds, as it must answer them, of establishments that their company's list shows. */
  readonly known: readonly CompanyRecord[];
  /** A valid number of a company that it does not hold. */
  readonly absent: Cnpj;
  /** The same records with nothing to answer from; undefined where that cannot happen. */
  readonly unavailable?: CompanyRecords;
}

const day = /^\d{4}-\d{2}-\d{2}$/;
const origin = { snapshot: expect.stringMatching(/./), dataAsOf: expect.stringMatching(day) };

export function describeCompanyRecords(name: string, getSubject: () => Subject): void {
  describe(`${name} as CompanyRecords`, () => {
    it('answers exactly the record that was asked for, with the snapshot and the date of its data', async () => {
      const { records, known } = getSubject();
      for (const record of known) expect(await records.find(record.cnpj)).toEqual({ kind: 'found', record, ...origin });
    });

    it('says what it would answer from, which is what it then answers from', async () => {
      const { records, known } = getSubject();
      const state = records.state();
      expect(state).toEqual({ kind: 'open', ...origin });
      const { snapshot, dataAsOf } = getOrigin(await records.find((known[0] as CompanyRecord).cnpj));
      expect(state).toEqual({ kind: 'open', snapshot, dataAsOf });
    });

    it('answers not_found, with the snapshot and the date of its data, for what it does not hold', async () => {
      const { records, absent } = getSubject();
      expect(await records.find(absent)).toEqual({ kind: 'not_found', ...origin });
      expect(await records.listEstablishments(toCnpjRoot(absent), undefined, 10)).toEqual({
        kind: 'not_found',
        ...origin,
      });
    });

    it('writes what is not informed as null, never as an empty text or the placeholder of a document', async () => {
      const { records, known } = getSubject();
      for (const { cnpj } of known) {
        const text = JSON.stringify(getFound(await records.find(cnpj)));
        expect(text).not.toMatch(/:""|\[""|,""/);
        expect(text).not.toContain('***000000**');
      }
    });

    it('keeps every field within its documented form', async () => {
      const { records, known } = getSubject();
      for (const { cnpj } of known) expectDocumentedForm(getFound(await records.find(cnpj)));
    });

    it('lists all establishments of a company once each, page by page, whatever the size of a page', async () => {
      const { records, known } = getSubject();
      for (const root of new Set(known.map(({ cnpj }) => toCnpjRoot(cnpj)))) {
        const whole = await listAll(records, root, 100_000);
        for (const limit of [1, 2, 3, whole.length].filter((size) => size * 60 >= whole.length))
          expect(await listAll(records, root, limit)).toEqual(whole);
        expect(whole.map(({ cnpj }) => cnpj)).toEqual([...new Set(whole.map(({ cnpj }) => cnpj))].sort());
        for (const summary of whole.slice(0, 50)) {
          const record = getFound(await records.find(summary.cnpj));
          expect(toEstablishmentSummary(record)).toEqual(summary);
          expect(record.establishments).toBe(whole.length);
        }
        for (const { cnpj } of known.filter((record) => record.cnpj.startsWith(root)))
          expect(whole.map((summary) => summary.cnpj)).toContain(cnpj);
      }
    });

    it('answers an empty last page for a cursor behind the last establishment', async () => {
      const { records, known } = getSubject();
      const { cnpj } = known[0] as CompanyRecord;
      expect(await records.listEstablishments(toCnpjRoot(cnpj), 'ZZZZ', 10)).toMatchObject({
        kind: 'found',
        establishments: [],
        next: null,
      });
    });

    it('scans every record that passes a filter, once, and none that does not', async () => {
      const { records } = getSubject();
      const all = await scanAll(records, {});
      expect(new Set(all.map(({ cnpj }) => cnpj)).size).toBe(all.length);
      for (const record of all.slice(0, 200)) expect(getFound(await records.find(record.cnpj))).toEqual(record);
      const [first] = all;
      if (first === undefined) return;
      const filters = [
        { states: ['SP', 'RJ'] },
        { municipalities: [first.address.municipality?.tomCode ?? ''] },
        { municipalities: [first.address.municipality?.ibgeCode ?? ''] },
        { activities: [first.mainActivity?.code ?? '', '4721102'] },
        { statuses: ['closed', 'unfit'] as const },
        { foundedFrom: '2012-01-01', foundedUntil: '2015-12-31' },
        { sizes: ['03', '05'] },
        { legalNatures: ['2135'], statuses: ['active'] as const },
        { root: toCnpjRoot(first.cnpj) },
      ];
      for (const filter of filters) {
        const expected = all.filter((record) => matchesFilter(record, filter)).map(({ cnpj }) => cnpj);
        const found = (await scanAll(records, filter)).map(({ cnpj }) => cnpj);
        expect(found.sort()).toEqual(expected.sort());
      }
    });

    it('scans in shares that together are everything', async () => {
      const { records } = getSubject();
      const toNumbers = (all: readonly CompanyRecord[]) => all.map(({ cnpj }) => cnpj).sort();
      const shares = await Promise.all([0, 1, 2].map((part) => scanAll(records, {}, { part, of: 3 })));
      expect(toNumbers(shares.flat())).toEqual(toNumbers(await scanAll(records, {})));
    });

    it('says unavailable, never not_found, when it has nothing to answer from', async () => {
      const { unavailable, known, absent } = getSubject();
      if (unavailable === undefined) return;
      const refused = { kind: 'unavailable', reason: expect.stringMatching(/./) };
      for (const cnpj of [absent, ...known.slice(0, 20).map((record) => record.cnpj)]) {
        expect(await unavailable.find(cnpj)).toEqual(refused);
        expect(await unavailable.listEstablishments(toCnpjRoot(cnpj), undefined, 10)).toEqual(refused);
      }
      expect(unavailable.scan({})).toEqual(refused);
      expect(unavailable.state()).toEqual(refused);
    });
  });
}

function expectDocumentedForm(record: CompanyRecord): void {
  expect(completeCnpj(record.cnpj.slice(0, 12))).toBe(record.cnpj);
  expect(companyStatuses).toContain(record.status);
  expect(record.capital ?? '0.00').toMatch(/^\d+\.\d\d$/);
  expect(record.address.postalCode ?? '00000000').toMatch(/^\d{8}$/);
  expect(record.address.state ?? 'SP').toMatch(/^[A-Z]{2}$/);
  expect(record.address.municipality?.tomCode ?? '7107').toMatch(/^\d{4}$/);
  expect(record.address.municipality?.ibgeCode ?? '3550308').toMatch(/^\d{7}$/);
  for (const { code } of [record.mainActivity, ...record.otherActivities].filter((activity) => activity !== null))
    expect(code).toMatch(/^\d{7}$/);
  for (const { number } of [record.contacts.phone, record.contacts.secondPhone, record.contacts.fax].filter(
    (phone) => phone !== null,
  ))
    expect(number).toMatch(/^\d{1,8}$/);
  expect(record.partners === null).toBe(record.partnersMissing !== null);
  for (const partner of record.partners ?? []) {
    expect(partnerKinds).toContain(partner.kind);
    expect(partner.document ?? '***456789**').toMatch(/^(?:\*{3}\d{6}\*{2}|[0-9A-Z]{12}\d\d)$/);
    expect(partner.representative?.document ?? '***456789**').toMatch(/^\*{3}\d{6}\*{2}$/);
  }
  const days = [
    ...[record.foundationDate, record.statusSince, record.specialSituation?.since],
    ...[record.simples?.optedOn, record.simples?.excludedOn, record.mei?.optedOn, record.mei?.excludedOn],
    ...(record.partners ?? []).map(({ joinedOn }) => joinedOn),
  ];
  for (const value of days) expect(value ?? '2000-01-01').toMatch(day);
}

function getOrigin(lookup: RecordLookup) {
  if (lookup.kind === 'unavailable') throw new Error('the records were unavailable');
  return lookup;
}

function getFound(lookup: RecordLookup): CompanyRecord {
  if (lookup.kind !== 'found') throw new Error(`a known company was ${lookup.kind}`);
  return lookup.record;
}

async function listAll(records: CompanyRecords, root: CnpjRoot, limit: number): Promise<EstablishmentSummary[]> {
  const all: EstablishmentSummary[] = [];
  let after: string | undefined;
  do {
    const page = await records.listEstablishments(root, after, limit);
    if (page.kind !== 'found') throw new Error(`the list of a known company was ${page.kind}`);
    if (page.next !== null) expect(page.establishments).toHaveLength(limit);
    all.push(...page.establishments);
    after = page.next ?? undefined;
    if (after === undefined) expect(all).toHaveLength(page.total);
  } while (after !== undefined);
  return all;
}

async function scanAll(
  records: CompanyRecords,
  filter: Parameters<CompanyRecords['scan']>[0],
  share?: ScanShare,
): Promise<CompanyRecord[]> {
  const scan = records.scan(filter, share);
  if (scan.kind !== 'open') throw new Error(`the scan was ${scan.kind}`);
  const all: CompanyRecord[] = [];
  for await (const batch of scan.batches) all.push(...batch);
  return all;
}
