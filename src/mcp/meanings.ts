// What the codes of an answer mean, in sentences that an assistant can pass on. A code without a sentence does not compile.

import type { CompanyReason } from '../domain/company/company.ts';
import type { UnavailableReason } from '../domain/person/evidence.ts';
import type { PersonReason } from '../domain/person/person.ts';
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
  all_checks_passed: 'Nothing speaks against it.',
  name_strong_partial: 'The name agrees in part, strongly: a word is missing, abbreviated or in another place.',
  name_weak_partial: 'The name agrees in part, but weakly.',
  name_not_comparable: 'A name was supplied, and no source gave one to compare it with.',
  name_mismatch: 'The name is not the registered one.',
  birth_date_not_comparable: 'A birth date was supplied, and no source gave one to compare it with.',
  birth_date_mismatch: 'The birth date is not the registered one.',
  registration_pending_regularization: 'The CPF is pending regularization at the Receita Federal.',
  registration_unknown: 'No bureau reported a registration status that is known.',
  registration_suspended: 'The CPF is suspended.',
  registration_cancelled: 'The CPF is cancelled.',
  registration_annulled: 'The CPF is annulled.',
  registration_deceased: 'The holder of the CPF is registered as deceased.',
  debts_not_reported: 'The first bureau did not say whether there are pending debts.',
  pending_debts: 'The first bureau reports pending debts.',
  fraud_registry_unavailable: 'The fraud registry did not answer.',
  fraud_registry_no_verdict: 'The fraud registry answered without a verdict.',
  fraud_alert: 'The fraud registry has an alert for this CPF. It lowers the score; it does not say who the person is.',
  bureau_a_unavailable: 'The first bureau did not answer.',
  bureau_b_unavailable: 'The second bureau did not answer.',
  bureau_b_no_score: 'The second bureau computed no score; 500 was taken in its place.',
  bureaus_contradict: 'The two bureaus have different names or birth dates for this CPF.',
  one_bureau_not_found: 'One bureau knows the person, the other does not.',
  both_bureaus_not_found: 'Neither bureau knows this CPF.',
  company_not_found:
    'The registry in use does not hold this number; a new company appears with the next monthly files.',
  fallback_unavailable: 'The registry does not hold the number, and the source that would know could not be asked.',
  company_suspended: 'The registration of the company is suspended.',
  company_unfit: 'The company is declared unfit (inapta).',
  company_closed: 'The company is closed (baixada).',
  company_annulled: 'The registration of the company is annulled (nula).',
  company_status_unknown: 'The registry has a status code for the company that is not known.',
  company_name_mismatch: 'The supplied name is neither the legal nor the trade name.',
  company_name_partial: 'The supplied name agrees with the legal or trade name in part.',
  recently_founded: 'The company is young.',
  foundation_date_unknown: 'The registry has no foundation date for the company.',
  special_situation: 'The company is in a special situation: bankruptcy, judicial recovery, liquidation or the like.',
  special_situation_unknown: 'The source that answered does not tell special situations.',
};

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
