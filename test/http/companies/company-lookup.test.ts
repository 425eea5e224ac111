// POST /v1/companies/lookup

import { connect } from 'node:net';
import { Value } from 'typebox/value';
import { describe, expect, test, vi } from 'vitest';
import { completeCnpj } from '../../../src/domain/numbers/cnpj.ts';
import { canaryCpfs } from '../../support/canaries.ts';
import { toStandaloneSchema } from '../../support/http/component-schema.ts';
import { get, openTestService, post } from '../../support/service/service.ts';

const service = await openTestService();
const key = await service.createKey({ rate: null, scopes: ['read:company'] });
const url = `${service.address}/v1/companies/lookup`;

const thousand = Array.from({ length: 1_000 }, (_, index) =>
  completeCnpj(`${String(index * 97 + 1).padStart(8, '0')}0001`),
);

interface Line {
  readonly index: number;
  readonly cnpj: string | null;
  readonly status: string;
  readonly reason: string | null;
  readonly company: Record<string, unknown> | null;
  readonly data_as_of: string | null;
}

async function lookUp(cnpjs: readonly unknown[], query = '', withKey = key) {
  const response = await fetch(`${url}${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${withKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ cnpjs }),
  });
  const text = await response.text();
  const lines = text.split('\n').slice(0, -1);
  return { response, text, lines: lines.map((line) => JSON.parse(line) as Line) };
}

describe('200', () => {
  test('answers every number in its place: found, not found, or invalid with the reason', async () => {
    const { response, text, lines } = await lookUp([
      '34.238.864/0001-68',
      '34238864000169',
      '90000009000195',
      'nonsense',
      34238864000168,
      null,
      '12abc34501de35',
    ]);
    expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(text.endsWith('}\n')).toBe(true);
    expect(lines.map(({ index, cnpj, status, reason }) => [index, cnpj, status, reason])).toEqual([
      [0, '34238864000168', 'found', null],
      [1, null, 'invalid', 'invalid_check_digits'],
      [2, '90000009000195', 'not_found', null],
      [3, null, 'invalid', 'invalid_format'],
      [4, null, 'invalid', 'invalid_type'],
      [5, null, 'invalid', 'invalid_type'],
      [6, '12ABC34501DE35', 'found', null],
    ]);
    const schema = toStandaloneSchema('CompanyLookupLine');
    for (const line of lines) expect([...Value.Errors(schema, line)]).toEqual([]);
    for (const line of lines) expect(Object.keys(line)).toEqual(Object.keys(lines[0] as Line));
  });

  test('gives the same record as the address of the company', async () => {
    const { lines } = await lookUp(['34238864000168']);
    const { body } = await get(`${service.address}/v1/companies/34238864000168`, { key });
    expect(lines[0]?.company).toEqual(body);
  });

  test('answers 1,000 numbers with 1,000 lines, in their order', async () => {
    const { lines } = await lookUp(thousand, '?fields=cnpj,status');
    expect(lines.map(({ cnpj }) => cnpj)).toEqual(thousand);
    const found = lines.filter(({ status }) => status === 'found');
    expect(found.length).toBeGreaterThan(900);
    for (const { company } of found) expect(Object.keys(company ?? {})).toEqual(['cnpj', 'status']);
  });

  test('answers no numbers with no lines', async () => {
    const { response, text } = await lookUp([]);
    expect([response.status, text]).toEqual([200, '']);
  });

  test('repeats no text that is not a CNPJ: it may be a CPF', async () => {
    const { text } = await lookUp([...canaryCpfs, 'MARIA']);
    for (const cpf of canaryCpfs) expect(text).not.toContain(cpf);
    expect(text).not.toContain('MARIA');
  });
});

describe('a client that does not read', () => {
  test('is dropped, and what it asked for is not made in advance', async () => {
    const body = JSON.stringify({ cnpjs: thousand });
    const head = `POST /v1/companies/lookup HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
    const before = service.clientPorts();
    const socket = connect({ port: service.port, host: '127.0.0.1' }, () => {
      // Many pipelined calls: more than the buffers of the system can take.
      for (let call = 0; call < 40; call++) socket.write(head + body);
    });
    socket.on('error', () => {});
    socket.pause();
    await expect.poll(() => service.clientPorts().length).toBeGreaterThan(before.length);
    const port = socket.localPort;
    await vi.waitFor(() => expect(service.clientPorts()).not.toContain(port), { timeout: 60_000, interval: 200 });
    socket.destroy();
    expect((await lookUp(['34238864000168'])).lines.length).toBe(1);
  }, 90_000);
});

describe('400', () => {
  test.each<[string, unknown, string]>([
    ['no list', {}, '/cnpjs required'],
    ['a text', { cnpjs: '34238864000168' }, '/cnpjs invalid_type'],
    ['1,001 numbers', { cnpjs: [...thousand, '34238864000168'] }, '/cnpjs too_many'],
    ['another field', { cnpjs: [], cnpj: '1' }, '/cnpj unknown_field'],
  ])('invalid_request for %s', async (_name, body, expected) => {
    const answer = await post(url, body, { key });
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
    const [fault] = answer.body.errors;
    expect(`${fault.pointer} ${fault.code}`).toBe(expected);
  });

  test('invalid_query for unknown fields, invalid_json for anything but an object', async () => {
    expect((await post(`${url}?fields=nope`, { cnpjs: [] }, { key })).body.code).toBe('invalid_query');
    expect((await post(url, '[]', { key })).body.code).toBe('invalid_json');
  });
});

test('401, 403: the gate of the record', async () => {
  expect((await post(url, { cnpjs: [] })).status).toBe(401);
  expect((await post(url, { cnpjs: [] }, { key: await service.createKey() })).status).toBe(403);
});

test('413 for more than 64 KiB, 415 for another content type', async () => {
  expect((await post(url, `{"cnpjs":[]${' '.repeat(70_000)}}`, { key })).status).toBe(413);
  const other = { key, headers: { 'content-type': 'application/x-ndjson' } };
  expect((await post(url, '{"cnpjs":[]}', other)).status).toBe(415);
});

describe('429', () => {
  test('every number counts: the call that goes past the limit is answered, the next one waits', async () => {
    const limited = await service.createKey({ scopes: ['read:company'], rate: { requests: 10, windowSeconds: 60 } });
    const first = await lookUp(thousand.slice(0, 4), '', limited);
    expect(first.response.headers.get('ratelimit')).toMatch(/^"default";r=6;/);
    const second = await lookUp(thousand.slice(0, 20), '', limited);
    expect([second.lines.length, second.response.headers.get('ratelimit')?.slice(0, 14)]).toEqual([
      20,
      '"default";r=0;',
    ]);
    const third = await post(url, { cnpjs: ['34238864000168'] }, { key: limited });
    expect([third.status, third.body.code]).toEqual([429, 'rate_limited']);
  });
});

test('503 registry_unavailable for a live key while no records are loaded, instead of a list of excuses', async () => {
  const live = await service.createKey({ mode: 'live', scopes: ['read:company'] });
  const { status, body } = await post(url, { cnpjs: ['34238864000168'] }, { key: live });
  expect([status, body.code]).toEqual([503, 'registry_unavailable']);
});
