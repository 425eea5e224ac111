// The rows of RELIABILITY.md that speak of bureaus, through the whole chain over real sockets.
// Every 2xx answer is compared with what the simulator implies for the sources that answered.

import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type SourceName, sourceNames } from '../../src/domain/evidence.ts';
import type { Fault } from '../../src/sim/faults.ts';
import { createQuery, expectImplied, type LiveStack, type Outcomes, startLiveStack } from '../support/live-stack.ts';
import { post } from '../support/service.ts';
import { parties } from '../support/simulated-sources.ts';

/** The default of `verification.deadline_ms`, and what RELIABILITY.md allows on top. */
const latestMs = 3000 + 50;

let person = 0;
const nextQuery = () => createQuery(person++);

/** Requests at a steady pace, whatever became of the ones before; a slow machine catches up. */
async function drive(stack: LiveStack, perSecond: number, seconds: number): Promise<Outcomes[]> {
  const startedMs = performance.now();
  const pending: Promise<Outcomes>[] = [];
  for (let index = 0; index < perSecond * seconds; index++) {
    const dueMs = startedMs + (index * 1000) / perSecond;
    if (dueMs > performance.now()) await sleep(dueMs - performance.now());
    const one = verifyOne(stack);
    // Told at the end, not as a rejection that nobody waits for yet.
    one.catch(() => {});
    pending.push(one);
  }
  return Promise.all(pending);
}

async function verifyOne(stack: LiveStack): Promise<Outcomes> {
  const query = nextQuery();
  const answer = await stack.verify(query);
  const outcomes = expectImplied(answer, query);
  expect(answer.durationMs).toBeLessThan(latestMs);
  if (Object.values(outcomes).includes('unavailable')) {
    expect(answer.body.status).not.toBe('verified');
    expect(answer.body.risk_level).not.toBe('low');
  }
  return outcomes;
}

function countUnavailable(outcomes: readonly Outcomes[], source: SourceName): number {
  return outcomes.filter((each) => each[source] === 'unavailable').length;
}

describe('all parties well', () => {
  it('every answer is what the simulator implies, and each party is asked once about each person', async () => {
    const stack = await startLiveStack();
    const outcomes = await drive(stack, 100, 3);
    for (const source of sourceNames) expect(countUnavailable(outcomes, source)).toBe(0);
    const states = Object.values(parties).map((party) => stack.simulator.state().parties[party]);
    for (const state of states) {
      expect(state?.calls).toBe(300);
      expect(Math.max(...Object.values(state?.callsByNumber ?? {}))).toBe(1);
    }
    await stack.close();
  });

  it('identical requests in flight are one question to each party', async () => {
    const stack = await startLiveStack();
    for (const party of Object.values(parties)) {
      await stack.simulator.set(party, { latency: { kind: 'fixed', ms: 200 } });
    }
    const query = nextQuery();
    const answers = await Promise.all(Array.from({ length: 50 }, () => stack.verify(query)));
    for (const answer of answers) expectImplied(answer, query);
    for (const party of Object.values(parties)) expect(stack.simulator.callsFor(party, query.cpf)).toBe(1);
    await stack.close();
  });

  it('a token that the party forgot is renewed once, and no caller notices', async () => {
    const stack = await startLiveStack();
    await verifyOne(stack);
    await stack.simulator.reset();
    const query = nextQuery();
    expect(expectImplied(await stack.verify(query), query).bureau_a).not.toBe('unavailable');
    expect(stack.simulator.state().parties['serasa']).toMatchObject({ tokens: 1, unauthorized: 1, calls: 1 });
    await stack.close();
  });
});

describe.concurrent('one party steadily dead', () => {
  const perSecond = 20;
  const dead: [SourceName, Fault][] = [
    ['bureau_a', { kind: 'black_hole' }],
    ['bureau_b', { kind: 'reset' }],
    ['fraud_registry', { kind: 'status', status: 503 }],
  ];

  it.each(dead)(
    '%s, %o: its breaker opens within two seconds, and over the next minute it gets at most one call in fifty',
    async (source, fault) => {
      const stack = await startLiveStack();
      const callsSeen = () => stack.simulator.state().parties[parties[source]]?.calls ?? 0;
      await drive(stack, perSecond, 2);
      await stack.simulator.set(parties[source], { fault, hits: 'all' });
      const driven = drive(stack, perSecond, 62);
      await sleep(2000);
      const before = callsSeen();
      const outcomes = await driven;
      expect(callsSeen() - before).toBeLessThanOrEqual(0.02 * 60 * perSecond);
      expect(countUnavailable(outcomes, source)).toBe(outcomes.length);
      // A pause of the machine that runs the test may cost a healthy party a deadline now and then.
      for (const other of sourceNames) {
        if (other !== source) expect(countUnavailable(outcomes, other)).toBeLessThan(0.01 * outcomes.length);
      }
      await stack.close();
    },
  );

  it('a closed port costs nobody more than the deadline, and the party is asked again once it is back', async () => {
    const stack = await startLiveStack();
    await stack.simulator.set('quod', { fault: { kind: 'refused' } });
    const down = await drive(stack, perSecond, 4);
    expect(countUnavailable(down, 'bureau_b')).toBe(down.length);
    await stack.simulator.set('quod', { fault: { kind: 'none' } });
    await waitFor(async () => (await verifyOne(stack)).bureau_b !== 'unavailable', 30_000);
    const up = await drive(stack, perSecond, 1);
    expect(countUnavailable(up, 'bureau_b')).toBe(0);
    await stack.close();
  });
});

describe.concurrent('one party slow or flapping', () => {
  it('a party that slows from 50 ms to 10 s makes nobody wait beyond the deadline', async () => {
    const stack = await startLiveStack();
    const latency = { kind: 'ramp', fromMs: 50, toMs: 10_000, overMs: 10_000 } as const;
    await stack.simulator.set('quod', { latency });
    const outcomes = await drive(stack, 25, 14);
    expect(outcomes[0]?.bureau_b).not.toBe('unavailable');
    expect(outcomes.at(-1)?.bureau_b).toBe('unavailable');
    await stack.close();
  });

  it('a party that works for two seconds and fails for two is used while it works', async () => {
    const stack = await startLiveStack();
    await stack.simulator.set('quod', { fault: { kind: 'flapping', upMs: 2000, downMs: 2000 } });
    const outcomes = await drive(stack, 25, 24);
    const missing = countUnavailable(outcomes, 'bureau_b');
    expect(missing).toBeGreaterThan(0);
    expect(missing).toBeLessThan(outcomes.length);
    await stack.close();
  });

  it('a connection that the party forgot spoils one answer at most, and no question is repeated', async () => {
    const stack = await startLiveStack();
    await stack.simulator.set('quod', { fault: { kind: 'reset_reused' } });
    const queries = Array.from({ length: 6 }, nextQuery);
    for (const query of queries) {
      expectImplied(await stack.verify(query), query);
      expect(stack.simulator.callsFor('quod', query.cpf)).toBe(1);
    }
    await stack.close();
  });
});

describe('hostile and broken parties', () => {
  let stack: LiveStack;
  beforeAll(async () => {
    stack = await startLiveStack();
  });
  afterEach(() => stack.simulator.reset());
  afterAll(() => stack.close());

  const faults: [Fault, string][] = [
    [{ kind: 'refused' }, 'connection_failed'],
    [{ kind: 'black_hole' }, 'timeout'],
    [{ kind: 'slow', ms: 10_000 }, 'timeout'],
    [{ kind: 'drip_headers', everyMs: 50 }, 'timeout'],
    [{ kind: 'drip_body', everyMs: 100 }, 'timeout'],
    [{ kind: 'endless_headers' }, 'response_too_large'],
    [{ kind: 'garbage' }, 'invalid_response'],
    [{ kind: 'not_http' }, 'invalid_response'],
    [{ kind: 'html' }, 'invalid_response'],
    [{ kind: 'truncated' }, 'invalid_response'],
    [{ kind: 'half_json' }, 'invalid_response'],
    [{ kind: 'proto' }, 'invalid_response'],
    [{ kind: 'wrong_person' }, 'wrong_person'],
    [{ kind: 'redirect' }, 'redirect_refused'],
    [{ kind: 'huge', bytes: 50_000_000 }, 'response_too_large'],
    [{ kind: 'gzip_bomb' }, 'invalid_response'],
    [{ kind: 'status', status: 401 }, 'authentication_failed'],
    [{ kind: 'status', status: 429 }, 'rate_limited'],
    [{ kind: 'status', status: 500 }, 'upstream_error'],
  ];

  it.each(faults)('%o leaves that source unavailable, whichever it is', async (fault, reason) => {
    for (const source of sourceNames) {
      await stack.simulator.set(parties[source], { fault });
      // A person whom all parties know and none accuses.
      const query = { cpf: '12345678909', name: 'João Pedro da Silva Santos', birthDate: '1985-03-14' } as never;
      const answer = await stack.verify(query);
      const outcomes = expectImplied(answer, query);
      expect(answer.body.explanation.sources[source]).toMatchObject({ outcome: 'unavailable', reason });
      for (const other of sourceNames) if (other !== source) expect(outcomes[other]).toBe('answered');
      expect(answer.durationMs).toBeLessThan(latestMs);
      await stack.simulator.set(parties[source], { fault: { kind: 'none' } });
    }
    expect(stack.simulator.state().trapped).toBe(0);
  });

  it('neither 50 MB nor a gzip bomb stays in memory', async () => {
    const query = nextQuery();
    const heapAfter = async (count: number, fault: Fault) => {
      await stack.simulator.set('quod', { fault });
      for (let index = 0; index < count; index++) expectImplied(await stack.verify(query), query);
      collectGarbage();
      return process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;
    };
    for (const fault of [{ kind: 'huge', bytes: 50_000_000 }, { kind: 'gzip_bomb' }] as const) {
      const before = await heapAfter(2, fault);
      await stack.simulator.set('quod', { fault: { kind: 'none' } });
      await stack.verify(query);
      expect((await heapAfter(8, fault)) - before).toBeLessThan(10_000_000);
    }
  });

  it('a score of 1e308 and values of the wrong types are no answer', async () => {
    const query = { cpf: '12345678909', name: null, birthDate: null } as never;
    await stack.simulator.set('quod', { fault: { kind: 'huge_score' } });
    const { body } = await stack.verify(query);
    expect(body.bureau_b).toEqual({ status: 'unavailable', score: null });
    for (const source of sourceNames) {
      await stack.simulator.set(parties[source], { fault: { kind: 'wrong_types' } });
    }
    expect((await stack.verify(query)).status).toBe(503);
  });
});

describe('fraud registry', () => {
  const faults: Fault[] = [
    { kind: 'refused' },
    { kind: 'black_hole' },
    { kind: 'half_json' },
    { kind: 'wrong_types' },
    { kind: 'status', status: 404 },
    { kind: 'status', status: 200 },
    { kind: 'status', status: 503 },
  ];

  it.each(faults)('down by %o, no answer reads as "no alert"', async (fault) => {
    const stack = await startLiveStack();
    await stack.simulator.set('pix-dict', { fault, hits: 'all' });
    const answers = await Promise.all(Array.from({ length: 30 }, () => stack.verify(nextQuery())));
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(body.fraud_registry).toEqual({ fraud_alert: null });
      expect(body.status).not.toBe('verified');
      expect(body.risk_level).toBe('high');
    }
    await stack.close();
  });
});

describe('all parties down', () => {
  it('is 503 with Retry-After, at once when the breakers are open, and companies are answered as before', async () => {
    const stack = await startLiveStack();
    const testKey = await stack.service.createKey({ mode: 'test' });
    const askCompany = () =>
      post(`${stack.service.address}/v1/verify/cnpj`, { cnpj: '34238864000168' }, { key: testKey });
    for (const party of Object.values(parties)) {
      await stack.simulator.set(party, { fault: { kind: 'status', status: 503 }, hits: 'all' });
    }
    for (let index = 0; index < 20; index++) {
      const { status, headers, body } = await stack.verify(nextQuery());
      expect(status).toBe(503);
      expect(body.code).toBe('sources_unavailable');
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await askCompany()).body.status).toBe('verified');
    }
    const callsSeen = () => Object.values(stack.simulator.state().parties).reduce((sum, { calls }) => sum + calls, 0);
    const before = callsSeen();
    const { status, durationMs } = await stack.verify(nextQuery());
    expect(status).toBe(503);
    expect(callsSeen()).toBe(before);
    expect(durationMs).toBeLessThan(1000);
    await stack.close();
  });
});

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}

async function waitFor(isSo: () => Promise<boolean>, withinMs: number): Promise<void> {
  const untilMs = performance.now() + withinMs;
  while (!(await isSo())) {
    if (performance.now() > untilMs) throw new Error('It did not come about in time.');
    await sleep(250);
  }
}
