// What keys have used of their budgets, by what usage has counted: for operators. Requests are held to it elsewhere.

import { type Budget, type BudgetLimit, formatMax, warnedPercent } from '../../domain/budgets/budget.ts';
import { toBrazilDay } from '../../domain/dates/calendar.ts';
import { getPeriods } from '../../domain/dates/periods.ts';
import { findPriceList, type Prices, toListPrice } from '../../domain/prices/price-list.ts';
import type { UsageStore } from '../usage/ports.ts';
import { readSpent } from './spent.ts';

export type KeyBudgets = ReadonlyMap<string, Budget>;

/** Operators see one limit in this form. */
export interface ShownBudget extends Pick<BudgetLimit, 'period' | 'unit'> {
  /** Calls, or reais with all decimals. */
  readonly limit: string;
  readonly used: string;
  /** Rounded down. 100: all of it, or so much that the rest pays no further call. */
  readonly percent: number;
  /** `is_near` marks a budget that has reached the share at which a notice is useful. */
  readonly is_near: boolean;
  readonly at_limit: Budget['atLimit'];
}

export type ReadKeyBudget = (keyId: string) => readonly ShownBudget[];

/** Reads what was spent once, for any number of keys; nothing is read where no key has a budget. */
export async function openKeyBudgets(
  budgets: KeyBudgets,
  { usage, prices, nowMs }: { usage: Pick<UsageStore, 'listCalls'>; prices: Prices; nowMs: number },
): Promise<ReadKeyBudget> {
  if (budgets.size === 0) return () => [];
  const { day, month } = getPeriods(nowMs);
  const cheapest = findCheapestCall(prices, toBrazilDay(nowMs));
  const spent = { day: await readSpent(usage, prices, day), month: await readSpent(usage, prices, month) };
  return (keyId) => {
    const { limits = [], atLimit = 'refuse' } = budgets.get(keyId) ?? {};
    return limits.map((limit) => {
      const used = spent[limit.period]({ kind: 'key', name: keyId }, limit.unit);
      const isShort = limit.unit === 'reais' && cheapest !== undefined && used + cheapest > limit.max;
      const percent = Math.max(Math.floor((used * 100) / limit.max), isShort ? 100 : 0);
      return {
        period: limit.period,
        unit: limit.unit,
        limit: formatMax(limit),
        used: formatMax({ ...limit, max: used }),
        percent,
        is_near: percent >= warnedPercent,
        at_limit: atLimit,
      };
    });
  };
}

/** Finds the cheapest of all calls that have a price today. */
function findCheapestCall(prices: Prices, day: string): number | undefined {
  const all = [...prices.values()].flatMap((lists) => {
    const list = findPriceList(lists, day);
    const price = list === undefined ? 0 : Number(toListPrice(list, 'answered'));
    return price > 0 ? [price] : [];
  });
  return all.length === 0 ? undefined : Math.min(...all);
}
