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
async function askWith(replies: { status: number; body: object }[], controller = new AbortController()) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      asked.push(`${request.method} ${request.url}`);
      const reply = replies.length > 1 ? replies.shift() : replies[0];
      response.writeHead(reply?.status ?? 500).end(JSON.stringify(reply?.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const clock = createManualClock();
  const client = openServiceClient({
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    ...{ apiKey: 'cfr_test_x', purpose: undefined, concurrency: 1, patienceMs: 60_000, signal: controller.signal },
    clock,
    sleep: async (ms) => clock.advance(ms),
  });
  onTestFinished(async () => {
    await client.close();
    server.closeAllConnections();
    server.close();
  });
  return { result: await client.ask(question, 'once'), asked };
}

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

test('a run that is stopped leaves the row for the next one', async () => {
  const controller = new AbortController();
  controller.abort();
  const { result, asked } = await askWith([pending], controller);
  expect(result.kind).toBe('gone');
  expect(asked).toHaveLength(1);
});
