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

/** One of all processes sends this notice once in a period, as long as the processes can count together. */
export interface BudgetNotice extends Pick<Account, 'spender' | 'limit' | 'period'> {
  readonly percent: typeof warnedPercent | 100;
}

export interface Held {
  readonly account: Account;
  readonly amount: number;
  readonly fits: boolean;
}

/** This record states the remaining room of one limit. */
export interface BudgetRoom extends Pick<BudgetLimit, 'period' | 'unit'> {
  readonly spender: Spender;
  /** `left` counts in the units of the limit. */
  readonly left: number;
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
  const seen = createPeriodMemory<Seen>(clock);
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
    const before = seen.find(account.name)?.callMax ?? 0;
    seen.keep(account.name, account.period, { used: fits ? used : used - amount, callMax: Math.max(before, amount) });
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
    /** Returns the rest of the limit, as far as all processes have counted. */
    async findLeft(account: Account): Promise<number> {
      const [spent, { count }] = await Promise.all([findSpent(account.period), counters.peek(account.name)]);
      return Math.max(0, account.limit.max - Math.max(count, spent?.(account.spender, account.limit.unit) ?? 0));
    },
    correct({ account, amount, fits }: Held, actual: number): void {
      if (actual === amount) return;
      void hit(account, actual - amount);
      const known = seen.find(account.name);
      if (fits && known !== undefined)
        seen.keep(account.name, account.period, { ...known, used: Math.max(0, known.used + actual - amount) });
    },
    /** Returns the used share, as far as this process knows. At 1, all of the limit is used, or the rest pays for no further call. */
    findShare({ name, limit }: Account): number {
      const { used, callMax } = seen.find(name) ?? { used: 0, callMax: 0 };
      return used + callMax > limit.max ? Math.max(1, used / limit.max) : used / limit.max;
    },
  };
}

interface Seen {
  readonly used: number;
  /** The dearest call that was reserved. */
  readonly callMax: number;
}

function toNoticeName({ name }: Account, percent: number): string {
  return `told ${percent}:${name}`;
}

function isWarned({ limit }: Account, used: number): boolean {
  return used * 100 >= limit.max * warnedPercent;
}
