// What the lists make of a decision about a company. A company has no score, so of a rung only the cap counts: the risk goes no lower
// than that of the cap. Who the company is stays as it was.

import { type RiskPolicy, riskLevels, toRiskLevel } from '../risk/risk-policy.ts';
import { type ScreeningRung, toScreeningReason } from '../risk/screening-reasons.ts';
import type { CompanyDecision } from './company.ts';

/** `rungs`: on which the company stands by the lists, the worst first; none where it is on no list. */
export function weighCompany(
  decision: CompanyDecision,
  rungs: readonly ScreeningRung[],
  { ladders }: RiskPolicy,
): CompanyDecision {
  const [worst] = rungs;
  if (worst === undefined) return decision;
  const listed = toRiskLevel(ladders.screening[worst].cap);
  const riskLevel = riskLevels.indexOf(listed) > riskLevels.indexOf(decision.riskLevel) ? listed : decision.riskLevel;
  const others = decision.reasons.filter((reason) => reason !== 'all_checks_passed');
  return { ...decision, riskLevel, reasons: [...others, ...rungs.map(toScreeningReason)] };
}
