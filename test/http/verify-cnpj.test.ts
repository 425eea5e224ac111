import { describe, expect, test } from 'vitest';
import { companyPersonas } from '../../src/sandbox/companies.ts';
import { openTestService, post } from '../support/service/service.ts';

const service = await openTestService();
const key = await service.createKey({ rate: null });
const url = `${service.address}/v1/verify/cnpj`;

const fields = [
  'request_id',
  'status',
  'cnpj',
  'company_name',
  'company_status',
  'foundation_date',
  'mei',
  'matriz',
  'risk_level',
];

describe('200', () => {
  test('has exactly the documented fields, in their order', async () => {
    const { status, body, headers } = await post(url, { cnpj: '34238864000168' }, { key });
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(fields);
    expect(headers.get('request-id')).toBe(body.request_id);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toMatchObject({ status: 'verified', company_status: 'active', risk_level: 'low' });
  });

  test.each([
    ['34.238.864/0001-68', '34238864000168'],
    ['12.ABC.345/01DE-35', '12ABC34501DE35'],
    ['12abc34501de35', '12ABC34501DE35'],
  ])('takes %s and answers with %s', async (cnpj, expected) => {
    const { status, body } = await post(url, { cnpj }, { key });
    expect([status, body.cnpj]).toEqual([200, expected]);
  });

  test('says nothing about a company that does not exist, and rates it high', async () => {
    const missing = companyPersonas.find(({ company }) => company('2026-11-15') === undefined);
    const { status, body } = await post(url, { cnpj: missing?.cnpj }, { key });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'not_found',
      company_name: null,
      company_status: null,
      foundation_date: null,
      mei: null,
      matriz: null,
      risk_level: 'high',
    });
  });

  test('adds the explanation on request', async () => {
    const body = { cnpj: '34238864000168', company_name: 'Outra Empresa Qualquer' };
    const answer = await post(`${url}?explain=true`, body, { key });
    expect(Object.keys(answer.body)).toEqual([...fields, 'explanation']);
    expect(answer.body.explanation).toEqual({
      policy_version: 'confere-1',
      reasons: ['company_name_mismatch'],
      company_name_match: 'mismatch',
      data_as_of: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      checked: [
        { code: 'company_registry', as_of: answer.body.explanation.data_as_of },
        { code: 'company_name' },
        { code: 'company_status' },
        { code: 'special_situation' },
        { code: 'foundation_date' },
      ],
      not_checked: [
        { code: 'sanctions_lists', reason: 'not_screened' },
        { code: 'partners', reason: 'not_screened' },
      ],
    });
    expect(answer.body).toMatchObject({ status: 'not_verified', risk_level: 'high' });
  });

  test('takes a company name of digits and letters, such as 3M', async () => {
    expect((await post(url, { cnpj: '34238864000168', company_name: '3M' }, { key })).status).toBe(200);
  });
});

describe('400', () => {
  test.each<[string, unknown, string]>([
    ['a missing number', {}, '/cnpj required'],
    ['a JSON number', { cnpj: 34238864000168 }, '/cnpj invalid_type'],
    ['wrong check digits', { cnpj: '34238864000169' }, '/cnpj invalid_check_digits'],
    ['all zeros', { cnpj: '00000000000000' }, '/cnpj invalid_check_digits'],
    ['letters among the check digits', { cnpj: '12ABC34501DE3A' }, '/cnpj invalid_format'],
    ['a letter that only grows on folding', { cnpj: '12ßBC34501DE35' }, '/cnpj invalid_format'],
    ['a CPF field', { cnpj: '34238864000168', cpf: '1' }, '/cpf unknown_field'],
    ['a name without letters or digits', { cnpj: '34238864000168', company_name: '--' }, '/company_name invalid_name'],
  ])('invalid_request for %s', async (_name, body, expected) => {
    const answer = await post(url, body, { key });
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
    expect(
      answer.body.errors.map((fault: { pointer: string; code: string }) => `${fault.pointer} ${fault.code}`),
    ).toEqual([expected]);
  });
});

describe('403', () => {
  test('insufficient_scope for a key of the other operation', async () => {
    const other = await service.createKey({ scopes: ['verify:cpf'] });
    expect((await post(url, { cnpj: '34238864000168' }, { key: other })).body.code).toBe('insufficient_scope');
  });
});

describe('503', () => {
  test('registry_unavailable for a live key while no registry is loaded: never "not found", never the sandbox', async () => {
    const live = await service.createKey({ mode: 'live' });
    const { status, body, headers } = await post(url, { cnpj: '34238864000168' }, { key: live });
    expect([status, body.code]).toEqual([503, 'registry_unavailable']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });
});
