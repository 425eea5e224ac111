// Parties that call back, over real HTTP: a callback is a wake-up and nothing else, whoever sends it, however often and with whatever in it.

import { createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { stringify } from 'yaml';
import type { PersonQuery } from '../../../src/domain/person/evidence.ts';
import { createOutputDirectory } from '../../support/output.ts';
import { describeBureau, goodAnswer, person } from '../../support/parties/described-sources.ts';
import { json, type PartyHandler, type PartyServer, startParty } from '../../support/parties/party-server.ts';
import { startLiveStack } from '../../support/service/live-stack.ts';
import { get, openTestService, post } from '../../support/service/service.ts';

const secret = 'the-secret-of-the-party';
const otherSecret = 'the-secret-of-another-party';
const header = { kind: 'header', name: 'X-Callback-Key', value: { file: 'secret' } };
const hmac = {
  ...{ kind: 'hmac', secret: { file: 'secret' }, header: 'X-Signature', prefix: 'sha256=' },
  timestamp: { header: 'X-Time' },
};
const sign = (body: string, time: number, key = secret) => ({
  'x-time': String(time),
  'x-signature': `sha256=${createHmac('sha256', key).update(`${time}.${body}`).digest('hex')}`,
});
const nowSeconds = () => Math.floor(Date.now() / 1000);
const done = json(200, { order: 'o-1', state: 'DONE', ...goodAnswer });
const working = json(200, { order: 'o-1', state: 'WORKING' });

interface Options {
  readonly auth?: object;
  readonly perMinute?: number;
  readonly settings?: object;
  /** The second source answers later too, with a secret of its own and the same ids. */
  readonly both?: boolean;
  /** Before the order is answered. */
  readonly onOrder?: () => Promise<unknown>;
}

/** One source that answers later, and is otherwise looked at once a minute; the others answer at once. */
async function start({
  auth = header,
  perMinute = 600,
  settings = {},
  onOrder = async () => {},
  both = false,
}: Options = {}) {
  let look: PartyHandler = working;
  const party: PartyServer = await startParty((received, response) => {
    if (received.method === 'POST') void onOrder().then(() => json(202, { order: 'o-1' })(received, response));
    else if (received.url === '/person') json(200, goodAnswer)(received, response);
    else look(received, response);
  });
  onTestFinished(party.close);
  const directory = createOutputDirectory('callbacks');
  writeFileSync(join(directory, 'secret'), `${secret}\n`);
  writeFileSync(join(directory, 'other-secret'), `${otherSecret}\n`);
  const later = (path: string, proof: object) =>
    describeBureau(party.origin, {
      request: { path, json: { document: '{cpf}' } },
      async: {
        id: 'order',
        poll: {
          ...{ request: { path: `${path}/{async.id}` }, id: 'order', pause_ms: 60_000, pause_max_ms: 600_000 },
          outcomes: [{ status: 200, body: 'state = "WORKING"', means: 'pending' }],
        },
        callback: { id: 'report.order', auth: proof, per_minute: perMinute },
      },
      ...settings,
    });
  const plain = describeBureau(party.origin);
  const second = both ? later('/others', { ...header, value: { file: 'other-secret' } }) : plain;
  const sources = { bureau_a: later('/orders', auth), bureau_b: second, fraud_registry: plain };
  const file = join(directory, 'confere.yaml');
  writeFileSync(file, stringify({ sources }));
  const service = await openTestService({ CONFERE_CONFIG: file, CONFERE_VERIFICATION_DEADLINE_MS: '30000' });
  const operators = await service.listenForOperators();
  const { address } = service;
  const scopes = ['verify:cpf', 'read:verification'] as const;
  const key = await service.createKey({ mode: 'live', rate: null, scopes });
  const count = (method: string, url: string) =>
    party.requests.filter((each) => each.method === method && each.url === url).length;
  return {
    service,
    key,
    verify: (headers: Readonly<Record<string, string>> = {}) =>
      post(
        `${address}/v1/verify/cpf?explain=true`,
        { cpf: person.cpf, birth_date: person.birthDate },
        { key, headers },
      ),
    callBack: (
      body: unknown,
      headers: Readonly<Record<string, string>> = { 'x-callback-key': secret },
      source = 'bureau_a',
    ) => post(`${address}/callbacks/${source}`, body, { headers }),
    setLook: (handler: PartyHandler) => {
      look = handler;
    },
    orders: () => count('POST', '/orders'),
    looks: () => count('GET', '/orders/o-1'),
    otherLooks: () => count('GET', '/others/o-1'),
    readCounts: async () => {
      const text = await (await fetch(`${operators}/metrics`)).text();
      const read = (outcome: string) =>
        new RegExp(`^confere_source_callbacks_total{source="bureau_a",outcome="${outcome}"} (\\d+)$`, 'm').exec(text);
      return (outcome: string) => Number(read(outcome)?.[1]);
    },
  };
}

const inOrder = { cpf: '12345678909', name: 'João Pedro da Silva Santos', birthDate: '1985-03-14' } as PersonQuery;
const about = (order: unknown, more: object = {}) => ({ report: { order, ...more } });

test('a callback ends the pause of a request that waits, and the answer is the one that was fetched', async () => {
  const { verify, callBack, setLook, orders, looks } = await start();
  const waiting = verify();
  await expect.poll(orders, { timeout: 60_000 }).toBe(1);
  setLook(done);
  // What it claims beside the id is nobody's word: not that the person has debts, not that there is no answer.
  const claims = { state: 'DONE', cpf: person.cpf, score: 1, pending_debts: true, fraud_alert: true };
  const called = await Promise.all([callBack(about('o-1', claims)), callBack(about('o-1', claims))]);
  expect(called.map(({ status, body }) => [status, body])).toEqual([
    [204, undefined],
    [204, undefined],
  ]);
  const { body } = await waiting;
  expect(body).toMatchObject({ status: 'verified', score: 742 });
  expect([orders(), looks()]).toEqual([1, 1]);
});

test('a callback that comes before the order was answered is not lost', async () => {
  const stack = await start({ onOrder: () => stack.callBack(about('o-1')) });
  stack.setLook(done);
  expect((await stack.verify()).body).toMatchObject({ status: 'verified' });
  expect([stack.orders(), stack.looks()]).toEqual([1, 1]);
});

test('a callback without the right secret changes nothing, and nobody learns which source calls back', async () => {
  const { callBack, verify, orders, looks, readCounts, setLook, service } = await start();
  const waiting = verify();
  await expect.poll(orders, { timeout: 60_000 }).toBe(1);
  const refused = await Promise.all([
    callBack(about('o-1'), {}),
    callBack(about('o-1'), { 'x-callback-key': 'wrong' }),
    callBack(about('o-1'), { 'x-callback-key': '' }),
    callBack(about('o-1'), { 'x-callback-key': `${secret} ${secret}` }),
    callBack(about('o-1'), { 'x-callback-key': secret }, 'bureau_b'),
    callBack(about('o-1'), { 'x-callback-key': secret }, 'nobody'),
    callBack(about('o-1'), { 'x-callback-key': secret }, '__proto__'),
    callBack('{', { 'x-callback-key': 'wrong' }),
  ]);
  const bare = refused.map(({ status, body: { request_id: _, ...problem } }) => ({ status, ...problem }));
  expect(new Set(bare.map((each) => JSON.stringify(each))).size).toBe(1);
  expect(bare[0]).toMatchObject({ status: 404, code: 'not_found' });
  expect(looks()).toBe(0);
  const count = await readCounts();
  expect([count('accepted'), count('refused')]).toEqual([0, 5]);
  setLook(done);
  await callBack(about('o-1'));
  expect((await waiting).status).toBe(200);
  expect(JSON.stringify(service.readLog())).not.toContain(secret);
});

test('what names no order, or somebody else’s, is answered as one that does, and no party is asked', async () => {
  const { callBack, verify, orders, looks, readCounts, setLook } = await start();
  const waiting = verify();
  await expect.poll(orders, { timeout: 60_000 }).toBe(1);
  const deep = `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`;
  const bodies = ['', '{', '[]', 'null', '{"__proto__": {"report": {"order": "o-1"}}}', deep, '\u0000', about(null)];
  const others = [about('o-2'), about({ id: 'o-1' }), about('o 1'), about('../o-1'), about('x'.repeat(300))];
  const answers = await Promise.all([...bodies, ...others].map((body) => callBack(body)));
  expect(new Set(answers.map(({ status, body }) => `${status} ${body}`))).toEqual(new Set(['204 undefined']));
  // Before it is known whose it is.
  const large = { report: { order: 'o-1', filling: 'x'.repeat(65_536) } };
  expect(await callBack(large)).toMatchObject({
    status: 413,
    body: { detail: expect.stringContaining('a callback may have 64 KiB') },
  });
  expect((await callBack(large, {}, 'nobody')).status).toBe(413);
  const count = await readCounts();
  expect([count('accepted'), count('unreadable')]).toEqual([2, 11]);
  expect([orders(), looks()]).toEqual([1, 0]);
  setLook(done);
  await callBack(about('o-1'));
  expect((await waiting).body).toMatchObject({ status: 'verified' });
});

test('a flood of callbacks for one order is one look at a time, and too many in a minute are refused', async () => {
  const { callBack, verify, orders, looks, setLook, readCounts } = await start({ perMinute: 5 });
  const waiting = verify();
  await expect.poll(orders, { timeout: 60_000 }).toBe(1);
  const held = Promise.withResolvers<void>();
  setLook((received, response) => void held.promise.then(() => done(received, response)));
  const statuses = [];
  for (let times = 0; times < 7; times++) statuses.push((await callBack(about('o-1'))).status);
  expect([statuses.filter((each) => each === 204).length, statuses.filter((each) => each === 429).length]).toEqual([
    5, 2,
  ]);
  await expect.poll(looks, { timeout: 60_000 }).toBe(1);
  held.resolve();
  expect((await waiting).body).toMatchObject({ status: 'verified' });
  expect([orders(), looks()]).toEqual([1, 1]);
  const count = await readCounts();
  expect([count('accepted'), count('limited')]).toEqual([5, 2]);
});

test('a signature binds the body and the moment: what is changed or old is refused, and what is repeated wakes nobody', async () => {
  const { callBack, verify, orders, looks, setLook, service } = await start({ auth: hmac });
  const waiting = verify();
  await expect.poll(orders, { timeout: 60_000 }).toBe(1);
  const body = JSON.stringify(about('o-1'));
  const good = sign(body, nowSeconds());
  const refused = [
    {},
    { 'x-time': good['x-time'] },
    { 'x-signature': good['x-signature'] },
    { ...good, 'x-time': String(nowSeconds() + 1) },
    { ...good, 'x-signature': good['x-signature'].slice('sha256='.length) },
    { ...good, 'x-signature': `${good['x-signature']}00` },
    { ...good, 'x-signature': 'sha256=' },
    sign(body, nowSeconds() - 3_600),
    sign(body, nowSeconds() + 3_600),
    sign(body, nowSeconds(), 'another-secret'),
    sign(`${body} `, nowSeconds()),
    { ...sign(body, 0), 'x-time': 'yesterday' },
  ];
  const answers = await Promise.all(refused.map((headers) => callBack(body, headers)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
  expect(await postTwice(service.port, body, { ...good, 'x-signature': [good['x-signature'], 'sha256=00'] })).toBe(404);
  expect(looks()).toBe(0);
  setLook(done);
  expect((await callBack(body, good)).status).toBe(204);
  expect((await waiting).body).toMatchObject({ status: 'verified' });
  // Somebody who recorded it sends it again: nothing waits, nobody is asked.
  expect((await callBack(body, good)).status).toBe(204);
  expect([orders(), looks()]).toEqual([1, 1]);
});

test('a party wakes nobody who waits for another one, though their orders have the same id', async () => {
  const { verify, callBack, setLook, orders, looks, otherLooks } = await start({ both: true });
  const waiting = verify();
  const callOther = (given = otherSecret) => callBack(about('o-1'), { 'x-callback-key': given }, 'bureau_b');
  await expect.poll(orders, { timeout: 60_000 }).toBe(1);
  expect((await callOther(secret)).status).toBe(404);
  // The pause between two looks is longer than that in which a call is noticed.
  for (const times of [1, 2]) {
    await callOther();
    await expect.poll(otherLooks, { timeout: 60_000 }).toBe(times);
  }
  expect(looks()).toBe(0);
  setLook(done);
  await Promise.all([callBack(about('o-1')), callOther()]);
  expect((await waiting).body).toMatchObject({ status: 'verified' });
  expect([orders(), looks(), otherLooks()]).toEqual([1, 1, 3]);
});

test('a callback whose order gets another one’s answer is that source’s trouble alone', async () => {
  const { verify, callBack, setLook, orders, looks } = await start();
  const waiting = verify();
  await expect.poll(orders, { timeout: 60_000 }).toBe(1);
  setLook(json(200, { order: 'o-2', state: 'DONE', ...goodAnswer }));
  await callBack(about('o-1'));
  const { sources } = (await waiting).body.explanation;
  expect(sources).toMatchObject({
    bureau_a: { outcome: 'unavailable', reason: 'wrong_person' },
    bureau_b: { outcome: 'answered' },
    fraud_registry: { outcome: 'answered' },
  });
  expect([orders(), looks()]).toEqual([1, 1]);
});

test('a verification that waits is completed by a callback, and by none that the poll contradicts', async () => {
  const { service, key, verify, callBack, orders, looks, setLook } = await start({
    // The only wait of this test: long enough for a busy machine to order.
    settings: { deadline_ms: 10_000, connect_ms: 10_000 },
  });
  const open = await verify({ prefer: 'respond-async' });
  const { request_id: id } = open.body;
  expect([open.status, orders()]).toEqual([202, 1]);
  const read = async () => (await get(`${service.address}/v1/verifications/${id}`, { key })).status;
  // The first look comes by itself, and the next one would come after ten minutes.
  await expect.poll(looks, { timeout: 60_000 }).toBe(1);
  await callBack(about('o-1', { state: 'DONE' }));
  await expect.poll(looks, { timeout: 60_000 }).toBe(2);
  expect(await read()).toBe(202);
  setLook(done);
  await callBack(about('o-1'));
  await expect.poll(read, { timeout: 60_000 }).toBe(200);
  expect([orders(), looks()]).toEqual([1, 3]);
});

test('nobody but a party can tell whether any party calls back, by whatever method', async () => {
  const { service } = await start();
  const none = await openTestService();
  for (const method of ['GET', 'POST', 'PUT', 'OPTIONS', 'DELETE']) {
    const ask = async ({ address }: { readonly address: string }) => {
      const answer = await get(`${address}/callbacks/bureau_a`, { method });
      const { request_id: _id, ...body } = answer.body;
      return { status: answer.status, allow: answer.headers.get('allow'), body };
    };
    const answer = await ask(service);
    expect(answer).toMatchObject({ status: 404, allow: null });
    expect(answer).toEqual(await ask(none));
  }
});

test('the profile of idwall understands what idwall sends, and its simulator sends it', async () => {
  const { simulator, service, verify, close } = await startLiveStack({
    further: {
      reports: {
        party: 'idwall',
        settings: { roles: ['identity'], async: { poll: { pause_ms: 60_000, pause_max_ms: 60_000 } } },
      },
    },
  });
  onTestFinished(close);
  await simulator.set('idwall', { callbackUrl: `${service.address}/callbacks/reports` });
  const { cpf } = inOrder;
  expect((await verify(inOrder)).body.explanation.sources.reports).toMatchObject({ outcome: 'answered' });
  await expect.poll(() => simulator.state().parties['idwall']?.callbacks, { timeout: 60_000 }).toBe(1);
  expect([simulator.callsFor('idwall', cpf), simulator.state().parties['idwall']?.polls]).toEqual([1, 1]);
});

/** A header more than once, which `fetch` would join. */
async function postTwice(port: number, body: string, headers: Readonly<Record<string, string | string[]>>) {
  return await new Promise((resolve, reject) => {
    const sending = request({ port, host: '127.0.0.1', method: 'POST', path: '/callbacks/bureau_a', headers });
    sending.on('error', reject);
    sending.on('response', (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sending.end(body);
  });
}
