// What parties were sent for one verification: what they may bill, and what that costs.

import { formatMoney, type Money } from '../../../domain/money/money.ts';
import { type CallOutcome, toCallOutcome } from '../../../domain/prices/call-outcome.ts';
import type { RecordedCost } from '../../audit/entry.ts';
import type { FallbackLookup } from '../ports.ts';
import type { Answers } from './ask-sources.ts';

export interface CallsMade {
  readonly source: string;
  /** Of the question: all requests of it are billed by its result in the end. */
  readonly outcome: CallOutcome;
  readonly count: number;
  /** By the list of the day, before any volume; null where the operator gave no price. */
  readonly cost: Money | null;
}

/** What needed no call is not among them. */
export function listCallsMade(answers: Answers): CallsMade[] {
  return answers.flatMap(({ source, evidence, calls, cost }) => toCallsMade(source, evidence, calls, cost));
}

export function listFallbackCalls(source: string, asked: FallbackLookup | undefined): CallsMade[] {
  return asked === undefined ? [] : toCallsMade(source, asked, asked.calls, asked.cost);
}

/** For the audit. Nothing where no call has a price. */
export function toRecordedCosts(calls: readonly CallsMade[]): { readonly costs?: readonly RecordedCost[] } {
  const costs = calls.flatMap(({ cost, ...call }) => (cost === null ? [] : [{ ...call, reais: formatMoney(cost) }]));
  return costs.length === 0 ? {} : { costs };
}

function toCallsMade(
  source: string,
  said: Parameters<typeof toCallOutcome>[0],
  count: number,
  cost: Money | undefined,
): CallsMade[] {
  return count === 0 ? [] : [{ source, outcome: toCallOutcome(said), count, cost: cost ?? null }];
}
