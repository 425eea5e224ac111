// What one outside party said about a person. A party that could not be asked is evidence too, never an exception.

import type { Cpf } from '../numbers/cpf.ts';

export const sourceNames = ['bureau_a', 'bureau_b', 'fraud_registry'] as const;
export type SourceName = (typeof sourceNames)[number];

/** Mild to worse; the worst that a bureau reported decides. `unknown` is a code that nobody mapped: never read as regular. */
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

/** Why a source is `unavailable`; shown in the explanation and in logs, so the list is stable. */
export const unavailableReasons = [
  'not_configured',
  'timeout',
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
}

export type Evidence =
  | { readonly kind: 'answered'; readonly record: PersonRecord }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'unavailable'; readonly reason: UnavailableReason };

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
