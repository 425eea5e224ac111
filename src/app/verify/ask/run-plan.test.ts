import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createManualClock } from '../../../../test/support/manual-clock.ts';
import { answered, anyone as query } from '../../../../test/support/parties/known-person.ts';
import { createRecorded } from '../../../../test/support/recorded.ts';
import type { KeyId } from '../../../domain/access/api-key.ts';
import { parseChecks } from '../../../domain/checks/parse-checks.ts';
import type { Plan } from '../../../domain/checks/plan.ts';
import type { Evidence, SourceRole } from '../../../domain/person/evidence.ts';
import { defaultPolicy } from '../../../domain/risk/risk-policy.ts';
import type { Caller } from '../../caller.ts';
import type { Eventual } from '../../eventual.ts';
import type { PersonSource, SourceAnswer } from '../ports.ts';
import { createVerifyCpf } from '../verify-cpf.ts';

const caller: Caller = { keyId: 'key_1' as KeyId, requestId: 'req_1', mode: 'live', purpose: null };
const down: Evidence = { kind: 'unavailable', reason: 'upstream_error' };
const deceased: Evidence = answered({ registration: 'deceased' });

const people: Readonly<Record<string, { readonly roles: readonly SourceRole[]; readonly says: Evidence }>> = {
  bureau_a: { roles: ['identity', 'debts'], says: answered({ pendingDebts: false }) },
  bureau_b: { roles: ['identity', 'score'], says: answered({ score: 812 }) },
  fraud_registry: { roles: ['fraud'], says: { kind: 'not_found' } },
  receita: { roles: ['identity'], says: answered() },
  bureau_c: { roles: ['identity', 'score'], says: answered({ score: 790 }) },
};

const written = {
  verified_needs: ['bureau_b', 'fraud_registry'],
  stages: [
    { ask: 'receita', stop_if: { registration: ['cancelled', 'deceased'] } },
    [{ ask: 'bureau_b', fallback: 'bureau_c' }, { ask: 'fraud_registry' }],
    { ask: 'bureau_a', when: { score: { to: 700 } } },
  ],
};

function parse(raw: unknown): Plan {
  const income = { income_band: { kind: 'words', words: ['low', 'high'] } } as const;
  const sources = Object.fromEntries(
    Object.entries(people).map(([name, { roles }]) => [name, { roles, signals: name === 'receita' ? income : {} }]),
  );
  const parsed = parseChecks(raw, sources);
  if (parsed.kind === 'invalid') throw new Error(JSON.stringify(parsed.faults));
  return parsed.plan;
}

type Respond = (signal: AbortSignal) => Eventual<Evidence>;

interface Given {
  readonly says?: Readonly<Record<string, Evidence | Respond>>;
  readonly limits?: Readonly<Record<string, Partial<PersonSource>>>;
  readonly raw?: unknown;
}

function start({ says = {}, limits = {}, raw = written }: Given = {}) {
  const clock = createManualClock();
  const recorded = createRecorded(clock);
  /** `asked` lists the sources in the order of the calls. */
  const asked: string[] = [];
  const sources = Object.entries(people).map(([name, { roles, says: usual }]): PersonSource => {
    const said = says[name] ?? usual;
    const toAnswer = (evidence: Evidence): SourceAnswer => ({
      ...{ source: name, roles, evidence },
      ...{ latencyMs: 1, cached: false, calls: 1 },
    });
    return {
      name,
      roles,
      required: false,
      canAdmit: () => true,
      async ask(_query, signal) {
        if (signal.aborted) return { ...toAnswer({ kind: 'unavailable', reason: 'timeout' }), calls: 0 };
        asked.push(name);
        return toAnswer(typeof said === 'function' ? await said(signal) : said);
      },
      ...limits[name],
    };
  });
  const record = recorded.record;
  const options = { policy: defaultPolicy, clock, deadlineMs: 3000, record, plan: parse(raw) };
  const verify = createVerifyCpf({ ...options, sources: { live: sources, test: sources } });
  const outcomesOf = (answers: readonly { source: string; evidence: Evidence | { kind: string; reason: string } }[]) =>
    Object.fromEntries(
      answers.map(({ source, evidence }) => [source, 'reason' in evidence ? evidence.reason : evidence.kind]),
    );
  return {
    clock,
    recorded,
    asked,
    verify: async (mode: Caller['mode'] = 'live') => verify(query, { ...caller, mode }),
    outcomes: async () => outcomesOf((await verify(query, caller)).answers),
  };
}

/** Answers only when its signal says so. */
const hanging: Respond = (signal) =>
  new Promise((resolve) =>
    signal.addEventListener('abort', () => resolve({ kind: 'unavailable', reason: 'timeout' }), { once: true }),
  );

describe('a plan', () => {
  it('asks stage after stage, whom the conditions want, and says why the others were not asked', async () => {
    const { outcomes, asked } = start();
    expect(await outcomes()).toEqual({
      bureau_a: 'condition',
      bureau_b: 'answered',
      fraud_registry: 'not_found',
      receita: 'answered',
      bureau_c: 'fallback_not_needed',
    });
    expect(asked).toEqual(['receita', 'bureau_b', 'fraud_registry']);
  });

  it('stops on bad news, for which nothing needs to be declared', async () => {
    const { verify, asked } = start({ says: { receita: deceased }, raw: written.stages });
    const { decision, answers } = await verify();
    expect(decision).toMatchObject({ status: 'not_verified', riskLevel: 'high' });
    expect(asked).toEqual(['receita']);
    expect(answers.find(({ source }) => source === 'bureau_a')).toMatchObject({
      evidence: { kind: 'not_asked', reason: 'decided_earlier' },
      calls: 0,
    });
  });

  it('asks whoever stands in for a source that failed, and only then', async () => {
    const { verify, asked } = start({ says: { bureau_b: down } });
    const { decision } = await verify();
    expect(decision).toMatchObject({ status: 'verified', score: 790 });
    expect(asked).toEqual(['receita', 'bureau_b', 'fraud_registry', 'bureau_c']);
  });

  it('uses a kept answer in place of a call: no intent names its source, and the record tells its age', async () => {
    const kept = { ageSeconds: 3600, purpose: 'credit' };
    const purposes: (string | null | undefined)[] = [];
    const findKnown: PersonSource['findKnown'] = async (_query, purpose) => {
      purposes.push(purpose);
      const { roles, says: evidence } = people['bureau_b'] as (typeof people)[string];
      return { source: 'bureau_b', roles, evidence, kept, latencyMs: 1, cached: true, calls: 0 };
    };
    const { verify, asked, recorded } = start({ limits: { bureau_b: { findKnown } } });
    const { decision } = await verify();
    expect(purposes).toEqual([caller.purpose]);
    expect(asked).toEqual(['receita', 'fraud_registry']);
    const [intent, record] = recorded.entries;
    expect(intent).toMatchObject({ kind: 'intent', parties: expect.not.arrayContaining(['bureau_b']) });
    expect(record).toMatchObject({ kind: 'cpf', decision });
    expect(record).toHaveProperty('evidence.1.kept', kept);
    expect(decision).toEqual((await start().verify()).decision);
  });

  it('decides by what it declares, and the audit holds that beside all that was not asked', async () => {
    const { verify, recorded } = start();
    const { decision, verifiedNeeds } = await verify();
    expect(decision).toMatchObject({ status: 'verified', score: 812, riskLevel: 'low' });
    expect(verifiedNeeds).toEqual([['bureau_b', 'bureau_c'], ['fraud_registry']]);
    expect(recorded.entries.at(-1)).toMatchObject({ kind: 'cpf', verifiedNeeds, decision });
    expect(recorded.entries.at(-1)).toHaveProperty('evidence.0.evidence', { kind: 'not_asked', reason: 'condition' });
  });

  it('without a declaration leaves nobody verified whom a party of the contract was not asked about', async () => {
    const { decision, verifiedNeeds } = await start({ raw: written.stages }).verify();
    expect(decision).toMatchObject({ status: 'inconclusive', riskLevel: 'high' });
    expect(verifiedNeeds).toBeNull();
  });

  it('is not for test keys: the sandbox keeps what its people promise', async () => {
    const { verify, asked } = start();
    await verify('test');
    expect(asked.sort()).toEqual(['bureau_a', 'bureau_b', 'bureau_c', 'fraud_registry', 'receita']);
  });
});

describe('a condition over a signal', () => {
  const raw = [{ ask: 'receita' }, { ask: 'bureau_a', when: { signals: { income_band: ['low'] } } }];
  const telling = (signals?: Readonly<Record<string, string>>) => answered(signals && { signals });

  it.each([
    ['holds where a source told one of its values', telling({ income_band: 'low' }), ['receita', 'bureau_a']],
    ['does not hold where it told another one', telling({ income_band: 'high' }), ['receita']],
    ['does not hold where the answer lacks it: silence is no value', telling(), ['receita']],
  ])('%s', async (_name, receita, expected) => {
    const { verify, asked } = start({ says: { receita }, raw });
    await verify();
    expect(asked).toEqual(expected);
  });
});

describe('the intent of a plan', () => {
  it('is one, is there before the first call, and names everybody who may be called', async () => {
    const { verify, recorded } = start({ says: { receita: deceased } });
    await verify();
    expect(recorded.entries).toMatchObject([
      { kind: 'intent', parties: ['receita', 'bureau_b', 'bureau_c', 'fraud_registry', 'bureau_a'] },
      { kind: 'cpf' },
    ]);
  });

  it('is withdrawn where the first stage has no room; later stages do not refuse the request', async () => {
    const full = { canAdmit: () => false };
    await expect(start({ limits: { receita: full } }).verify()).rejects.toMatchObject({ code: 'overloaded' });
    expect((await start({ limits: { bureau_a: full, bureau_c: full } }).verify()).decision.status).toBe('verified');
  });
});

describe('a required source', () => {
  const required = { receita: { required: true }, bureau_b: { required: true } };

  it('that failed ends the plan: nobody else is paid for a request without a result', async () => {
    const { verify, asked } = start({ says: { receita: down }, limits: required });
    await expect(verify()).rejects.toMatchObject({ code: 'sources_unavailable' });
    expect(asked).toEqual(['receita']);
  });

  it('is there where another one stood in for it, and is not missed where the plan did not ask it', async () => {
    const stoodIn = await start({ says: { bureau_b: down }, limits: required }).verify();
    expect(stoodIn.decision.status).toBe('verified');
    const stopped = await start({ says: { receita: deceased }, limits: required }).verify();
    expect(stopped.decision.status).toBe('not_verified');
  });
});

describe('the time of a request', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is shared out: a stage that takes all of its share leaves the others theirs', async () => {
    const { verify, clock } = start({ says: { receita: hanging }, raw: written.stages });
    const verifying = verify();
    await vi.advanceTimersByTimeAsync(999);
    clock.advance(1000);
    await vi.advanceTimersByTimeAsync(1);
    const { answers } = await verifying;
    const allowed = Object.fromEntries(answers.map(({ source, allowedMs }) => [source, allowedMs]));
    expect(allowed).toEqual({
      receita: 1000,
      // Half of the stage's thousand: somebody stands in.
      bureau_b: 500,
      fraud_registry: 1000,
      bureau_a: undefined,
      bureau_c: undefined,
    });
    expect(answers.find(({ source }) => source === 'receita')?.evidence).toEqual({
      kind: 'unavailable',
      reason: 'timeout',
    });
  });

  it('is kept by one timer at a time, and by none once all is over', async () => {
    const { verify } = start({ says: { bureau_b: hanging, fraud_registry: hanging } });
    const verifying = verify();
    await vi.advanceTimersByTimeAsync(0);
    expect(vi.getTimerCount()).toBe(1);
    await vi.runAllTimersAsync();
    await verifying;
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends the step that has less of it, and nobody is called when it is over', async () => {
    const raw = [[{ ask: 'receita', deadline_ms: 50 }, { ask: 'fraud_registry' }], { ask: 'bureau_b' }];
    const late = start({ says: { receita: hanging }, raw });
    const verifying = late.verify();
    await vi.advanceTimersByTimeAsync(50);
    expect((await verifying).answers.find(({ source }) => source === 'receita')).toMatchObject({ allowedMs: 50 });

    const over = start({ says: { fraud_registry: hanging }, raw });
    const ending = over.verify();
    await vi.advanceTimersByTimeAsync(0);
    over.clock.advance(3000);
    await vi.runAllTimersAsync();
    expect((await ending).answers.find(({ source }) => source === 'bureau_b')).toMatchObject({
      calls: 0,
      allowedMs: 0,
    });
    expect(over.asked).toEqual(['receita', 'fraud_registry']);
  });
});
