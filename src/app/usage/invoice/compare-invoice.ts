// A party's invoice beside what Confere counted: by day and outcome, in calls and in money to the centavo.

import { toNextDay, toNextMonth } from '../../../domain/dates/calendar.ts';
import { roundToCentavos } from '../../../domain/money/money.ts';
import type { CallOutcome } from '../../../domain/prices/call-outcome.ts';
import { findPriceList, type PriceList, priceCalls } from '../../../domain/prices/price-list.ts';
import type { CallCount, DayRange, UsageStore } from '../ports.ts';
import type { SignedMoney } from './written-amount.ts';

export interface Billed {
  readonly day: string;
  /** The value is null if the invoice does not tell outcomes apart. */
  readonly outcome: CallOutcome | null;
  readonly calls: number;
  /** The value is null if there is no amount: the invoice has no such column, or the party no price of that day. */
  readonly cost: SignedMoney | null;
}

export interface ComparedLine extends Pick<Billed, 'day' | 'outcome'> {
  /** A side is null if it has nothing of this day and outcome. */
  readonly invoice: Pick<Billed, 'calls' | 'cost'> | null;
  readonly usage: Pick<Billed, 'calls' | 'cost'> | null;
  /** The invoice has so many calls more; below 0 it has fewer. */
  readonly moreCalls: number;
  /** The same in whole centavos; null if one side has no amount. */
  readonly moreCentavos: bigint | null;
  readonly isSame: boolean;
}

/** Lists what the calls of a source cost on each day of whole months, by outcome, over all keys. */
export async function readDailyCosts(
  store: Pick<UsageStore, 'listCalls'>,
  { source, lists, days }: { readonly source: string; readonly lists: readonly PriceList[]; readonly days: DayRange },
): Promise<readonly Billed[]> {
  const billed: Billed[] = [];
  for (let month = days.from.slice(0, 7); `${month}-01` < days.before; month = toNextMonth(month)) {
    // The price of a band depends on all calls of the month under one list.
    const byList = Map.groupBy(await readMonth(store, source, month), ({ day }) => findPriceList(lists, day));
    for (const [list, calls] of byList) {
      const costs = list && priceCalls(list, calls);
      for (const [index, { day, outcome, count }] of calls.entries()) {
        if (day >= days.from && day < days.before)
          billed.push({ day, outcome, calls: count, cost: costs?.[index] ?? null });
      }
    }
  }
  return billed;
}

async function readMonth(store: Pick<UsageStore, 'listCalls'>, source: string, month: string): Promise<CallCount[]> {
  const calls: CallCount[] = [];
  const before = `${toNextMonth(month)}-01`;
  for (let day = `${month}-01`; day < before; day = toNextDay(day)) {
    const ofDay = await store.listCalls({ from: day, before: toNextDay(day) });
    calls.push(...ofDay.filter((each) => each.source === source).map((each) => ({ ...each, day })));
  }
  return calls;
}

/** Compares both sides by day and, where the invoice tells outcomes apart, by outcome. */
export function compareInvoice(invoice: readonly Billed[], usage: readonly Billed[]): readonly ComparedLine[] {
  const hasOutcomes = invoice.some(({ outcome }) => outcome !== null);
  const [billed, counted] = [addUp(invoice, hasOutcomes), addUp(usage, hasOutcomes)];
  const names = [...new Set([...billed.keys(), ...counted.keys()])].sort();
  return names.map((name) => compareLine(billed.get(name) ?? null, counted.get(name) ?? null));
}

function addUp(lines: readonly Billed[], hasOutcomes: boolean): ReadonlyMap<string, Billed> {
  const sums = new Map<string, Billed>();
  for (const { day, calls, cost, ...each } of lines) {
    const outcome = hasOutcomes ? each.outcome : null;
    const name = `${day} ${outcome}`;
    const before = sums.get(name) ?? { calls: 0, cost: 0n };
    const sum = cost === null || before.cost === null ? null : before.cost + cost;
    sums.set(name, { day, outcome, calls: before.calls + calls, cost: sum });
  }
  return sums;
}

function compareLine(invoice: Billed | null, usage: Billed | null): ComparedLine {
  const { day, outcome } = (invoice ?? usage) as Billed;
  const moreCalls = (invoice?.calls ?? 0) - (usage?.calls ?? 0);
  const moreCentavos = subtract(invoice, usage);
  const isSame = moreCalls === 0 && (moreCentavos ?? 0n) === 0n;
  return { day, outcome, invoice, usage, moreCalls, moreCentavos, isSame };
}

function subtract(invoice: Billed | null, usage: Billed | null): bigint | null {
  const [billed, counted] = [invoice ? invoice.cost : 0n, usage ? usage.cost : 0n];
  return billed === null || counted === null ? null : roundToCentavos(billed) - roundToCentavos(counted);
}

/** Adds one side up. The cost is null if an amount is missing. */
export function addSide(lines: readonly ComparedLine[], side: 'invoice' | 'usage'): Pick<Billed, 'calls' | 'cost'> {
  const all = lines.flatMap((line) => line[side] ?? []);
  const cost = all.reduce<SignedMoney | null>(
    (sum, each) => (sum === null || each.cost === null ? null : sum + each.cost),
    0n,
  );
  return { calls: all.reduce((sum, { calls }) => sum + calls, 0), cost };
}
