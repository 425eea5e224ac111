// The client over real sockets: a server that says what it is told to say, and a clock that the test moves.

import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Surroundings } from './call/call.ts';
import type { ConfereError } from './call/confere-error.ts';
import { responseOf } from './call/response-meta.ts';
import { type ClientOptions, createClient, createClientIn } from './client.ts';

interface Received {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

type Reply = { status: number; headers?: Record<string, string>; body?: string } | 'hang up' | 'silence' | 'half';

const key = 'cfr_test_notAKeyOfAnybody';
const answer = { status: 200, headers: { 'content-type': 'application/json' }, body: '{"status":"verified"}' };
const toJson = (status: number, body: object): Reply => ({ ...answer, status, body: JSON.stringify(body) });
const pending = toJson(202, { request_id: 'req_1', status: 'pending' });
const toProblem = (status: number, code: string, headers: Record<string, string> = {}, errors?: object[]): Reply => ({
  status,
  headers: { 'content-type': 'application/problem+json', ...headers },
  body: JSON.stringify({ code, status, title: 'T', detail: 'D.', request_id: 'req_1', errors }),
});

let server: Server;
let received: Received[];
let replies: Reply[];
let url: string;
beforeEach(async () => {
  received = [];
  replies = [];
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += String(chunk);
    });
    request.on('end', () => {
      received.push({ url: request.url ?? '', headers: request.headers, body });
      const reply = replies.shift() ?? answer;
      if (reply === 'hang up') request.socket.destroy();
      else if (reply === 'half')
        response.writeHead(200, { 'content-length': '100' }).write('{', () => request.socket.destroy());
      else if (reply !== 'silence') response.writeHead(reply.status, reply.headers).end(reply.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Timers run only when the test says so, and time passes with them. */
function createTimers() {
  const timers = new Map<number, { run: () => void; atMs: number }>();
  let nowMs = 0;
  let count = 0;
  const surroundings: Surroundings = {
    fetch: (address, init) => fetch(address, init),
    monotonicMs: () => nowMs,
    random: () => 0,
    setTimer: (run, afterMs) => {
      timers.set(++count, { run, atMs: nowMs + afterMs });
      return count;
    },
    clearTimer: (timer) => timers.delete(timer as number),
  };
  return {
    surroundings,
    nowMs: () => nowMs,
    isIdle: () => timers.size === 0,
    /** Waits for a pause beside the deadline, and lets it pass. */
    async passPause() {
      await expect.poll(() => timers.size).toBe(2);
      this.passNext();
    },
    /** Waits for a pause of this length, and lets it pass. */
    async passPauseOf(ms: number) {
      await expect.poll(() => Math.min(...[...timers.values()].map(({ atMs }) => atMs - nowMs))).toBe(ms);
      this.passNext();
    },
    passNext() {
      const [id, timer] = [...timers].sort(([, one], [, other]) => one.atMs - other.atMs)[0] ?? [];
      if (id === undefined || timer === undefined) throw new Error('No timer is set.');
      timers.delete(id);
      nowMs = timer.atMs;
      timer.run();
    },
  };
}

function connect(options: Partial<ClientOptions> = {}) {
  const timers = createTimers();
  return { timers, client: createClientIn({ url, key, ...options }, timers.surroundings) };
}

describe('a verification', () => {
  test('is sent with the key, a purpose, a language and an Idempotency-Key of its own', async () => {
    const { client } = connect({ url: `${url}/confere/`, language: 'pt-BR' });
    await client.verifyCpf({ cpf: '40442820135' }, { explain: true, purpose: 'credit' });
    await client.verifyCnpj({ cnpj: '12ABC34501DE35' });
    const [one, other] = received;
    expect([one?.url, one?.body]).toEqual(['/confere/v1/verify/cpf?explain=true', '{"cpf":"40442820135"}']);
    expect(one?.headers).toMatchObject({
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'accept-language': 'pt-BR',
      'confere-purpose': 'credit',
    });
    expect([other?.url, other?.body]).toEqual(['/confere/v1/verify/cnpj', '{"cnpj":"12ABC34501DE35"}']);
    expect(one?.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/);
    expect(other?.headers['idempotency-key']).not.toBe(one?.headers['idempotency-key']);
  });

  test.each<[string, Reply, number]>([
    ['a full service', toProblem(503, 'overloaded', { 'retry-after': '2' }), 2_000],
    ['a rate limit', toProblem(429, 'rate_limited', { 'retry-after': '17' }), 17_000],
    ['a first call that still runs', toProblem(409, 'idempotency_in_progress', { 'retry-after': '1' }), 1_000],
    ['a gateway', { status: 502, body: '<html>' }, 125],
    ['a connection that broke', 'hang up', 125],
    ['an answer that broke off', 'half', 125],
  ])('is made again after %s, with the same bytes and the same Idempotency-Key', async (_name, reply, waitedMs) => {
    const { client, timers } = connect();
    replies = [reply];
    const verified = client.verifyCpf({ cpf: '40442820135' });
    await timers.passPause();
    expect(await verified).toEqual({ status: 'verified' });
    expect(timers.nowMs()).toBe(waitedMs);
    expect(timers.isIdle()).toBe(true);
    const [first, second] = received;
    expect(second).toEqual(first);
  });

  test.each<[string, number, Reply]>([
    ['invalid_request', 400, toProblem(400, 'invalid_request')],
    ['idempotency_outcome_unknown', 409, toProblem(409, 'idempotency_outcome_unknown')],
    ['internal_error', 500, toProblem(500, 'internal_error')],
    ['sources_not_configured', 503, toProblem(503, 'sources_not_configured')],
    ['a_code_of_tomorrow', 400, toProblem(400, 'a_code_of_tomorrow')],
    ['unexpected_answer', 302, { status: 302, headers: { location: 'http://127.0.0.1:1/' } }],
    ['unexpected_answer', 200, { status: 200, body: '<html>' }],
    ['unexpected_answer', 400, { status: 400, headers: { 'content-type': 'application/problem+json' }, body: '{' }],
  ])('that fails with %s is not made again', async (code, status, reply) => {
    const { client } = connect();
    replies = [reply];
    const refused = client.verifyCpf({ cpf: '40442820135' });
    await expect(refused).rejects.toMatchObject({ name: 'ConfereError', code, status });
    expect(received).toHaveLength(1);
  });

  test('says what is wrong with which field, and nothing of the request', async () => {
    const faults = [{ pointer: '/cpf', code: 'invalid_check_digits', detail: 'D.' }];
    replies = [toProblem(400, 'invalid_request', {}, faults)];
    const error = await connect()
      .client.verifyCpf({ cpf: '40442820136' })
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ faults, requestId: 'req_1', retryable: false });
    expect(String(error)).toBe('ConfereError: invalid_request: D. [/cpf invalid_check_digits] (req_1)');
  });

  test('does not wait for what comes after its deadline', async () => {
    const { client } = connect({ deadlineMs: 10_000 });
    replies = [toProblem(429, 'quota_exceeded', { 'retry-after': '40000' })];
    const refused = client.verifyCpf({ cpf: '40442820135' });
    await expect(refused).rejects.toMatchObject({ code: 'quota_exceeded', retryAfterMs: 40_000_000 });
  });

  test('gives up at its deadline, also when nothing answers', async () => {
    const { client, timers } = connect();
    replies = ['silence'];
    const verified = client.verifyCpf({ cpf: '40442820135' }, { deadlineMs: 5_000 });
    await expect.poll(() => received.length).toBe(1);
    timers.passNext();
    await expect(verified).rejects.toMatchObject({ code: 'deadline_exceeded' });
    expect(timers.nowMs()).toBe(5_000);
  });

  test.each(['before', 'while it is under way', 'while it waits'])('stops by its signal %s', async (when) => {
    const { client, timers } = connect();
    const controller = new AbortController();
    const reason = new Error('changed my mind');
    replies = [when === 'while it waits' ? toProblem(503, 'overloaded', { 'retry-after': '9' }) : 'silence'];
    if (when === 'before') controller.abort(reason);
    const verified = client.verifyCpf({ cpf: '40442820135' }, { signal: controller.signal });
    const ended = expect(verified).rejects.toMatchObject({ code: 'aborted', cause: reason });
    if (when !== 'before') await expect.poll(() => received.length).toBe(1);
    if (when === 'while it waits') await expect.poll(() => timers.isIdle()).toBe(false);
    controller.abort(reason);
    await ended;
    expect(timers.isIdle()).toBe(true);
  });

  test('is made again four times and no more, and a service in trouble gets ten extra calls from one client', async () => {
    const { client, timers } = connect();
    replies = Array.from({ length: 100 }, () => toProblem(503, 'overloaded'));
    const fail = async (pauses: number) => {
      const verified = client.verifyCpf({ cpf: '40442820135' });
      const ended = expect(verified).rejects.toMatchObject({ code: 'overloaded' });
      for (let pause = 0; pause < pauses; pause++) await timers.passPause();
      await ended;
    };
    await fail(4);
    await fail(4);
    await fail(2);
    await fail(0);
    expect(received).toHaveLength(4 + 10);
  });

  test('waits for its turn as often as it is told to, whatever the budget', async () => {
    const { client, timers } = connect({ deadlineMs: 1_000_000 });
    replies = Array.from({ length: 20 }, () => toProblem(429, 'rate_limited', { 'retry-after': '1' }));
    const verified = client.verifyCpf({ cpf: '40442820135' });
    for (let pause = 0; pause < 20; pause++) await timers.passPause();
    expect(await verified).toEqual({ status: 'verified' });
  });

  test('that is pending is an error with its id, asked once, and an answer only where it was asked for', async () => {
    const { client } = connect();
    replies = [pending, pending, pending];
    const failed = { code: 'verification_pending', status: 202, requestId: 'req_1', retryable: false };
    await expect(client.verifyCpf({ cpf: '40442820135' }, { explain: true })).rejects.toMatchObject({
      ...failed,
      message: expect.stringMatching(/findVerification.*startCpf.*req_1/),
    });
    await expect(client.verifyCnpj({ cnpj: '12ABC34501DE35' })).rejects.toMatchObject(failed);
    expect(await client.startCpf({ cpf: '40442820135' })).toEqual({ request_id: 'req_1', status: 'pending' });
    expect(received.map(({ headers }) => headers['prefer'])).toEqual([undefined, undefined, 'respond-async']);
  });
});

describe('the language of the client', () => {
  const fail = async (reply: Reply | 'hang up', language: 'en' | 'pt-BR') => {
    replies.push(reply);
    const { client } = connect({ language, retriesMax: 0 });
    return client.readKey().catch((error: ConfereError) => error);
  };
  const page = { status: 404, headers: { 'content-type': 'text/html' }, body: '<html>' };
  const noJson = { status: 200, headers: {}, body: '<html>' };
  test.each([
    ['a connection that broke', 'hang up', 'The service could not be reached', 'Não foi possível chegar ao serviço'],
    ['a page of another', page, 'is not one of Confere', 'não é do Confere'],
    ['what is no JSON', noJson, 'is not JSON', 'não é JSON'],
  ] as const)('is that of its own errors and their stacks: %s', async (_what, reply, english, portuguese) => {
    const inEnglish = await fail(reply, 'en');
    expect(inEnglish).toMatchObject({ message: expect.stringContaining(english) });
    expect(await fail(reply, 'pt-BR')).toMatchObject({
      message: expect.stringContaining(portuguese),
      stack: expect.not.stringContaining(english),
    });
  });

  test('is that of a deadline and a signal, too', async () => {
    replies.push('silence', 'silence');
    const { client, timers } = connect({ language: 'pt-BR' });
    const late = client.readKey({ deadlineMs: 50 }).catch((error: ConfereError) => error.message);
    await expect.poll(() => timers.isIdle()).toBe(false);
    timers.passNext();
    expect(await late).toBe('Não houve resposta em 50 ms.');
    const stopped = client.readKey({ signal: AbortSignal.abort() }).catch((error: ConfereError) => error.message);
    expect(await stopped).toBe('A chamada foi interrompida pelo seu signal.');
  });
});

describe('many verifications', () => {
  const toBody = (index: number) => toJson(200, { status: `number ${index}` });

  test('have a row each, in the order of the inputs, with an error of its own where one fails', async () => {
    replies = [toBody(0), toProblem(400, 'invalid_request'), toBody(2), pending];
    const inputs = [{ cpf: 'a' }, { cpf: 'b' }, { cnpj: 'c' }, { cpf: 'd' }];
    const rows = [];
    const options = { concurrency: 1, idempotencyKey: (_input: object, index: number) => `night-${index}` };
    for await (const row of connect().client.verifyMany(inputs, options)) rows.push(row);
    expect(rows).toMatchObject([
      { kind: 'answered', index: 0, input: { cpf: 'a' }, answer: { status: 'number 0' } },
      { kind: 'failed', index: 1, input: { cpf: 'b' }, error: { code: 'invalid_request' } },
      { kind: 'answered', index: 2, input: { cnpj: 'c' }, answer: { status: 'number 2' } },
      { kind: 'failed', index: 3, input: { cpf: 'd' }, error: { code: 'verification_pending', requestId: 'req_1' } },
    ]);
    expect(received.map(({ headers }) => headers['idempotency-key'])).toEqual(inputs.map((_, at) => `night-${at}`));
  });

  test('end with the error where every further one would be refused', async () => {
    replies = [toBody(0), toProblem(401, 'invalid_api_key')];
    const rows = connect().client.verifyMany([{ cpf: 'a' }, { cpf: 'b' }, { cpf: 'c' }], { concurrency: 1 });
    expect((await rows.next()).value).toMatchObject({ kind: 'answered' });
    await expect(rows.next()).rejects.toMatchObject({ code: 'invalid_api_key' });
    expect(received).toHaveLength(2);
  });

  test('leave no call behind when nobody reads on, nor when their signal says stop', async () => {
    replies = [toBody(0), 'silence', 'silence'];
    const closed: Promise<void>[] = [];
    server.on('request', (request) => closed.push(new Promise((resolve) => request.socket.once('close', resolve))));
    for await (const row of connect().client.verifyMany([{ cpf: 'a' }, { cpf: 'b' }], { concurrency: 2 })) {
      expect(row.kind).toBe('answered');
      await expect.poll(() => received.length).toBe(2);
      break;
    }
    await closed[1];
    const controller = new AbortController();
    const rows = connect().client.verifyMany([{ cpf: 'c' }], { signal: controller.signal });
    const next = expect(rows.next()).rejects.toMatchObject({ code: 'aborted' });
    await expect.poll(() => received.length).toBe(3);
    controller.abort();
    await next;
  });
});

test('an earlier answer is read again by its id, and is undefined where it is not kept', async () => {
  const client = createClient({ url, key });
  expect(await client.findVerification('req_1')).toEqual({ status: 'verified' });
  expect(received[0]?.url).toBe('/v1/verifications/req_1');
  replies = [toProblem(404, 'verification_not_found')];
  expect(await client.findVerification('req_2')).toBeUndefined();
});

test('an earlier screening is read again by its id, and is undefined where it is not kept', async () => {
  const client = createClient({ url, key });
  await client.findScreening('req_1');
  await client.findScreening('req_1', { explain: true });
  expect(received.map((each) => each.url)).toEqual(['/v1/screenings/req_1', '/v1/screenings/req_1?explain=true']);
  replies = [toProblem(404, 'screening_not_found')];
  expect(await client.findScreening('req_2')).toBeUndefined();
});

test('a screening asks about a person, or about a company with its partners, once for all tries', async () => {
  const client = createClient({ url, key });
  await client.screen({ cpf: '40532176871', name: 'Sérgio Augusto Ramos' }, { purpose: 'onboarding' });
  await client.screen({ cnpj: '34238864000168' }, { partners: true });
  expect(received.map((each) => each.url)).toEqual(['/v1/screen', '/v1/screen?partners=true']);
  expect(received[0]?.headers).toMatchObject({ 'confere-purpose': 'onboarding' });
  expect(received[0]?.headers['idempotency-key']).not.toBe(received[1]?.headers['idempotency-key']);
});

test('usage is that of a month, or of this one', async () => {
  const client = createClient({ url, key });
  replies = [{ ...answer, body: '{"month":"2026-11","reais":"1.4090"}' }];
  expect(await client.readUsage({ month: '2026-11' })).toMatchObject({ reais: '1.4090' });
  await client.readUsage();
  expect(received.map((each) => each.url)).toEqual(['/v1/usage?month=2026-11', '/v1/usage']);
});

describe('a batch', () => {
  const batch = { id: 'bat_1', status: 'running', rows: 1_001 };

  test('is made of requests, or of a table as it is, and the same bytes are sent again', async () => {
    const { client, timers } = connect();
    replies = ['hang up', toJson(202, batch), toJson(202, batch)];
    const requests = [{ cpf: '40442820135' }, { cnpj: '34238864000168' }];
    const created = client.batches.create(requests, { webhook: 'wh_1', explain: true, purpose: 'credit' });
    await timers.passPause();
    expect(await created).toEqual(batch);
    await client.batches.create(new Blob(['cpf\n40442820135\n']));
    const [first, second, table] = received;
    expect(second).toEqual(first);
    expect(first).toMatchObject({
      url: '/v1/batches?explain=true&webhook=wh_1',
      body: '{"cpf":"40442820135"}\n{"cnpj":"34238864000168"}\n',
      headers: { 'content-type': 'application/x-ndjson', 'confere-purpose': 'credit' },
    });
    expect(table).toMatchObject({
      url: '/v1/batches',
      body: 'cpf\n40442820135\n',
      headers: { 'content-type': 'text/csv' },
    });
  });

  test('is planned without being made', async () => {
    const { client } = connect();
    const plan = { rows: 1, people: 1, not_compared: ['name'] };
    replies = [toJson(200, plan)];
    expect(await client.batches.plan([{ cpf: '40442820135' }])).toEqual(plan);
    expect(received[0]).toMatchObject({ url: '/v1/batches?dry_run=true', body: '{"cpf":"40442820135"}\n' });
  });

  test('gives its results thousand by thousand, and a broken connection costs no more than those', async () => {
    const { client, timers } = connect();
    replies = [
      toJson(200, batch),
      { ...answer, body: '{"row":1}\n{"row":2}\n' },
      'half',
      { ...answer, body: '{"row":1001}\n' },
    ];
    const results = Array.fromAsync(client.batches.results('bat_1'));
    await timers.passPause();
    expect(await results).toEqual([{ row: 1 }, { row: 2 }, { row: 1001 }]);
    expect(received.map(({ url }) => url)).toEqual([
      '/v1/batches/bat_1',
      '/v1/batches/bat_1/results?from=1&to=1000',
      '/v1/batches/bat_1/results?from=1001&to=2000',
      '/v1/batches/bat_1/results?from=1001&to=2000',
    ]);
  });

  test('that is not there is undefined, and one that is deleted is gone', async () => {
    const { client } = connect();
    replies = [toProblem(404, 'batch_not_found'), { status: 204 }];
    expect(await client.batches.find('bat_2')).toBeUndefined();
    expect(await client.batches.delete('bat_2')).toBeUndefined();
  });
});

describe('a watch', () => {
  const watch = { id: 'wat_1', companies: 2, changes: 3 };

  test('is made of numbers, or of a table as it is, and is told at an endpoint', async () => {
    const { client, timers } = connect();
    replies = [toProblem(503, 'overloaded', { 'retry-after': '1' }), toJson(201, watch), toJson(201, watch)];
    const created = client.watches.create(new Set(['34.238.864/0001-68', '12ABC34501DE35']), { webhook: 'wh_1' });
    await timers.passPause();
    expect(await created).toEqual(watch);
    await client.watches.create('cnpj\n34238864000168\n');
    const [first, second, table] = received;
    expect(second).toEqual(first);
    expect(first).toMatchObject({
      url: '/v1/watches?webhook=wh_1',
      body: '{"cnpj":"34.238.864/0001-68"}\n{"cnpj":"12ABC34501DE35"}\n',
      headers: { 'content-type': 'application/x-ndjson' },
    });
    expect(table).toMatchObject({ url: '/v1/watches', headers: { 'content-type': 'text/csv' } });
  });

  test('of people says why and by which right, and every row has the same columns', async () => {
    const { client } = connect();
    replies = [toJson(201, watch), toJson(201, watch)];
    const people = [{ cpf: '52998224725', name: 'Maria', reference: 'a' }];
    await client.watches.createOfPeople(people, { legalBasis: 'contract', purpose: 'credit', until: '2027-01-31' });
    await client.watches.create(['34238864000168'], { lists: true });
    expect(received[0]).toMatchObject({
      url: '/v1/watches?kind=person&legal_basis=contract&until=2027-01-31',
      body: '{"cpf":"52998224725","name":"Maria","birth_date":null,"reference":"a"}\n',
      headers: { 'content-type': 'application/x-ndjson', 'confere-purpose': 'credit' },
    });
    expect(received[1]?.url).toBe('/v1/watches?lists=true');
  });

  test.each<[string, Reply]>([
    ['connection_failed', 'hang up'],
    ['unexpected_answer', { status: 502, body: '<html>' }],
  ])('is asked for again under the same name where the first call may have been heard: %s', async (_code, reply) => {
    const { client, timers } = connect();
    replies = [reply, toJson(201, watch)];
    const created = client.watches.create(['34238864000168']);
    await timers.passPause();
    expect(await created).toEqual(watch);
    const [first, second] = received.map(({ headers }) => headers['idempotency-key']);
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(second).toBe(first);
  });

  test('gives its changes page by page, from the one on that was read last, over a broken connection', async () => {
    const { client, timers } = connect();
    replies = [
      toJson(200, { changes: [{ cursor: '8' }, { cursor: '9' }], next_cursor: '9' }),
      'half',
      toJson(200, { changes: [{ cursor: '10' }], next_cursor: null }),
    ];
    const changes = Array.fromAsync(client.watches.changes('wat_1', { after: '7' }));
    await timers.passPause();
    expect(await changes).toEqual([{ cursor: '8' }, { cursor: '9' }, { cursor: '10' }]);
    expect(received.map(({ url }) => url)).toEqual([
      '/v1/watches/wat_1/changes?cursor=7&limit=1000',
      '/v1/watches/wat_1/changes?cursor=9&limit=1000',
      '/v1/watches/wat_1/changes?cursor=9&limit=1000',
    ]);
  });

  test('that is not there is undefined, and one that is deleted is gone', async () => {
    const { client } = connect();
    replies = [toJson(200, watch), toProblem(404, 'watch_not_found'), { status: 204 }];
    expect(await client.watches.find('wat_1')).toEqual(watch);
    expect(await client.watches.find('wat_2')).toBeUndefined();
    expect(await client.watches.delete('wat_2')).toBeUndefined();
  });
});

test('clearances are made, listed page by page, confirmed and revoked; one that is not there is undefined', async () => {
  const { client } = connect();
  const toPage = (id: string, cursor: string | null) => ({ clearances: [{ id }], next_cursor: cursor });
  const clearance = { id: 'clr_1', row: 'ceis:1', state: 'proposed' };
  replies = [
    toJson(201, clearance),
    toProblem(404, 'clearance_not_found'),
    toJson(200, toPage('clr_1', '9.clr_1')),
    toJson(200, toPage('clr_0', null)),
    toJson(200, { ...clearance, state: 'cleared' }),
    { status: 204 },
  ];
  const order = { cnpj: '34238864000168', row: 'ceis:1', reason: 'Outra empresa.' };
  expect(await client.clearances.create(order, { partners: true })).toEqual(clearance);
  expect(await client.clearances.find('clr_2')).toBeUndefined();
  const ids: string[] = [];
  for await (const { id } of client.clearances.list()) ids.push(id);
  expect(ids).toEqual(['clr_1', 'clr_0']);
  expect(await client.clearances.confirm('clr_1')).toMatchObject({ state: 'cleared' });
  expect(await client.clearances.revoke('clr_1')).toBeUndefined();
  const address = '/v1/screen/clearances';
  expect(received.map((each) => each.url)).toEqual([
    `${address}?partners=true`,
    `${address}/clr_2`,
    `${address}?limit=100`,
    `${address}?cursor=9.clr_1&limit=100`,
    `${address}/clr_1/confirm`,
    `${address}/clr_1`,
  ]);
});

test('events are listed page by page, from a time on and behind the one that was read last', async () => {
  const { client } = connect();
  const toPage = (...cursors: string[]) => ({
    events: cursors.map((cursor) => ({ cursor })),
    next_cursor: cursors[1] ?? null,
  });
  replies = [toPage('8', '9'), toPage('10'), toPage()].map((page) => toJson(200, page));
  const since = new Date('2026-11-15T12:00:00Z');
  const listed = await Array.fromAsync(client.events.list({ since, after: '7' }));
  expect(listed.map(({ cursor }) => cursor)).toEqual(['8', '9', '10']);
  expect(await Array.fromAsync(client.events.list())).toEqual([]);
  const query = 'since=2026-11-15T12%3A00%3A00.000Z';
  expect(received.map(({ url }) => url)).toEqual([
    `/v1/events?${query}&after=7&limit=1000`,
    `/v1/events?${query}&after=9&limit=1000`,
    '/v1/events?limit=1000',
  ]);
});

describe('what an answer says besides', () => {
  const limits = { 'ratelimit-policy': '"default";q=600;w=60', ratelimit: '"default";r=599;t=42' };

  test('is found by the answer, and by the error', async () => {
    const { client, timers } = connect();
    replies = [
      toProblem(503, 'overloaded', { 'retry-after': '1' }),
      { ...answer, headers: { ...answer.headers, ...limits, 'request-id': 'req_7', 'idempotent-replayed': 'true' } },
      toProblem(400, 'invalid_request', { ...limits, 'request-id': 'req_8' }),
      answer,
    ];
    const verified = client.verifyCpf({ cpf: '1' });
    await timers.passPause();
    const rateLimit = { limit: 600, windowSeconds: 60, remaining: 599, resetsInSeconds: 42 };
    expect(responseOf(await verified)).toEqual({
      status: 200,
      requestId: 'req_7',
      rateLimit,
      isReplayed: true,
      tries: 2,
    });
    const refused = await client.verifyCpf({ cpf: '1' }).catch((error: unknown) => error);
    expect(responseOf(refused)).toMatchObject({ status: 400, requestId: 'req_8', rateLimit, tries: 1 });
    expect(responseOf(await client.verifyCpf({ cpf: '1' }))).toMatchObject({ rateLimit: undefined });
    for (const other of [undefined, null, 'x', {}]) expect(responseOf(other)).toBeUndefined();
  });

  test('is told to hooks, without numbers; what a hook throws concerns no call', async () => {
    const told: unknown[] = [];
    const note = (name: string) => (facts: object) => {
      told.push([name, facts]);
      throw new Error('a hook in trouble');
    };
    const hooks = { onRequest: note('request'), onResponse: note('response'), onRetry: note('retry') };
    const { client, timers } = connect({ hooks });
    replies = [toProblem(429, 'rate_limited', { 'retry-after': '3' }), answer];
    const found = client.findCompany('12.ABC.345/01DE-35', { fields: ['cnpj'] });
    await timers.passPause();
    expect(await found).toEqual({ status: 'verified' });
    const facts = { method: 'GET', route: '/v1/companies/{id}' };
    expect(told).toMatchObject([
      ['request', { ...facts, attempt: 1 }],
      ['response', { ...facts, attempt: 1, status: 429, durationMs: 0 }],
      ['retry', { ...facts, attempt: 1, code: 'rate_limited', afterMs: 3000 }],
      ['request', { ...facts, attempt: 2 }],
      ['response', { ...facts, attempt: 2, status: 200, tries: 2 }],
    ]);
    expect(JSON.stringify(told)).not.toContain('12');
  });
});

describe('a batch that is waited for', () => {
  const toBatch = (status: string) => toJson(200, { id: 'bat_1', status, rows: 3 });

  test('is given when it is no longer running, also over a service that is away', async () => {
    const { client, timers } = connect({ retriesMax: 0 });
    replies = [toBatch('running'), toProblem(503, 'overloaded'), toBatch('running'), toBatch('completed')];
    const seen: string[] = [];
    const waiting = client.waitForBatch('bat_1', { onProgress: ({ status }) => seen.push(status) });
    for (const pauseMs of [500, 750, 1125]) await timers.passPauseOf(pauseMs);
    expect(await waiting).toMatchObject({ id: 'bat_1', status: 'completed' });
    expect(seen).toEqual(['running', 'running', 'completed']);
    expect(timers.nowMs()).toBe(500 + 750 + 1125);
    expect(timers.isIdle()).toBe(true);
  });

  test('that is not there, and one that takes too long, are errors', async () => {
    const { client, timers } = connect();
    replies = [toProblem(404, 'batch_not_found'), toBatch('running')];
    await expect(client.waitForBatch('bat_2')).rejects.toMatchObject({ code: 'batch_not_found' });
    const waiting = client.waitForBatch('bat_1', { deadlineMs: 400 });
    const ended = expect(waiting).rejects.toMatchObject({ code: 'deadline_exceeded' });
    await timers.passPauseOf(400);
    await ended;
    const stop = new AbortController();
    replies = [toBatch('running')];
    const stopped = expect(client.waitForBatch('bat_1', { signal: stop.signal })).rejects.toMatchObject({
      code: 'aborted',
    });
    stop.abort();
    await stopped;
  });
});

describe('a client', () => {
  test.each([
    '',
    'confere.example',
    'ftp://confere.example',
    'http://user:pass@confere.example',
    'http://a.example/?x=1',
  ])('refuses the address %j', (address) => {
    expect(() => createClient({ url: address, key })).toThrow('`url` must be');
  });

  test.each([undefined, ''])('refuses the key %j, which is none, and says what to look at', (none) => {
    expect(() => createClient({ url, key: none })).toThrow(/^`key` is missing: .*environment variable/);
  });

  test.each(['cfr_test_a b', 'cfr_test_\n'])('refuses the key %j without repeating it', (bad) => {
    expect(() => createClient({ url, key: bad })).toThrow(
      /^`key` must be an API key of the service: cfr_live_… or cfr_test_…$/,
    );
  });

  test('shows its key to nobody', () => {
    expect(JSON.stringify(Object.values(createClient({ url, key })).map(String))).not.toContain(key);
  });
});
