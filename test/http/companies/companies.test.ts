// GET /v1/companies/{cnpj}

import { Value } from 'typebox/value';
import { describe, expect, test } from 'vitest';
import { recordFields } from '../../../src/domain/company/forms/record-document.ts';
import { completeCnpj } from '../../../src/domain/numbers/cnpj.ts';
import { companyPersonas } from '../../../src/sandbox/companies.ts';
import { toStandaloneSchema } from '../../support/http/component-schema.ts';
import { get, openTestService, post } from '../../support/service/service.ts';

const service = await openTestService();
const key = await service.createKey({ rate: null, scopes: ['read:company'] });
const url = `${service.address}/v1/companies`;

const known = '34238864000168';
const mei = '90000001000129';

describe('200', () => {
  test('has every field of the record, in its order, with the common headers', async () => {
    const { status, body, headers } = await get(`${url}/${known}`, { key });
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(recordFields);
    expect(body).toMatchObject({ cnpj: known, root: '34238864', legal_name: 'PLANALTO CENTRAL TECNOLOGIA LTDA' });
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('request-id')).toMatch(/^req_/);
    expect(headers.get('etag')).toMatch(/^"1-0000-sandbox-\d{4}-\d{2}-\d{2}"$/);
  });

  test.each(['34.238.864%2F0001-68', '12ABC34501DE35', '12abc34501de35'])('takes the number as %s', async (number) => {
    const { status, body } = await get(`${url}/${number}`, { key });
    expect([status, body.cnpj]).toEqual([200, decodeURIComponent(number).replace(/[./-]/g, '').toUpperCase()]);
  });

  test('every company of the sandbox, fixed or drawn, fits the published schema', async () => {
    const schema = toStandaloneSchema('CompanyRecord');
    const drawn = Array.from({ length: 60 }, (_, index) =>
      completeCnpj(`${String(index * 7919).padStart(8, '0')}0001`),
    );
    let found = 0;
    for (const cnpj of [...companyPersonas.map((persona) => persona.cnpj), ...drawn]) {
      const { status, body } = await get(`${url}/${cnpj}`, { key });
      if (status === 404) continue;
      found++;
      expect([cnpj, [...Value.Errors(schema, body)].slice(0, 3)]).toEqual([cnpj, []]);
    }
    expect(found).toBeGreaterThan(60);
  });

  test('never holds an empty text, a placeholder or a clear CPF', async () => {
    for (let index = 0; index < 80; index++) {
      const cnpj = completeCnpj(`${String(index * 104_729).padStart(8, '0')}0001`);
      const { body } = await get(`${url}/${cnpj}`, { key });
      expect(JSON.stringify(body)).not.toMatch(/""|\*{3}000000\*{2}|"\d{11}"/);
    }
  });

  test('holds the fields that were asked for and no others, in the order of the record', async () => {
    const { status, body } = await get(`${url}/${known}?fields=status,cnpj,capital`, { key });
    expect([status, Object.keys(body)]).toEqual([200, ['cnpj', 'status', 'capital']]);
  });

  test('has no body for HEAD, and the same headers', async () => {
    const { status, body, headers } = await get(`${url}/${known}`, { key, method: 'HEAD' });
    expect([status, body]).toEqual([200, undefined]);
    expect(headers.get('etag')).not.toBeNull();
  });
});

describe('200, people', () => {
  test('by default says what it leaves out: e-mail, telephones, where an MEI lives', async () => {
    const { body } = await get(`${url}/${mei}`, { key });
    expect(body.withheld).toContain('phones');
    expect(body.withheld).toContain('personal_address');
    expect(body.contacts).toEqual({ phone: null, second_phone: null, fax: null, email: null });
    expect(body.address).toMatchObject({ street: null, number: null, postal_code: null, state: expect.any(String) });
    expect(body.legal_name).toContain('***456789**');
  });

  test('shows each where the operator stated a purpose, under another entity tag', async () => {
    const open = await openTestService({
      CONFERE_COMPANIES_SHOW_PHONES: 'prevenção à fraude',
      CONFERE_COMPANIES_SHOW_PERSONAL_ADDRESS: 'entrega de correspondência',
    });
    const openKey = await open.createKey({ scopes: ['read:company'] });
    const { body, headers } = await get(`${open.address}/v1/companies/${mei}`, { key: openKey });
    expect(body.contacts.phone.number).toMatch(/^\d{8}$/);
    expect(body.address.street).not.toBeNull();
    expect(body.withheld).not.toContain('personal_address');
    expect(headers.get('etag')).toContain('"1-0110-');
  });
});

describe('304', () => {
  test.each([
    ['the same tag', (tag: string) => tag],
    ['a weak one', (tag: string) => `W/${tag}`],
    ['a list with it', (tag: string) => `"a", ${tag}`],
    ['anything', () => '*'],
  ])('for %s', async (_name, toHeader) => {
    const first = await get(`${url}/${known}`, { key });
    const tag = first.headers.get('etag') ?? '';
    const { status, body, headers } = await get(`${url}/${known}`, {
      key,
      headers: { 'if-none-match': toHeader(tag) },
    });
    expect([status, body, headers.get('etag')]).toEqual([304, undefined, tag]);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test('not for another tag', async () => {
    const { status } = await get(`${url}/${known}`, { key, headers: { 'if-none-match': '"1-0000-other"' } });
    expect(status).toBe(200);
  });
});

describe('400', () => {
  test.each([
    ['34238864000169', 'invalid_check_digits'],
    ['00000000000000', 'invalid_check_digits'],
    ['3423886400016', 'invalid_format'],
    ['lookup', 'invalid_format'],
    ['%F0%9F%98%80', 'invalid_format'],
  ])('invalid_request for the number %s, without repeating it', async (number, code) => {
    const { status, body } = await get(`${url}/${number}`, { key });
    expect([status, body.code]).toEqual([400, 'invalid_request']);
    expect(body.errors).toEqual([{ pointer: '/cnpj', code, detail: expect.any(String) }]);
    expect(JSON.stringify(body)).not.toContain(number);
  });

  test.each(['nope=1', 'fields=cnpj&fields=root', 'explain=true', 'fields=cnpj&x='])(
    'invalid_query for ?%s',
    async (query) => {
      const { status, body } = await get(`${url}/${known}?${query}`, { key });
      expect([status, body.code]).toEqual([400, 'invalid_query']);
    },
  );

  test('invalid_query for unknown fields: names them where they are plain words, and lists those that there are', async () => {
    const { status, body } = await get(`${url}/${known}?fields=cnpj,email,404.428.201-35`, { key });
    expect([status, body.code]).toEqual([400, 'invalid_query']);
    expect(body.detail).toContain(recordFields.join(', '));
    expect(body.errors.map((fault: { pointer: string; code: string }) => [fault.pointer, fault.code])).toEqual([
      ['/email', 'unknown_field'],
      ['', 'unknown_field'],
    ]);
    expect(JSON.stringify(body)).not.toContain('404.428');
  });

  test.each(['', 'cnpj,', ' cnpj', 'CNPJ', '__proto__'])('invalid_query for fields=%j', async (fields) => {
    const { status } = await get(`${url}/${known}?fields=${encodeURIComponent(fields)}`, { key });
    expect(status).toBe(400);
  });
});

describe('401, 403', () => {
  test('missing_api_key and invalid_api_key, before anything about the number is told', async () => {
    expect((await get(`${url}/nonsense`)).body.code).toBe('missing_api_key');
    expect((await get(`${url}/nonsense`, { key: service.createUnknownKey() })).body.code).toBe('invalid_api_key');
  });

  test('insufficient_scope for a key to which the scope was not given', async () => {
    const { status, body, headers } = await get(`${url}/${known}`, { key: await service.createKey() });
    expect([status, body.code]).toEqual([403, 'insufficient_scope']);
    expect(headers.get('www-authenticate')).toContain('scope="read:company"');
  });

  test('a key for records may not verify', async () => {
    const answer = await post(`${service.address}/v1/verify/cnpj`, { cnpj: known }, { key });
    expect(answer.body.code).toBe('insufficient_scope');
  });
});

describe('404, 405', () => {
  test('company_not_found for a company that the registry does not hold', async () => {
    const missing = companyPersonas.find(({ company }) => company('2026-11-15') === undefined);
    const { status, body } = await get(`${url}/${missing?.cnpj}`, { key });
    expect([status, body.code]).toEqual([404, 'company_not_found']);
  });

  test('method_not_allowed names GET', async () => {
    const { status, headers } = await post(`${url}/${known}`, {}, { key });
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});

describe('429', () => {
  test('rate_limited past the limit of the key, with the limit in the headers', async () => {
    const limited = await service.createKey({ scopes: ['read:company'], rate: { requests: 2, windowSeconds: 60 } });
    const answers = [];
    for (let call = 0; call < 3; call++) answers.push(await get(`${url}/${known}`, { key: limited }));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(answers[0]?.headers.get('ratelimit')).toMatch(/^"default";r=1;t=\d+$/);
    expect(answers[2]?.body.code).toBe('rate_limited');
  });
});

describe('503', () => {
  test('registry_unavailable for a live key while no records are loaded: never "not found", never the sandbox', async () => {
    const live = await service.createKey({ mode: 'live', scopes: ['read:company'] });
    const { status, body, headers } = await get(`${url}/${known}`, { key: live });
    expect([status, body.code]).toEqual([503, 'registry_unavailable']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

test('the log names the route and the outcome, never the number', async () => {
  await get(`${url}/${mei}?fields=cnpj`, { key });
  const lines = service.readLog().filter(({ route }) => route === '/v1/companies/:cnpj');
  expect(lines.at(-1)).toMatchObject({ status: 200, outcome: 'found' });
  expect(JSON.stringify(service.readLog())).not.toContain(mei);
});
