// What is answered about a person, from a decision to the contract's form.

import type { SourceAnswer } from '../../app/ports.ts';
import { findReason, type PersonVerification } from '../../app/verify/verify-cpf.ts';
import type { Cpf } from '../../domain/numbers/cpf.ts';
import type { CpfResponse } from '../contract.ts';

export function toCpfResponse(
  verification: PersonVerification,
  cpf: Cpf,
  requestId: string,
  explain: boolean,
): CpfResponse {
  const response = toPlainCpfResponse(verification, cpf, requestId);
  if (explain) response.explanation = toExplanation(verification);
  return response;
}

/** What can be told again: how the sources fared is not kept. */
export function toPlainCpfResponse(
  { decision, processedAtMs }: Pick<PersonVerification, 'decision' | 'processedAtMs'>,
  cpf: Cpf,
  requestId: string,
): CpfResponse {
  return {
    request_id: requestId,
    status: decision.status,
    cpf,
    name: decision.name,
    name_match: decision.nameMatch,
    score: decision.score,
    risk_level: decision.riskLevel,
    bureau_a: { status: decision.bureauA.status, pending_debts: decision.bureauA.pendingDebts },
    bureau_b: { status: decision.bureauB.status, score: decision.bureauB.score },
    fraud_registry: { fraud_alert: decision.fraudAlert },
    processed_at: toUtcSecond(processedAtMs),
  };
}

let remembered = { second: Number.NaN, text: '' };

/** Formatting a date takes microseconds on a hot path, so the last second's text is kept. */
function toUtcSecond(epochMs: number): string {
  const second = Math.floor(epochMs / 1000);
  if (second !== remembered.second) remembered = { second, text: `${new Date(epochMs).toISOString().slice(0, 19)}Z` };
  return remembered.text;
}

function toExplanation({ decision, policyVersion, answers }: PersonVerification): CpfResponse['explanation'] & object {
  return {
    policy_version: policyVersion,
    reasons: [...decision.reasons],
    score_factors: [...decision.factors],
    name_similarity: decision.nameSimilarity,
    birth_date_match: decision.birthDateMatch,
    sources: {
      bureau_a: toSourceExplanation(answers.bureau_a),
      bureau_b: toSourceExplanation(answers.bureau_b),
      fraud_registry: toSourceExplanation(answers.fraud_registry),
    },
  };
}

function toSourceExplanation(answer: SourceAnswer) {
  return {
    outcome: answer.evidence.kind,
    reason: findReason(answer),
    latency_ms: Math.round(answer.latencyMs * 10) / 10,
    cached: answer.cached,
  };
}
