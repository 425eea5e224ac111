// The worked example of docs/checks.md as a plan with prices and people: a cheap registration that settles 8 %, a score that settles 30 %
// of the rest, and a dear report for those who are left. A test runs few people through it, a benchmark as many as the page has.

import { type Money, multiplyMoney } from '../../../src/domain/money/money.ts';
import { completeCpf } from '../../../src/domain/numbers/cpf.ts';
import type { PersonQuery, PersonRecord } from '../../../src/domain/person/evidence.ts';
import { personFor } from '../../../src/sandbox/people.ts';

/** Sources that are not the contract's own, by name. */
export const further = {
  receita: { party: 'serpro-cpf', settings: { roles: ['identity'] } },
  stand_in: { party: 'serasa', settings: { roles: ['identity'] } },
  report: { party: 'serasa', settings: { roles: ['debts'] } },
} as const;

/** Whoever has a higher score needs no report. */
const undecided = { to: 799 };

export const checks = {
  verified_needs: ['receita', 'bureau_b', 'fraud_registry'],
  stages: [
    {
      ask: 'receita',
      fallback: 'stand_in',
      stop_if: [{ registration: ['suspended', 'cancelled', 'annulled', 'deceased'] }, { name: 'mismatch' }],
    },
    // Nobody of the example is asked about for a purpose, so that nothing is kept.
    [{ ask: 'bureau_b', deadline_ms: 9000, fresh_for: { credit: '30d', onboarding: '1d' } }, { ask: 'fraud_registry' }],
    { ask: 'report', when: { score: undecided } },
  ],
};

/** In ten-thousandths of a real, by source. Nobody is verified without the fraud registry, so that its price changes nothing. */
export const prices: Readonly<Record<string, Money>> = { receita: 5_740n, bureau_b: 20_000n, report: 90_000n };

/** As a price list writes them. */
export function toPriceLists(money: Money): readonly object[] {
  const each = Number(money) / 10_000;
  return [{ from: '2020-01-01', answered: each, not_found: each, minor: each, timeout: each, error: each }];
}

export interface WorkedExample {
  readonly people: readonly PersonQuery[];
  /** How often each source must be asked: the plan's arithmetic. */
  readonly calls: Readonly<Record<string, number>>;
  readonly cost: Money;
}

export function createWorkedExample(count: number): WorkedExample {
  const stopped = Math.round(count * 0.08);
  const settled = Math.round((count - stopped) * 0.3);
  const calls = { receita: count, bureau_b: count - stopped, report: count - stopped - settled };
  const people = takePeople({ stopped, settled, undecided: calls.report });
  const cost = Object.entries(calls).reduce((sum, [name, each]) => sum + multiplyMoney(prices[name] ?? 0n, each), 0n);
  return { people, calls: { ...calls, stand_in: 0, fraud_registry: calls.bureau_b }, cost };
}

type Kind = 'stopped' | 'settled' | 'undecided';

/** As many of the sandbox's people of each kind. Whoever is to be stopped says a name that is not theirs. */
function takePeople(wanted: Readonly<Record<Kind, number>>): readonly PersonQuery[] {
  const left = { ...wanted };
  const taken: PersonQuery[] = [];
  // Never one of the fixed people, whose numbers begin with 9.
  for (let index = 0; left.stopped + left.settled + left.undecided > 0; index++) {
    const cpf = completeCpf(String(100_000_000 + index * 7_919));
    const { bureau_a, bureau_b } = personFor(cpf).answers;
    if (bureau_a.evidence.kind !== 'answered' || bureau_b.evidence.kind !== 'answered') continue;
    const { name, birthDate, registration } = bureau_a.evidence.record;
    const kind = left.stopped > 0 ? 'stopped' : kindOf(registration, bureau_b.evidence.record.score);
    if (kind === undefined || left[kind] === 0) continue;
    left[kind]--;
    taken.push({ cpf, name: kind === 'stopped' ? 'Zulmira Wanderley Quixadá' : name, birthDate });
  }
  return taken;
}

function kindOf(registration: PersonRecord['registration'], score: number | null): Kind | undefined {
  if (registration !== 'regular' || score === null) return undefined;
  return score <= undecided.to ? 'undecided' : 'settled';
}
