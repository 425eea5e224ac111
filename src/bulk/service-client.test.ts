// A row whose source answers later, over real sockets: the run goes on, whatever becomes of it.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createManualClock } from '../../test/support/manual-clock.ts';
import { openServiceClient } from './service-client.ts';

const id = 'req_019a8e5c7b3d7c60a1f2e4d5c6b7a8f9';
const pending = { status: 202, body: { request_id: id, status: 'pending' } };
const whole = { request_id: id, status: 'verified' };
const question = { kind: 'cpf', cpf: '40442820135', name: undefined, birthDate: undefined } as never;

/** The first reply is to the question, the others are to the looks for its answer; the last one holds on. */
async function askWith(
  replies: { status: number; body: object; headers?: Record<string, string> }[],
  controller = new AbortController(),
) {
  const asked: string[] = [];
  const pausesMs: number[] = [];
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      asked.push(`${request.method} ${request.url}`);
      const reply = replies.length > 1 ? replies.shift() : replies[0];
      response.writeHead(reply?.status ?? 500, reply?.headers).end(JSON.stringify(reply?.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const clock = createManualClock();
  const client = openServiceClient({
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    ...{
      asks: 'verify',
      apiKey: 'cfr_test_x',
      purpose: undefined,
      concurrency: 1,
      patienceMs: 60_000,
      signal: controller.signal,
    },
    clock,
    sleep: async (ms) => {
      pausesMs.push(ms);
      clock.advance(ms);
    },
  });
  onTestFinished(async () => {
    await client.close();
    server.closeAllConnections();
    server.close();
  });
  const leave = (): void => {
    server.closeAllConnections();
    server.close();
  };
  if (replies.length === 0) leave();
  return {
    result: await client.ask(question, 'once'),
    asked,
    pausesMs,
    leave,
    ask: () => client.ask(question, 'anew'),
  };
}

test('a service that was never reached stops the run at once, with what to check', async () => {
  const { result } = await askWith([]);
  expect(result).toMatchObject({ kind: 'stop', sentence: expect.stringMatching(/ECONNREFUSED.*Check --url/) });
});

test('a service that answered once is waited for when it goes', async () => {
  const { result, leave, ask } = await askWith([{ status: 200, body: whole }]);
  expect(result.kind).toBe('answered');
  leave();
  expect(await ask()).toMatchObject({ kind: 'gone', reason: expect.stringContaining('does not answer') });
});

test('a row waits for an answer that comes later, also past a look that failed', async () => {
  const { result, asked } = await askWith([pending, pending, { status: 503, body: {} }, { status: 200, body: whole }]);
  expect(result).toEqual({ kind: 'answered', body: whole, isReplayed: false });
  expect(asked).toEqual(['POST /v1/verify/cpf?explain=true', ...Array(3).fill(`GET /v1/verifications/${id}`)]);
});

test.each([
  ['the key may not read it', [pending, { status: 403, body: { code: 'insufficient_scope' } }], 2],
  ['it is not kept', [pending, { status: 404, body: { code: 'verification_not_found' } }], 2],
  ['it does not come in time', [pending], 8],
])('a row has no answer where %s, and says by which id it is read', async (_why, replies, calls) => {
  const { result, asked } = await askWith(replies);
  expect(result).toMatchObject({ kind: 'refused', code: 'verification_pending', detail: expect.stringContaining(id) });
  expect(asked).toHaveLength(calls);
});

test('a key that is refused while a row waits ends the run, which says why', async () => {
  const refused = { status: 401, body: { code: 'invalid_api_key', detail: 'The key is revoked.' } };
  const { result, asked } = await askWith([pending, refused]);
  expect(result).toMatchObject({ kind: 'stop', sentence: expect.stringContaining('The key is revoked.') });
  expect(asked).toHaveLength(2);
});

test('a key without the scope ends the run, which names the scope', async () => {
  const headers = { 'www-authenticate': 'Bearer realm="confere", error="insufficient_scope", scope="verify:cpf"' };
  const { result } = await askWith([
    { status: 403, body: { code: 'insufficient_scope', detail: 'See there.' }, headers },
  ]);
  expect(result).toMatchObject({ kind: 'stop', sentence: expect.stringMatching(/one with the scope verify:cpf\.$/) });
});

test('a row waits as long as the service asks for, and no longer than its patience', async () => {
  const busy = { status: 429, body: { code: 'rate_limited' }, headers: { 'retry-after': '20' } };
  const down = { status: 503, body: {}, headers: { 'retry-after': '3600' } };
  const { result, pausesMs } = await askWith([pending, busy, pending, down]);
  expect(pausesMs).toEqual([1000, 20_000, 4000, 35_000]);
  expect(result).toMatchObject({ kind: 'refused', code: 'verification_pending' });
});

test('a run that is stopped leaves the row for the next one', async () => {
  const controller = new AbortController();
  controller.abort();
  const { result, asked } = await askWith([pending], controller);
  expect(result.kind).toBe('gone');
  expect(asked).toHaveLength(1);
});
