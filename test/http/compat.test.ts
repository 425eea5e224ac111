// GET /compat/minha-receita/{cnpj} and /compat/brasil-api/cnpj/v1/{cnpj}

import { Value } from 'typebox/value';
import { describe, expect, test } from 'vitest';
import { createOpenApiDocument } from '../../src/http/reference/document.ts';
import { canaryCpfs } from '../support/canaries.ts';
import { toStandaloneSchema } from '../support/http/component-schema.ts';
import { get, openTestService, post } from '../support/service/service.ts';

const service = await openTestService({ CONFERE_COMPAT_ENABLED: 'true' });
const key = await service.createKey({ rate: null, scopes: ['read:company'] });
const minhaReceita = `${service.address}/compat/minha-receita`;
const brasilApi = `${service.address}/compat/brasil-api/cnpj/v1`;

const known = '34238864000168';

describe('200', () => {
  test('both addresses answer the same record in the same form', async () => {
    const [one, other] = [await get(`${minhaReceita}/${known}`, { key }), await get(`${brasilApi}/${known}`, { key })];
    expect([one.status, other.status]).toEqual([200, 200]);
    expect(one.body).toEqual(other.body);
    expect(one.body).toMatchObject({
      cnpj: known,
      razao_social: 'PLANALTO CENTRAL TECNOLOGIA LTDA',
      situacao_cadastral: 2,
    });
  });

  test('is as the reference describes and shows it', async () => {
    const { paths } = JSON.parse(JSON.stringify(createOpenApiDocument()));
    const { parameters, responses } = paths['/compat/minha-receita/{cnpj}'].get;
    const shown = responses[200].content['application/json'].examples['company'].value;
    const { body } = await get(`${minhaReceita}/${parameters[0]?.example}`, { key });
    expect(body).toEqual(shown);
    for (const number of [known, '90000001000129', '90000003000118']) {
      const record = (await get(`${minhaReceita}/${number}`, { key })).body;
      expect([...Value.Errors(toStandaloneSchema('MinhaReceitaCompany'), record)]).toEqual([]);
      expect(Object.keys(record)).toEqual(Object.keys(shown as object));
    }
  });

  test.each(['34.238.864/0001-68', '34.238.864%2F0001-68', '34238864/0001-68', '34238864000168?v=1'])(
    'takes the number as %s, as they do',
    async (number) => {
      for (const base of [minhaReceita, brasilApi]) {
        const { status, body } = await get(`${base}/${number}`, { key });
        expect([status, body.cnpj]).toEqual([200, known]);
      }
    },
  );

  test('leaves out what the record leaves out', async () => {
    const { body } = await get(`${minhaReceita}/90000001000129`, { key });
    expect(body).toMatchObject({ email: null, ddd_telefone_1: '', logradouro: '', numero: '', cep: '' });
    expect(body.razao_social).toContain('***456789**');
  });

  test('tells the month of the data at /updated', async () => {
    const { status, body } = await get(`${minhaReceita}/updated`, { key });
    expect([status, Object.keys(body)]).toEqual([200, ['message']]);
    expect(body.message).toMatch(/^\d{4}-\d{2}$/);
  });
});

describe('errors in their form', () => {
  const cases: [string, string, number, string, string, string][] = [
    [
      'wrong check digits',
      '34238864000169',
      400,
      'CNPJ 34.238.864/0001-69 inválido.',
      'bad_request',
      'BadRequestError',
    ],
    ['another form', '123', 400, 'CNPJ informado inválido.', 'bad_request', 'BadRequestError'],
    [
      'a company that is not there',
      '90000009000195',
      404,
      'CNPJ 90.000.009/0001-95 não encontrado.',
      'not_found',
      'NotFoundError',
    ],
    ['all zeros', '00000000000000', 404, 'CNPJ 00.000.000/0000-00 não encontrado.', 'not_found', 'NotFoundError'],
  ];
  test.each(cases)('%s', async (_name, number, status, message, type, name) => {
    const one = await get(`${minhaReceita}/${number}`, { key });
    expect([one.status, one.body]).toEqual([status, { message }]);
    expect(one.headers.get('content-type')).toBe('application/json');
    const other = await get(`${brasilApi}/${number}`, { key });
    expect([other.status, other.body]).toEqual([status, { message, type, name }]);
  });

  test('a text that may be a CPF is not repeated', async () => {
    for (const cpf of canaryCpfs) {
      expect(JSON.stringify((await get(`${minhaReceita}/${cpf}`, { key })).body)).not.toContain(cpf);
    }
  });

  test('401 and 403 for a missing key, a wrong one and one without the scope', async () => {
    const missing = await get(`${minhaReceita}/${known}`);
    expect([missing.status, Object.keys(missing.body)]).toEqual([401, ['message']]);
    expect((await get(`${minhaReceita}/${known}`, { key: service.createUnknownKey() })).status).toBe(401);
    expect((await get(`${brasilApi}/${known}`, { key: await service.createKey() })).body).toMatchObject({
      type: 'forbidden',
    });
  });

  test('405 for any method but GET, whatever its body', async () => {
    const { status, body, headers } = await post(`${minhaReceita}/${known}`, 'cnpj=1', {
      key,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect([status, body]).toEqual([405, { message: 'Essa URL aceita apenas o método GET.' }]);
    expect(headers.get('allow')).toBe('GET, OPTIONS');
    const head = await fetch(`${minhaReceita}/${known}`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${key}` },
    });
    expect(head.status).toBe(405);
  });

  test('429 past the limit of the key', async () => {
    const limited = await service.createKey({ scopes: ['read:company'], rate: { requests: 1, windowSeconds: 60 } });
    await get(`${minhaReceita}/${known}`, { key: limited });
    const { status, body, headers } = await get(`${minhaReceita}/${known}`, { key: limited });
    expect([status, Object.keys(body)]).toEqual([429, ['message']]);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('503 while no records are loaded, never 404', async () => {
    const live = await service.createKey({ mode: 'live', scopes: ['read:company'] });
    for (const path of [known, 'updated']) {
      const { status, body } = await get(`${minhaReceita}/${path}`, { key: live });
      expect([status, body]).toEqual([503, { message: 'Serviço temporariamente indisponível, tente novamente.' }]);
    }
  });

  test('the log has our code, and not the number', async () => {
    await get(`${minhaReceita}/34238864000169`, { key });
    expect(service.readLog().at(-1)).toMatchObject({ route: '/compat/minha-receita/*', code: 'invalid_request' });
    expect(JSON.stringify(service.readLog())).not.toContain('34238864000169');
  });
});

describe('besides records, as minha-receita', () => {
  test('the base address leads to the documentation, without a key', async () => {
    for (const url of [`${minhaReceita}/`, minhaReceita]) {
      const answer = await fetch(url, { redirect: 'manual' });
      expect([answer.status, answer.headers.get('location')]).toEqual([302, '/docs']);
    }
    expect((await get(`${brasilApi}/`, { key })).status).toBe(400);
  });

  test('/healthz is 200 without a key and a body, for GET and HEAD', async () => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await fetch(`${minhaReceita}/healthz`, { method });
      expect([answer.status, await answer.text()]).toEqual([200, '']);
    }
    const { status, body } = await post(`${minhaReceita}/healthz`, '', {});
    expect([status, body]).toEqual([405, { message: 'Essa URL aceita apenas os métodos GET e HEAD.' }]);
  });

  test('OPTIONS is 200; browsers are let in only where no key is asked for', async () => {
    const answer = await fetch(`${minhaReceita}/${known}`, { method: 'OPTIONS' });
    expect([answer.status, await answer.text(), answer.headers.get('access-control-allow-origin')]).toEqual([
      200,
      '',
      null,
    ]);
    const open = await openTestService({ CONFERE_COMPAT_ENABLED: 'true', CONFERE_COMPAT_WITHOUT_KEY: 'true' });
    for (const path of ['minha-receita', 'brasil-api/cnpj/v1']) {
      const { status, headers } = await fetch(`${open.address}/compat/${path}/${known}`, { method: 'OPTIONS' });
      expect([status, headers.get('access-control-allow-origin')]).toEqual([200, '*']);
      expect(headers.get('access-control-allow-methods')).toBe('GET, OPTIONS');
    }
  });

  test('an answer may be kept and asked about again: 304 until the registry changes', async () => {
    for (const path of [`${minhaReceita}/${known}`, `${brasilApi}/${known}`, `${minhaReceita}/updated`]) {
      const first = await get(path, { key });
      const etag = first.headers.get('etag') ?? '';
      expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
      const again = await fetch(path, { headers: { authorization: `Bearer ${key}`, 'if-none-match': etag } });
      expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, '']);
      expect((await get(path, { key, headers: { 'if-none-match': '"another"' } })).status).toBe(200);
    }
    const missing = await get(`${minhaReceita}/90000009000195`, { key });
    expect([missing.status, missing.headers.get('cache-control')]).toEqual([404, 'no-store']);
  });
});

describe('switched', () => {
  test('off, there is nothing at these addresses', async () => {
    const plain = await openTestService();
    const plainKey = await plain.createKey({ scopes: ['read:company'] });
    const { status, body } = await get(`${plain.address}/compat/minha-receita/${known}`, { key: plainKey });
    expect([status, body.code]).toEqual([404, 'not_found']);
  });

  test('open without a key, it is limited per address, and browsers may call it; a key keeps its own limit', async () => {
    const open = await openTestService({
      CONFERE_COMPAT_ENABLED: 'true',
      CONFERE_COMPAT_WITHOUT_KEY: 'true',
      CONFERE_COMPAT_REQUESTS_PER_MINUTE: '3',
      CONFERE_SERVER_TRUSTED_PROXIES: '127.0.0.1',
    });
    const url = `${open.address}/compat/minha-receita/${known}`;
    const from = (address: string) => get(url, { headers: { 'x-forwarded-for': address } });
    const statuses = [];
    for (let call = 0; call < 4; call++) statuses.push((await from('192.0.2.1')).status);
    // No live records are loaded here, and nobody without a key ever sees the sandbox.
    expect(statuses).toEqual([503, 503, 503, 429]);
    expect((await from('192.0.2.2')).headers.get('access-control-allow-origin')).toBe('*');
    const openKey = await open.createKey({ rate: null, scopes: ['read:company'] });
    const answers = [];
    for (let call = 0; call < 4; call++) answers.push((await get(url, { key: openKey })).status);
    expect(answers).toEqual([200, 200, 200, 200]);
  });

  test('open without a key, a wrong key is still refused', async () => {
    const open = await openTestService({ CONFERE_COMPAT_ENABLED: 'true', CONFERE_COMPAT_WITHOUT_KEY: 'true' });
    const wrong = await get(`${open.address}/compat/minha-receita/${known}`, { key: open.createUnknownKey() });
    expect(wrong.status).toBe(401);
  });
});
