// Calls that usage does not know of: parties named by intents that nothing completed. Each may have been called once or more, or not at all.

import { toBrazilDay } from '../../domain/dates/calendar.ts';
import { findPriceList, type Prices, toListPrice } from '../../domain/prices/price-list.ts';
import type { OpenIntent } from '../audit/open-intents.ts';
import type { CallCost } from './call-costs.ts';
import type { UsageFilter } from './ports.ts';

/** `cost`: if each was one answered call, by the list of its day before any volume; null where one has no price. */
export type PossibleCalls = Pick<CallCost, 'keyId' | 'source' | 'count' | 'cost'>;

/** One for each party that each of them names. */
export function countPossibleCalls(
  intents: readonly OpenIntent[],
  { month, keyId }: UsageFilter,
  prices: Prices = new Map(),
): readonly PossibleCalls[] {
  const counts = new Map<string, PossibleCalls>();
  for (const intent of intents) {
    const day = toBrazilDay(intent.atMs);
    if (!day.startsWith(month) || (keyId !== undefined && intent.keyId !== keyId)) continue;
    for (const source of intent.parties) {
      const name = `${intent.keyId}\n${source}`;
      const { count, cost } = counts.get(name) ?? { count: 0, cost: 0n };
      const list = findPriceList(prices.get(source) ?? [], day);
      const total = list === undefined || cost === null ? null : cost + toListPrice(list, 'answered');
      counts.set(name, { keyId: intent.keyId, source, count: count + 1, cost: total });
    }
  }
  return [...counts.values()].sort((a, b) => a.keyId.localeCompare(b.keyId) || a.source.localeCompare(b.source));
}
