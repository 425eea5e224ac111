// What is counted against budgets: an account for each limit in its period, counted by all processes together.

import { type Budget, type BudgetLimit, warnedPercent } from '../../domain/budgets/budget.ts';
import { getPeriods, type Period } from '../../domain/dates/periods.ts';
import type { Prices } from '../../domain/prices/price-list.ts';
import type { Clock } from '../clock.ts';
import type { Counters } from '../limits.ts';
import { toObserver } from '../observer.ts';
import type { UsageStore } from '../usage/ports.ts';
import { createPeriodMemory } from './period-memory.ts';
import { createSpentMemory, type Spender } from './spent.ts';

/** One limit in one period. */
export interface Account {
  readonly name: string;
  readonly spender: Spender;
  readonly limit: BudgetLimit;
  readonly budget: Budget;
  readonly period: Period;
}

/** Told once in a period by one of all processes, as long as they can count together. */
export interface BudgetNotice extends Pick<Account, 'spender' | 'limit' | 'period'> {
  readonly percent: typeof warnedPercent | 100;
}

export interface Held {
  readonly account: Account;
  readonly amount: number;
  readonly fits: boolean;
}

export interface AccountsOptions {
  readonly prices: Prices;
  readonly counters: Counters;
  readonly store: Pick<UsageStore, 'listCalls'>;
  readonly clock: Clock;
  readonly onNotice?: (notice: BudgetNotice) => void;
}

export function createAccounts({ prices, counters, store, clock, ...options }: AccountsOptions) {
  const onNotice = toObserver(options.onNotice);
  const findSpent = createSpentMemory(store, prices, clock);
  /** The last that was heard of each account. */
  const seen = createPeriodMemory<number>(clock);
  const told = createPeriodMemory<true>(clock);

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

  /** Counts so much, which is given back by `correct` where it does not fit. */
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

  return {
    open(spender: Spender, budget: Budget | undefined): readonly Account[] {
      if (budget === undefined) return [];
      const periods = getPeriods(clock.nowMs());
      return budget.limits.map((limit) => {
        const period = periods[limit.period];
        return {
          name: [period.name, spender.kind, spender.name, limit.unit].join(':'),
          spender,
          limit,
          budget,
          period,
        };
      });
    },
    hold,
    correct({ account, amount }: Held, actual: number): void {
      if (actual !== amount) void hit(account, actual - amount);
    },
    /** As far as this process knows; 1 is all of the limit. */
    findShare: ({ name, limit }: Account) => (seen.find(name) ?? 0) / limit.max,
  };
}

function toNoticeName({ name }: Account, percent: number): string {
  return `told ${percent}:${name}`;
}

function isWarned({ limit }: Account, used: number): boolean {
  return used * 100 >= limit.max * warnedPercent;
}
