import { expect, test } from 'vitest';
import type { Partner } from '../../domain/company/company-record.ts';
import type { Disclosures } from '../../domain/company/forms/record-privacy.ts';
import { type Cnpj, completeCnpj } from '../../domain/numbers/cnpj.ts';
import { findPartnersOf } from './find-partners.ts';

const company = { kind: 'company', cnpj: completeCnpj('112223330001') as Cnpj, name: null } as const;
const nothingShown: Disclosures = { email: null, phones: null, personal_address: null, minors: null };
const known: Partner = {
  kind: 'person',
  name: 'MARIA INVENTADA',
  document: '***456789**',
  qualification: null,
  joinedOn: null,
  country: null,
  representative: null,
  ageBand: null,
};
const origin = { snapshot: 'invented', dataAsOf: '2026-10-15' };
const find = (partners: readonly Partner[], total = partners.length) =>
  findPartnersOf(
    company,
    { listPartners: () => ({ kind: 'found', cnpj: company.cnpj, partners, total, ...origin }) },
    nothingShown,
  );

test('all partners are screened where the registry names each of them', async () => {
  const nameless: Partner = { ...known, kind: 'company', name: null, document: completeCnpj('556667770001') };
  expect(await find([known, nameless])).toMatchObject({ state: 'screened', partners: [{}, {}], total: 2 });
});

test.each([
  ['person', { ...known, name: null }],
  ['company', { ...known, kind: 'company', name: null, document: null }],
] as const)('a %s of whom the registry tells no name leaves a doubt', async (_, partner) => {
  expect(await find([known, partner])).toMatchObject({ state: 'partial', partners: [{}], total: 2 });
});

test('so does a company with more partners than are looked up', async () => {
  expect(await find([known], 201)).toMatchObject({ state: 'partial', total: 201 });
});

test('partners who may be minors are left out on purpose, and leave none', async () => {
  const minor: Partner = { ...known, ageBand: { code: '1', fromYears: 0, toYears: 12 } };
  expect(await find([known, minor])).toMatchObject({ state: 'screened', partners: [{}], total: 2 });
});
