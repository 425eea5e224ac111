// A party that answers later, over real HTTP: asked once, looked for until its answer is there, and no more trusted than any other.

import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { SourceAnswer } from '../../../src/app/verify/ports.ts';
import { systemClock } from '../../../src/clock.ts';
import { personas } from '../../../src/sandbox/people.ts';
import { startSimulator } from '../../../src/sim/server.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import {
  describeBureau,
  describeThree,
  goodAnswer,
  person,
  type SourceText,
} from '../../support/parties/described-sources.ts';
import { json, type PartyHandler, type PartyServer } from '../../support/parties/party-server.ts';
import { toRelayed } from '../../support/parties/relayed.ts';
import { simulatorSecrets } from '../../support/parties/simulated-sources.ts';
import { connectSources, start, unavailable } from './asked-party.ts';

const poll = {
  request: { path: '/orders/{async.id}' },
  id: 'order',
  outcomes: [
    { status: 200, body: 'state = "WORKING"', means: 'pending' },
    { status: 200, body: 'state = "NOBODY"', means: 'not_found' },
  ],
  pause_ms: 20,
  pause_max_ms: 20,
};
const ordered: SourceText = {
  request: { path: '/orders', json: { document: '{cpf}' } },
  async: { id: 'order', poll },
};
const taken = json(202, { order: 'o-1' });
const working = json(200, { order: 'o-1', state: 'WORKING' });
const done = (more: object = {}) => json(200, { order: 'o-1', state: 'DONE', ...goodAnswer, ...more });

/** The first answer is that to the order; the last one stays. */
async function startLater(...answers: readonly PartyHandler[]) {
  const looks: (() => void)[] = [];
  const party: PartyServer = await start((request, response) => {
    const place = Math.min(party.requests.length, answers.length) - 1;
    answers[place]?.(request, response);
    for (const told of looks) told();
  });
  return { party, onRequest: (told: () => void) => looks.push(told) };
}

interface Options {
  readonly overrides?: SourceText;
  /** The caller's time is over when the party has got so many requests. */
  readonly until?: number;
}

async function ask(
  answers: readonly PartyHandler[],
  { overrides = {}, until = Number.POSITIVE_INFINITY }: Options = {},
) {
  const { party, onRequest } = await startLater(...answers);
  const described = describeThree(describeBureau(party.origin, { ...ordered, ...overrides }));
  const sources = await connectSources(described, { clock: createManualClock() });
  const deadline = new AbortController();
  onRequest(() => {
    if (party.requests.length >= until) deadline.abort(new DOMException('late', 'TimeoutError'));
  });
  const answer: SourceAnswer = await sources.ask(person, deadline.signal);
  return { answer, evidence: answer.evidence, party, sources };
}

describe('an answer that comes later', () => {
  it('is there for the caller as if the party had answered at once: one order, one bill', async () => {
    const { answer, party } = await ask([taken, working, working, done()]);
    expect(answer).toMatchObject({ evidence: { kind: 'answered', record: { score: 742 } }, calls: 1, cached: false });
    expect(party.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST /orders',
      'GET /orders/o-1',
      'GET /orders/o-1',
      'GET /orders/o-1',
    ]);
    expect(JSON.parse(party.requests[0]?.body ?? '')).toEqual({ document: person.cpf });
  });

  it('is pending where the time is over first; that costs one order, and the breaker holds it against nobody', async () => {
    const of = { not_found: 0, minor: 0, timeout: 0.1, error: 0.01 };
    const price = [{ from: '2026-11-01', answered: 2, ...of }];
    const overrides = { price, breaker: { consecutive_failures: 1 } };
    const { answer, party, sources } = await ask([taken, working], { overrides, until: 8 });
    expect(answer).toMatchObject({ evidence: unavailable('pending'), calls: 1, cost: 20_000n });
    expect(party.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
    expect(sources.states()['bureau_a']?.breaker).toBe('closed');
  });

  it('may be that nobody knows the person', async () => {
    expect((await ask([taken, working, json(200, { order: 'o-1', state: 'NOBODY' })])).evidence).toEqual({
      kind: 'not_found',
    });
  });

  it('is ordered once for all who ask the same at the same time', async () => {
    const { party } = await startLater(taken, working, working, done());
    const { ask: askAgain } = await connectSources(describeThree(describeBureau(party.origin, ordered)));
    const asking = Array.from({ length: 20 }, () => askAgain());
    const answers = await Promise.all(asking);
    expect(answers.every(({ evidence }) => evidence.kind === 'answered')).toBe(true);
    expect(answers.reduce((sum, { calls }) => sum + calls, 0)).toBe(1);
    expect(party.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });
});

const never: PartyHandler = () => {};
const drip: PartyHandler = (_request, response) => void response.writeHead(200).write('{"order": "o-1", ');
const redirect: PartyHandler = (_request, response) => void response.writeHead(307, { location: '/elsewhere' }).end();
const reset: PartyHandler = (_request, response: ServerResponse) => void response.socket?.resetAndDestroy();

describe('an order that fails', () => {
  it.each([
    ['no id', json(200, { message: 'thank you' })],
    ['an empty id', json(200, { order: '' })],
    ['an id that leads to another address', json(200, { order: '..' })],
    ['an id with a blank', json(200, { order: 'o 1' })],
    ['an endless id', json(200, { order: 'o'.repeat(300) })],
    ['an id that is an object', json(200, { order: { id: 1 } })],
    ['no JSON', ((_request, response) => void response.end('<html>')) as PartyHandler],
  ])('%s is an invalid answer, and nothing is looked for', async (_what, handler) => {
    const { evidence, party } = await ask([handler, done()]);
    expect([evidence, party.requests.length]).toEqual([unavailable('invalid_response'), 1]);
  });

  it.each([
    ['a reset once it was sent', reset, 'connection_failed'],
    ['a refusal', json(400, { error: 'no' }), 'request_refused'],
    ['an error', json(503, {}), 'upstream_error'],
    ['a redirect', redirect, 'redirect_refused'],
  ])('%s is not tried again', async (_what, handler, reason) => {
    const { evidence, party } = await ask([handler, done()]);
    expect([evidence, party.requests.length]).toEqual([unavailable(reason), 1]);
  });

  it('that is not answered in time is late, and nobody orders again', async () => {
    const { evidence, party } = await ask([never], { until: 1 });
    expect([evidence, party.requests.length]).toEqual([unavailable('timeout'), 1]);
  });
});

describe('a look that fails', () => {
  it.each([
    ['a reset', reset],
    ['an error of theirs', json(503, {})],
    ['a limit of theirs', json(429, {})],
  ])('by %s is made again', async (_what, handler) => {
    const { evidence, party } = await ask([taken, handler, done()]);
    expect([evidence.kind, party.requests.length]).toEqual(['answered', 3]);
  });

  it.each([
    ['another person', done({ cpf: '98765432100' }), 'wrong_person'],
    ['the order of somebody else', done({ order: 'o-2' }), 'wrong_person'],
    ['no order at all', json(200, goodAnswer), 'invalid_response'],
    ['half of a text', ((_request, response) => void response.end('{"order": ')) as PartyHandler, 'invalid_response'],
    ['values of another type', done({ score: 'high' }), 'invalid_response'],
    ['more than anybody reads', json(200, { order: 'o-1', padding: 'x'.repeat(2_000_000) }), 'response_too_large'],
    ['a redirect', redirect, 'redirect_refused'],
    ['a refusal', json(403, {}), 'authentication_failed'],
  ])('by %s ends the question', async (_what, handler, reason) => {
    const { evidence, party } = await ask([taken, handler]);
    expect(evidence).toEqual(unavailable(reason));
    expect(party.requests.map(({ url }) => url)).toEqual(['/orders', '/orders/o-1']);
  });

  it.each([
    ['never ends', never],
    ['drips', drip],
    ['fails', json(503, {})],
  ])('because it %s leaves the order pending, which was billed, and the breaker counts it', async (_what, handler) => {
    const of = { not_found: 0, minor: 0, timeout: 0, error: 0 };
    const overrides = { breaker: { consecutive_failures: 1 }, price: [{ from: '2026-11-01', answered: 2, ...of }] };
    const { answer, sources } = await ask([taken, handler], { overrides, until: 2 });
    expect(answer).toMatchObject({ evidence: unavailable('pending'), calls: 1, cost: 20_000n });
    expect(sources.states()['bureau_a']?.breaker).toBe('open');
  });

  it('after one that said "not yet" leaves the answer pending', async () => {
    expect((await ask([taken, working, never], { until: 3 })).evidence).toEqual(unavailable('pending'));
  });
});

it('an id is sent as a part of the address and nothing else', async () => {
  const id = 'a/../b?c=d&e#f%';
  const { party } = await ask([json(201, { order: id }), done({ order: id })]);
  expect(party.requests[1]?.url).toBe(`/orders/${encodeURIComponent(id)}`);
});

it('a number is an id as well', async () => {
  const { evidence, party } = await ask([json(200, { order: 17 }), done({ order: 17 })]);
  expect([evidence.kind, party.requests[1]?.url]).toEqual(['answered', '/orders/17']);
});

describe('the profile of idwall at the simulator', () => {
  async function connect() {
    const simulator = await startSimulator({ clock: systemClock, port: 0, profiles: ['idwall'] });
    onTestFinished(simulator.close);
    const described = {
      bureau_a: {
        profile: join(import.meta.dirname, '../../../profiles/idwall.yaml'),
        base_url: simulator.urlOf('idwall'),
        deadline_ms: 28_000,
        connect_ms: 10_000,
        async: { poll: { pause_ms: 20, pause_max_ms: 20 } },
      },
    };
    const sources = await connectSources(described, { env: simulatorSecrets });
    const ask = ({ cpf }: (typeof personas)[number], signal?: AbortSignal) =>
      sources.ask({ cpf, name: null, birthDate: null }, signal);
    return { simulator, ask, state: () => simulator.state().parties['idwall'] };
  }
  const isKnown = ({ person: { answers } }: (typeof personas)[number]) => answers.bureau_a.evidence.kind === 'answered';

  it('says of every person what the sandbox says, with one order each', async () => {
    const { ask, state } = await connect();
    const known = personas.filter(isKnown);
    for (const persona of known) {
      const { evidence } = persona.person.answers.bureau_a;
      expect((await ask(persona)).evidence).toEqual(toRelayed(evidence, 'idwall'));
    }
    expect(state()).toMatchObject({ calls: known.length, billed: { answered: known.length } });
  });

  it('is pending for as long as the report is', async () => {
    const { simulator, ask, state } = await connect();
    await simulator.set('idwall', { laterMs: 3_600_000 });
    const deadline = new AbortController();
    const asking = ask(personas.find(isKnown) as (typeof personas)[number], deadline.signal);
    await expect.poll(() => state()?.polls, { timeout: 60_000 }).toBeGreaterThan(2);
    deadline.abort(new DOMException('late', 'TimeoutError'));
    expect(await asking).toMatchObject({ evidence: unavailable('pending'), calls: 1 });
    expect(state()?.calls).toBe(1);
  });
});
