// What a question to a party costs by the price list of its day.

import type { Clock } from '../app/clock.ts';
import { toBrazilDay } from '../domain/dates/calendar.ts';
import { type Money, multiplyMoney } from '../domain/money/money.ts';
import { toCallOutcome } from '../domain/prices/call-outcome.ts';
import { findPriceList, type PriceList, toListPrice } from '../domain/prices/price-list.ts';

/** Returns no cost if no price list applies or no party was called. */
export function toCost(
  prices: readonly PriceList[],
  { said, calls, clock }: { said: Parameters<typeof toCallOutcome>[0]; calls: number; clock: Clock },
): { readonly cost?: Money } {
  if (prices.length === 0 || calls === 0) return {};
  const list = findPriceList(prices, toBrazilDay(clock.nowMs()));
  return list === undefined ? {} : { cost: multiplyMoney(toListPrice(list, toCallOutcome(said)), calls) };
}
