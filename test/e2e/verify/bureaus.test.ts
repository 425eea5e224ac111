// The rows of RELIABILITY.md that speak of bureaus, through the whole chain over real sockets.
// Every 2xx answer is compared with what the simulator implies for the sources that answered.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { showVerification } from '../../../src/app/audit/read/show-record.ts';
import { systemClock } from '../../../src/clock.ts';
import { openOperatorAudit } from '../../../src/compose/commands/audit/operator-audit.ts';
import { openStores } from '../../../src/compose/parts/stores.ts';
import { loadConfig } from '../../../src/config.ts';
import { toBrazilDay } from '../../../src/domain/dates/calendar.ts';
import { type ContractSource, contractSourceNames } from '../../../src/domain/person/contract-sources.ts';
import type { Fault } from '../../../src/sim/faults.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';
import { createQuery, type Outcomes } from '../../support/parties/implied.ts';
import { parties } from '../../support/parties/simulated-sources.ts';
import { expectImplied, type LiveStack, startLiveStack } from '../../support/service/live-stack.ts';
import { post } from '../../support/service/service.ts';

let person = 0;
const nextQuery = () => createQuery(person++);

/** Breakers, pauses and ramps live on its clock. */
interface DrivenStack extends LiveStack {
  readonly clock: ManualClock;
}

async function startDriven(impatientWith?: { source: ContractSource; deadlineMs: number }): Promise<DrivenStack> {
  const clock = createManualClock();
  return { ...(await startLiveStack({ clock, ...(impatientWith && { impatientWith }) })), clock };
}

/** Nearly all tests share these. It waits for all parties. */
let stack: DrivenStack;
/** One for each source that never answers: only that one is not waited for long. */
let impatient: Readonly<Record<ContractSource, DrivenStack>>;

beforeAll(async () => {
  stack = await startDriven();
  impatient = {
    bureau_a: await startDriven({ source: 'bureau_a', deadlineMs: 300 }),
    // It must answer while it is quick.
    bureau_b: await startDriven({ source: 'bureau_b', deadlineMs: 1500 }),
    fraud_registry: await startDriven({ source: 'fraud_registry', deadlineMs: 500 }),
  };
});
afterEach(() => stack.simulator.reset());
afterAll(async () => {
  for (const each of [stack, ...Object.values(impatient)]) await each.close();
});

/** For a test that needs it: all parties are well again, and every breaker is closed. */
async function refresh(used: DrivenStack): Promise<void> {
  await used.simulator.reset();
  // On a busy machine the impatient source may miss its deadline, so there is more than one try.
  for (let tries = 0; tries < 20; tries++) {
    // Longer than any pause of a breaker.
    used.clock.advance(61_000);
    if (!Object.values(await verifyOne(used)).includes('unavailable')) return;
  }
  throw new Error('A party that is well again was not asked, or did not answer.');
}

interface Pace {
  readonly perSecond: number;
  readonly seconds: number;
}

/** Requests at a steady pace by a clock that is moved: minutes of traffic, however fast or slow the machine is. */
async function drive(driven: DrivenStack, { perSecond, seconds }: Pace): Promise<Outcomes[]> {
  const outcomes: Outcomes[] = [];
  for (let index = 0; index < perSecond * seconds; index++) {
    outcomes.push(await verifyOne(driven));
    driven.clock.advance(1000 / perSecond);
  }
  return outcomes;
}

async function verifyOne({ verify }: LiveStack): Promise<Outcomes> {
  const query = nextQuery();
  const answer = await verify(query);
  const outcomes = expectImplied(answer, query);
  if (Object.values(outcomes).includes('unavailable')) {
    expect(answer.body.status).not.toBe('verified');
    expect(answer.body.risk_level).not.toBe('low');
  }
  return outcomes;
}

function countUnavailable(outcomes: readonly Outcomes[], source: ContractSource): number {
  return outcomes.filter((each) => each[source] === 'unavailable').length;
}

describe('all parties well', () => {
  it('every answer is what the simulator implies, and each party is asked once about each person', async () => {
    const outcomes = (
      await Promise.all(
        Array.from({ length: 10 }, async () => {
          const some: Outcomes[] = [];
          for (let index = 0; index < 5; index++) some.push(await verifyOne(stack));
          return some;
        }),
      )
    ).flat();
    for (const source of contractSourceNames) expect(countUnavailable(outcomes, source)).toBe(0);
    const states = Object.values(parties).map((party) => stack.simulator.state().parties[party]);
    for (const state of states) {
      expect(state?.calls).toBe(50);
      expect(Math.max(...Object.values(state?.callsByNumber ?? {}))).toBe(1);
    }
  });

  it('identical requests in flight are one question to each party', async () => {
    for (const party of Object.values(parties)) {
      await stack.simulator.set(party, { latency: { kind: 'fixed', ms: 5000 } });
    }
    const query = nextQuery();
    const answers = await Promise.all(Array.from({ length: 20 }, () => stack.verify(query)));
    for (const answer of answers) expectImplied(answer, query);
    for (const party of Object.values(parties)) expect(stack.simulator.callsFor(party, query.cpf)).toBe(1);
  });

  it('a token that the party forgot is renewed once, and no caller notices', async () => {
    await verifyOne(stack);
    await stack.simulator.reset();
    const query = nextQuery();
    expect(expectImplied(await stack.verify(query), query).bureau_a).not.toBe('unavailable');
    expect(stack.simulator.state().parties['serasa']).toMatchObject({ tokens: 1, unauthorized: 1, calls: 1 });
  });
});

describe('a fourth source', () => {
  it('is a few lines of YAML, and is found wherever the three are', async () => {
    const named = { kind: 'boolean', value: '$exists(nome) ? nome != "" : null' };
    const receita = { party: 'serpro-cpf', settings: { roles: ['identity'], signals: { named } } };
    const wired = await startLiveStack({ further: { receita } });
    onTestFinished(wired.close);
    const query = nextQuery();
    const answer = await wired.verify(query);
    expectImplied(answer, query);
    const { request_id, explanation } = answer.body;
    expect(Object.keys(explanation.sources)).toEqual([...contractSourceNames, 'receita']);
    expect(explanation.sources.receita).toMatchObject({
      outcome: 'answered',
      reason: null,
      cached: false,
      status: answer.body.bureau_a.status,
      signals: { named: true },
    });

    const config = loadConfig({
      cwd: wired.service.directory,
      env: { CONFERE_DATA_DIR: './data', CONFERE_SECRETS_DIR: './secrets' },
    });
    const stores = await openStores(config, systemClock);
    const audit = await openOperatorAudit(config, stores.secret);
    onTestFinished(async () => {
      await audit.close();
      await stores.close();
    });
    const [item] = await audit.read.show(request_id);
    expect(item?.replay.kind).toBe('same');
    const shown = item && showVerification(item, false);
    expect(shown?.sources.at(-1)).toEqual({ source: 'receita', outcome: 'answered', reason: null });

    const metrics = await (await fetch(`${await wired.service.listenForOperators()}/metrics`)).text();
    expect(metrics).toContain('confere_source_answers_total{source="receita",outcome="answered"} 1');
    expect(metrics).toContain('confere_source_answers_total{source="receita",outcome="timeout"} 0');
    expect(metrics).toMatch(/confere_source_breaker_state\{source="receita"\} 0/);
    const month = toBrazilDay(systemClock.nowMs()).slice(0, 7);
    await expect
      .poll(async () => (await stores.usage.read({ month })).calls.map(({ source, count }) => `${source} ${count}`))
      .toContain('receita 1');

    await wired.simulator.set('serpro-cpf', { fault: { kind: 'status', status: 503 } });
    const without = (await wired.verify(nextQuery())).body;
    expect(without.explanation.sources.receita).toMatchObject({ outcome: 'unavailable', reason: 'upstream_error' });
    expect(without.explanation.reasons).toContain('receita_unavailable');
    expect(without.status).not.toBe('verified');
    expect(without.risk_level).not.toBe('low');
  });
});

/** Its breaker opens after ten failures in a row. */
const perSecond = 5;

describe.concurrent('one party steadily dead', () => {
  const dead: [ContractSource, Fault][] = [
    ['bureau_a', { kind: 'black_hole' }],
    ['bureau_b', { kind: 'reset' }],
    ['fraud_registry', { kind: 'status', status: 503 }],
  ];
  /** So many pauses of 5, 10, 20 and 40 s end within a minute when each is a quarter shorter. At `perSecond` it is one call in 75. */
  const probesMax = 4;

  it.each(dead)(
    '%s, %o: its breaker opens within two seconds, and over the next minute it gets at most four calls',
    async (source, fault) => {
      const driven = impatient[source];
      const callsSeen = () => driven.simulator.state().parties[parties[source]]?.calls ?? 0;
      await driven.simulator.set(parties[source], { fault, hits: 'all' });
      const outcomes = await drive(driven, { perSecond, seconds: 2 });
      const before = callsSeen();
      outcomes.push(...(await drive(driven, { perSecond: 2, seconds: 60 })));
      expect(callsSeen() - before).toBeLessThanOrEqual(probesMax);
      for (const name of contractSourceNames) {
        expect(countUnavailable(outcomes, name), name).toBe(name === source ? outcomes.length : 0);
      }
    },
  );
});

describe('one party gone, slow or flapping', () => {
  it('a closed port costs nobody an answer, and the party is asked again once it is back', async () => {
    await refresh(stack);
    await stack.simulator.set('quod', { fault: { kind: 'refused' } });
    const down = await drive(stack, { perSecond, seconds: 4 });
    expect(countUnavailable(down, 'bureau_b')).toBe(down.length);
    await stack.simulator.set('quod', { fault: { kind: 'none' } });
    stack.clock.advance(60_000);
    const up = await drive(stack, { perSecond, seconds: 1 });
    expect(countUnavailable(up, 'bureau_b')).toBe(0);
  });

  it('a party that slows from 50 ms to 10 s is waited for until its deadline, and then no longer asked', async () => {
    const driven = impatient.bureau_b;
    await refresh(driven);
    const latency = { kind: 'ramp', fromMs: 50, toMs: 10_000, overMs: 10_000 } as const;
    await driven.simulator.set('quod', { latency });
    const quick = await drive(driven, { perSecond, seconds: 1 });
    expect(quick[0]?.bureau_b).not.toBe('unavailable');
    // At its slowest. Together, so that the test waits for one deadline only.
    driven.clock.advance(13_000);
    const slow = await Promise.all(Array.from({ length: 10 }, () => driven.verify(nextQuery())));
    for (const { body } of slow) {
      expect(body.explanation.sources.bureau_b).toMatchObject({ outcome: 'unavailable', reason: 'timeout' });
    }
    const callsSeen = () => driven.simulator.state().parties['quod']?.calls;
    const before = callsSeen();
    const left = await drive(driven, { perSecond, seconds: 2 });
    expect(countUnavailable(left, 'bureau_b')).toBe(left.length);
    expect(callsSeen()).toBe(before);
    expect(countUnavailable([...quick, ...left], 'bureau_a')).toBe(0);
  });

  it('a party that works for two seconds and fails for two is used while it works', async () => {
    await refresh(stack);
    await stack.simulator.set('quod', { fault: { kind: 'flapping', upMs: 2000, downMs: 2000 } });
    for (let times = 0; times < 2; times++) {
      const up = await drive(stack, { perSecond, seconds: 2 });
      expect(countUnavailable(up, 'bureau_b')).toBe(0);
      const down = await drive(stack, { perSecond: 10, seconds: 2 });
      expect(countUnavailable(down, 'bureau_b')).toBe(down.length);
      // Longer than any pause of the breaker, to the beginning of a good time.
      stack.clock.advance(19 * 4000);
    }
  });

  it('a connection that the party forgot spoils one answer at most, and no question is repeated', async () => {
    await refresh(stack);
    await stack.simulator.set('quod', { fault: { kind: 'reset_reused' } });
    const queries = Array.from({ length: 6 }, nextQuery);
    for (const query of queries) {
      expectImplied(await stack.verify(query), query);
      expect(stack.simulator.callsFor('quod', query.cpf)).toBe(1);
    }
  });
});

describe('hostile and broken parties', () => {
  beforeAll(async () => {
    for (const each of [stack, ...Object.values(impatient)]) await refresh(each);
  });

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
    for (const source of contractSourceNames) {
      const { simulator, verify } = reason === 'timeout' ? impatient[source] : stack;
      await simulator.set(parties[source], { fault });
      // A person whom all parties know and none accuses.
      const query = { cpf: '12345678909', name: 'João Pedro da Silva Santos', birthDate: '1985-03-14' } as never;
      const answer = await verify(query);
      const outcomes = expectImplied(answer, query);
      expect(answer.body.explanation.sources[source]).toMatchObject({ outcome: 'unavailable', reason });
      for (const other of contractSourceNames) if (other !== source) expect(outcomes[other]).toBe('answered');
      await simulator.set(parties[source], { fault: { kind: 'none' } });
      expect(simulator.state().trapped).toBe(0);
    }
  });

  it('neither 50 MB nor a gzip bomb stays in memory', async () => {
    await refresh(stack);
    const query = nextQuery();
    const heapAfter = async (count: number, fault: Fault) => {
      await stack.simulator.set('quod', { fault });
      const reason = fault.kind === 'huge' ? 'response_too_large' : 'invalid_response';
      for (let index = 0; index < count; index++) {
        const answer = await stack.verify(query);
        expectImplied(answer, query);
        // Its body came: the breaker let the call through.
        expect(answer.body.explanation.sources['bureau_b']).toMatchObject({ reason });
      }
      collectGarbage();
      return process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;
    };
    for (const fault of [{ kind: 'huge', bytes: 50_000_000 }, { kind: 'gzip_bomb' }] as const) {
      const before = await heapAfter(2, fault);
      await stack.simulator.set('quod', { fault: { kind: 'none' } });
      await stack.verify(query);
      expect((await heapAfter(5, fault)) - before).toBeLessThan(10_000_000);
    }
  });

  it('a score of 1e308 and values of the wrong types are no answer', async () => {
    const query = { cpf: '12345678909', name: null, birthDate: null } as never;
    await stack.simulator.set('quod', { fault: { kind: 'huge_score' } });
    const { body } = await stack.verify(query);
    expect(body.bureau_b).toEqual({ status: 'unavailable', score: null });
    for (const source of contractSourceNames) {
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
    const driven = impatient.fraud_registry;
    // For each of them its breaker is closed again.
    await refresh(driven);
    await driven.simulator.set('pix-dict', { fault, hits: 'all' });
    // The last of them meet an open breaker.
    const answers = await Promise.all(Array.from({ length: 12 }, () => driven.verify(nextQuery())));
    answers.push(await driven.verify(nextQuery()));
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(body.fraud_registry).toEqual({ fraud_alert: null });
      expect(body.status).not.toBe('verified');
      expect(body.risk_level).toBe('high');
    }
  });
});

describe('all parties down', () => {
  it('is 503 with Retry-After, without asking anybody when the breakers are open, and companies are answered as before', async () => {
    // The clock stands, so that no breaker's pause ends while the test looks.
    await refresh(stack);
    const testKey = await stack.service.createKey({ mode: 'test' });
    const askCompany = () =>
      post(`${stack.service.address}/v1/verify/cnpj`, { cnpj: '34238864000168' }, { key: testKey });
    for (const party of Object.values(parties)) {
      await stack.simulator.set(party, { fault: { kind: 'status', status: 503 }, hits: 'all' });
    }
    for (let index = 0; index < 12; index++) {
      const { status, headers, body } = await stack.verify(nextQuery());
      expect(status).toBe(503);
      expect(body.code).toBe('sources_unavailable');
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await askCompany()).body.status).toBe('verified');
    }
    const callsSeen = () => Object.values(stack.simulator.state().parties).reduce((sum, { calls }) => sum + calls, 0);
    const before = callsSeen();
    expect((await stack.verify(nextQuery())).status).toBe(503);
    expect(callsSeen()).toBe(before);
  });
});

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}
