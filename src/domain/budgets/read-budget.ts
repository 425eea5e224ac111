// From a budget as an operator writes it to a checked one. Every fault is told with its place, none is thrown.

import { parseMoney } from '../money/money.ts';
import {
  type AtLimit,
  type Budget,
  type BudgetLimit,
  type BudgetPeriod,
  budgetPeriods,
  budgetUnits,
} from './budget.ts';

interface WrittenLimit {
  readonly calls?: number;
  /** A number of YAML is what was written, as long as it has no more than 15 digits. */
  readonly reais?: string | number;
}

export interface WrittenBudget extends Readonly<Partial<Record<BudgetPeriod, WrittenLimit>>> {
  readonly at_limit?: AtLimit;
}

type Fault = (path: readonly string[], problem: string) => void;

interface ReadOptions {
  /** Tells whether any price list states what a call costs. */
  readonly hasPrices: boolean;
  /** Unless the settings say otherwise. */
  readonly atLimit: AtLimit;
  readonly fault: Fault;
}

export function readBudget(written: WrittenBudget, { hasPrices, atLimit, fault }: ReadOptions): Budget {
  const limits: BudgetLimit[] = [];
  for (const period of budgetPeriods) {
    for (const unit of budgetUnits) {
      const value = written[period]?.[unit];
      if (value === undefined) continue;
      const max = unit === 'calls' ? Number(value) : toUnits(String(value));
      if (max === undefined) {
        fault([period, unit], 'must be more than 0 reais, with a point and at most four decimals, such as 1500.00');
      } else limits.push({ period, unit, max });
      if (unit === 'reais' && !hasPrices) fault([period, unit], 'nobody says what a call costs: `price` is missing');
    }
    if (written[period] !== undefined && Object.keys(written[period]).length === 0)
      fault([period], 'it has neither calls nor reais');
  }
  if (budgetPeriods.every((period) => written[period] === undefined)) fault([], 'it has neither day nor month');
  return { limits, atLimit: written.at_limit ?? atLimit };
}

function toUnits(text: string): number | undefined {
  return Number(parseMoney(text) ?? 0n) || undefined;
}
