// What usage says was spent in a day or a month, by the list prices of its days: what a counter that begins anew goes on from.

import { type BudgetUnit, toUnits } from '../../domain/budgets/budget.ts';
import { toNextDay, toNextMonth } from '../../domain/dates/calendar.ts';
import { multiplyMoney } from '../../domain/money/money.ts';
import { findPriceList, type Prices, toListPrice } from '../../domain/prices/price-list.ts';
import type { Period } from '../periods.ts';
import type { UsageStore } from '../usage/ports.ts';

/** Whose budget it is. */
export interface Spender {
  readonly kind: 'source' | 'key';
  readonly name: string;
}

/** Adds up in the units of a limit. */
export type Spent = (of: Spender, unit: BudgetUnit) => number;

export async function readSpent(store: Pick<UsageStore, 'listCalls'>, prices: Prices, period: Period): Promise<Spent> {
  const ranges = toRanges(period, prices);
  const calls = await Promise.all(
    ranges.map(async (days) =>
      (await store.listCalls(days)).map((each) => {
        const list = findPriceList(prices.get(each.source) ?? [], days.from);
        const price = list === undefined ? 0n : toListPrice(list, each.outcome);
        return {
          key: each.keyId as string,
          source: each.source,
          count: each.count,
          cost: multiplyMoney(price, each.count),
        };
      }),
    ),
  );
  return ({ kind, name }, unit) => {
    const own = calls.flat().filter((each) => each[kind] === name);
    return own.reduce((sum, { count, cost }) => sum + toUnits(unit, count, cost), 0);
  };
}

/** Cut wherever a list begins, so that within each range one list of a party holds. */
function toRanges({ kind, name }: Period, prices: Prices) {
  const [from, before] = kind === 'day' ? [name, toNextDay(name)] : [`${name}-01`, `${toNextMonth(name)}-01`];
  const begins = [...prices.values()]
    .flat()
    .flatMap((list) => (list.from > from && list.from < before ? list.from : []));
  const cuts = [...new Set([from, ...begins])].sort();
  return cuts.map((cut, index) => ({ from: cut, before: cuts[index + 1] ?? before }));
}
