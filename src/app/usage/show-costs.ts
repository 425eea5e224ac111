// Costs as programs are told them: reais with all four decimals, as text, since a JSON number may lose some.

import { formatMoney, type Money } from '../../domain/money/money.ts';
import type { CallCost, CostSummary, PurposeSummary } from './call-costs.ts';

export function showMoney(money: Money | null): string | null {
  return money === null ? null : formatMoney(money);
}

export function showCallCost({ source, outcome, purpose, count, cost }: CallCost) {
  return { source, outcome, purpose, count, reais: showMoney(cost) };
}

export function showSummary({ cost, callsWithoutPrice, perVerification, perApproved }: CostSummary) {
  return {
    reais: formatMoney(cost),
    calls_without_price: callsWithoutPrice,
    reais_per_verification: showMoney(perVerification),
    reais_per_approved: showMoney(perApproved),
  };
}

export function showPurpose({ purpose, cost, perVerification, perApproved }: PurposeSummary) {
  return {
    purpose,
    reais: formatMoney(cost),
    reais_per_verification: showMoney(perVerification),
    reais_per_approved: showMoney(perApproved),
  };
}
