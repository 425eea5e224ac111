import { describe, expect, test } from 'vitest';
import { companyRecordFor } from '../../../sandbox/company-records.ts';
import type { Cnpj } from '../../numbers/cnpj.ts';
import { type CompanyRecord, findAgeBand, type Partner } from '../company-record.ts';
import { addressFields, contactFields, fields, personalFacts } from './record-fields.ts';
import { type Disclosures, isMinor, showsPeople, withPrivacy } from './record-privacy.ts';

const closed: Disclosures = { email: null, phones: null, personal_address: null, minors: null };
const open: Disclosures = { email: 'a', phones: 'a', personal_address: 'a', minors: 'a' };

const adult: Partner = {
  kind: 'person',
  name: 'JOANA PRADO',
  document: '***456789**',
  qualification: { code: '22', text: 'Sócio' },
  joinedOn: '2019-01-02',
  country: null,
  representative: null,
  ageBand: findAgeBand('5') ?? null,
};
const child: Partner = {
  ...adult,
  name: 'CAIO PRADO',
  qualification: { code: '30', text: 'Sócio Menor (Assistido/Representado)' },
  representative: { document: '***456789**', name: 'JOANA PRADO', qualification: { code: '14', text: 'Mãe' } },
  ageBand: findAgeBand('1') ?? null,
};
const phone = { areaCode: '11', number: '33334444' };
const company: CompanyRecord = {
  ...(companyRecordFor('34238864000168' as Cnpj, '2026-11-15') as CompanyRecord),
  contacts: { phone, secondPhone: phone, fax: phone, email: 'a@example.com' },
  legalNature: { code: '2062', text: 'Sociedade Empresária Limitada' },
  mei: null,
  partners: [adult, child],
};
const soleTrader: CompanyRecord = { ...company, legalNature: { code: '2135', text: null }, partners: [] };

describe('by default', () => {
  test('no e-mail, telephone or fax of any company is shown', () => {
    const { record, withheld } = withPrivacy(company, closed);
    expect(record.contacts).toEqual({ phone: null, secondPhone: null, fax: null, email: null });
    expect(withheld).toEqual(['email', 'phones', 'minors']);
  });

  test('a postal code as published goes with the street', () => {
    const odd = { ...soleTrader, asPublished: { postalCode: '1310', officeKind: '3' } };
    expect(withPrivacy(odd, closed).record.asPublished).toEqual({ officeKind: '3' });
    expect(withPrivacy({ ...company, asPublished: odd.asPublished }, closed).record.asPublished).toEqual(
      odd.asPublished,
    );
  });

  test('the address of a company stays, that of one person is cut down to the district', () => {
    expect(withPrivacy(company, closed).record.address).toEqual(company.address);
    const { address } = withPrivacy(soleTrader, closed).record;
    expect(address).toEqual({
      ...soleTrader.address,
      streetKind: null,
      street: null,
      number: null,
      complement: null,
      postalCode: null,
    });
    expect(address.municipality).not.toBeNull();
  });

  test.each(['2135', '4014', '4120', '2305', '2313'])('legal nature %s counts as one person', (code) => {
    const { withheld } = withPrivacy({ ...company, legalNature: { code, text: null } }, closed);
    expect(withheld).toContain('personal_address');
  });

  test.each([
    ['an MEI', { opted: true, optedOn: '2020-01-01', excludedOn: null }, true],
    ['a former MEI', { opted: false, optedOn: '2020-01-01', excludedOn: '2021-01-01' }, true],
    ['a company that never was one', { opted: false, optedOn: null, excludedOn: null }, false],
  ])('%s of any legal nature: %#', (_name, mei, isPerson) => {
    expect(withPrivacy({ ...company, mei }, closed).withheld.includes('personal_address')).toBe(isPerson);
  });

  test('partners who are or may be minors are left out, with who represents them', () => {
    const { record } = withPrivacy(company, closed);
    expect(record.partners).toEqual([adult]);
    expect(JSON.stringify(record)).not.toContain('CAIO');
  });

  test('a null list of partners stays null', () => {
    const { record, withheld } = withPrivacy({ ...company, partners: null }, closed);
    expect(record.partners).toBeNull();
    expect(withheld).not.toContain('minors');
  });

  test('what is not in the registry is not said to be left out', () => {
    const contacts = { phone: null, secondPhone: null, fax: null, email: null };
    expect(withPrivacy({ ...company, contacts, partners: [adult] }, closed).withheld).toEqual([]);
  });
});

test('what the tables call a fact of a person is null while it is withheld, and nothing else is', () => {
  const { record } = withPrivacy({ ...soleTrader, partners: [child] }, closed);
  const parts = [
    { table: addressFields, shown: record.address, whole: soleTrader.address },
    { table: contactFields, shown: record.contacts, whole: soleTrader.contacts },
  ] as const;
  for (const { table, shown, whole } of parts) {
    for (const [name, { shows }] of Object.entries(table)) {
      const value = (whole as unknown as Record<string, unknown>)[name];
      const isFact = (personalFacts as readonly string[]).includes(shows);
      expect((shown as unknown as Record<string, unknown>)[name], name).toEqual(isFact ? null : value);
    }
  }
  const facts = Object.entries(fields).flatMap(([name, { shows }]) =>
    (personalFacts as readonly string[]).includes(shows) ? [name] : [],
  );
  expect(facts).toEqual(['partners']);
});

describe('switched on', () => {
  test('each switch shows its own facts and no others', () => {
    for (const fact of personalFacts) {
      const { withheld } = withPrivacy({ ...soleTrader, partners: [child] }, { ...closed, [fact]: 'fraud' });
      expect(withheld).toEqual(personalFacts.filter((other) => other !== fact));
    }
  });

  test('all together show the record as it is', () => {
    expect(withPrivacy(company, open)).toEqual({ record: company, withheld: [] });
  });

  test('nothing shows a CPF that is not masked, not even a fault of the files', () => {
    const clear: Partner = { ...adult, document: '12345678909' };
    const behind: Partner = {
      ...adult,
      kind: 'foreign',
      document: null,
      representative: { document: '12345678909', name: 'A B', qualification: null },
    };
    const shown = withPrivacy({ ...company, partners: [clear, behind] }, open).record.partners;
    expect(shown?.map(({ document, representative }) => [document, representative])).toEqual([
      [null, null],
      [null, null],
    ]);
    const firm: Partner = { ...adult, kind: 'company', document: '34238864000168' };
    expect(withPrivacy({ ...company, partners: [firm, clear] }, open).record.partners?.[0]).toEqual(firm);
  });
});

describe('a minor', () => {
  test.each([
    ['1', '22', true],
    ['2', '22', true],
    ['3', '22', false],
    ['9', '30', false],
    [null, '30', true],
    [null, '67', true],
    [null, '22', false],
  ])('age band %s with qualification %s: %s', (band, code, expected) => {
    const ageBand = band === null ? null : (findAgeBand(band) ?? null);
    expect(isMinor({ ...adult, ageBand, qualification: { code, text: null } })).toBe(expected);
  });

  test.each([
    [null, '14', true],
    [null, '15', true],
    [null, '17', false],
    ['5', '14', false],
  ])('age band %s, represented in quality %s: %s', (band, code, expected) => {
    const ageBand = band === null ? null : (findAgeBand(band) ?? null);
    const representative = { document: '***456789**', name: 'JOANA PRADO', qualification: { code, text: null } };
    expect(isMinor({ ...adult, ageBand, representative })).toBe(expected);
  });
});

test('a record shows people where it names a partner, a representative, or is one person itself', () => {
  const firm: Partner = { ...adult, kind: 'company', document: '34238864000168' };
  expect(showsPeople({ ...company, partners: [] })).toBe(false);
  expect(showsPeople({ ...company, partners: null })).toBe(false);
  expect(showsPeople({ ...company, partners: [firm] })).toBe(false);
  expect(showsPeople({ ...company, partners: [{ ...firm, representative: child.representative }] })).toBe(true);
  expect(showsPeople({ ...company, partners: [adult] })).toBe(true);
  expect(showsPeople(soleTrader)).toBe(true);
});
