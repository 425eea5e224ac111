import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../../test/support/manual-clock.ts';
import { answered, anyone as query } from '../../../../test/support/parties/known-person.ts';
import { createRecorded } from '../../../../test/support/recorded.ts';
import type { KeyId } from '../../../domain/access/api-key.ts';
import type { Budget } from '../../../domain/budgets/budget.ts';
import type { Plan, Step } from '../../../domain/checks/plan.ts';
import { completeCnpj } from '../../../domain/numbers/cnpj.ts';
import type { SourceRole } from '../../../domain/person/evidence.ts';
import { defaultPolicy } from '../../../domain/risk/risk-policy.ts';
import { createMemoryCounters } from '../../../stores/limits/counters.memory.ts';
import { createBudgets } from '../../budgets/budgets.ts';
import type { Caller } from '../../caller.ts';
import type { CompanyLookup, PersonSource } from '../ports.ts';
import { createVerifyCnpj } from '../verify-cnpj.ts';
import { createVerifyCpf } from '../verify-cpf.ts';

const caller: Caller = { keyId: 'key_1' as KeyId, requestId: 'req_1', mode: 'live', purpose: null };
const once = (atLimit: Budget['atLimit']): Budget => ({ atLimit, limits: [{ period: 'day', unit: 'calls', max: 1 }] });

function open(sources: Readonly<Record<string, Budget>>, keys: Readonly<Record<string, Budget>> = {}) {
  const clock = createManualClock();
  const recorded = createRecorded(clock);
  const budgets = createBudgets({
    ...{ sources: new Map(Object.entries(sources)), keys: new Map(Object.entries(keys)), prices: new Map(), clock },
    counters: createMemoryCounters({ clock, windowsMax: 100 }),
    store: { listCalls: async () => [] },
  });
  return { clock, recorded, budgets };
}

interface Given {
  readonly sources?: Readonly<Record<string, Budget>>;
  readonly keys?: Readonly<Record<string, Budget>>;
  readonly plan?: Plan;
  readonly required?: string;
}

function start({ sources = {}, keys = {}, plan, required }: Given) {
  const { clock, recorded, budgets } = open(sources, keys);
  const asked: string[] = [];
  const toSource = (name: string, roles: readonly SourceRole[]): PersonSource => ({
    name,
    roles,
    required: name === required,
    canAdmit: () => true,
    ask: () => {
      asked.push(name);
      const evidence = answered({ pendingDebts: false, fraudAlert: false, score: 800 });
      return { source: name, roles, evidence, latencyMs: 1, cached: false, calls: 1 };
    },
  });
  const all = [
    toSource('bureau_a', ['identity', 'debts']),
    toSource('bureau_b', ['identity', 'score']),
    toSource('fraud_registry', ['fraud']),
  ];
  const verify = createVerifyCpf({
    ...{ sources: { live: all, test: all }, plan, policy: defaultPolicy, clock, deadlineMs: 1000 },
    ...{ record: recorded.record, budgets },
  });
  return {
    recorded,
    asked,
    verify: async (mode: Caller['mode'] = 'live', more: Pick<Caller, 'atBudget'> = {}) =>
      verify(query, { ...caller, mode, ...more }),
  };
}

const step = (ask: string, fallback: string | null = null): Step => ({
  ask,
  fallback,
  when: [],
  stopIf: [],
  freshFor: {},
  isAwaited: false,
  deadlineMs: null,
});

describe('a person, over a budget', () => {
  it('is asked about at the others: the intent names them alone, and a skipped fraud registry caps the score', async () => {
    const { verify, recorded, asked } = start({ sources: { fraud_registry: once('skip') } });
    const [first, second] = [await verify(), await verify()];
    expect(asked).toEqual(['bureau_a', 'bureau_b', 'fraud_registry', 'bureau_a', 'bureau_b']);
    expect(second.answers[2]).toMatchObject({ evidence: { kind: 'not_asked', reason: 'budget' }, calls: 0 });
    expect([first.decision.score, second.decision]).toMatchObject([800, { status: 'inconclusive', score: 499 }]);
    expect(recorded.entries.slice(2)).toMatchObject([
      { kind: 'intent', parties: ['bureau_a', 'bureau_b'] },
      { kind: 'cpf', evidence: [{}, {}, { evidence: { kind: 'not_asked', reason: 'budget' } }] },
    ]);
  });

  it('has somebody else asked, where the plan names who stands in', async () => {
    const plan: Plan = { stages: [[step('bureau_a', 'bureau_b')], [step('fraud_registry')]], verifiedNeeds: null };
    const { verify, asked } = start({ sources: { bureau_a: once('skip') }, plan });
    await verify();
    await verify();
    expect(asked).toEqual(['bureau_a', 'fraud_registry', 'bureau_b', 'fraud_registry']);
  });

  it.each([
    ['of a source that refuses', { sources: { bureau_b: once('refuse') } }],
    ['of a source that the operator insists on', { sources: { bureau_b: once('skip') }, required: 'bureau_b' }],
    ['of all sources', { sources: { bureau_a: once('skip'), bureau_b: once('skip'), fraud_registry: once('skip') } }],
    [
      'of the key',
      { keys: { key_1: { ...once('refuse'), limits: [{ period: 'day', unit: 'calls', max: 3 }] } as Budget } },
    ],
  ])('%s is refused: nobody is asked, nothing is written down, and a test key is answered', async (_, given) => {
    const { verify, asked, recorded } = start(given);
    await verify();
    await expect(verify()).rejects.toMatchObject({ code: 'budget_exhausted', isSpent: false });
    expect([asked.length, recorded.entries.length]).toEqual([3, 2]);
    expect((await verify('test')).answers).toHaveLength(3);
  });

  it('is refused where the caller would rather wait than do without a source, unless the plan names who stands in', async () => {
    const patient = { atBudget: 'refuse' } as const;
    const { verify, asked, recorded } = start({ sources: { fraud_registry: once('skip') } });
    await verify('live', patient);
    await expect(verify('live', patient)).rejects.toMatchObject({ code: 'budget_exhausted', isSpent: false });
    expect([asked.length, recorded.entries.length]).toEqual([3, 2]);
    expect((await verify()).answers[2]).toMatchObject({ evidence: { reason: 'budget' } });
    const plan: Plan = { stages: [[step('bureau_a', 'bureau_b')], [step('fraud_registry')]], verifiedNeeds: null };
    const planned = start({ sources: { bureau_a: once('skip') }, plan });
    await planned.verify('live', patient);
    await planned.verify('live', patient);
    expect(planned.asked).toEqual(['bureau_a', 'fraud_registry', 'bureau_b', 'fraud_registry']);
    const spare = start({ sources: { bureau_b: once('skip') }, plan });
    await spare.verify('live', patient);
    expect((await spare.verify('live', patient)).answers).toHaveLength(3);
  });

  it('costs nothing where the audit keeps anybody from being asked', async () => {
    const { verify, recorded, asked } = start({ sources: { bureau_a: once('refuse') } });
    const intent = recorded.record.intent;
    Object.assign(recorded.record, { intent: () => Promise.reject(new Error('full')) });
    await expect(verify()).rejects.toThrow('full');
    Object.assign(recorded.record, { intent });
    await verify();
    expect(asked).toHaveLength(3);
  });
});

describe('a company, over a budget', () => {
  it.each([
    ['skip', 'inconclusive'],
    ['refuse', 'budget_exhausted'],
  ] as const)('of the fallback that says %s is %s, and the party is not asked', async (atLimit, expected) => {
    const { clock, recorded, budgets } = open({ company_fallback: once(atLimit) });
    let asked = 0;
    const missing: CompanyLookup = { kind: 'not_found', dataAsOf: '2026-10-11' };
    const verify = createVerifyCnpj({
      ...{ registries: { live: { find: () => missing }, test: { find: () => missing } }, fallbackDeadlineMs: 100 },
      ...{ policy: defaultPolicy, clock, record: recorded.record, budgets },
      fallback: { find: async () => ({ ...missing, calls: ++asked && 1 }) },
    });
    const status = async () => {
      const about = { cnpj: completeCnpj('12ABC34501DE'), companyName: null };
      return (await verify(about, caller)).decision.status;
    };
    expect(await status()).toBe('not_found');
    expect(await status().catch(({ code }) => code)).toBe(expected);
    expect(asked).toBe(1);
  });
});
