// What keys have used of their budgets, by what usage has counted: for operators. Requests are held to it elsewhere.

import { type Budget, type BudgetLimit, formatMax, warnedPercent } from '../../domain/budgets/budget.ts';
import { getPeriods } from '../../domain/dates/periods.ts';
import type { Prices } from '../../domain/prices/price-list.ts';
import type { UsageStore } from '../usage/ports.ts';
import { readSpent } from './spent.ts';

export type KeyBudgets = ReadonlyMap<string, Budget>;

/** As operators are told of one limit. */
export interface ShownBudget extends Pick<BudgetLimit, 'period' | 'unit'> {
  /** Calls, or reais with all decimals. */
  readonly limit: string;
  readonly used: string;
  /** Rounded down: 100 is all of it. */
  readonly percent: number;
  /** From here on it is worth a note. */
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
  const spent = { day: await readSpent(usage, prices, day), month: await readSpent(usage, prices, month) };
  return (keyId) => {
    const { limits = [], atLimit = 'refuse' } = budgets.get(keyId) ?? {};
    return limits.map((limit) => {
      const used = spent[limit.period]({ kind: 'key', name: keyId }, limit.unit);
      const percent = Math.floor((used * 100) / limit.max);
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
