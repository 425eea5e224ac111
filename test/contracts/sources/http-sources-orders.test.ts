// Orders at a party that answers later outlive a request, a process and a node: over real HTTP, in a real database.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { completeCpf } from '../../../src/domain/numbers/cpf.ts';
import { deriveAnswerKeys } from '../../../src/sources/protect/kept/answer-keys.ts';
import type { BoughtParts } from '../../../src/sources/protect/kept/sealed-entries.ts';
import { createBoughtAnswers } from '../../../src/stores/answers/bought-answers.sql.ts';
import {
  createQuestionCoordinator,
  createSharedQuestions,
  type TakeMessage,
} from '../../../src/stores/answers/questions.shared.ts';
import { createSqliteSql } from '../../../src/stores/sql/sql.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { createOutputDirectory } from '../../support/output.ts';
import {
  describeBureau,
  goodAnswer,
  person,
  type SourceText,
  startSources,
} from '../../support/parties/described-sources.ts';
import { json, type PartyHandler } from '../../support/parties/party-server.ts';
import { openTestStore } from '../../support/stores/sqlite-store.ts';
import { start as startParty } from './asked-party.ts';

const secretId = 'order-7f1d2c-of-nobody';
const working = json(200, { order: secretId, state: 'WORKING' });
const done = json(200, { order: secretId, ...goodAnswer });
const page =
  (status: number): PartyHandler =>
  (_request, response) =>
    void response.writeHead(status).end('<html>');
const toKeys = (byte: number) => deriveAnswerKeys(Buffer.alloc(32, byte));

/** A party, and nodes that share a database with it. What `look` is says how the party answers polls. */
async function start() {
  const clock = createManualClock();
  const directory = createOutputDirectory('orders');
  const openMember = createQuestionCoordinator(clock);
  const state = {
    /** Nodes that were told that another one asks. */
    waits: 0,
    take: json(200, { order: secretId }) as PartyHandler,
    look: working as PartyHandler,
    orders: 0,
    looks: 0,
    onLook: () => {},
  };
  const party = await startParty((request, response) => {
    if (request.method === 'POST') {
      state.orders++;
      return state.take(request, response);
    }
    state.looks++;
    state.look(request, response);
    state.onLook();
  });
  const described = (overrides: SourceText = {}) =>
    describeBureau(party.origin, {
      auth: { kind: 'header', name: 'X-Key', value: { env: 'KEY' } },
      request: { path: '/orders', json: { document: '{cpf}' } },
      async: {
        id: 'order',
        poll: {
          request: { path: '/orders/{async.id}' },
          outcomes: [
            { status: 200, body: 'state = "WORKING"', means: 'pending' },
            { status: 410, means: 'our_fault' },
          ],
          pause_ms: 20,
          pause_max_ms: 20,
        },
        give_up_after_seconds: 600,
      },
      ...overrides,
    });

  const own = { clock, keys: [toKeys(7)], env: { KEY: 'the secret' } };
  /** Another process on the same files; `withStore` is what the store of a test does otherwise. */
  async function openNode(
    overrides: SourceText = {},
    withStore: Partial<BoughtParts['store']> = {},
    { checks, ...more }: Partial<typeof own> & { readonly checks?: unknown[] } = {},
  ) {
    const node = { ...own, ...more };
    const sqlite = openTestStore(directory, node.clock);
    const store = { ...createBoughtAnswers(createSqliteSql(sqlite)), ...withStore };
    const member = openMember();
    const take = async (message: TakeMessage) => {
      const reply = member.take(message);
      if (reply === 'theirs') state.waits++;
      return reply;
    };
    const questions = createSharedQuestions({ ask: take, tell: member.tell });
    const toSubject = (number: string) => `subject ${number.slice(0, 3)}`;
    const bought: BoughtParts = { store, keys: () => node.keys, questions, toSubject };
    const sources = await startSources(
      { bureau_a: described(overrides) },
      // No order is given up because this machine is slow.
      { clock: node.clock, env: node.env, bought, lingerMs: 3_600_000, ...(checks && { checks }) },
    );
    const close = async (patience?: AbortSignal) => {
      await sources.closeWith(patience);
      await sqlite.close();
    };
    onTestFinished(() => close());
    const { bureau_a: bureau } = sources.people;
    return {
      store,
      close,
      events: sources.events,
      ask: (query = person, purpose: string | null = null) => bureau.ask(query, AbortSignal.timeout(60_000), purpose),
      findKept: () => bureau.findKnown?.(person, 'credit'),
      look: () => bureau.later?.look(person, secretId, AbortSignal.timeout(60_000), 'credit'),
      askUntil: (signal: AbortSignal) => bureau.ask(person, signal),
      /** Until the party has been looked at twice. */
      async askInVain(query = person) {
        const deadline = new AbortController();
        const until = state.looks + 2;
        state.onLook = () => {
          if (state.looks >= until) deadline.abort(new DOMException('late', 'TimeoutError'));
        };
        return await bureau.ask(query, deadline.signal);
      },
      /** Writes are made in their order: those before this one are made when it is. */
      untilWritten: () =>
        store.keep({ name: 'n', subject: 'nobody', sealed: new Uint8Array(1), boughtAtMs: 0, expiresAtMs: 1 }),
      /** An order ends after its answer has left. */
      async untilEnded() {
        const count = () => store.count(['subject 390'], Number.MAX_SAFE_INTEGER);
        await expect.poll(count, { timeout: 60_000 }).toBe(0);
      },
    };
  }
  return { state, clock, directory, openNode };
}

const pending = { evidence: { kind: 'unavailable', reason: 'pending' }, calls: 1 };

it('a question goes on with its order after a restart and on another node: nothing is ordered twice, and the answer is free', async () => {
  const { state, openNode } = await start();
  const first = await openNode();
  expect(await first.askInVain()).toMatchObject(pending);
  await first.close();
  const [second, third] = [await openNode(), await openNode()];
  expect(await second.askInVain()).toMatchObject({ ...pending, calls: 0 });
  state.look = done;
  expect(await third.ask()).toMatchObject({ evidence: { kind: 'answered' }, calls: 0, cached: false });
  expect(state.orders).toBe(1);
});

/** The caller's time is over as soon as the party has the order; its id comes when `answer` is called. */
function takeLate(state: Awaited<ReturnType<typeof start>>['state']) {
  const deadline = new AbortController();
  const late = { answer: () => {}, signal: deadline.signal };
  state.take = (request, response) => {
    late.answer = () => json(200, { order: secretId })(request, response);
    deadline.abort(new DOMException('late', 'TimeoutError'));
  };
  return late;
}
const tooLate = { evidence: { kind: 'unavailable', reason: 'timeout' }, calls: 1 };

it('an order whose id comes after the deadline is not lost, and who asks meanwhile waits for it', async () => {
  const { state, openNode } = await start();
  const node = await openNode();
  const late = takeLate(state);
  expect(await node.askUntil(late.signal)).toMatchObject(tooLate);
  state.look = done;
  const asking = node.ask();
  late.answer();
  expect(await asking).toMatchObject({ evidence: { kind: 'answered' }, calls: 0 });
  expect(state.orders).toBe(1);
});

it.each<[string, SourceText]>([
  ['another node', {}],
  ['another node whose description is newer', { mapping: { cpf: 'cpf', score: 'score' }, deadline_ms: 27_000 }],
])('an order whose id comes after the deadline is not ordered again by %s', async (_who, overrides) => {
  const { state, openNode } = await start();
  const [node, other] = [await openNode(), await openNode(overrides)];
  const late = takeLate(state);
  expect(await node.askUntil(late.signal)).toMatchObject(tooLate);
  state.look = done;
  const asking = other.ask();
  await expect.poll(() => state.waits + state.orders, { timeout: 60_000 }).toBeGreaterThan(1);
  late.answer();
  expect(await asking).toMatchObject({ evidence: { kind: 'answered' }, calls: 0 });
  expect(state.orders).toBe(1);
});

it('a node that stops while an order is on its way keeps the id first', async () => {
  const { state, openNode } = await start();
  const node = await openNode();
  const late = takeLate(state);
  expect(await node.askUntil(late.signal)).toMatchObject(tooLate);
  const closing = node.close(new AbortController().signal);
  late.answer();
  await closing;
  state.look = done;
  expect(await (await openNode()).ask()).toMatchObject({ evidence: { kind: 'answered' }, calls: 0 });
  expect(state.orders).toBe(1);
});

it('of two nodes with the same question at the same moment one orders, and both have the answer', async () => {
  const { state, openNode } = await start();
  const nodes = [await openNode(), await openNode()];
  const asking = nodes.map(({ ask }) => ask());
  await expect.poll(() => state.looks, { timeout: 60_000 }).toBeGreaterThan(2);
  state.look = done;
  const answers = await Promise.all(asking);
  expect(answers.map(({ evidence }) => evidence.kind)).toEqual(['answered', 'answered']);
  expect([state.orders, answers.reduce((sum, { calls }) => sum + calls, 0)]).toEqual([1, 1]);
});

it('the answer to an order from before was paid for, and may serve again like any other', async () => {
  const { state, openNode } = await start();
  const node = await openNode({}, {}, { checks: [{ ask: 'bureau_a', fresh_for: { credit: '30d' } }] });
  await node.askInVain();
  state.look = done;
  expect((await node.ask(person, 'credit')).calls).toBe(0);
  await expect.poll(() => node.findKept(), { timeout: 60_000 }).toMatchObject({ kept: { purpose: 'credit' } });
});

it('an order is kept before the party is first looked at', async () => {
  const { state, openNode } = await start();
  const { store, ask } = await openNode();
  const kept: number[] = [];
  state.look = (request, response) => {
    void store.count(['subject 390'], Number.MAX_SAFE_INTEGER).then((count) => {
      kept.push(count);
      done(request, response);
    });
  };
  await ask();
  expect(kept).toEqual([1]);
});

it('an answer ends the order: who asks afterwards orders anew', async () => {
  const { state, openNode } = await start();
  const node = await openNode();
  state.look = done;
  await node.ask();
  await node.untilEnded();
  expect(await node.ask()).toMatchObject({ evidence: { kind: 'answered' }, calls: 1 });
  expect(state.orders).toBe(2);
});

it('an answer also ends an order that was kept under a secret from before', async () => {
  const { state, openNode } = await start();
  await (await openNode()).askInVain();
  const rotated = await openNode({}, {}, { keys: [toKeys(8), toKeys(7)] });
  state.look = done;
  expect(await rotated.ask()).toMatchObject({ evidence: { kind: 'answered' }, calls: 0 });
  await rotated.untilEnded();
  expect((await rotated.ask()).calls).toBe(1);
});

it('the next order is kept also by a node whose clock is behind that of the one that ended the last', async () => {
  const { state, openNode } = await start();
  const ahead = createManualClock();
  ahead.advance(60_000);
  const first = await openNode({}, {}, { clock: ahead });
  state.look = done;
  await first.ask();
  await first.untilWritten();
  state.look = working;
  const second = await openNode();
  await second.askInVain();
  expect(await second.askInVain()).toMatchObject({ ...pending, calls: 0 });
  expect(state.orders).toBe(2);
});

it('an order is given up when its time is over, and not before', async () => {
  const { state, openNode, clock } = await start();
  const { askInVain } = await openNode();
  await askInVain();
  clock.advance(599_999);
  await askInVain();
  expect(state.orders).toBe(1);
  clock.advance(1);
  expect(await askInVain()).toMatchObject(pending);
  expect(state.orders).toBe(2);
});

it('an order is of one person and of one request', async () => {
  const { state, openNode } = await start();
  const node = await openNode();
  await node.askInVain();
  await node.askInVain({ ...person, cpf: completeCpf('390533448') });
  expect(state.orders).toBe(2);
  const other = await openNode({ request: { path: '/orders', json: { document: '{cpf}', product: 'other' } } });
  await other.askInVain();
  expect(state.orders).toBe(3);
});

const otherPoll = {
  request: { path: '/orders/{async.id}', query: { view: 'short' } },
  outcomes: [{ status: [200, 202], body: 'state = "WORKING"', means: 'pending' }],
  pause_ms: 30,
};
it.each<[string, SourceText, { readonly env?: { readonly KEY: string } }]>([
  ['it is looked for', { async: { id: 'order', poll: otherPoll, give_up_after_seconds: 900 } }, {}],
  ['its answer is read', { mapping: { cpf: 'cpf', score: 'score' } }, {}],
  ['long anything may take', { deadline_ms: 27_000, concurrency: 3 }, {}],
  ['we prove who we are', {}, { env: { KEY: 'a renewed secret' } }],
])('an open order goes on after a change of how %s', async (_how, overrides, more) => {
  const { state, openNode } = await start();
  await (await openNode()).askInVain();
  state.look = done;
  const changed = await openNode(overrides, {}, more);
  expect(await changed.ask()).toMatchObject({ evidence: { kind: 'answered' }, calls: 0 });
  expect(state.orders).toBe(1);
});

it('an order whose id was lost on the way is sent again under the same key, and every other one under its own', async () => {
  const { state, openNode } = await start();
  const headers = { 'Idempotency-Key': '{async.key}' };
  const request = { path: '/orders', headers, json: { document: '{cpf}' } };
  const keys: unknown[] = [];
  const kept: number[] = [];
  const open = () => openNode({ request });
  const taking =
    (node: Awaited<ReturnType<typeof open>>, answer: PartyHandler): PartyHandler =>
    (message, response) => {
      keys.push(message.headers['idempotency-key']);
      void node.store.count(['subject 390'], Number.MAX_SAFE_INTEGER).then((count) => {
        kept.push(count);
        answer(message, response);
      });
    };
  state.look = done;
  const lost: PartyHandler = (_message, response) => void response.socket?.resetAndDestroy();
  for (const answer of [lost, json(503, {}), json(422, { error: 'no credit' }), json(200, { order: secretId })]) {
    const node = await open();
    state.take = taking(node, answer);
    await node.ask();
    if (keys.length > 2) await node.untilEnded();
  }
  await (await open()).ask();
  const [first, , , fourth, fifth] = keys;
  expect(keys).toEqual([first, first, first, fourth, fifth]);
  expect(new Set([first, fourth, fifth]).size).toBe(3);
  expect(keys.every((key) => /^[\da-f-]{36}$/.test(String(key)))).toBe(true);
  expect(kept).toEqual([1, 1, 1, 1, 1]);
});

it('a look keeps nothing by itself: the person may have been erased meanwhile', async () => {
  const { state, openNode, clock } = await start();
  const node = await openNode({}, {}, { checks: [{ ask: 'bureau_a', fresh_for: { credit: '30d' } }] });
  await node.askInVain();
  state.look = done;
  const come = await node.look();
  if (come?.kind !== 'come') return expect.fail('the answer is there');
  await node.untilWritten();
  expect([come.evidence.kind, await node.findKept()]).toEqual(['answered', undefined]);
  await come.keep(clock.nowMs());
  await expect.poll(() => node.findKept(), { timeout: 60_000 }).toMatchObject({ evidence: { kind: 'answered' } });
  await come.discard();
  expect(await node.findKept()).toBeUndefined();
});

it('what a look has kept is taken by an erasure that began after the question, and is fresh from the look on', async () => {
  const { state, openNode, clock } = await start();
  const node = await openNode({}, {}, { checks: [{ ask: 'bureau_a', fresh_for: { credit: '1h' } }] });
  const askedMs = clock.nowMs();
  await node.askInVain();
  state.look = done;
  clock.advance(3_000_000);
  const come = await node.look();
  if (come?.kind !== 'come') return expect.fail('the answer is there');
  await come.keep(askedMs);
  clock.advance(3_000_000);
  await expect.poll(() => node.findKept(), { timeout: 60_000 }).toMatchObject({ evidence: { kind: 'answered' } });
  await node.store.erase(['subject 390'], askedMs);
  expect(await node.findKept()).toBeUndefined();
});

it('an order is looked for again once the breaker has had its time, also where nobody asks the party', async () => {
  const { state, openNode, clock } = await start();
  const node = await openNode({ breaker: { consecutive_failures: 1 } });
  await node.askInVain();
  state.take = json(500, {});
  await node.ask({ ...person, cpf: completeCpf('390533448') });
  state.look = done;
  const before = state.looks;
  expect([(await node.look())?.kind, state.looks]).toEqual(['none_yet', before]);
  clock.advance(60_000);
  expect([(await node.look())?.kind, state.looks]).toEqual(['come', before + 1]);
});

it('an erasure takes the order with it, and the database never held the id or the number in the clear', async () => {
  const { state, openNode, directory, clock } = await start();
  const node = await openNode();
  await node.askInVain();
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' }).map((name) => join(directory, name));
  const bytes = files.map((file) => readFileSync(file, 'latin1')).join();
  expect(bytes).toContain('bought_answers');
  expect([bytes.includes(secretId), bytes.includes(person.cpf)]).toEqual([false, false]);
  expect(await node.store.erase(['subject 390'], clock.nowMs())).toHaveLength(1);
  await node.askInVain();
  expect(state.orders).toBe(2);
});

it.each([
  ['does not know the order any more', json(404, { error: 'unknown' }), 'request_refused', 2],
  ['refuses as described', page(410), 'request_refused', 2],
  ['stands behind a gateway that knows no such address', page(404), 'request_refused', 1],
  ['answers about somebody else', json(200, { ...goodAnswer, cpf: '98765432100' }), 'wrong_person', 1],
  ['shows a page for people', page(200), 'invalid_response', 1],
])('a party that %s', async (_what, look, reason, orders) => {
  const { state, openNode } = await start();
  const node = await openNode();
  await node.askInVain();
  state.look = look;
  expect((await node.ask()).evidence).toEqual({ kind: 'unavailable', reason });
  if (orders === 2) await node.untilEnded();
  else await node.untilWritten();
  state.look = done;
  expect((await node.ask()).evidence.kind).toBe('answered');
  expect(state.orders).toBe(orders);
});

it('an order whose id does not fit into the look is not ended: the party has said nothing', async () => {
  const { state, openNode } = await start();
  const fixed = { query: 'look', blocks: [{ width: 5, fields: [{ width: 5, value: '{async.id}' }] }] };
  const poll = { request: { path: '/look', fixed }, outcomes: [{ status: 202, means: 'pending' }] };
  const node = await openNode({ async: { id: 'order', poll } });
  const refused = { kind: 'unavailable', reason: 'request_refused' };
  expect((await node.ask()).evidence).toEqual(refused);
  await node.untilWritten();
  expect((await node.ask()).evidence).toEqual(refused);
  expect([state.orders, state.looks]).toEqual([1, 0]);
});

it('a store that fails costs no answer, and is told of', async () => {
  const { state, openNode } = await start();
  const fail = () => Promise.reject(new Error('the disk is full'));
  const { ask, events } = await openNode({}, { find: fail, keep: fail });
  state.look = done;
  expect((await ask()).evidence.kind).toBe('answered');
  expect(events.filter(({ kind }) => kind === 'kept_answers_fault').length).toBeGreaterThanOrEqual(2);
});
