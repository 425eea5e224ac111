// What usage says was spent in a day or a month, by the list prices of its days: what a counter that begins anew goes on from.

import { type BudgetUnit, toUnits } from '../../domain/budgets/budget.ts';
import { toNextDay, toNextMonth } from '../../domain/dates/calendar.ts';
import type { Period } from '../../domain/dates/periods.ts';
import { multiplyMoney } from '../../domain/money/money.ts';
import { findPriceList, type Prices, toListPrice } from '../../domain/prices/price-list.ts';
import type { Clock } from '../clock.ts';
import { cutByLists, getOrAdd } from '../usage/call-costs.ts';
import type { DayRange, UsageStore } from '../usage/ports.ts';

/** `Spender` names the owner of the budget. */
export interface Spender {
  readonly kind: 'source' | 'key';
  readonly name: string;
}

/** Adds up in the units of a limit. */
export type Spent = (of: Spender, unit: BudgetUnit) => number;

export async function readSpent(store: Pick<UsageStore, 'listCalls'>, prices: Prices, period: Period): Promise<Spent> {
  const sums = { source: new Map<string, Sum>(), key: new Map<string, Sum>() };
  for (const days of cutByLists(toDays(period), prices)) {
    for (const { source, keyId, outcome, count } of await store.listCalls(days)) {
      const list = findPriceList(prices.get(source) ?? [], days.from);
      const cost = multiplyMoney(list === undefined ? 0n : toListPrice(list, outcome), count);
      for (const sum of [getOrAdd(sums.source, source, noSum), getOrAdd(sums.key, keyId, noSum)]) {
        sum.calls += toUnits('calls', count, cost);
        sum.reais += toUnits('reais', count, cost);
      }
    }
  }
  return ({ kind, name }, unit) => sums[kind].get(name)?.[unit] ?? 0;
}

/** Every request asks for some of them, so that nothing may be added up then. */
type Sum = Record<BudgetUnit, number>;

const noSum = (): Sum => ({ calls: 0, reais: 0 });

function toDays({ kind, name }: Period): DayRange {
  if (kind === 'day') return { from: name, before: toNextDay(name) };
  return { from: `${name}-01`, before: `${toNextMonth(name)}-01` };
}

/** Spending by other processes while they could not count together may become known this late. */
const spentKnownMs = 10_000;

/** The memory reads the spent amounts again after a while, with one reader at a time. Without an answer, it knows only the counters. */
export function createSpentMemory(
  store: Pick<UsageStore, 'listCalls'>,
  prices: Prices,
  clock: Pick<Clock, 'monotonicMs'>,
): (period: Period) => Promise<Spent | undefined> {
  const known = new Map<
    Period['kind'],
    { readonly name: string; readonly untilMs: number; spent: Promise<Spent | undefined> }
  >();
  return (period) => {
    const nowMs = clock.monotonicMs();
    const last = known.get(period.kind);
    if (last?.name === period.name && nowMs < last.untilMs) return last.spent;
    const spent = readSpent(store, prices, period).catch(() => undefined);
    known.set(period.kind, { name: period.name, untilMs: nowMs + spentKnownMs, spent });
    return spent;
  };
}
