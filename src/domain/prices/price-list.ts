// What a party charges for a call, from a day on. A call has a price of its own by its result, or that of a band: the more banded
// calls in a month, the less (or the more) each costs.

import { type Money, multiplyMoney, shareMoney } from '../money/money.ts';
import type { CallOutcome } from './call-outcome.ts';

/** The model sets the price of a call. Either each call has the price of its own band, or all calls have that of the band of the last one. */
export const volumeModels = ['progressive', 'whole'] as const;
export type VolumeModel = (typeof volumeModels)[number];

interface Band {
  /** The number of the first call in it; 1 for the first band, and rising. */
  readonly fromCall: number;
  readonly each: Money;
}

export interface PriceList {
  /** The first day of it in America/Sao_Paulo; it holds until the next list of the party. */
  readonly from: string;
  readonly volume: VolumeModel;
  readonly bands: readonly Band[];
  readonly outcomes: Readonly<Record<CallOutcome, Money | 'band'>>;
}

/** The lists of each source that has any, in the order of their days. */
export type Prices = ReadonlyMap<string, readonly PriceList[]>;

/** The one that holds on a day, of lists in the order of their days; undefined before the first. */
export function findPriceList(lists: readonly PriceList[], day: string): PriceList | undefined {
  return lists.findLast(({ from }) => from <= day);
}

/** Returns the price of one call before any volume: its own price, or that of the first band. */
export function toListPrice({ outcomes, bands }: PriceList, outcome: CallOutcome): Money {
  const price = outcomes[outcome];
  return price === 'band' ? (bands[0]?.each ?? 0n) : price;
}

interface CountedCalls {
  readonly outcome: CallOutcome;
  readonly count: number;
}

/**
 * Returns the cost of each group of calls, out of all calls of a month under this list. The banded calls share their total cost by number, so that
 * no group pays more for having come first.
 */
export function priceCalls(list: PriceList, calls: readonly CountedCalls[]): Money[] {
  const banded = calls.map(({ outcome, count }) => (list.outcomes[outcome] === 'band' ? count : 0));
  const volume = banded.reduce((sum, count) => sum + count, 0);
  const shares = shareMoney(priceVolume(list, volume), banded);
  return calls.map(({ outcome, count }, index) => {
    const price = list.outcomes[outcome];
    return price === 'band' ? (shares[index] as Money) : multiplyMoney(price, count);
  });
}

function priceVolume({ bands, volume: model }: PriceList, volume: number): Money {
  if (model === 'whole') {
    const reached = bands.findLast(({ fromCall }) => fromCall <= volume);
    return multiplyMoney(reached?.each ?? 0n, volume);
  }
  return bands.reduce((sum, { fromCall, each }, index) => {
    const end = Math.min(volume, (bands[index + 1]?.fromCall ?? volume + 1) - 1);
    return sum + multiplyMoney(each, Math.max(0, end - fromCall + 1));
  }, 0n);
}
