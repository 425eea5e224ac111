// What a plan of five parties costs a verification: processor time and timers, by the number of its stages. The parties answer in the
// process in a turn of their own, so that nothing but the plan differs.

import type { Caller } from '../../src/app/caller.ts';
import type { PersonSource } from '../../src/app/verify/ports.ts';
import { createVerifyCpf, type VerifyCpf } from '../../src/app/verify/verify-cpf.ts';
import { systemClock } from '../../src/clock.ts';
import type { KeyId } from '../../src/domain/access/api-key.ts';
import { parseChecks } from '../../src/domain/checks/parse-checks.ts';
import type { Cpf } from '../../src/domain/numbers/cpf.ts';
import { emptyRecord, type PersonRecord, type SourceRole } from '../../src/domain/person/evidence.ts';
import { defaultPolicy } from '../../src/domain/risk/risk-policy.ts';
import { median } from './rounds.ts';
import { recordNothing } from './servers/left-out.ts';

const record: PersonRecord = {
  ...emptyRecord,
  ...{ name: 'MARIA DA SILVA', birthDate: '1985-03-14', registration: 'regular' },
  ...{ pendingDebts: false, score: 640, fraudAlert: false },
};
const roles: Readonly<Record<string, readonly SourceRole[]>> = {
  bureau_a: ['identity', 'debts'],
  bureau_b: ['identity', 'score'],
  fraud_registry: ['fraud'],
  receita: ['identity'],
  income: ['debts'],
};
const steps = Object.keys(roles).map((ask) => ({ ask }));
/** The conditions look at what the first stage told, as those of a real plan do. */
const plans = {
  one: [steps],
  two: [
    [{ ask: 'receita', stop_if: { registration: ['cancelled', 'deceased'] } }],
    steps.filter(({ ask }) => ask !== 'receita').map((step) => ({ ...step, when: { registration: ['regular'] } })),
  ],
};

interface TimerCount {
  /** For a verification. */
  readonly made: number;
  readonly atOnceMax: number;
}

interface CostOptions {
  readonly rounds: number;
  readonly verifications: number;
}

/** Rounds take turns, and the median of their differences counts. */
export async function measureStages({ rounds, verifications }: CostOptions) {
  const verify = { one: createPlanned(plans.one), two: createPlanned(plans.two) };
  for (const each of Object.values(verify)) await timeMicros(each, verifications);
  const taken: { one: number; two: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    const [one, two] = [await timeMicros(verify.one, verifications), await timeMicros(verify.two, verifications)];
    taken.push({ one, two });
  }
  return {
    /** Of processor, for a verification. */
    micros: { one: median(taken.map(({ one }) => one)), two: median(taken.map(({ two }) => two)) },
    addedMicros: median(taken.map(({ one, two }) => two - one)),
    timers: { one: await countTimers(verify.one), two: await countTimers(verify.two) },
    steps: steps.length,
  };
}

const query = { cpf: '12345678909' as Cpf, name: 'Maria da Silva', birthDate: '1985-03-14' };
const caller: Caller = { keyId: 'key_bench' as KeyId, requestId: 'req_bench', mode: 'live', purpose: null };

function createPlanned(stages: readonly unknown[]): VerifyCpf {
  const known = Object.fromEntries(Object.entries(roles).map(([name, each]) => [name, { roles: each, signals: {} }]));
  const parsed = parseChecks(stages, known);
  if (parsed.kind === 'invalid') throw new Error(JSON.stringify(parsed.faults));
  const sources = Object.entries(roles).map(([name, each]) => createSource(name, each));
  return createVerifyCpf({
    sources: { live: sources, test: sources },
    plan: parsed.plan,
    policy: defaultPolicy,
    clock: systemClock,
    deadlineMs: 2000,
    record: recordNothing,
  });
}

function createSource(name: string, own: readonly SourceRole[]): PersonSource {
  const answer = {
    ...{ source: name, roles: own, evidence: { kind: 'answered', record } as const },
    ...{ latencyMs: 0, cached: false, calls: 1 },
  };
  return { name, roles: own, required: false, canAdmit: () => true, ask: async () => answer };
}

async function timeMicros(verify: VerifyCpf, verifications: number): Promise<number> {
  const before = process.threadCpuUsage();
  for (let done = 0; done < verifications; done++) await verify(query, caller);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / verifications;
}

/** Of one verification, by standing in front of the timers of the process. */
async function countTimers(verify: VerifyCpf): Promise<TimerCount> {
  const { setTimeout: set, clearTimeout: clear } = globalThis;
  const running = new Set<unknown>();
  const count = { made: 0, atOnceMax: 0 };
  globalThis.setTimeout = ((...given: Parameters<typeof set>) => {
    const timer = set(...given);
    running.add(timer);
    count.made++;
    count.atOnceMax = Math.max(count.atOnceMax, running.size);
    return timer;
  }) as typeof set;
  globalThis.clearTimeout = (timer) => {
    running.delete(timer);
    clear(timer);
  };
  try {
    await verify(query, caller);
  } finally {
    globalThis.setTimeout = set;
    globalThis.clearTimeout = clear;
  }
  return count;
}
