// What the calls of a month cost: what all nodes counted, by the price lists of its days. No sum is kept: with a corrected list, or a call
// that another node adds, all of it is computed anew.

import { toNextMonth } from '../../domain/dates/calendar.ts';
import { findRoundedAverage, type Money } from '../../domain/money/money.ts';
import type { CallOutcome } from '../../domain/prices/call-outcome.ts';
import { findPriceList, type PriceList, type Prices, priceCalls } from '../../domain/prices/price-list.ts';
import { companyParty } from '../audit/entry.ts';
import type { CallCount, DayRange, UsageReport, UsageStore } from './ports.ts';

export interface CallCost {
  readonly keyId: string;
  readonly source: string;
  readonly outcome: CallOutcome;
  readonly purpose: string | null;
  readonly count: number;
  /** The cost is null if no price list applies. */
  readonly cost: Money | null;
}

type Calls = Omit<CallCount, 'day'>;

interface CostQuery {
  readonly prices: Prices;
  /** `YYYY-MM` */
  readonly month: string;
  /** The filter limits the result to the calls of this key. The volume of a party still counts all keys. */
  readonly keyId?: string;
}

export async function readCallCosts(
  store: Pick<UsageStore, 'listCalls'>,
  { prices, month, keyId }: CostQuery,
): Promise<readonly CallCost[]> {
  const byList = new Map<string, Map<PriceList | undefined, Calls[]>>();
  for (const days of cutByLists({ from: `${month}-01`, before: `${toNextMonth(month)}-01` }, prices)) {
    for (const calls of await store.listCalls(days)) {
      const list = findPriceList(prices.get(calls.source) ?? [], days.from);
      const ofSource = getOrAdd(byList, calls.source, () => new Map<PriceList | undefined, Calls[]>());
      getOrAdd(ofSource, list, () => []).push(calls);
    }
  }
  const priced = [...byList.values()].flatMap((lists) => [...lists].flatMap(([list, calls]) => toCosts(list, calls)));
  return addUp(priced).filter((each) => keyId === undefined || each.keyId === keyId);
}

/** Cut wherever a list begins: in each range one list of a party holds, or none. */
export function cutByLists({ from, before }: DayRange, prices: Prices): DayRange[] {
  const begins = [...prices.values()].flat().map((list) => list.from);
  const cuts = [...new Set([from, ...begins.filter((day) => day > from && day < before)])].sort();
  return cuts.map((cut, index) => ({ from: cut, before: cuts[index + 1] ?? before }));
}

function toCosts(list: PriceList | undefined, calls: readonly Calls[]): CallCost[] {
  const costs = list && priceCalls(list, calls);
  return calls.map((each, index) => ({ ...each, cost: costs?.[index] ?? null }));
}

/** Sums the costs over the date ranges. Calls with a price stay apart from calls without one. */
function addUp(costs: readonly CallCost[]): CallCost[] {
  const sums = new Map<string, CallCost>();
  for (const each of costs) {
    const name = [each.keyId, each.source, each.outcome, each.purpose, each.cost === null].join('\n');
    const before = sums.get(name);
    const count = each.count + (before?.count ?? 0);
    sums.set(name, { ...each, count, cost: each.cost === null ? null : each.cost + (before?.cost ?? 0n) });
  }
  return [...sums].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, cost]) => cost);
}

export interface CostSummary {
  readonly cost: Money;
  /** `callsWithoutPrice` counts the calls whose cost `cost` does not include. */
  readonly callsWithoutPrice: number;
  /** `verifications` counts verifications of people. */
  readonly verifications: number;
  /** `approved` counts the verifications whose answer allows an approval: `verified` with the risk `low`, compared, and on no list. */
  readonly approved: number;
  /** The average divides the cost of calls about people, rounded half up. It is null if there were no verifications. */
  readonly perVerification: Money | null;
  readonly perApproved: Money | null;
}

type Verified = Pick<UsageReport['verifications'][number], 'operation' | 'act' | 'count'>;

export function summarizeCosts(costs: readonly CallCost[], verifications: readonly Verified[]): CostSummary {
  const ofPeople = verifications.filter(({ operation }) => operation === 'cpf');
  const approved = countApproved(verifications);
  const aboutPeople = addCosts(costs.filter(({ source }) => source !== companyParty));
  return {
    cost: addCosts(costs),
    callsWithoutPrice: countAll(costs.filter(({ cost }) => cost === null)),
    verifications: countAll(ofPeople),
    approved,
    perVerification: findRoundedAverage(aboutPeople, countAll(ofPeople)) ?? null,
    perApproved: findRoundedAverage(aboutPeople, approved) ?? null,
  };
}

export interface PurposeSummary extends Pick<CostSummary, 'cost' | 'perVerification' | 'perApproved'> {
  /** The purpose is null if no caller named one. */
  readonly purpose: string | null;
}

export type OutcomeCount = Pick<UsageReport['verifications'][number], 'keyId' | 'operation' | 'outcome' | 'count'>;

/** Added up over what was to be done and over purposes. */
export function countOutcomes(verifications: UsageReport['verifications']): readonly OutcomeCount[] {
  const sums = new Map<string, OutcomeCount>();
  for (const { keyId, operation, outcome, count } of verifications) {
    const name = [keyId, operation, outcome].join('\n');
    sums.set(name, { keyId, operation, outcome, count: count + (sums.get(name)?.count ?? 0) });
  }
  return [...sums.values()];
}

/** Summarizes the costs of each purpose, from keys that called a source. */
export function summarizeByPurpose(
  costs: readonly CallCost[],
  verifications: UsageReport['verifications'],
): readonly PurposeSummary[] {
  const keyIds = new Set(costs.map(({ keyId }) => keyId));
  const known = verifications.filter(({ keyId }) => keyIds.has(keyId));
  const named = [...new Set(costs.map(({ purpose }) => purpose))].sort();
  return named.map((purpose) => {
    const isOf = (each: { readonly purpose: string | null }) => each.purpose === purpose;
    const { cost, perVerification, perApproved } = summarizeCosts(costs.filter(isOf), known.filter(isOf));
    return { purpose, cost, perVerification, perApproved };
  });
}

/**
 * Summarizes the costs of each key that called a source. A test key never calls one, so its verifications would make those of the others look
 * cheaper.
 */
export function summarizeByKey(
  costs: readonly CallCost[],
  verifications: UsageReport['verifications'],
): { readonly all: CostSummary; readonly keys: readonly (CostSummary & { readonly keyId: string })[] } {
  const keyIds = [...new Set(costs.map(({ keyId }) => keyId))];
  const isOf = (keyId: string) => (each: { readonly keyId: string }) => each.keyId === keyId;
  return {
    all: summarizeCosts(
      costs,
      verifications.filter(({ keyId }) => keyIds.includes(keyId)),
    ),
    keys: keyIds.map((keyId) => ({
      keyId,
      ...summarizeCosts(costs.filter(isOf(keyId)), verifications.filter(isOf(keyId))),
    })),
  };
}

/** People whose answer says that they may be approved. */
export function countApproved(verifications: readonly Verified[]): number {
  return countAll(verifications.filter(({ operation, act }) => operation === 'cpf' && act === 'approve'));
}

export function countAll(rows: readonly { readonly count: number }[]): number {
  return rows.reduce((sum, { count }) => sum + count, 0);
}

function addCosts(costs: readonly CallCost[]): Money {
  return costs.reduce((sum, { cost }) => sum + (cost ?? 0n), 0n);
}

export function getOrAdd<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const value = map.get(key) ?? make();
  map.set(key, value);
  return value;
}
