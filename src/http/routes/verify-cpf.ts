// POST /v1/verify/cpf: from a checked body to the contract's answer.

import type { FastifyInstance } from 'fastify';
import { andThen } from '../../app/eventual.ts';
import type { Clock, SourceAnswer } from '../../app/ports.ts';
import { findReason, type PersonVerification, type VerifyCpf } from '../../app/verify/verify-cpf.ts';
import { toBrazilDay } from '../../domain/dates/calendar.ts';
import type { Cpf } from '../../domain/numbers/cpf.ts';
import type { Answer } from '../answer/idempotency.ts';
import { type CpfResponse, cpfRequestSchema, cpfResponseSchema } from '../contract.ts';
import { createAdmissionHook, type Gate, getCaller } from '../request/admission.ts';
import { getJsonBody } from '../request/json-body.ts';
import { createValidate } from '../request/validate.ts';

interface VerifyCpfRouteOptions {
  readonly gate: Gate;
  readonly verifyCpf: VerifyCpf;
  readonly answer: Answer;
  readonly clock: Clock;
}

const pattern = '/v1/verify/cpf';

export function addVerifyCpfRoute(
  server: FastifyInstance,
  { gate, verifyCpf, answer, clock }: VerifyCpfRouteOptions,
): void {
  const validate = createValidate(cpfRequestSchema);
  server.route({
    method: 'POST',
    url: pattern,
    onRequest: createAdmissionHook(gate, 'verify:cpf', pattern),
    schema: { response: { 200: cpfResponseSchema } },
    handler: (request, reply) => {
      const fields = validate(getJsonBody(request), toBrazilDay(clock.nowMs()));
      const cpf = fields['cpf'] as Cpf;
      const query = { cpf, name: fields['name'] ?? null, birthDate: fields['birth_date'] ?? null };
      return answer(request, reply, () =>
        andThen(verifyCpf(query, getCaller(request)), (verification) => {
          request.outcome = verification.decision.status;
          return reply.serialize(toCpfResponse(verification, cpf, request.id, request.explain)) as string;
        }),
      );
    },
  });
}

export function toCpfResponse(
  verification: PersonVerification,
  cpf: Cpf,
  requestId: string,
  explain: boolean,
): CpfResponse {
  const { decision } = verification;
  const response: CpfResponse = {
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
    processed_at: toUtcSecond(verification.processedAtMs),
  };
  if (explain) response.explanation = toExplanation(verification);
  return response;
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
