import { describe, expect, it, onTestFinished } from 'vitest';
import type { AnswerStore, BoughtAnswer, BoughtAnswerStore } from '../../../src/app/verify/ports.ts';
import { contractSourceNames } from '../../../src/domain/person/contract-sources.ts';
import type { Evidence } from '../../../src/domain/person/evidence.ts';
import { createHttpSources } from '../../../src/sources/create-http-sources.ts';
import { deriveAnswerKeys } from '../../../src/sources/protect/kept/answer-keys.ts';
import { createMemoryAnswers } from '../../../src/stores/answers/answers.memory.ts';
import { findFreePort } from '../../support/free-port.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import {
  describeBureau,
  describeThree,
  goodAnswer,
  person,
  readDescribed,
  type SourceText,
} from '../../support/parties/described-sources.ts';
import { json } from '../../support/parties/party-server.ts';
import { connectSources, start, startRaw } from './asked-party.ts';

const secret = () => Buffer.alloc(32, 7);

/** Sources whose breaker lives on a clock that the test moves: minutes of traffic in moments. */
async function connect(sources: Readonly<Record<string, SourceText>>) {
  const clock = createManualClock();
  const cache = { secret, near: createMemoryAnswers(clock) };
  return { ...(await connectSources(sources, { clock, cache })), clock };
}

const reasonOf = (evidence: Evidence) => (evidence.kind === 'unavailable' ? evidence.reason : evidence.kind);

describe('one party steadily down', () => {
  it('is left alone within two seconds at 20 requests per second, and gets at most 2 % of them afterwards', async () => {
    const origin = `http://127.0.0.1:${await findFreePort()}`;
    const { ask: askBureau, clock } = await connect(describeThree(describeBureau(origin)));
    const asked: string[] = [];
    const ask = async () => {
      const { evidence } = await askBureau();
      asked.push(reasonOf(evidence));
      clock.advance(50);
    };
    for (let request = 0; request < 40; request++) await ask();
    expect(asked.at(-1)).toBe('circuit_open');
    asked.length = 0;
    for (let request = 0; request < 1200; request++) await ask();
    const calls = asked.filter((reason) => reason !== 'circuit_open');
    expect(calls.length).toBeLessThanOrEqual(24);
    expect(calls.length).toBeGreaterThan(0);
  });

  it('does not disturb the other two', async () => {
    const origin = `http://127.0.0.1:${await findFreePort()}`;
    const healthy = describeBureau((await start(json(200, goodAnswer))).origin);
    const { people } = await connect({ bureau_a: healthy, bureau_b: describeBureau(origin), fraud_registry: healthy });
    for (let request = 0; request < 20; request++) {
      const answers = await Promise.all(
        contractSourceNames.map((name) => people[name].ask(person, AbortSignal.timeout(60_000))),
      );
      expect(answers.map(({ evidence }) => evidence.kind)).toEqual(['answered', 'unavailable', 'answered']);
    }
  });
});

describe('a party that becomes slower and slower', () => {
  it('is never waited for beyond its deadline, and then no longer asked', async () => {
    let delayMs = 1;
    const party = await start((request, response) => {
      const timer = setTimeout(() => json(200, goodAnswer)(request, response), delayMs);
      response.on('close', () => clearTimeout(timer));
      delayMs = Math.min(60_000, delayMs * 10);
    });
    const { ask: askBureau } = await connect(
      describeThree(describeBureau(party.origin, { deadline_ms: 1000, connect_ms: 1000 })),
    );
    const outcomes: string[] = [];
    for (let request = 0; request < 20; request++) {
      const answer = await askBureau();
      outcomes.push(reasonOf(answer.evidence));
    }
    expect(outcomes[0]).toBe('answered');
    expect(outcomes.filter((outcome) => outcome === 'timeout').length).toBeGreaterThanOrEqual(10);
    expect(outcomes.at(-1)).toBe('circuit_open');
  });
});

describe('a party that flaps, two seconds up and two seconds down', () => {
  it('answers again in its good times, fails honestly in its bad ones, and retries stay under a tenth', async () => {
    let up = true;
    const party = await startRaw((socket) => {
      const body = JSON.stringify(goodAnswer);
      if (!up) return socket.resetAndDestroy();
      return socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
    });
    const { ask: askBureau, clock, events } = await connect(describeThree(describeBureau(party.origin)));
    const seen = new Map<string, number>();
    for (let request = 0; request < 1200; request++) {
      up = Math.floor((request * 50) / 2000) % 2 === 0;
      const { evidence } = await askBureau();
      const outcome = reasonOf(evidence);
      seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
      if (!up) expect(outcome).not.toBe('answered');
      clock.advance(50);
    }
    // The first two seconds are 40 requests: more than that means that it was found to be back.
    expect(seen.get('answered')).toBeGreaterThan(40);
    expect(events.filter(({ kind }) => kind === 'second_try').length).toBeLessThanOrEqual(120);
  });
});

describe('the fraud registry down', () => {
  it.each([
    ['refuses connections', async () => `http://127.0.0.1:${await findFreePort()}`],
    ['answers 500', async () => (await start(json(500, { fraud_alert: false }))).origin],
    ['answers 404 where that was never said to mean "no record"', async () => (await start(json(404, {}))).origin],
    ['answers an empty object', async () => (await start(json(200, {}))).origin],
    ['answers about somebody else', async () => (await start(json(200, { ...goodAnswer, cpf: '1' }))).origin],
  ])('when it %s never reads as "no alert"', async (_how, toOrigin) => {
    const registry = describeBureau(await toOrigin(), { outcomes: [] });
    const { people } = await connect(describeThree(registry));
    for (let request = 0; request < 30; request++) {
      const { evidence } = await people.fraud_registry.ask(person, AbortSignal.timeout(60_000));
      expect(evidence.kind).toBe('unavailable');
    }
  });
});

describe('all parties down', () => {
  it('are refused without touching the network once their breakers are open', async () => {
    const party = await startRaw((socket) => socket.destroy());
    const { people } = await connect(describeThree(describeBureau(party.origin)));
    const askAll = () =>
      Promise.all(contractSourceNames.map((name) => people[name].ask(person, AbortSignal.timeout(60_000))));
    for (let request = 0; request < 10; request++) await askAll();
    const connections = party.connections();
    for (let request = 0; request < 50; request++) {
      for (const { evidence } of await askAll()) expect(reasonOf(evidence)).toBe('circuit_open');
    }
    expect(party.connections()).toBe(connections);
  });
});

describe('more calls than a party may have in flight', () => {
  it('are refused, and the parties say so before the first is asked', async () => {
    const party = await startRaw(() => {});
    const bureau = describeBureau(party.origin, {
      concurrency: 3,
      deadline_ms: 1000,
      connect_ms: 1000,
      request: { path: '/p', query: { d: '{birth_date}' } },
    });
    const { ask: askBureau, people } = await connect(describeThree(bureau));
    const ask = (day: number) => askBureau({ ...person, birthDate: `1990-01-0${day}` });
    const asking = [1, 2, 3].map(ask);
    expect(people.bureau_a.canAdmit()).toBe(false);
    expect(people.bureau_b.canAdmit()).toBe(true);
    expect(reasonOf((await ask(4)).evidence)).toBe('overloaded');
    await Promise.all(asking);
    expect(people.bureau_a.canAdmit()).toBe(true);
  });
});

describe('a party that answers 429', () => {
  it('is asked again when the time of its Retry-After is over, and not before', async () => {
    let isBusy = true;
    const party = await start((request, response) => {
      if (isBusy) response.setHeader('retry-after', '30');
      json(isBusy ? 429 : 200, goodAnswer)(request, response);
    });
    const { ask: askBureau, people, clock, events } = await connect(describeThree(describeBureau(party.origin)));
    const ask = async () => reasonOf((await askBureau()).evidence);
    expect(await ask()).toBe('rate_limited');
    isBusy = false;
    clock.advance(29_999);
    expect(await ask()).toBe('rate_limited');
    expect(party.requests).toHaveLength(1);
    expect((await people.bureau_b.ask(person, AbortSignal.timeout(60_000))).evidence.kind).toBe('answered');
    clock.advance(1);
    expect(await ask()).toBe('answered');
    const told = { kind: 'failed', source: 'bureau_a', reason: 'rate_limited' };
    expect(events).toEqual([told, told]);
  });
});

describe('a party whose address answers 404 to everything', () => {
  it('is left alone once that is half of its calls, and one more 404 does not count as its health', async () => {
    const party = await start(json(404, { message: 'no route matched' }));
    const { ask: askBureau, clock } = await connect(describeThree(describeBureau(party.origin, { outcomes: [] })));
    const ask = async () => reasonOf((await askBureau()).evidence);
    for (let call = 0; call < 20; call++) expect(await ask()).toBe('request_refused');
    expect(await ask()).toBe('circuit_open');
    clock.advance(60_000);
    expect(await ask()).toBe('request_refused');
    expect(await ask()).toBe('circuit_open');
  });
});

describe('identical lookups', () => {
  it('in flight are made once, a hundred at a time', async () => {
    const party = await start((request, response) => {
      setTimeout(() => json(200, goodAnswer)(request, response), 30);
    });
    const { ask: askBureau } = await connect(describeThree(describeBureau(party.origin)));
    const asking = Array.from({ length: 100 }, () => askBureau());
    for (const { evidence } of await Promise.all(asking)) expect(evidence.kind).toBe('answered');
    expect(party.requests).toHaveLength(1);
  });

  it('are told apart by everything that the request holds, and by nothing else', async () => {
    const party = await start((request, response) => {
      setTimeout(() => json(200, goodAnswer)(request, response), 30);
    });
    const byDate = describeBureau(party.origin, { request: { path: '/p', query: { c: '{cpf}', d: '{birth_date}' } } });
    const { ask: askBureau } = await connect(describeThree(byDate));
    await Promise.all([
      askBureau({ ...person, birthDate: '1990-01-01', name: 'ANA' }),
      askBureau({ ...person, birthDate: '1990-01-01', name: 'EVA' }),
      askBureau({ ...person, birthDate: '1990-01-02', name: 'ANA' }),
    ]);
    expect(party.requests).toHaveLength(2);
  });
});

describe('a party that needs the birth date', () => {
  it('is not asked without one, and that is no probe of a party that was down', async () => {
    let up = false;
    const party = await start((request, response) => json(up ? 200 : 500, goodAnswer)(request, response));
    const request = { path: '/p/{cpf}/{birth_date|ddmmyyyy}', needs_birth_date: true };
    const { ask: askBureau, clock } = await connect(describeThree(describeBureau(party.origin, { request })));
    const without = () => askBureau({ ...person, birthDate: null });
    expect(reasonOf((await without()).evidence)).toBe('birth_date_required');
    expect(party.requests).toHaveLength(0);
    for (let call = 0; call < 11; call++) await askBureau();
    clock.advance(5000);
    await without();
    await askBureau();
    expect(reasonOf((await askBureau()).evidence)).toBe('circuit_open');
    up = true;
    clock.advance(10_000);
    expect((await askBureau()).evidence.kind).toBe('answered');
    expect(party.requests[0]?.url).toBe(`/p/${person.cpf}/21051987`);
  });
});

describe('the cache of a source', () => {
  const ask = async (sources: Awaited<ReturnType<typeof connect>>) => {
    const { bureau_a } = sources.people;
    const { evidence, cached } =
      (await bureau_a.findKnown?.(person)) ?? (await bureau_a.ask(person, AbortSignal.timeout(60_000)));
    return { kind: evidence.kind, cached };
  };

  it('is off unless the operator asks for it', async () => {
    const party = await start(json(200, goodAnswer));
    const sources = await connect(describeThree(describeBureau(party.origin)));
    await ask(sources);
    expect(await ask(sources)).toEqual({ kind: 'answered', cached: false });
    expect(party.requests).toHaveLength(2);
  });

  it('answers from memory until its time is over, and says so', async () => {
    const party = await start(json(200, goodAnswer));
    const sources = await connect(describeThree(describeBureau(party.origin, { cache_seconds: 60 })));
    expect(await ask(sources)).toEqual({ kind: 'answered', cached: false });
    sources.clock.advance(59_999);
    expect(await ask(sources)).toEqual({ kind: 'answered', cached: true });
    sources.clock.advance(1);
    expect(await ask(sources)).toEqual({ kind: 'answered', cached: false });
    expect(party.requests).toHaveLength(2);
  });

  it.each([
    ['an answer without a score', 200, { ...goodAnswer, score: null }],
    ['an answer with a code that nobody mapped', 200, { ...goodAnswer, registration: 'new' }],
    ['"not found"', 404, {}],
    ['a failure', 500, {}],
  ])('never keeps %s', async (_what, status, body) => {
    const party = await start(json(status, body));
    const sources = await connect(describeThree(describeBureau(party.origin, { cache_seconds: 60 })));
    await ask(sources);
    expect((await ask(sources)).cached).toBe(false);
    expect(party.requests).toHaveLength(2);
  });

  it('that hangs is not waited for: the party is asked', async () => {
    const party = await start(json(200, goodAnswer));
    const hanging: AnswerStore = { find: () => new Promise(() => {}), keep: () => new Promise(() => {}) };
    const sources = createHttpSources({
      sources: await readDescribed(describeThree(describeBureau(party.origin, { cache_seconds: 60 }))),
      clock: createManualClock(),
      random: () => 0.5,
      cache: { secret, near: hanging },
    });
    onTestFinished(() => sources.close());
    const [bureau] = sources.people ?? [];
    expect(await bureau?.findKnown?.(person)).toBeUndefined();
    const answer = await bureau?.ask(person, AbortSignal.timeout(60_000));
    expect(answer?.evidence.kind).toBe('answered');
  });

  it('is not shared between parties', async () => {
    const party = await start(json(200, goodAnswer));
    const sources = await connect(describeThree(describeBureau(party.origin, { cache_seconds: 60 })));
    await ask(sources);
    const other = await sources.people.bureau_b.ask(person, AbortSignal.timeout(60_000));
    expect(other.cached).toBe(false);
  });
});

describe('an answer of a source that was paid for', () => {
  /** In the order in which they were kept. */
  async function startKeeping(origin: string, freshFor: Readonly<Record<string, number>>) {
    const kept: BoughtAnswer[] = [];
    const store: Partial<BoughtAnswerStore> = {
      find: async (names) => kept.findLast(({ name }) => names.includes(name)),
      keep: async (answer) => void kept.push(answer),
    };
    const keys = [deriveAnswerKeys(secret())];
    const step = {
      ask: 'bureau_a',
      when: [],
      stopIf: [],
      fallback: 'bureau_b',
      deadlineMs: null,
      freshFor,
      isAwaited: false,
    };
    const described = await readDescribed(describeThree(describeBureau(origin)));
    const { people, close } = createHttpSources({
      sources: { ...described, plan: { stages: [[step]], verifiedNeeds: null } },
      clock: createManualClock(),
      random: () => 0.5,
      bought: { store: store as BoughtAnswerStore, keys: () => keys, toSubject: () => 'subject' },
    });
    onTestFinished(() => close());
    const ask = (place: number) => people?.[place]?.ask(person, AbortSignal.timeout(60_000), 'credit');
    return { kept, ask, findKnown: people?.map((source) => source.findKnown) ?? [] };
  }

  it('is kept by the step and by whoever stands in, and found without a call', async () => {
    const party = await start(json(200, goodAnswer));
    const { ask, kept, findKnown } = await startKeeping(party.origin, { credit: 60_000 });
    await Promise.all([0, 1, 2].map(ask));
    expect(kept).toHaveLength(2);
    expect(await findKnown[1]?.(person, 'credit')).toMatchObject({
      ...{ source: 'bureau_b', evidence: { kind: 'answered' }, calls: 0 },
      kept: { ageSeconds: 0, purpose: 'credit' },
    });
    expect(findKnown[2]).toBeUndefined();
  });

  it('is kept by the one who paid, and by nobody who had the same question at the same moment', async () => {
    const party = await start(json(200, goodAnswer));
    const { ask, kept } = await startKeeping(party.origin, { credit: 60_000 });
    await Promise.all([ask(0), ask(0), ask(0)]);
    expect([party.requests.length, kept.length]).toEqual([1, 1]);
  });

  it.each([
    ['an answer without a score', 200, { ...goodAnswer, score: null }],
    ['"not found"', 404, {}],
    ['a failure', 500, {}],
  ])('is never %s', async (_what, status, body) => {
    const party = await start(json(status, body));
    const { ask, kept } = await startKeeping(party.origin, { credit: 60_000 });
    await ask(0);
    expect(kept).toEqual([]);
  });

  it('is off unless the operator asks for it: nothing is looked for, and nothing is kept', async () => {
    const party = await start(json(200, goodAnswer));
    const { ask, kept, findKnown } = await startKeeping(party.origin, {});
    await ask(0);
    expect([kept, findKnown]).toEqual([[], [undefined, undefined, undefined]]);
  });
});
