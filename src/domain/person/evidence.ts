// What one outside party said about a person. A party that could not be asked is evidence too, never an exception. Which parties there are,
// the settings say; decisions go by the roles that a source has, never by its name.

import type { Cpf } from '../numbers/cpf.ts';
import type { SignalValues } from '../risk/signal.ts';

/** The settings give the source this name, which becomes a label of metrics and a key of the explanation. */
export type SourceName = string;
export const sourceNamePattern = '^[a-z][a-z0-9_]{1,31}$';

/** `constructor` would be found in every object. */
export function isSourceName(name: string): name is SourceName {
  return new RegExp(sourceNamePattern).test(name) && !(name in {});
}

/** A source is asked for these roles: only the fields of its roles count in its answers. */
export const sourceRoles = ['identity', 'debts', 'score', 'fraud'] as const;
export type SourceRole = (typeof sourceRoles)[number];

/**
 * The statuses run from mild to worse; the worst that a bureau reported decides. `unknown` is a code without a mapping and never reads as regular.
 */
export const registrationStatuses = [
  'regular',
  'pending_regularization',
  'unknown',
  'suspended',
  'cancelled',
  'annulled',
  'deceased',
] as const;
export type RegistrationStatus = (typeof registrationStatuses)[number];

/** An answered question counts in one of these ways: by the party, from the short memory, or by an answer that was paid for before. */
export const answeredOutcomes = ['answered', 'not_found', 'cached', 'kept'] as const;

/** The list names the reasons why a source is `unavailable`. The explanation and logs show them, so the list is stable. */
export const unavailableReasons = [
  'not_configured',
  'timeout',
  // It took the question and has no answer yet.
  'pending',
  'connection_failed',
  'circuit_open',
  'overloaded',
  'rate_limited',
  'credit_exhausted',
  'authentication_failed',
  'upstream_error',
  'request_refused',
  'birth_date_required',
  'minor',
  'invalid_response',
  'response_too_large',
  'wrong_person',
  'redirect_refused',
] as const;
export type UnavailableReason = (typeof unavailableReasons)[number];

/** The list names the reasons why a source was not asked at all. The explanation shows them and records keep them, so the list is stable. */
export const notAskedReasons = [
  // A stop of an earlier stage, or a result that nothing could change any more.
  'decided_earlier',
  // The `when` of its step did not hold.
  'condition',
  // It stands in for another source, which did not fail.
  'fallback_not_needed',
  // No step of the plan names it.
  'not_in_plan',
  'budget',
] as const;
export type NotAskedReason = (typeof notAskedReasons)[number];

/** `null` means that this party does not relay the field, or did not compute it this time. */
export interface PersonRecord {
  readonly name: string | null;
  readonly socialName: string | null;
  /** YYYY-MM-DD */
  readonly birthDate: string | null;
  readonly registration: RegistrationStatus | null;
  readonly pendingDebts: boolean | null;
  /** Integer, 0 to 1000. */
  readonly score: number | null;
  readonly fraudAlert: boolean | null;
  /** The field is absent if the settings declare no signals for this party. */
  readonly signals?: SignalValues;
}

export type Evidence =
  | { readonly kind: 'answered'; readonly record: PersonRecord }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'unavailable'; readonly reason: UnavailableReason };

/** Apart from all that a source can say: it is neither clean nor down. */
export interface NotAsked {
  readonly kind: 'not_asked';
  readonly reason: NotAskedReason;
}

/** The code explains why a source that answered was not called: it had given the same answer before. */
export const keptAnswerUsed = 'kept_answer_used';

export interface KeptAnswerUse {
  /** The age counts from the moment when the party gave the answer. */
  readonly ageSeconds: number;
  /** The purpose for which it was bought, which may be another one than now. */
  readonly purpose: string;
}

/** The result of one source. */
export interface SourceEvidence {
  readonly source: SourceName;
  readonly roles: readonly SourceRole[];
  readonly evidence: Evidence | NotAsked;
  /** The field is set only if an earlier answer is fresh enough for the purpose, so that the source was not called. No decision depends on it. */
  readonly kept?: KeptAnswerUse;
}

/** The list holds the evidence of every source, in their order. The comparison uses the first source that gives a name or a birth date. */
export type PersonEvidence = readonly SourceEvidence[];

/** A person is `verified` only if one source of each list answered. In a list of several, the others stand in for the first. */
export type VerifiedNeeds = readonly (readonly SourceName[])[];

export interface PersonQuery {
  readonly cpf: Cpf;
  readonly name: string | null;
  /** YYYY-MM-DD */
  readonly birthDate: string | null;
}

/** A record in which nothing is known, to be filled by spreading. */
export const emptyRecord: PersonRecord = {
  name: null,
  socialName: null,
  birthDate: null,
  registration: null,
  pendingDebts: null,
  score: null,
  fraudAlert: null,
};
