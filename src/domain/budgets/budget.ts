// How much may be spent on a source or by a key in a day or a month, and what happens at the end of it.

import { formatMoney, type Money } from '../money/money.ts';

export const budgetPeriods = ['day', 'month'] as const;
export type BudgetPeriod = (typeof budgetPeriods)[number];

export const budgetUnits = ['calls', 'reais'] as const;
export type BudgetUnit = (typeof budgetUnits)[number];

/** The value `skip` leaves the source out. The value `refuse` refuses the request before any source is asked. */
export const atLimits = ['skip', 'refuse'] as const;
export type AtLimit = (typeof atLimits)[number];

export interface BudgetLimit {
  readonly period: BudgetPeriod;
  readonly unit: BudgetUnit;
  /** Calls, or ten-thousandths of a real as `Money` counts them: so many are exact as a number. */
  readonly max: number;
}

export interface Budget {
  readonly limits: readonly BudgetLimit[];
  readonly atLimit: AtLimit;
}

/** From here on somebody is told, once in a period. */
export const warnedPercent = 80;

/** The amount is in the units of the limit. */
export function toUnits(unit: BudgetUnit, calls: number, cost: Money): number {
  return unit === 'calls' ? calls : Number(cost);
}

/** Calls, or reais with all decimals. */
export function formatMax({ unit, max }: BudgetLimit): string {
  return unit === 'calls' ? String(max) : formatMoney(BigInt(max));
}

/** As it is written in the settings, such as `month.reais 1500.0000`. */
export function describeLimit(limit: BudgetLimit): string {
  return `${limit.period}.${limit.unit} ${formatMax(limit)}`;
}
