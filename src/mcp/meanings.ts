// What the codes of an answer mean, in sentences that an assistant can pass on. A code without a sentence does not compile.

import type { CompanyReason } from '../domain/company/company.ts';
import { companyReasonWords } from '../domain/company/reason-words.ts';
import type { UnavailableReason } from '../domain/person/evidence.ts';
import type { PersonReason } from '../domain/person/person.ts';
import { personReasonWords } from '../domain/person/reason-words.ts';
import type { RiskLevel } from '../domain/risk/risk-policy.ts';

export const statusMeanings: Readonly<Record<string, string>> = {
  verified:
    'Everything that was supplied was compared and agreed; for a person, two bureaus and the fraud registry all answered.',
  not_verified:
    'A result, not an error: something that was supplied does not agree, or the registration is not in order.',
  not_found: 'A result, not an error: those who were asked answered, and none of them knows the number.',
  inconclusive:
    'It could not be decided: a source did not answer, or they contradict each other. It says nothing against the person.',
};

export const riskActions: Readonly<Record<RiskLevel, string>> = {
  low: 'approve automatically',
  medium: 'review recommended',
  high: 'manual review required',
};

export const reasonMeanings: Readonly<Record<PersonReason | CompanyReason, string>> = {
  ...toSentences(companyReasonWords),
  ...toSentences(personReasonWords),
};

function toSentences<Code extends string>(
  words: Readonly<Record<Code, { readonly en: string }>>,
): Record<Code, string> {
  const sentences = Object.entries(words) as [Code, { readonly en: string }][];
  return Object.fromEntries(sentences.map(([code, { en }]) => [code, en])) as Record<Code, string>;
}

export const unavailableMeanings: Readonly<Record<UnavailableReason, string>> = {
  not_configured: 'the operator has not connected it',
  timeout: 'it did not answer in time',
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
