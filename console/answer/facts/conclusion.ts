// What an answer comes to, as codes: what to do, and why. It says nothing by itself: the words are elsewhere, and every figure is the
// server's, which also says what was not checked. Pure, so that each case has its test.

import { findCoverage, isNumberOnly, type ToldCoverage } from '../../../src/domain/coverage/coverage.ts';
import { type Act, toAct } from '../../../src/domain/risk/act-words.ts';
import type { Tone } from '../../design/parts.tsx';
import { findUnweighed, type Screening, type Verified } from './answer.ts';

export interface Conclusion {
  readonly act: Act;
  readonly tone: Tone;
  /** The most serious reason; undefined where there is none to name. */
  readonly because: string | undefined;
  /** `more` counts the further reasons. */
  readonly more: number;
  /** Tells whether the service compared only the number. */
  readonly isNumberOnly: boolean;
}

/** The most serious first. What is not named here stands before what only weakens an answer. */
const grave = [
  'screening_un',
  'fraud_alert',
  'registration_deceased',
  'registration_annulled',
  'registration_cancelled',
  'registration_suspended',
  'both_bureaus_not_found',
  'name_mismatch',
  'birth_date_mismatch',
  'screening_high_listed',
  'bureaus_contradict',
  'one_bureau_not_found',
  'fraud_registry_unavailable',
  'fraud_registry_no_verdict',
  'bureau_b_unavailable',
  'bureau_a_unavailable',
  'company_not_found',
  'fallback_unavailable',
  'company_annulled',
  'company_closed',
  'company_unfit',
  'company_suspended',
  'company_name_mismatch',
];
const slight = [
  'screening_listed',
  'screening_pep',
  'screening_possible',
  'screening_inconclusive',
  'special_situation',
  'registration_unknown',
  'registration_pending_regularization',
  'pending_debts',
  'low_bureau_score',
  'bureau_b_no_score',
  'no_score_asked',
  'debts_not_reported',
  'recently_founded',
  'company_name_partial',
  'name_weak_partial',
  'name_not_comparable',
  'birth_date_not_comparable',
  'name_strong_partial',
];

function toRank(reason: string): number {
  if (grave.includes(reason)) return grave.indexOf(reason);
  return grave.length + (slight.includes(reason) ? 1 + slight.indexOf(reason) : 0);
}

/**
 * Why, the most serious first. Where nothing was found and the risk is not low all the same, it is the bureau's own score: "all in order"
 * beside a review would mislead.
 */
export function listReasons(verified: Verified): readonly string[] {
  return listDecidedReasons(toDecided(verified));
}

/** As an answer says it, and later its record. */
export interface Decided {
  readonly kind: Verified['kind'];
  readonly risk: string;
  readonly reasons: readonly string[];
  readonly coverage: ToldCoverage | undefined;
  /** `lists` holds the list status that the risk does not reflect. */
  readonly lists: Screening['status'];
}

export function toDecided(verified: Verified): Decided {
  const { risk_level: risk, explanation } = verified.answer;
  return {
    ...{ kind: verified.kind, risk, reasons: explanation?.reasons ?? [] },
    coverage: findCoverage(explanation),
    lists: findUnweighed(verified),
  };
}

export function listDecidedReasons({ kind, risk, reasons: told, lists }: Decided): readonly string[] {
  const reasons = withLists(told, lists);
  const isInOrder = reasons.every((reason) => reason === 'all_checks_passed');
  if (kind === 'cpf' && isInOrder && risk !== 'low') return ['low_bureau_score'];
  return sortReasons(reasons);
}

export function sortReasons(reasons: readonly string[]): readonly string[] {
  return [...reasons].sort((a, b) => toRank(a) - toRank(b));
}

const reasonOfLists = {
  hit: 'screening_listed',
  possible: 'screening_possible',
  // Accepted by a person, and listed all the same.
  accepted: 'screening_listed',
  inconclusive: 'screening_inconclusive',
} as const;

/** Adds the result of the lists as a reason, even if the service has not weighed it. */
function withLists(reasons: readonly string[], lists: Screening['status']): readonly string[] {
  if (lists === 'clear' || reasons.some((reason) => reason.startsWith('screening_'))) return reasons;
  return [...reasons.filter((reason) => reason !== 'all_checks_passed'), reasonOfLists[lists]];
}

const actTones: Readonly<Record<Act, Tone>> = { approve: 'good', complete: 'none', review: 'warn', manual: 'bad' };

export function conclude(verified: Verified): Conclusion {
  return concludeDecided(toDecided(verified));
}

export function concludeDecided(decided: Decided): Conclusion {
  const { kind, risk, coverage, lists } = decided;
  const reasons = listDecidedReasons(decided);
  const isBare = isNumberOnly(coverage, kind);
  const act = toAct(risk, isBare, lists);
  return {
    act,
    tone: actTones[act],
    because: reasons[0],
    more: Math.max(0, reasons.length - 1),
    isNumberOnly: isBare,
  };
}
