// POST /v1/verify/cnpj: from a checked body to the contract's answer.

import type { FastifyInstance } from 'fastify';
import { andThen } from '../../app/eventual.ts';
import type { VerifyCnpj } from '../../app/verify/verify-cnpj.ts';
import { toBrazilDay } from '../../domain/dates/calendar.ts';
import type { Cnpj } from '../../domain/numbers/cnpj.ts';
import { toCnpjResponse } from '../answer/bodies/cnpj-response.ts';
import { addScreeningText } from '../answer/bodies/short-screening.ts';
import { cnpjRequestSchema, cnpjResponseSchema } from '../contract.ts';
import type { RouteParts } from '../feature.ts';
import { toRoute } from '../operation.ts';
import { getCaller, readExplain } from '../request/admission.ts';
import { getJsonBody } from '../request/json-body.ts';
import { createValidate } from '../request/validate.ts';
import { verificationOperations as operations } from './operations.ts';

interface VerifyCnpjRouteOptions extends Pick<RouteParts, 'gate' | 'answer' | 'clock'> {
  readonly verifyCnpj: VerifyCnpj;
}

export function addVerifyCnpjRoute(
  server: FastifyInstance,
  { gate, verifyCnpj, answer, clock }: VerifyCnpjRouteOptions,
): void {
  const validate = createValidate(cnpjRequestSchema);
  server.route({
    ...toRoute(gate, operations.verifyCnpj, readExplain),
    schema: { response: { 200: cnpjResponseSchema } },
    handler: (request, reply) => {
      const fields = validate(getJsonBody(request), toBrazilDay(clock.nowMs()));
      const cnpj = fields['cnpj'] as Cnpj;
      const query = { cnpj, companyName: fields['company_name'] ?? null };
      return answer(request, reply, () =>
        andThen(verifyCnpj(query, getCaller(request)), (verification) => {
          request.outcome = verification.decision.status;
          const text = reply.serialize(toCnpjResponse(verification, cnpj, request.id, request.explain)) as string;
          return addScreeningText(text, verification.screening, request);
        }),
      );
    },
  });
}
