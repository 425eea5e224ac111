import { describe, expect, test } from 'vitest';
import type { Cnpj } from './cnpj.ts';
import { type Company, companyStatuses, decideCompany, decideMissingCompany } from './company.ts';

const today = '2026-11-15';
const bakery: Company = {
  cnpj: '34238864000168' as Cnpj,
  legalName: 'PADARIA ESTRELA DO SUL LTDA',
  tradeName: 'PAO DOURADO',
  status: 'active',
  foundationDate: '2011-03-14',
  meiOpted: false,
  meiExcludedOn: null,
  headOffice: true,
  specialSituation: false,
};
const decide = (company: Partial<Company> = {}, typedName: string | null = null) =>
  decideCompany({ company: { ...bakery, ...company }, typedName, today, youngCompanyDays: 180 });

test('an active company in good standing is verified at low risk', () => {
  expect(decide()).toMatchObject({ status: 'verified', riskLevel: 'low', reasons: ['all_checks_passed'], mei: false });
});

test.each(companyStatuses.filter((status) => status !== 'active'))(
  'a company that is %s is not verified, at high risk',
  (status) => {
    expect(decide({ status })).toMatchObject({ status: 'not_verified', riskLevel: 'high' });
  },
);

test.each([
  ['Padaria Estrela do Sul', 'verified', 'low', 'exact'],
  ['Pão Dourado', 'verified', 'low', 'exact'],
  ['Padaria Estrela', 'verified', 'medium', 'partial'],
  ['Borracharia Avenida', 'not_verified', 'high', 'mismatch'],
])('a typed name %j gives %s at %s risk', (typed, status, riskLevel, nameMatch) => {
  expect(decide({}, typed)).toMatchObject({ status, riskLevel, nameMatch });
});

describe('a company is a medium risk', () => {
  test.each<[string, Partial<Company>, string]>([
    ['when it was founded 179 days ago', { foundationDate: '2026-05-20' }, 'medium'],
    ['not when it was founded 180 days ago', { foundationDate: '2026-05-19' }, 'low'],
    ['when its foundation date is unknown', { foundationDate: null }, 'medium'],
    ['in a special situation', { specialSituation: true }, 'medium'],
  ])('%s', (_name, company, riskLevel) => {
    expect(decide(company)).toMatchObject({ status: 'verified', riskLevel });
  });
});

describe('an MEI', () => {
  test.each<[string, Partial<Company>, boolean]>([
    ['that opted and was never excluded is one', { meiOpted: true }, true],
    ['that is excluded from tomorrow on still is one today', { meiOpted: true, meiExcludedOn: '2026-11-16' }, true],
    ['is none from its exclusion date on', { meiOpted: true, meiExcludedOn: today }, false],
    ['that never opted is none', { meiOpted: false }, false],
  ])('%s', (_name, company, mei) => {
    expect(decide(company).mei).toBe(mei);
  });
});

test('a number that the registry does not hold is not_found at high risk, with nothing said about it', () => {
  expect(decideMissingCompany('not_found', null)).toMatchObject({
    status: 'not_found',
    company: null,
    mei: null,
    nameMatch: 'not_provided',
    riskLevel: 'high',
  });
});

test('a fallback that could not be asked leaves the answer inconclusive at high risk', () => {
  expect(decideMissingCompany('inconclusive', 'X')).toMatchObject({ status: 'inconclusive', riskLevel: 'high' });
});
