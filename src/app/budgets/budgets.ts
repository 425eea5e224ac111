// Holds sources and keys to their budgets. What a call may cost is reserved before anybody is called, and corrected by what it did cost.
// So all processes together never spend more than there is, but for second tries.

import { type Budget, type BudgetLimit, describeLimit, toUnits, warnedPercent } from '../../domain/budgets/budget.ts';
import { toBrazilDay } from '../../domain/dates/calendar.ts';
import { getPeriods, type Period, toSecondsLeft } from '../../domain/dates/periods.ts';
import { findPriceList, type Prices, toListPrice } from '../../domain/prices/price-list.ts';
import { AppError, type Bilingual } from '../../errors.ts';
import type { Clock } from '../clock.ts';
import type { Counters } from '../limits.ts';
import { toObserver } from '../observer.ts';
import type { UsageStore } from '../usage/ports.ts';
import type { SpendingLimits } from '../verify/spending-limits.ts';
import { createPeriodMemory } from './period-memory.ts';
import { readSpent, type Spender, type Spent } from './spent.ts';

export interface Budgets extends SpendingLimits {
  /** What sources have used of their budgets, as far as this process knows. */
  listShares(): readonly BudgetShare[];
  /** The same of keys. */
  listKeyShares(): readonly KeyBudgetShare[];
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

/** Told once in a period by one of all processes, as long as they can count together. */
export interface BudgetNotice {
  readonly spender: Spender;
  readonly limit: BudgetLimit;
  readonly percent: typeof warnedPercent | 100;
  readonly period: Period;
}

interface BudgetsOptions {
  readonly sources: ReadonlyMap<string, Budget>;
  readonly keys: ReadonlyMap<string, Budget>;
  readonly prices: Prices;
  readonly counters: Counters;
  readonly store: Pick<UsageStore, 'listCalls'>;
  readonly clock: Clock;
  readonly onNotice?: (notice: BudgetNotice) => void;
}

/** One limit in one period. */
interface Account {
  readonly name: string;
  readonly spender: Spender;
  readonly limit: BudgetLimit;
  readonly budget: Budget;
  readonly period: Period;
}

interface Held {
  readonly account: Account;
  readonly amount: number;
  readonly fits: boolean;
}

/** So late may be heard what others spent while they could not count together. */
const spentKnownMs = 10_000;

export function createBudgets(options: BudgetsOptions): Budgets {
  const { sources, keys, prices, counters, store, clock } = options;
  const onNotice = toObserver(options.onNotice);
  const findSpent = createSpentMemory(
    () => clock.monotonicMs(),
    (period) => readSpent(store, prices, period),
  );
  /** The last that was heard of each account. */
  const seen = createPeriodMemory<number>(clock);
  const told = createPeriodMemory<true>(clock);

  function toAccounts(spender: Spender, budget: Budget | undefined): Account[] {
    if (budget === undefined) return [];
    const periods = getPeriods(clock.nowMs());
    return budget.limits.map((limit) => {
      const period = periods[limit.period];
      return { name: [period.name, spender.kind, spender.name, limit.unit].join(':'), spender, limit, budget, period };
    });
  }

  function toPrice(source: string): bigint {
    const list = findPriceList(prices.get(source) ?? [], toBrazilDay(clock.nowMs()));
    return list === undefined ? 0n : toListPrice(list, 'answered');
  }

  const hit = ({ name, period }: Account, amount: number) =>
    counters.hit(name, Math.max(1, period.endsAtMs - clock.nowMs()), amount);

  /** A window that begins goes on from what usage knows; what usage knows is never ignored either. */
  async function add(account: Account, amount: number): Promise<number> {
    const [spent, { count }] = await Promise.all([findSpent(account.period), hit(account, amount)]);
    const before = spent?.(account.spender, account.limit.unit) ?? 0;
    if (count > amount || before === 0) return Math.max(count, before + amount);
    // Whoever counted it has told of it.
    if (isWarned(account, before)) await hit({ ...account, name: toNoticeName(account, warnedPercent) }, 1);
    return (await hit(account, before)).count;
  }

  async function hold(account: Account, amount: number): Promise<Held> {
    const used = await add(account, amount);
    const fits = used <= account.limit.max;
    seen.keep(account.name, account.period, fits ? used : used - amount);
    if (isWarned(account, used)) void tell(account, warnedPercent);
    if (!fits) void tell(account, 100);
    return { account, amount, fits };
  }

  async function tell(account: Account, percent: BudgetNotice['percent']): Promise<void> {
    const name = toNoticeName(account, percent);
    if (told.find(name)) return;
    told.keep(name, account.period, true);
    const { count } = await hit({ ...account, name }, 1);
    if (count === 1) onNotice({ spender: account.spender, limit: account.limit, percent, period: account.period });
  }

  /** All of one party's accounts, or none of them. */
  async function holdParty(source: string, keyId: string): Promise<{ source: string; held: Held[] }> {
    const accounts = [
      ...toAccounts({ kind: 'source', name: source }, sources.get(source)),
      ...toAccounts({ kind: 'key', name: keyId }, keys.get(keyId)),
    ];
    const price = toPrice(source);
    const amounts = accounts.map((account) => ({ account, amount: toUnits(account.limit.unit, 1, price) }));
    const held = await Promise.all(
      amounts.filter(({ amount }) => amount > 0).map(({ account, amount }) => hold(account, amount)),
    );
    return { source, held };
  }

  function correct({ account, amount }: Held, actual: number): void {
    if (actual !== amount) void hit(account, actual - amount);
  }

  const release = (held: readonly Held[]): void => {
    for (const each of held) correct(each, 0);
  };

  const toRefusal = ({ account: { limit, period } }: Held): AppError =>
    new AppError('budget_exhausted', {
      retryAfterSeconds: toSecondsLeft(period, clock.nowMs()),
      detail: refusalDetails[limit.period],
      internal: `the budget ${describeLimit(limit)} is used up`,
    });

  const listUsed = (spender: Spender, budget: Budget): UsedShare[] =>
    toAccounts(spender, budget).map(({ name, limit: { period, unit, max } }) => {
      return { period, unit, share: (seen.find(name) ?? 0) / max };
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
            for (const each of held) correct(each, toUnits(each.account.limit.unit, count, cost));
          }
        },
      };
    },
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

function toNoticeName({ name }: Account, percent: number): string {
  return `told ${percent}:${name}`;
}

function isWarned({ limit }: Account, used: number): boolean {
  return used * 100 >= limit.max * warnedPercent;
}

/** A month that is used up says more than a day. */
function toLongest(over: readonly Held[]): Held | undefined {
  return over.find(({ account }) => account.limit.period === 'month') ?? over[0];
}

/** Read again after a while, by one reader at a time; without an answer the counters are all that is known. */
function createSpentMemory(
  nowMs: () => number,
  read: (period: Period) => Promise<Spent>,
): (period: Period) => Promise<Spent | undefined> {
  const known = new Map<
    Period['kind'],
    { readonly name: string; readonly untilMs: number; spent: Promise<Spent | undefined> }
  >();
  return (period) => {
    const last = known.get(period.kind);
    if (last?.name === period.name && nowMs() < last.untilMs) return last.spent;
    const spent = read(period).catch(() => undefined);
    known.set(period.kind, { name: period.name, untilMs: nowMs() + spentKnownMs, spent });
    return spent;
  };
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
