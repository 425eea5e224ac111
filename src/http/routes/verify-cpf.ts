// POST /v1/verify/cpf: from a checked body to the contract's answer.

import type { FastifyInstance } from 'fastify';
import { andThen } from '../../app/eventual.ts';
import type { KeepPending, VerifyCpf } from '../../app/verify/verify-cpf.ts';
import { toBrazilDay } from '../../domain/dates/calendar.ts';
import type { Cpf } from '../../domain/numbers/cpf.ts';
import { toCpfResponse } from '../answer/bodies/cpf-response.ts';
import { pendingStatus, prefersAsync, toPendingText } from '../answer/bodies/pending.ts';
import { addScreeningText } from '../answer/bodies/short-screening.ts';
import { cpfRequestSchema, cpfResponseSchema } from '../contract.ts';
import type { RouteParts } from '../feature.ts';
import { toRoute } from '../operation.ts';
import { getCaller, readExplain } from '../request/admission.ts';
import { getJsonBody } from '../request/json-body.ts';
import { createValidate } from '../request/validate.ts';
import { verificationOperations as operations } from './operations.ts';

interface VerifyCpfRouteOptions extends Pick<RouteParts, 'gate' | 'answer' | 'clock'> {
  readonly verifyCpf: VerifyCpf;
  /** `keepPending` serves callers that do not want to wait for a party that answers later. */
  readonly keepPending: KeepPending;
}

export function addVerifyCpfRoute(
  server: FastifyInstance,
  { gate, verifyCpf, keepPending, answer, clock }: VerifyCpfRouteOptions,
): void {
  const validate = createValidate(cpfRequestSchema);
  server.route({
    ...toRoute(gate, operations.verifyCpf, readExplain),
    schema: { response: { 200: cpfResponseSchema } },
    handler: (request, reply) => {
      const fields = validate(getJsonBody(request), toBrazilDay(clock.nowMs()));
      const cpf = fields['cpf'] as Cpf;
      const query = { cpf, name: fields['name'] ?? null, birthDate: fields['birth_date'] ?? null };
      const waiting = { keep: keepPending, isPreferred: prefersAsync(request) };
      return answer(request, reply, () =>
        andThen(verifyCpf(query, getCaller(request), waiting), (verification) => {
          if (verification === undefined) {
            request.outcome = pendingStatus;
            return toPendingText(request.id);
          }
          request.outcome = verification.decision.status;
          const text = reply.serialize(toCpfResponse(verification, cpf, request.id, request.explain)) as string;
          return addScreeningText(text, verification.screening, request);
        }),
      );
    },
  });
}
