// What parties were sent for one verification: what they may bill, and what that costs.

import { formatMoney, type Money } from '../../../domain/money/money.ts';
import { type CallOutcome, toCallOutcome } from '../../../domain/prices/call-outcome.ts';
import type { RecordedCost } from '../../audit/entry.ts';
import type { FallbackLookup } from '../ports.ts';
import type { Answers } from './ask-sources.ts';

export interface CallsMade {
  readonly source: string;
  /** The outcome belongs to the question: its final result determines the bill for all its requests. */
  readonly outcome: CallOutcome;
  readonly count: number;
  /** By the list of the day, before any volume; null where the operator gave no price. */
  readonly cost: Money | null;
}

/** Lists the calls made and leaves out answers that needed no call. */
export function listCallsMade(answers: Answers): CallsMade[] {
  const made: CallsMade[] = [];
  for (const { source, evidence, calls, cost } of answers) {
    if (calls > 0) made.push(toCallsMade(source, evidence, calls, cost));
  }
  return made;
}

export function listFallbackCalls(source: string, asked: FallbackLookup | undefined): CallsMade[] {
  return asked === undefined || asked.calls === 0 ? [] : [toCallsMade(source, asked, asked.calls, asked.cost)];
}

/** Returns the costs for the audit. The result is empty if no call has a price. */
export function toRecordedCosts(calls: readonly CallsMade[]): { readonly costs?: readonly RecordedCost[] } {
  const costs: RecordedCost[] = [];
  for (const { cost, ...call } of calls) if (cost !== null) costs.push({ ...call, reais: formatMoney(cost) });
  return costs.length === 0 ? {} : { costs };
}

function toCallsMade(
  source: string,
  said: Parameters<typeof toCallOutcome>[0],
  count: number,
  cost: Money | undefined,
): CallsMade {
  return { source, outcome: toCallOutcome(said), count, cost: cost ?? null };
}
