// What the demo shows by itself: a few people, each led through the plan of checks, with whom it asked, whom it did not and why, and what
// the simulated parties bill for it.

import { formatMoney, type Money, multiplyMoney, parseMoney } from '../../src/domain/money/money.ts';
import type { CallOutcome } from '../../src/domain/prices/call-outcome.ts';
import type { Simulator } from '../../src/sim/server.ts';

export interface DemoPerson {
  readonly cpf: string;
  readonly name: string;
  readonly birth_date: string;
}

interface Case {
  readonly title: string;
  readonly person: DemoPerson;
  /** The party that is out of order meanwhile. */
  readonly down?: string;
}

export const people = {
  inOrder: { cpf: '12345678909', name: 'João Pedro da Silva Santos', birth_date: '1985-03-14' },
  middling: { cpf: '90000000507', name: 'Patrícia Ribeiro', birth_date: '1980-05-05' },
  deceased: { cpf: '05137518743', name: 'Sebastião Alves Ferreira', birth_date: '1941-01-15' },
} as const satisfies Record<string, DemoPerson>;

const cases: readonly Case[] = [
  { title: 'Everything in order, a high score', person: people.inOrder },
  { title: 'A middling score: the income is asked too', person: people.middling },
  { title: 'Deceased: the plan stops at the first answer', person: people.deceased },
  { title: 'The Receita is down: the bureau stands in', person: people.inOrder, down: 'serpro-cpf' },
  { title: 'Down again, and the bureau’s budget of the day is used up', person: people.inOrder, down: 'serpro-cpf' },
];

/** `Charges` states the price of each outcome at a source, in reais. */
type Charges = Readonly<Record<CallOutcome, number>>;

export interface DemoSource {
  readonly party: string;
  readonly charges: Charges | undefined;
}

export interface Explained {
  readonly status: string;
  readonly risk_level: string;
  readonly explanation: {
    readonly sources: Readonly<Record<string, { readonly outcome: string; readonly reason: string | null }>>;
  };
}

interface ShowCasesOptions {
  readonly simulator: Simulator;
  readonly sources: readonly DemoSource[];
  readonly verify: (person: DemoPerson) => Promise<Explained>;
}

/** One paragraph for each case. */
export async function showCases({ simulator, sources, verify }: ShowCasesOptions): Promise<readonly string[][]> {
  const shown: string[][] = [];
  for (const { title, person, down } of cases) {
    const before = sumBills(simulator, sources);
    if (down !== undefined) await simulator.set(down, { fault: { kind: 'status', status: 503 } });
    const answer = await verify(person);
    if (down !== undefined) await simulator.set(down, { fault: { kind: 'none' } });
    const cost = formatMoney(sumBills(simulator, sources) - before);
    shown.push([
      `${title}: ${answer.status}, ${answer.risk_level} risk, R$ ${cost}`,
      ...describeSources(answer).map((line) => `  ${line}`),
    ]);
  }
  return shown;
}

function describeSources({ explanation }: Explained): readonly string[] {
  const all = Object.entries(explanation.sources);
  const list = (title: string, isOne: (outcome: string) => boolean) => {
    const named = all.flatMap(([name, { outcome, reason }]) =>
      isOne(outcome) ? `${name}${reason === null ? '' : ` (${reason})`}` : [],
    );
    return named.length === 0 ? [] : `${title.padEnd(10)} ${named.join(', ')}`;
  };
  const [notAsked, failed] = ['not_asked', 'unavailable'];
  return [
    list('asked', (outcome) => outcome !== notAsked && outcome !== failed),
    list('failed', (outcome) => outcome === failed),
    list('not asked', (outcome) => outcome === notAsked),
  ].flat();
}

/** Returns the total that all parties have billed so far, by their own counts. */
function sumBills(simulator: Simulator, sources: readonly DemoSource[]): Money {
  const { parties } = simulator.state();
  return sources.reduce((sum, { party, charges }) => sum + sumBill(parties[party]?.billed, charges), 0n);
}

function sumBill(billed: Readonly<Record<string, number>> = {}, charges: Charges | undefined): Money {
  return Object.entries(charges ?? {}).reduce((sum, [outcome, reais]) => {
    const each = parseMoney(String(reais)) ?? 0n;
    return sum + multiplyMoney(each, billed[outcome] ?? 0);
  }, 0n);
}
