// POST /v1/verify/cpf: from a checked body to the contract's answer.

import type { FastifyInstance } from 'fastify';
import { andThen } from '../../app/eventual.ts';
import type { Clock } from '../../app/ports.ts';
import type { VerifyCpf } from '../../app/verify/verify-cpf.ts';
import { toBrazilDay } from '../../domain/dates/calendar.ts';
import type { Cpf } from '../../domain/numbers/cpf.ts';
import { toCpfResponse } from '../answer/cpf-response.ts';
import type { Answer } from '../answer/idempotency.ts';
import { cpfRequestSchema, cpfResponseSchema } from '../contract.ts';
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
