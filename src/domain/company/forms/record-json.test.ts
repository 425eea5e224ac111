import fc from 'fast-check';
import { expect, test } from 'vitest';
import { companyPersonas } from '../../../sandbox/companies.ts';
import { companyRecordFor } from '../../../sandbox/company-records.ts';
import { type Cnpj, completeCnpj } from '../../numbers/cnpj.ts';
import type { CompanyRecord } from '../company-record.ts';
import { toRecordDocument, toRecordJson } from './record-document.ts';

const drawn = Array.from({ length: 400 }, (_, index) => completeCnpj(`${String(index * 7919).padStart(8, '0')}0001`));
const records = [...companyPersonas.map(({ cnpj }) => cnpj), ...drawn]
  .map((cnpj) => companyRecordFor(cnpj, '2026-11-15'))
  .filter((record) => record !== undefined);
const record = companyRecordFor('34238864000168' as Cnpj, '2026-11-15') as CompanyRecord;

const expectSame = (changed: CompanyRecord) => {
  const shown = { record: changed, withheld: ['email', 'minors'] as const };
  expect(toRecordJson(shown, '2026-11-14')).toBe(JSON.stringify(toRecordDocument(shown, '2026-11-14')));
};

test('is the document letter for letter, for every company of the sandbox', () => {
  expect(records.length).toBeGreaterThan(300);
  for (const found of records) expectSame(found);
});

test('is the document letter for letter where nothing is informed, or everything is', () => {
  const coded = { code: '01', text: null };
  const phone = { areaCode: null, number: '33334444' };
  expectSame({
    ...record,
    legalName: null,
    statusReason: coded,
    specialSituation: { text: 'FALIDO', since: null },
    mainActivity: null,
    otherActivities: [],
    address: { ...record.address, municipality: null, cityAbroad: 'LISBOA', country: coded },
    contacts: { phone, secondPhone: phone, fax: phone, email: 'a@example.com' },
    capital: null,
    simples: null,
    mei: { opted: null, optedOn: null, excludedOn: null },
    partners: null,
    partnersMissing: 'not_imported',
    headOfficeCnpj: null,
  });
});

test('is the document letter for letter, whatever the texts hold', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
      const [partner] = record.partners ?? [];
      expectSame({
        ...record,
        legalName: text,
        address: { ...record.address, street: text },
        partners: partner === undefined ? [] : [{ ...partner, name: text }],
      });
    }),
  );
  expectSame({ ...record, legalName: `"\\\n\u0000\u0085\u2028\u202e\ud800${'x'.repeat(10_000)}` });
});
