import { afterAll, beforeAll, expect, test } from 'vitest';
import { post, startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let key: string;
beforeAll(async () => {
  service = await startTestService();
  key = await service.createKey();
});
afterAll(() => service.close());

const verify = (path: string, body: unknown, language?: string) =>
  post(`${service.address}/v1/verify/${path}`, body, {
    key,
    headers: language === undefined ? {} : { 'accept-language': language },
  });

test('a problem is in Portuguese for whoever reads it, with the same codes', async () => {
  const body = { cpf: '404428201-35', birth: '1990' };
  const english = await verify('cpf', body);
  const portuguese = await verify('cpf', body, 'pt-BR,pt;q=0.9,en;q=0.8');
  expect(english.headers.get('content-language')).toBe('en');
  expect(portuguese.headers.get('content-language')).toBe('pt-BR');
  expect(portuguese.body).toMatchObject({
    type: english.body.type,
    code: 'invalid_request',
    title: 'A requisição tem campos inválidos',
    detail: 'Corrija os campos listados em `errors` e envie a requisição de novo.',
    errors: [
      { pointer: '/cpf', code: 'invalid_format', detail: expect.stringContaining('Um CPF são 11 dígitos') },
      { pointer: '/birth', code: 'unknown_field', detail: expect.stringContaining('cpf, name, birth_date') },
    ],
  });
});

test('a sentence that is made for the occasion is in Portuguese too', async () => {
  const { status, body } = await post(`${service.address}/v1/verify/cpf`, '{"cpf":"40442820135"}', {
    key,
    headers: { 'accept-language': 'pt', 'idempotency-key': 'x'.repeat(256) },
  });
  expect([status, body.code]).toEqual([400, 'malformed_http']);
  expect(body.detail).toMatch(/^Envie o cabeçalho `Idempotency-Key` uma vez/);
});

test.each([
  ['cpf', { cpf: ' 40442820135' }, '000.000.000-00'],
  ['cnpj', { cnpj: '34238864/0001-68' }, '00.000.000/0000-00'],
])('a %s in another form is told the forms that are accepted, and not its own', async (path, body, form) => {
  const answer = await verify(path, body);
  expect(answer.body.errors).toEqual([
    { pointer: `/${path}`, code: 'invalid_format', detail: expect.stringContaining(form) },
  ]);
  expect(JSON.stringify(answer.body)).not.toContain(Object.values(body)[0]);
});
