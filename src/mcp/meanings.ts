// What the codes of an answer mean, in sentences that an assistant can pass on. A code without a sentence does not compile.

import { companyReasonWords } from '../domain/company/reason-words.ts';
import type { NotAskedReason, UnavailableReason } from '../domain/person/evidence.ts';
import { findReasonWords } from '../domain/person/reason-words.ts';
import type { ScreeningStatus } from '../domain/screening/screening.ts';

export const statusMeanings: Readonly<Record<string, string>> = {
  verified:
    'Everything that was supplied was compared and agreed; for a person, two bureaus and the fraud registry all answered.',
  not_verified:
    'A result, not an error: something that was supplied does not agree, or the registration is not in order.',
  not_found: 'A result, not an error: those who were asked answered, and none of them knows the number.',
  inconclusive:
    'It could not be decided: a source did not answer, or they contradict each other. It says nothing against the person.',
  pending: 'Nothing is decided yet: a source answers later. Read the answer later by its request id; do not ask again.',
};

/** The field `screening` has them, where the operator screens in verifications. */
export const screeningMeanings: Readonly<Record<ScreeningStatus, string>> = {
  hit: 'A row of a list that is in force names them. It says nothing of who they are.',
  possible: 'Rows of lists may mean them: a person has to look.',
  clear: 'No row in force names them, in the lists of this service on their days.',
  accepted: 'A row in force names them, and a senior has accepted the customer with it until a day. It is not clear.',
  inconclusive: 'A list could not be looked at: it is not known whether they are listed.',
};

/** Returns undefined for a code of another version. Some codes apply to both kinds, and the sentence about a person fits both. */
export function findReasonMeaning(code: string): string | undefined {
  const ofCompanies: Readonly<Record<string, { readonly en: string }>> = companyReasonWords;
  return (findReasonWords(code) ?? ofCompanies[code])?.en;
}

export const notAskedMeanings: Readonly<Record<NotAskedReason, string>> = {
  decided_earlier: 'an earlier stage of the plan had decided',
  condition: 'the condition of its step did not hold',
  fallback_not_needed: 'it stands in for a source that did not fail',
  not_in_plan: 'no step of the plan asks it',
  budget: 'its budget is used up',
};

export const unavailableMeanings: Readonly<Record<UnavailableReason, string>> = {
  not_configured: 'the operator has not connected it',
  timeout: 'it did not answer in time',
  pending: 'it took the question and has no answer yet',
  connection_failed: 'it could not be reached',
  circuit_open: 'it failed too often and gets a pause',
  overloaded: 'too many calls to it were under way',
  rate_limited: 'it refused for its own limit of calls',
  credit_exhausted: 'the credit there is used up',
  authentication_failed: 'it refused the operator’s credentials',
  upstream_error: 'it answered with an error',
  request_refused: 'it refused the question',
  birth_date_required: 'it answers only with a birth date, and none was supplied',
  minor: 'it does not answer about minors',
  invalid_response: 'its answer could not be used',
  response_too_large: 'its answer was too large',
  wrong_person: 'it answered about somebody else',
  redirect_refused: 'it pointed to another address, which is not followed',
};
