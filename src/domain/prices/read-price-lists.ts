// From price lists as an operator writes them to checked ones. Every fault is told with its place, none is thrown.

import { isRealDay } from '../dates/calendar.ts';
import { type Money, parseMoney } from '../money/money.ts';
import { type CallOutcome, callOutcomes } from './call-outcome.ts';
import type { PriceList, VolumeModel } from './price-list.ts';

/** An amount may be a number of YAML: its shortest form is what was written, as long as it has no more than 15 digits. */
type WrittenAmount = string | number;

export interface WrittenPriceList extends Readonly<Record<CallOutcome, WrittenAmount>> {
  readonly from: string;
  readonly volume?: VolumeModel;
  readonly bands?: readonly { readonly from_call: number; readonly each: WrittenAmount }[];
}

type Fault = (path: readonly string[], problem: string) => void;

export function readPriceLists(written: readonly WrittenPriceList[], fault: Fault): PriceList[] {
  return written.map((list, index) => {
    const at: Fault = (path, problem) => fault([String(index), ...path], problem);
    if (!isRealDay(list.from)) at(['from'], 'must be a day such as 2026-01-31');
    else if (index > 0 && list.from <= (written[index - 1]?.from ?? '')) {
      at(['from'], 'must be later than that of the list before it: two lists never hold on one day');
    }
    return readList(list, at);
  });
}

function readList({ from, volume, bands = [], ...outcomes }: WrittenPriceList, fault: Fault): PriceList {
  const isBanded = callOutcomes.some((outcome) => outcomes[outcome] === 'band');
  if (isBanded && bands.length === 0) fault([], 'an outcome has the price `band`, but there are no bands');
  if (!isBanded && bands.length > 0) fault(['bands'], 'no outcome has the price `band`, so they are never used');
  if (volume !== undefined && bands.length === 0) fault(['volume'], 'there are no bands that it could speak of');
  if (volume === undefined && bands.length > 1) fault(['bands'], 'volume is missing: progressive or whole');
  return {
    from,
    volume: volume ?? 'progressive',
    bands: bands.map(({ from_call: fromCall, each }, index) => {
      const before = bands[index - 1];
      if (before === undefined && fromCall !== 1)
        fault(['bands', '0', 'from_call'], 'must be 1: the first band begins with the first call');
      if (before !== undefined && fromCall <= before.from_call) {
        fault(['bands', String(index), 'from_call'], 'must be greater than that of the band before it');
      }
      return { fromCall, each: readAmount(each, ['bands', String(index), 'each'], fault) };
    }),
    outcomes: Object.fromEntries(
      callOutcomes.map((outcome) => [
        outcome,
        outcomes[outcome] === 'band' ? 'band' : readAmount(outcomes[outcome], [outcome], fault),
      ]),
    ) as PriceList['outcomes'],
  };
}

function readAmount(written: unknown, path: readonly string[], fault: Fault): Money {
  const text = typeof written === 'number' || typeof written === 'string' ? String(written) : '';
  const amount = parseMoney(text);
  if (amount === undefined) {
    fault(
      path,
      text.startsWith('-')
        ? 'must not be negative'
        : 'must be an amount of reais with a point and at most four decimals, such as 0.659',
    );
  }
  return amount ?? 0n;
}
