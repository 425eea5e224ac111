// What the parser and the framework refuse must come back as a problem body too. Who may connect, and who leaves: connections.test.ts.

import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { canaryCpfs } from '../../support/canaries.ts';
import { sendRaw } from '../../support/http/raw-http.ts';
import { openTestService, post } from '../../support/service/service.ts';

const service = await openTestService({ CONFERE_LIMITS_AUTH_FAILURES_PER_MINUTE: '5' });
const key = await service.createKey({ rate: null });

const head = (lines: string[]) => `${lines.join('\r\n')}\r\n\r\n`;

describe('every answer that is no success is a problem', () => {
  test.each<[string, string, number, string]>([
    ['no HTTP at all', 'BAD\r\n\r\n', 400, 'malformed_http'],
    ['no Host', head(['GET /livez HTTP/1.1']), 400, 'malformed_http'],
    ['two Hosts', head(['GET /livez HTTP/1.1', 'Host: a', 'Host: b']), 400, 'malformed_http'],
    ['two Hosts in other letters', head(['GET /livez HTTP/1.1', 'Host: a', 'hOsT: a']), 400, 'malformed_http'],
    [
      'length and chunks together',
      head(['POST /v1/verify/cpf HTTP/1.1', 'Host: a', 'Content-Length: 5', 'Transfer-Encoding: chunked']),
      400,
      'malformed_http',
    ],
    [
      'two lengths',
      head(['POST /v1/verify/cpf HTTP/1.1', 'Host: a', 'Content-Length: 5', 'Content-Length: 6']),
      400,
      'malformed_http',
    ],
    [
      'another transfer coding',
      head(['POST /v1/verify/cpf HTTP/1.1', 'Host: a', 'Transfer-Encoding: gzip, chunked']),
      400,
      'malformed_http',
    ],
    ['a tunnel', head(['CONNECT example.org:443 HTTP/1.1', 'Host: example.org']), 405, 'method_not_allowed'],
    ['a header without a name', head(['GET /livez HTTP/1.1', 'Host: a', ': x']), 400, 'malformed_http'],
    ['a header with a bare line feed', 'GET /livez HTTP/1.1\nHost: a\n\n', 400, 'malformed_http'],
    ['a NUL in a header', head(['GET /livez HTTP/1.1', 'Host: a', 'X: \u0000']), 400, 'malformed_http'],
    ['a broken percent sign', head(['GET /%zz HTTP/1.1', 'Host: a', 'Connection: close']), 400, 'malformed_http'],
    [
      'headers of 20 KB',
      head(['GET /livez HTTP/1.1', 'Host: a', `X: ${'x'.repeat(20_000)}`]),
      431,
      'headers_too_large',
    ],
    ['an unknown address', head(['GET /nowhere HTTP/1.1', 'Host: a', 'Connection: close']), 404, 'not_found'],
    ['a trailing slash', head(['POST /v1/verify/cpf/ HTTP/1.1', 'Host: a', 'Connection: close']), 404, 'not_found'],
    [
      'another method',
      head(['DELETE /v1/verify/cpf HTTP/1.1', 'Host: a', 'Connection: close']),
      405,
      'method_not_allowed',
    ],
    [
      'a method of its own',
      head(['BREW /v1/verify/cpf HTTP/1.1', 'Host: a', 'Connection: close']),
      400,
      'malformed_http',
    ],
  ])('for %s', async (_name, request, status, code) => {
    const answer = await sendRaw(service.port, request);
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({
      code,
      status,
      request_id: expect.stringMatching(/^req_/),
      type: `/docs/errors#${code}`,
    });
    expect(answer.text.toLowerCase()).toContain('content-type: application/problem+json\r\n');
    expect(answer.text.toLowerCase()).toContain('request-id: req_');
    expect(answer.text.toLowerCase()).toContain('cache-control: no-store');
  });

  test('405 names the methods that the address takes', async () => {
    const cpf = await post(`${service.address}/v1/verify/cpf`, undefined, { method: 'GET' });
    const live = await post(`${service.address}/livez`, undefined, { method: 'DELETE' });
    expect([cpf.status, cpf.headers.get('allow')]).toEqual([405, 'POST']);
    expect([live.status, live.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  test('an unknown address is told so before anyone looks at the body', async () => {
    const answer = await post(`${service.address}/v1/verify/rg`, 'no json', {
      headers: { 'content-type': 'text/plain' },
    });
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
  });

  test('nothing of a malformed request is repeated, and the log has one line for it', async () => {
    const cpf = canaryCpfs[2] as string;
    const before = service.readLog().length;
    const answer = await sendRaw(service.port, `GET /${cpf} HTTP/1.1\r\nHost: a\r\nX-${cpf} y\r\n\r\n`);
    expect(answer.status).toBe(400);
    expect(answer.text).not.toContain(cpf);
    expect(service.readLog().slice(before)).toEqual([expect.objectContaining({ code: 'malformed_http', status: 400 })]);
  });
});

// On a service of its own, because a refused key counts as a failed authentication.
describe('of two such headers', () => {
  test.each([
    ['two keys', ['Content-Type: application/json'], 'Authorization', 401, 'invalid_api_key'],
    ['the same key twice', ['Content-Type: application/json'], 'aUTHORIZATION', 401, 'invalid_api_key'],
    [
      'two content types',
      ['Content-Type: application/json', 'Content-Type: application/json'],
      '',
      415,
      'unsupported_media_type',
    ],
    [
      'two different content types',
      ['Content-Type: application/json;a=b', 'content-type: text/plain'],
      '',
      415,
      'unsupported_media_type',
    ],
  ])('a request with %s is refused: neither is taken for the right one', async (name, types, second, status, code) => {
    const apart = await openTestService();
    const key = await apart.createKey();
    const repeated = second === '' ? [] : [`${second}: Bearer ${name === 'two keys' ? apart.createUnknownKey() : key}`];
    const lines = ['POST /v1/verify/cpf HTTP/1.1', 'Host: a', `Authorization: Bearer ${key}`, ...repeated, ...types];
    const answer = await sendRaw(apart.port, `${head([...lines, 'Content-Length: 21'])}{"cpf":"40442820135"}`);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });
});

describe('one log line for each request', () => {
  test('with the listed fields and no others, whatever the request holds', async () => {
    const before = service.readLog().length;
    await post(`${service.address}/v1/verify/cpf?cpf=${canaryCpfs[0]}`, { cpf: canaryCpfs[0] }, { key });
    await post(`${service.address}/${canaryCpfs[1]}/\u001b[31mred`, {}, { key });
    await post(`${service.address}/v1/verify/cpf`, { cpf: canaryCpfs[1] }, { key });
    const lines = service.readLog().slice(before);
    expect(lines.map(({ status }) => status)).toEqual([400, 404, 200]);
    const allowed = [
      'level',
      'time',
      'event',
      'request_id',
      'method',
      'route',
      'status',
      'duration_ms',
      'key_id',
      'outcome',
      'code',
      'internal',
    ];
    for (const line of lines) for (const field of Object.keys(line)) expect(allowed).toContain(field);
    expect(lines[2]).toMatchObject({ event: 'request', route: '/v1/verify/cpf', outcome: expect.any(String) });
  });
});

describe('clients that take their time', () => {
  const openSlow = (bytes: string) =>
    new Promise<string>((resolve) => {
      let text = '';
      const socket = connect(service.port, '127.0.0.1', () => socket.write(bytes));
      socket.on('data', (chunk) => {
        text += chunk.toString();
      });
      socket.on('error', () => {});
      socket.on('close', () => resolve(text));
    });

  test('with their headers or their body are told 408 and dropped', async () => {
    const [headers, body] = await Promise.all([
      openSlow('GET /livez HTTP/1.1\r\nHost: a\r\nX-Slow: '),
      openSlow(
        `POST /v1/verify/cpf HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"cpf"`,
      ),
    ]);
    for (const text of [headers, body]) {
      expect(text).toMatch(/^HTTP\/1\.1 408 /);
      expect(text).toContain('"code":"request_timeout"');
    }
  });

  test('with reading their answers are dropped, and others are served meanwhile', async () => {
    const reader = connect(service.port, '127.0.0.1').on('error', () => {});
    reader.pause();
    // Far more than the buffers between the two can hold.
    reader.write('GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(20));
    const { port } = await new Promise<{ port: number }>((resolve) => {
      reader.once('connect', () => resolve({ port: reader.localPort as number }));
    });
    await expect.poll(() => service.clientPorts()).toContain(port);
    expect((await post(`${service.address}/v1/verify/cpf`, { cpf: '40442820135' }, { key })).status).toBe(200);
    await expect.poll(() => service.clientPorts(), { interval: 200 }).not.toContain(port);
    reader.destroy();
  });
});

// Last, because strangers of this address have to wait for a minute after it.
describe('too many failed authentications from one address', () => {
  test('are told to wait, on both operations, and a good key of the same address is not concerned', async () => {
    const url = `${service.address}/v1/verify/cpf`;
    for (let attempt = 0; attempt < 5; attempt++) {
      expect((await post(url, {}, { key: service.createUnknownKey() })).status).toBe(401);
    }
    const { status, body, headers } = await post(url, {}, { key: service.createUnknownKey() });
    expect([status, body.code]).toEqual([429, 'rate_limited']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await post(`${service.address}/v1/verify/cnpj`, {}, { key: 'cfr_test_typo' })).status).toBe(429);
    expect((await post(`${service.address}/v1/verify/cnpj`, {})).status).toBe(429);
    expect((await post(url, { cpf: '40442820135' }, { key })).status).toBe(200);
    expect((await post(`${service.address}/livez`, undefined, { method: 'GET' })).status).toBe(200);
  });
});
