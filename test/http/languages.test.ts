import { describe, expect, test } from 'vitest';
import { type ErrorCode, errorKinds } from '../../src/error-codes.ts';
import { errorsInPortuguese } from '../../src/http/answer/problem-portuguese.ts';
import { toCpfRequest } from '../support/http/raw-client.ts';
import { sendRaw } from '../support/http/raw-http.ts';
import { openTestService, post } from '../support/service/service.ts';

const service = await openTestService();
const key = await service.createKey();

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
  expect([english, portuguese].map(({ headers }) => headers.get('vary'))).toEqual([
    'accept-language',
    'accept-language',
  ]);
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

describe('what is refused outside the framework is in the language of its headers, with the same headers', () => {
  const portuguese = (...more: string[]) =>
    ['GET /livez HTTP/1.1', 'Host: a', 'Accept-Language: pt-BR, en;q=0.5', ...more, '', ''].join('\r\n');

  test.each([
    ['headers that are too large', 431, 'headers_too_large', portuguese(`X: ${'x'.repeat(20_000)}`)],
    ['a header that is none', 400, 'malformed_http', portuguese('No header')],
    ['a CONNECT', 405, 'method_not_allowed', portuguese().replace('GET /livez', 'CONNECT a:80')],
    ['a path that cannot be decoded', 400, 'malformed_http', portuguese().replace('/livez', '/%')],
  ])('%s', async (_what, status, code, bytes) => {
    const answer = await sendRaw(service.port, bytes);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    const { title } = errorsInPortuguese[code as ErrorCode];
    expect(toText(answer.body.title)).toBe(title);
    expect(answer.text.toLowerCase()).toContain('\r\ncontent-language: pt-br\r\n');
    expect(answer.text.toLowerCase()).toContain('\r\nvary: accept-language\r\n');
    const english = await sendRaw(service.port, bytes.replace(/Accept-Language.*\r\n/, ''));
    expect([english.body.code, english.body.title]).toEqual([code, errorKinds[code as ErrorCode].title]);
    expect(english.text.toLowerCase()).toContain('\r\ncontent-language: en\r\n');
  });

  test('a body that cannot be framed, or does not come in time', async () => {
    const whole = toCpfRequest(key, undefined, ['Accept-Language: pt-BR']);
    const chunked = whole.replace(/Content-Length: \d+/, 'Transfer-Encoding: chunked');
    const [framed, late, silent] = await Promise.all([
      sendRaw(service.port, chunked.replace(/\r\n\r\n.*$/s, '\r\n\r\nzz\r\n')),
      sendRaw(service.port, whole.slice(0, -5)),
      // Without the end of its headers nobody knows the language.
      sendRaw(service.port, whole.slice(0, whole.indexOf('Accept-Language'))),
    ]);
    expect([framed.status, framed.body.code]).toEqual([400, 'malformed_http']);
    expect(toText(framed.body.title)).toBe(errorsInPortuguese.malformed_http.title);
    expect([late.status, late.body.code]).toEqual([408, 'request_timeout']);
    expect(toText(late.body.title)).toBe(errorsInPortuguese.request_timeout.title);
    expect([silent.status, silent.body.title]).toEqual([408, errorKinds.request_timeout.title]);
  });
});

function toText(latin1: string): string {
  return Buffer.from(latin1, 'latin1').toString();
}
