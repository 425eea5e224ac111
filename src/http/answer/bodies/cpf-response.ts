// What is answered about a person, from a decision to the contract's form. Three sources have places of their own in it, whatever others
// there are: here alone evidence is looked up by their names.

import type { Answers } from '../../../app/verify/ask/ask-sources.ts';
import { findReason } from '../../../app/verify/decide-answers.ts';
import type { PersonVerification } from '../../../app/verify/verify-cpf.ts';
import { coverPerson } from '../../../domain/coverage/person-coverage.ts';
import type { Cpf } from '../../../domain/numbers/cpf.ts';
import { type ContractSource, isContractSource } from '../../../domain/person/contract-sources.ts';
import type { Evidence, PersonEvidence, PersonRecord, SourceEvidence } from '../../../domain/person/evidence.ts';
import { toFraudAlert } from '../../../domain/person/facts.ts';
import type { PersonDecision } from '../../../domain/person/person.ts';
import type { BureauStatus, CpfResponse, FurtherSource } from '../../contract.ts';

export function toCpfResponse(
  verification: PersonVerification,
  cpf: Cpf,
  requestId: string,
  explain: boolean,
): CpfResponse {
  const { decision, answers, processedAtMs } = verification;
  const response = toPlainCpfResponse({ decision, evidence: answers, processedAtMs }, cpf, requestId);
  if (explain) response.explanation = toExplanation(verification);
  return response;
}

type ExplainedSources = (CpfResponse['explanation'] & object)['sources'];

interface DecidedPerson {
  readonly decision: PersonDecision;
  readonly evidence: PersonEvidence;
  readonly processedAtMs: number;
}

/** Builds the part of the answer that can be repeated later, as the record does not keep how the sources fared. */
export function toPlainCpfResponse(
  { decision, evidence, processedAtMs }: DecidedPerson,
  cpf: Cpf,
  requestId: string,
): CpfResponse {
  const bureauA = getContractEvidence(evidence, 'bureau_a');
  const bureauB = getContractEvidence(evidence, 'bureau_b');
  const fraudRegistry = getContractEvidence(evidence, 'fraud_registry');
  return {
    request_id: requestId,
    status: decision.status,
    cpf,
    name: decision.name,
    name_match: decision.nameMatch,
    score: decision.score,
    risk_level: decision.riskLevel,
    bureau_a: { status: toBureauStatus(bureauA), pending_debts: findRecord(bureauA)?.pendingDebts ?? null },
    bureau_b: { status: toBureauStatus(bureauB), score: findRecord(bureauB)?.score ?? null },
    fraud_registry: { fraud_alert: toFraudAlert(fraudRegistry) },
    processed_at: toUtcSecond(processedAtMs),
  };
}

let remembered = { second: Number.NaN, text: '' };

/** Formatting a date takes microseconds on a hot path, so the last second's text is kept. */
export function toUtcSecond(epochMs: number): string {
  const second = Math.floor(epochMs / 1000);
  if (second !== remembered.second) remembered = { second, text: `${new Date(epochMs).toISOString().slice(0, 19)}Z` };
  return remembered.text;
}

function toExplanation({
  decision,
  policyVersion,
  answers,
  verifiedNeeds,
  screening,
}: PersonVerification): CpfResponse['explanation'] & object {
  return {
    policy_version: policyVersion,
    reasons: [...decision.reasons],
    score_factors: [...decision.factors],
    name_similarity: decision.nameSimilarity,
    birth_date_match: decision.birthDateMatch,
    sources: Object.fromEntries(
      answers.map((answer) => [
        answer.source,
        isContractSource(answer.source) ? toSourceExplanation(answer) : toFurtherSource(answer),
      ]),
    ) as ExplainedSources,
    ...(verifiedNeeds && { verified_needs: verifiedNeeds.map((need) => [...need]) }),
    ...coverPerson({ evidence: answers, decision, lists: screening }),
  };
}

function toSourceExplanation(answer: Answers[number]) {
  return {
    outcome: answer.evidence.kind,
    reason: findReason(answer),
    latency_ms: Math.round(answer.latencyMs * 10) / 10,
    cached: answer.cached,
    ...(answer.kept && { kept_answer: { age_seconds: answer.kept.ageSeconds, purpose: answer.kept.purpose } }),
    ...(answer.allowedMs !== undefined && { deadline_ms: Math.round(answer.allowedMs) }),
    ...(answer.evidence.kind === 'answered' &&
      answer.evidence.record.signals !== undefined && { signals: answer.evidence.record.signals }),
  };
}

function toFurtherSource(answer: Answers[number]): FurtherSource {
  const { roles, evidence } = answer;
  const record = findRecord(evidence);
  return {
    ...toSourceExplanation(answer),
    ...(roles.includes('identity') && { status: toBureauStatus(evidence) }),
    ...(roles.includes('debts') && { pending_debts: record?.pendingDebts ?? null }),
    ...(roles.includes('score') && { score: record?.score ?? null }),
    ...(roles.includes('fraud') && { fraud_alert: toFraudAlert(evidence) }),
  };
}

const notThere: Evidence = { kind: 'unavailable', reason: 'not_configured' };

function getContractEvidence(evidence: PersonEvidence, name: ContractSource): SourceEvidence['evidence'] {
  for (const each of evidence) if (each.source === name) return each.evidence;
  return notThere;
}

function toBureauStatus(evidence: SourceEvidence['evidence']): BureauStatus {
  if (evidence.kind === 'answered') return evidence.record.registration ?? 'not_reported';
  return evidence.kind === 'not_found' ? 'not_found' : 'unavailable';
}

function findRecord(evidence: SourceEvidence['evidence']): PersonRecord | undefined {
  return evidence.kind === 'answered' ? evidence.record : undefined;
}
