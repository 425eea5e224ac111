import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createManualClock } from '../../../test/support/manual-clock.ts';
import { type ContractParty, type PartyAnswer, toSources } from '../../../test/support/parties/contract-parties.ts';
import { down, anyone as query, good as saidByAll } from '../../../test/support/parties/known-person.ts';
import { createRecorded } from '../../../test/support/recorded.ts';
import type { KeyId } from '../../domain/access/api-key.ts';
import { type ContractSource, contractSources, toPersonEvidence } from '../../domain/person/contract-sources.ts';
import type { Evidence, PersonQuery } from '../../domain/person/evidence.ts';
import { defaultPolicy } from '../../domain/risk/risk-policy.ts';
import type { AuditEntry, VerifiedScreening } from '../audit/entry.ts';
import { createRecordVerification } from '../audit/write/record-verification.ts';
import type { Caller } from '../caller.ts';
import type { Eventual } from '../eventual.ts';
import { findReason } from './decide-answers.ts';
import type { ObservedVerification } from './observe-verification.ts';
import type { ScreenVerified } from './ports.ts';
import { createVerifyCpf, type OpenVerification } from './verify-cpf.ts';

const caller: Caller = { keyId: 'key_1' as KeyId, requestId: 'req_1', mode: 'live', purpose: null };
const toAnswer = (evidence: Evidence): PartyAnswer => ({ evidence, latencyMs: 1, cached: false, calls: 1 });
const good = { ...saidByAll, fraud_registry: { kind: 'not_found' } as const };

interface Party extends ContractParty {
  readonly asked: { readonly query: PersonQuery; readonly signal: AbortSignal }[];
}

function createParty(
  respond: (signal: AbortSignal) => Eventual<PartyAnswer>,
  limits: Partial<ContractParty> = {},
): Party {
  const asked: Party['asked'] = [];
  return {
    asked,
    ask(about, signal) {
      asked.push({ query: about, signal });
      return respond(signal);
    },
    canAdmit: () => true,
    required: false,
    ...limits,
  };
}

type Parties = Record<ContractSource, Party>;

const answering = (evidence: Partial<Record<ContractSource, Evidence>> = {}): Parties => {
  const all = { ...good, ...evidence };
  return {
    bureau_a: createParty(() => toAnswer(all.bureau_a)),
    bureau_b: createParty(() => toAnswer(all.bureau_b)),
    fraud_registry: createParty(() => toAnswer(all.fraud_registry)),
  };
};
/** Answers only when its signal says so, as every party does at the latest. */
const hanging = (): Party =>
  createParty((signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(toAnswer(down)))));
const timesAsked = (parties: Parties) => Object.values(parties).map(({ asked }) => asked.length);

function start(live: Parties | undefined, test: Parties = answering()) {
  const clock = createManualClock();
  const recorded = createRecorded(clock);
  const observed: ObservedVerification[] = [];
  const observe = (verification: ObservedVerification) => observed.push(verification);
  const sources = { live: live && toSources(live), test: toSources(test) };
  const options = { sources, policy: defaultPolicy, clock, deadlineMs: 3000, record: recorded.record };
  const verify = createVerifyCpf({ ...options, observe });
  return {
    recorded,
    observed,
    clock,
    options,
    verify: async (mode = caller.mode) => verify(query, { ...caller, mode }),
  };
}

describe('a verification of a person', () => {
  it('asks all three parties for what was asked, and says when and by which policy it was decided', async () => {
    const parties = answering();
    const { verify, clock } = start(parties);
    const result = await verify();
    expect(result).toMatchObject({
      decision: { status: 'verified', score: 812 },
      policyVersion: defaultPolicy.version,
      processedAtMs: clock.nowMs(),
    });
    expect(result.answers[1]).toEqual({ ...toAnswer(good.bureau_b), source: 'bureau_b', roles: ['identity', 'score'] });
    for (const { asked } of Object.values(parties)) expect(asked.map((each) => each.query)).toEqual([query]);
  });

  it('with a test key asks no live party, and with a live key no sandbox', async () => {
    const [live, test] = [answering(), answering()];
    const { verify } = start(live, test);
    await verify('test');
    expect([timesAsked(live), timesAsked(test)]).toEqual([
      [0, 0, 0],
      [1, 1, 1],
    ]);
    await verify('live');
    expect([timesAsked(live), timesAsked(test)]).toEqual([
      [1, 1, 1],
      [1, 1, 1],
    ]);
  });

  it('with a live key is refused where no party is connected, and the sandbox still works', async () => {
    const { verify } = start(undefined);
    await expect(verify('live')).rejects.toMatchObject({ code: 'sources_not_configured' });
    expect((await verify('test')).decision.status).toBe('verified');
  });

  it.each(['bureau_a', 'bureau_b', 'fraud_registry'] as const)(
    'asks nobody, and says to try again in a second, while %s has no room',
    async (name) => {
      const parties = { ...answering(), [name]: createParty(() => toAnswer(good[name]), { canAdmit: () => false }) };
      await expect(start(parties).verify()).rejects.toMatchObject({ code: 'overloaded', retryAfterSeconds: 1 });
      expect(timesAsked(parties)).toEqual([0, 0, 0]);
    },
  );

  it('of the sandbox, which answers at once, is an answer and not a promise of one', () => {
    const verify = createVerifyCpf(start(undefined).options);
    expect(verify(query, { ...caller, mode: 'test' })).toMatchObject({ decision: { status: 'verified' } });
  });

  it('believes those that answered when one is down', async () => {
    const { decision } = await start(answering({ bureau_b: down })).verify();
    expect(decision).toMatchObject({ status: 'inconclusive', reasons: ['bureau_b_unavailable'] });
  });
});

describe('the deadline over all parties', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each(['bureau_a', 'bureau_b', 'fraud_registry'] as const)(
    'ends what %s has not answered in time, tells it why, and the others’ answers are used',
    async (name) => {
      const late = hanging();
      const verifying = start({ ...answering(), [name]: late }).verify();
      await vi.advanceTimersByTimeAsync(2999);
      expect(late.asked[0]?.signal.aborted).toBe(false);
      await vi.advanceTimersByTimeAsync(1);
      expect(late.asked[0]?.signal.reason).toMatchObject({ name: 'TimeoutError' });
      const { decision, answers } = await verifying;
      expect(decision.status).toBe('inconclusive');
      const failed = answers.filter((answer) => findReason(answer) !== null);
      expect(failed).toEqual([{ ...toAnswer(down), source: name, roles: contractSources[name].roles }]);
    },
  );

  it('is one for all: each party is asked at once, and all are ended together', async () => {
    const parties = { bureau_a: hanging(), bureau_b: hanging(), fraud_registry: hanging() };
    const verifying = start(parties).verify();
    const outcome = expect(verifying).rejects.toMatchObject({ code: 'sources_unavailable' });
    await vi.advanceTimersByTimeAsync(0);
    expect(timesAsked(parties)).toEqual([1, 1, 1]);
    await vi.advanceTimersByTimeAsync(3000);
    await outcome;
  });

  it('is over with the last answer: nothing goes on ticking', async () => {
    const parties = answering();
    const later = createParty(async () => toAnswer(good.bureau_a));
    await start({ ...parties, bureau_a: later }).verify();
    expect(vi.getTimerCount()).toBe(0);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(later.asked[0]?.signal.aborted).toBe(false);
  });
});

describe('without a decision', () => {
  it('it is said that the parties are down, when to ask again, and to the operator why each is', async () => {
    const refused: Evidence = { kind: 'unavailable', reason: 'circuit_open' };
    const { verify } = start(answering({ bureau_a: down, bureau_b: refused, fraud_registry: down }));
    await expect(verify()).rejects.toMatchObject({
      code: 'sources_unavailable',
      retryAfterSeconds: 5,
      message: 'bureau_a: timeout, bureau_b: circuit_open, fraud_registry: timeout',
    });
  });

  it('a party that the operator insists on stops the answer when it is down, whatever the others said', async () => {
    const parties = { ...answering(), bureau_b: createParty(() => toAnswer(down), { required: true }) };
    const error = await start(parties)
      .verify()
      .catch((caught: unknown) => caught);
    expect(error).toMatchObject({
      code: 'sources_unavailable',
      retryAfterSeconds: 5,
      message: 'bureau_b is required: timeout',
      detail: { en: expect.stringContaining('insists'), pt: expect.stringContaining('exige') },
    });
  });

  it('a party that the operator insists on and that answered stops nothing', async () => {
    const parties = {
      ...answering({ bureau_a: down }),
      bureau_b: createParty(() => toAnswer(good.bureau_b), { required: true }),
    };
    expect((await start(parties).verify()).decision.status).toBe('inconclusive');
  });

  it('the audit has it all the same, for the parties were asked', async () => {
    const { verify, recorded } = start(answering({ bureau_a: down, bureau_b: down, fraud_registry: down }));
    await expect(verify()).rejects.toMatchObject({ code: 'sources_unavailable' });
    expect(recorded.entries).toMatchObject([
      { kind: 'intent' },
      { kind: 'cpf', query, decision: null, evidence: [{ source: 'bureau_a', evidence: down }, {}, {}] },
    ]);
  });
});

describe('the audit', () => {
  it('holds what was asked, what each party said, what was decided and how long it took', async () => {
    const { verify, recorded, clock } = start({
      ...answering(),
      bureau_a: createParty(async () => {
        clock.advance(40);
        return toAnswer(good.bureau_a);
      }),
    });
    const { decision } = await verify();
    expect(recorded.entries.at(-1)).toMatchObject({
      query,
      evidence: toPersonEvidence(good),
      decision,
      latencyMs: 40,
    });
  });

  it('holds what each call cost by the list of its day, also without a decision, and nothing where none has a price', async () => {
    const paid = { ...toAnswer(good.bureau_a), calls: 2, cost: 13_180n };
    const { verify, recorded } = start({ ...answering(), bureau_a: createParty(() => paid) });
    const late = { ...toAnswer(down), cost: 170n };
    const without = start({
      ...answering({ bureau_b: down, fraud_registry: down }),
      bureau_a: createParty(() => late),
    });
    await verify();
    await expect(without.verify()).rejects.toMatchObject({ code: 'sources_unavailable' });
    expect([...recorded.entries, ...without.recorded.entries].filter(({ kind }) => kind === 'cpf')).toMatchObject([
      { costs: [{ source: 'bureau_a', outcome: 'answered', count: 2, reais: '1.3180' }] },
      { costs: [{ source: 'bureau_a', outcome: 'timeout', count: 1, reais: '0.0170' }] },
    ]);
    const unpriced = start(answering());
    await unpriced.verify();
    expect(unpriced.recorded.entries.at(-1)).not.toHaveProperty('costs');
  });

  it('holds what the lists said, and the answer waits for it', async () => {
    const { options, recorded } = start(answering());
    const screening = { status: 'hit', rungs: ['un'], brief: { status: 'hit' } } as unknown as VerifiedScreening;
    const screen = { person: async () => screening } as unknown as ScreenVerified;
    const written = Promise.withResolvers<void>();
    const person: typeof recorded.record.person = (...facts) =>
      written.promise.then(() => recorded.record.person(...facts));
    const verify = createVerifyCpf({ ...options, record: { ...recorded.record, person }, screen });
    let isAnswered = false;
    const answer = Promise.resolve(verify(query, caller)).then((given) => {
      isAnswered = true;
      return given;
    });
    await nextTurn();
    expect(isAnswered).toBe(false);
    written.resolve();
    expect(await answer).toMatchObject({ decision: { riskLevel: 'high', score: 499 }, screening });
    expect(recorded.entries.at(-1)).toMatchObject({ kind: 'cpf', screening, decision: { riskLevel: 'high' } });
  });

  it('that cannot be written stops a live verification before anybody is asked', async () => {
    const parties = answering();
    const { verify, recorded } = start(parties);
    recorded.fail();
    await expect(verify('live')).rejects.toMatchObject({ code: 'audit_unavailable' });
    expect(timesAsked(parties)).toEqual([0, 0, 0]);
    expect((await verify('test')).decision.status).toBe('verified');
  });
});

describe('the intent', () => {
  const kept: PartyAnswer = { evidence: good.bureau_b, latencyMs: 0, cached: true, calls: 0 };

  /** An audit whose intents wait until they are let through. */
  function startHeld(parties: Parties) {
    const { options, recorded } = start(parties);
    const written = Promise.withResolvers<void>();
    const record = { ...options.record, intent: () => written.promise };
    return { verify: createVerifyCpf({ ...options, record }), written, recorded };
  }
  const settle = () => new Promise((resolve) => setImmediate(resolve));

  it('names whoever is called, for whom and why, and is there before anybody is', async () => {
    const entriesWhenAsked: unknown[] = [];
    const parties = {
      ...answering(),
      bureau_a: createParty(() => {
        entriesWhenAsked.push(...recorded.entries);
        return toAnswer(good.bureau_a);
      }),
    };
    const { verify, recorded } = start(parties);
    await verify();
    const { keyId, requestId, purpose } = caller;
    const about = { kind: 'cpf', number: query.cpf };
    const asked = { keyId, requestId, purpose, about, parties: ['bureau_a', 'bureau_b', 'fraud_registry'] };
    expect(entriesWhenAsked).toEqual([{ kind: 'intent', atMs: expect.any(Number), ...asked }]);
    expect(recorded.entries.map(({ kind }) => kind)).toEqual(['intent', 'cpf']);
  });

  it('is waited for: nobody is called while it is on its way', async () => {
    const parties = answering();
    const { verify, written } = startHeld(parties);
    const verifying = verify(query, caller);
    await settle();
    expect(timesAsked(parties)).toEqual([0, 0, 0]);
    written.resolve();
    await verifying;
    expect(timesAsked(parties)).toEqual([1, 1, 1]);
  });

  it('that cannot be written is the end: nobody is called, the caller may ask again, and one that arrives late is withdrawn', async () => {
    const parties = answering();
    const noted: AuditEntry[] = [];
    const { options, clock } = start(parties);
    const record = createRecordVerification({
      log: {
        append: async () => Promise.reject(new Error('AUDIT_SLOW')),
        note: (entry) => noted.push(entry),
        isWritable: () => true,
      },
      hasResult: async () => false,
      clock,
      policyVersion: 'policy-1',
      policyHash: 'hash',
      isStrict: false,
    });
    const verifying = createVerifyCpf({ ...options, record })(query, caller);
    await expect(verifying).rejects.toMatchObject({ code: 'audit_unavailable', isSpent: false });
    expect(timesAsked(parties)).toEqual([0, 0, 0]);
    expect(noted).toMatchObject([{ kind: 'intent', requestId: caller.requestId, parties: [] }]);
  });

  it('names nobody whose answer is known without a call', async () => {
    const bureau_b = createParty(() => toAnswer(down), { findKnown: async () => kept });
    const parties = { ...answering(), bureau_b };
    const { verify, recorded } = start(parties);
    expect((await verify()).answers[1]).toMatchObject(kept);
    expect(timesAsked(parties)).toEqual([1, 0, 1]);
    expect(recorded.entries[0]).toMatchObject({ kind: 'intent', parties: ['bureau_a', 'fraud_registry'] });
  });

  it('is left out of as many verifications at one time as the operator allows, until their record is there', async () => {
    const answers = Promise.withResolvers<PartyAnswer>();
    const parties = { ...answering(), bureau_a: createParty(() => answers.promise) };
    const { options, recorded } = start(parties);
    const verify = createVerifyCpf({ ...options, record: recorded.withoutIntents(2) });
    const ask = (requestId: string) => verify(query, { ...caller, requestId });
    const asked = ['req_1', 'req_2', 'req_3'].map(ask);
    await settle();
    const intents = () =>
      recorded.entries.filter(({ kind }) => kind === 'intent').map((entry) => 'requestId' in entry && entry.requestId);
    expect([intents(), timesAsked(parties)]).toEqual([['req_3'], [3, 3, 3]]);
    answers.resolve(toAnswer(good.bureau_a));
    await Promise.all(asked);
    await ask('req_4');
    expect([intents(), recorded.entries.length]).toEqual([['req_3'], 5]);
  });

  it('is never left out while the audit fails: nobody is called', async () => {
    const kept = Promise.withResolvers<undefined>();
    const parties = { ...answering(), bureau_b: createParty(() => toAnswer(down), { findKnown: () => kept.promise }) };
    const { options, recorded } = start(parties);
    const verifying = createVerifyCpf({ ...options, record: recorded.withoutIntents(2) })(query, caller);
    recorded.fail();
    kept.resolve(undefined);
    await expect(verifying).rejects.toMatchObject({ code: 'audit_unavailable' });
    expect(timesAsked(parties)).toEqual([0, 0, 0]);
  });

  it('is not needed where nobody is called at all', async () => {
    const known = createParty(() => toAnswer(down), { findKnown: () => kept });
    const { verify, recorded } = start({ bureau_a: known, bureau_b: known, fraud_registry: known });
    await verify();
    expect(recorded.entries.map(({ kind }) => kind)).toEqual(['cpf']);
  });

  it('holds a place for its calls: as many as may be made are admitted, and no more', async () => {
    const roomFor = 2;
    const parties = {
      ...answering(),
      bureau_a: createParty(() => toAnswer(good.bureau_a), { canAdmit: (besides = 0) => besides < roomFor }),
    };
    const { verify, written } = startHeld(parties);
    const admitted = [verify(query, caller), verify(query, caller)];
    expect(() => verify(query, caller)).toThrow(expect.objectContaining({ code: 'overloaded' }));
    written.resolve();
    await Promise.all(admitted);
    expect(timesAsked(parties)).toEqual([2, 2, 2]);
  });

  it('is withdrawn where there was no room left after all: nobody was called', async () => {
    let hasRoom = true;
    const parties = {
      ...answering(),
      bureau_a: createParty(() => toAnswer(good.bureau_a), { canAdmit: () => hasRoom }),
    };
    const { verify, written, recorded } = startHeld(parties);
    const verifying = verify(query, caller);
    hasRoom = false;
    written.resolve();
    await expect(verifying).rejects.toMatchObject({ code: 'overloaded', retryAfterSeconds: 1 });
    expect(timesAsked(parties)).toEqual([0, 0, 0]);
    expect(recorded.entries).toMatchObject([{ kind: 'intent', requestId: caller.requestId, parties: [] }]);
  });
});

describe('whoever counts', () => {
  it('is told what came out and of which party, and nothing of whom', async () => {
    const { verify, observed } = start(answering());
    const { answers } = await verify();
    const calls = [
      { source: 'bureau_a', outcome: 'answered', count: 1, cost: null },
      { source: 'bureau_b', outcome: 'answered', count: 1, cost: null },
      { source: 'fraud_registry', outcome: 'not_found', count: 1, cost: null },
    ];
    const said = { status: 'verified', riskLevel: 'low', act: 'complete', answers, calls };
    expect(observed).toEqual([{ operation: 'cpf', caller, ...said }]);
  });

  it('is told of an outage as well', async () => {
    const { verify, observed } = start(answering({ bureau_a: down, bureau_b: down, fraud_registry: down }));
    await expect(verify()).rejects.toThrow();
    expect(observed).toMatchObject([{ operation: 'cpf', status: 'sources_unavailable', riskLevel: null }]);
  });

  it('changes nothing by failing', async () => {
    const observe = () => {
      throw new Error('the counter is broken');
    };
    const verify = createVerifyCpf({ ...start(answering()).options, observe });
    expect(await verify(query, caller)).toMatchObject({ decision: { status: 'verified' } });
  });
});

describe('a source that answers later', () => {
  const pending = { ...toAnswer({ kind: 'unavailable', reason: 'pending' }), order: 'order-1' };
  const startPending = (isRequired: boolean) =>
    start({ ...answering(), bureau_a: createParty(() => pending, { required: isRequired }) });

  it.each([false, true])(
    'leaves a caller who does not wait without a result for now; required: %s',
    async (required) => {
      const { options, recorded } = startPending(required);
      const kept: OpenVerification[] = [];
      const keep = async (open: OpenVerification) => kept.push(open) > 0;
      expect(await createVerifyCpf(options)(query, caller, { keep, isPreferred: true })).toBeUndefined();
      expect(kept).toMatchObject([{ query, caller, answers: [{ order: 'order-1' }, {}, {}] }]);
      // What was known is in the audit before anybody is told to wait, and no order is.
      expect(recorded.entries.map(({ kind }) => kind)).toEqual(['intent', 'cpf']);
      expect(JSON.stringify(recorded.entries)).not.toContain('order-1');
    },
  );

  it('gives what there is where the question cannot be kept, and where nobody asked to wait', async () => {
    const verify = createVerifyCpf(startPending(false).options);
    const waiting = { keep: async () => false, isPreferred: true };
    expect(await verify(query, caller, waiting)).toMatchObject({ decision: { status: 'inconclusive' } });
    expect(await verify(query, caller)).toMatchObject({ decision: { status: 'inconclusive' } });
    const insisting = createVerifyCpf(startPending(true).options);
    await expect(async () => insisting(query, caller, waiting)).rejects.toMatchObject({
      code: 'sources_unavailable',
    });
  });

  it('is waited for without the preference where the plan says so of it, and of no other', async () => {
    const step = (ask: string, isAwaited: boolean) => ({
      ...{ ask, when: [], stopIf: [], fallback: null, deadlineMs: null, freshFor: {} },
      isAwaited,
    });
    const verifyBy = (isAwaited: readonly [boolean, boolean]) => {
      const stages = [[step('bureau_a', isAwaited[0]), step('bureau_b', isAwaited[1]), step('fraud_registry', false)]];
      const plan = { stages, verifiedNeeds: null };
      const verify = createVerifyCpf({ ...startPending(false).options, plan });
      return verify(query, caller, { keep: async () => true, isPreferred: false });
    };
    expect(await verifyBy([true, false])).toBeUndefined();
    expect(await verifyBy([false, true])).toMatchObject({ decision: { status: 'inconclusive' } });
  });
});
