import { describe, expect, test } from 'vitest';
import type { Cnpj } from '../numbers/cnpj.ts';
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

test.each<[string, Partial<Company>, string | null, readonly string[]]>([
  ['is suspended', { status: 'suspended' }, null, ['company_suspended']],
  ['is unfit', { status: 'unfit' }, null, ['company_unfit']],
  ['is closed', { status: 'closed' }, null, ['company_closed']],
  ['is annulled', { status: 'annulled' }, null, ['company_annulled']],
  ['has a status that nobody knows', { status: 'unknown' }, null, ['company_status_unknown']],
  ['bears another name', {}, 'Borracharia Avenida', ['company_name_mismatch']],
  ['bears a name that agrees in part', {}, 'Padaria Estrela', ['company_name_partial']],
  ['is young', { foundationDate: '2026-11-01' }, null, ['recently_founded']],
  ['has no foundation date', { foundationDate: null }, null, ['foundation_date_unknown']],
  ['is in a special situation', { specialSituation: true }, null, ['special_situation']],
  ['is in order', {}, 'Padaria Estrela do Sul', ['all_checks_passed']],
  [
    'has every fault at once, the grave ones first',
    { status: 'closed', foundationDate: null, specialSituation: true },
    'Borracharia Avenida',
    ['company_closed', 'company_name_mismatch', 'foundation_date_unknown', 'special_situation'],
  ],
])('the reasons say that a company %s', (_name, company, typedName, reasons) => {
  expect(decide(company, typedName).reasons).toEqual(reasons);
});

test('a name that nobody typed is not compared', () => {
  expect(decide().nameMatch).toBe('not_provided');
});

describe('a company that is not there', () => {
  const nothing = { company: null, mei: null, riskLevel: 'high' };

  test('is not_found at high risk, with nothing said about it', () => {
    expect(decideMissingCompany('not_found', null)).toEqual({
      ...nothing,
      status: 'not_found',
      nameMatch: 'not_provided',
      reasons: ['company_not_found'],
    });
  });

  test('is inconclusive at high risk when the fallback could not be asked', () => {
    expect(decideMissingCompany('inconclusive', null)).toEqual({
      ...nothing,
      status: 'inconclusive',
      nameMatch: 'not_provided',
      reasons: ['fallback_unavailable'],
    });
  });

  test('leaves a supplied name without anything to compare it with', () => {
    expect(decideMissingCompany('not_found', 'Padaria').nameMatch).toBe('not_available');
    expect(decideMissingCompany('inconclusive', 'Padaria').nameMatch).toBe('not_available');
  });
});

test('what a source does not tell is no "no": MEI stays open, and an untold special situation is a medium risk', () => {
  expect(decide({ meiOpted: null, specialSituation: null })).toMatchObject({
    status: 'verified',
    mei: null,
    riskLevel: 'medium',
    reasons: ['special_situation_unknown'],
  });
});
