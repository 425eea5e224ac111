// Whether a plan can give anybody a low risk: without a score the policy takes one of its own, which is too low for that.

import type { SourceRole } from '../person/evidence.ts';
import { type RiskPolicy, toRiskLevel } from '../risk/risk-policy.ts';
import { listPlanned, type Plan } from './plan.ts';

/** Returns a warning to the operator. Returns undefined if the plan lets some answer be low. */
export function findNeverLow(
  plan: Plan,
  sources: readonly { readonly name: string; readonly roles: readonly SourceRole[] }[],
  { baseWithoutScore }: Pick<RiskPolicy, 'baseWithoutScore'>,
): string | undefined {
  const asked = listPlanned(plan);
  if (sources.some(({ name, roles }) => asked.includes(name) && roles.includes('score'))) return undefined;
  // Without a declaration the bureau with the score is missed, which costs more than the policy's own score.
  if (plan.verifiedNeeds !== null && toRiskLevel(baseWithoutScore) === 'low') return undefined;
  return 'checks: no step asks a source with the role score, so the risk is never low. Add such a step, or count with medium at best';
}
