// The stable codes that explain a decision about a person: each names one rung that was not the best, or a special case. Some name the
// source or the signal that they speak of, so the list is open. Their sentences: reason-words.ts.

import { screeningReasons } from '../risk/screening-reasons.ts';
import type { SourceName } from './evidence.ts';

/** Those that speak of no source by its name, and those of the contract's own sources. */
export const personReasons = [
  'all_checks_passed',
  'name_strong_partial',
  'name_weak_partial',
  'name_not_comparable',
  'name_mismatch',
  'birth_date_not_comparable',
  'birth_date_mismatch',
  'registration_pending_regularization',
  'registration_unknown',
  'registration_suspended',
  'registration_cancelled',
  'registration_annulled',
  'registration_deceased',
  'debts_not_reported',
  'pending_debts',
  'fraud_registry_unavailable',
  'fraud_registry_no_verdict',
  'fraud_alert',
  'bureau_a_unavailable',
  'bureau_b_unavailable',
  'bureau_b_no_score',
  'low_bureau_score',
  'bureaus_contradict',
  'one_bureau_not_found',
  'both_bureaus_not_found',
  ...screeningReasons,
] as const;
type ListedReason = (typeof personReasons)[number];

/** What a code can say of any source. */
export const sourceReasonKinds = ['unavailable', 'not_asked', 'no_verdict', 'no_score'] as const;
export type SourceReasonKind = (typeof sourceReasonKinds)[number];

export type PersonReason =
  | ListedReason
  | `${SourceName}_${SourceReasonKind}`
  | `signal_${string}`
  | `no_signal_${string}`;

export function toSourceReason(source: SourceName, kind: SourceReasonKind): PersonReason {
  return `${source}_${kind}`;
}

/** A signal whose value is not the best, or that nobody told. */
export function toSignalReason(signal: string, isReported: boolean): PersonReason {
  return isReported ? `signal_${signal}` : `no_signal_${signal}`;
}

export function isListedReason(code: string): code is ListedReason {
  return (personReasons as readonly string[]).includes(code);
}
