// Which evidence counts where a plan left somebody out. Not asked is not clean: whoever was not asked counts as missing, unless the plan
// declares what `verified` needs instead. A source that only stands in for another one is no loss while that one answers.

import { isContractSource } from './contract-sources.ts';
import type { NotAskedReason, PersonEvidence, SourceEvidence, VerifiedNeeds } from './evidence.ts';

/** Returns the evidence without the sources whose silence says nothing about this person. */
export function toCounted(evidence: PersonEvidence, needs: VerifiedNeeds | null): PersonEvidence {
  // The hot path: nearly every plan asks everybody.
  if (needs === null && evidence.every(({ evidence: said }) => said.kind !== 'not_asked')) return evidence;
  const answered = new Set(evidence.filter((each) => !isMissing(each)).map(({ source }) => source));
  const isMet = (need: readonly string[]) => need.some((source) => answered.has(source));
  return evidence.filter((each) => {
    if (!isMissing(each)) return true;
    if (needs === null) return !isIdleFallback(each);
    const own = needs.filter((need) => need.includes(each.source));
    return own.length > 0 ? !own.every(isMet) : !isLeftOut(each);
  });
}

export function isMissing({ evidence }: SourceEvidence): boolean {
  return evidence.kind === 'unavailable' || evidence.kind === 'not_asked';
}

/** The contract's own sources are missed wherever they stand in a plan. */
function isIdleFallback({ source, evidence }: SourceEvidence): boolean {
  return evidence.kind === 'not_asked' && evidence.reason === 'fallback_not_needed' && !isContractSource(source);
}

/** A budget that is used up is no choice of the plan. */
const choices: readonly NotAskedReason[] = ['decided_earlier', 'condition', 'fallback_not_needed', 'not_in_plan'];

/** Tells whether a source was left out on purpose. No plan may go without a fraud registry's answer. */
function isLeftOut({ roles, evidence }: SourceEvidence): boolean {
  return evidence.kind === 'not_asked' && choices.includes(evidence.reason) && !roles.includes('fraud');
}
