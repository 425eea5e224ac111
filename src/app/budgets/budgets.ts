// Holds sources and keys to their budgets. What a call may cost is reserved before anybody is called, and corrected by what it did cost.
// So all processes together never spend more than there is, but for second tries.

import { type Budget, type BudgetLimit, describeLimit, toUnits } from '../../domain/budgets/budget.ts';
import { toBrazilDay } from '../../domain/dates/calendar.ts';
import { toSecondsLeft } from '../../domain/dates/periods.ts';
import { findPriceList, toListPrice } from '../../domain/prices/price-list.ts';
import { AppError, type Bilingual } from '../../errors.ts';
import type { SpendingLimits } from '../verify/ask/spending-limits.ts';
import { type AccountsOptions, type BudgetRoom, createAccounts, type Held } from './accounts.ts';
import type { Spender } from './spent.ts';

export interface Budgets extends SpendingLimits {
  /** Lists the used shares of the sources' budgets, as far as this process knows. */
  listShares(): readonly BudgetShare[];
  /** The same of keys. */
  listKeyShares(): readonly KeyBudgetShare[];
  /** Lists the room that is left for the key, in its own budget and in those of all sources. */
  listRoom(keyId: string): Promise<readonly BudgetRoom[]>;
}

interface UsedShare extends Pick<BudgetLimit, 'period' | 'unit'> {
  /** 1 is all of it. */
  readonly share: number;
}

export interface BudgetShare extends UsedShare {
  readonly source: string;
}

export interface KeyBudgetShare extends UsedShare {
  readonly keyId: string;
}

interface BudgetsOptions extends AccountsOptions {
  readonly sources: ReadonlyMap<string, Budget>;
  readonly keys: ReadonlyMap<string, Budget>;
}

export function createBudgets(options: BudgetsOptions): Budgets {
  const { sources, keys, prices, clock } = options;
  const accounts = createAccounts(options);

  function toPrice(source: string): bigint {
    const list = findPriceList(prices.get(source) ?? [], toBrazilDay(clock.nowMs()));
    return list === undefined ? 0n : toListPrice(list, 'answered');
  }

  /** All of one party's accounts, or none of them. */
  async function holdParty(source: string, keyId: string): Promise<{ source: string; held: Held[] }> {
    const own = [
      ...accounts.open({ kind: 'source', name: source }, sources.get(source)),
      ...accounts.open({ kind: 'key', name: keyId }, keys.get(keyId)),
    ];
    const price = toPrice(source);
    const amounts = own.map((account) => ({ account, amount: toUnits(account.limit.unit, 1, price) }));
    const held = await Promise.all(
      amounts.filter(({ amount }) => amount > 0).map(({ account, amount }) => accounts.hold(account, amount)),
    );
    return { source, held };
  }

  const release = (held: readonly Held[]): void => {
    for (const each of held) accounts.correct(each, 0);
  };

  const toRefusal = ({ account: { limit, period } }: Held): AppError =>
    new AppError('budget_exhausted', {
      retryAfterSeconds: toSecondsLeft(period, clock.nowMs()),
      detail: refusalDetails[limit.period],
      internal: `the budget ${describeLimit(limit)} is used up`,
    });

  const listUsed = (spender: Spender, budget: Budget): UsedShare[] =>
    accounts.open(spender, budget).map((account) => {
      const { period, unit } = account.limit;
      return { period, unit, share: accounts.findShare(account) };
    });

  return {
    async reserve(parties, keyId) {
      const all = await Promise.all(parties.map((source) => holdParty(source, keyId)));
      const over = all.flatMap(({ held }) => held.filter(({ fits }) => !fits));
      const refused = toLongest(over.filter(({ account }) => account.budget.atLimit === 'refuse'));
      if (refused !== undefined) {
        for (const { held } of all) release(held);
        throw toRefusal(refused);
      }
      const skipped = new Map<string, AppError>();
      for (const { source, held } of all) {
        const excess = toLongest(held.filter(({ fits }) => !fits));
        if (excess === undefined) continue;
        skipped.set(source, toRefusal(excess));
        release(held);
      }
      return {
        skipped,
        settle(calls) {
          for (const { source, held } of all) {
            if (skipped.has(source)) continue;
            const own = calls.filter((call) => call.source === source);
            const count = own.reduce((sum, call) => sum + call.count, 0);
            const cost = own.reduce((sum, call) => sum + (call.cost ?? 0n), 0n);
            for (const each of held) accounts.correct(each, toUnits(each.account.limit.unit, count, cost));
          }
        },
      };
    },
    listRoom: (keyId) =>
      Promise.all(
        [
          ...[...sources].flatMap(([name, budget]) => accounts.open({ kind: 'source', name }, budget)),
          ...accounts.open({ kind: 'key', name: keyId }, keys.get(keyId)),
        ].map(async (account) => {
          const { period, unit } = account.limit;
          return { spender: account.spender, period, unit, left: await accounts.findLeft(account) };
        }),
      ),
    listShares: () =>
      [...sources].flatMap(([source, budget]) =>
        listUsed({ kind: 'source', name: source }, budget).map((used) => ({ source, ...used })),
      ),
    listKeyShares: () =>
      [...keys].flatMap(([keyId, budget]) =>
        listUsed({ kind: 'key', name: keyId }, budget).map((used) => ({ keyId, ...used })),
      ),
  };
}

/** A month that is used up says more than a day. */
function toLongest(over: readonly Held[]): Held | undefined {
  return over.find(({ account }) => account.limit.period === 'month') ?? over[0];
}

const refusalDetails: Readonly<Record<BudgetLimit['period'], Bilingual>> = {
  day: {
    en: 'The budget of today (America/Sao_Paulo) is used up, so nobody was asked. Try again tomorrow.',
    pt: 'O orçamento de hoje (horário de Brasília) acabou, por isso nenhuma fonte foi consultada. Tente de novo amanhã.',
  },
  month: {
    en: 'The budget of this month (America/Sao_Paulo) is used up, so nobody was asked. Try again next month.',
    pt: 'O orçamento deste mês (horário de Brasília) acabou, por isso nenhuma fonte foi consultada. Tente de novo no mês que vem.',
  },
};
