// GET /v1/verifications/{request_id}: an earlier answer again, to the key that asked for it.

import type { FastifyInstance } from 'fastify';
import type { EarlierVerification, ReadVerification } from '../../app/audit/read/read-verification.ts';
import { toCnpjResponse } from '../answer/bodies/cnpj-response.ts';
import { toPlainCpfResponse } from '../answer/bodies/cpf-response.ts';
import { sendPending } from '../answer/bodies/pending.ts';
import { addScreeningText } from '../answer/bodies/short-screening.ts';
import type { CnpjResponse, CpfResponse } from '../contract.ts';
import type { RouteParts } from '../feature.ts';
import { toRoute } from '../operation.ts';
import { getCaller } from '../request/admission.ts';
import { verificationOperations as operations } from './operations.ts';

interface ReadVerificationRouteOptions extends Pick<RouteParts, 'gate' | 'sendResult'> {
  readonly readVerification: ReadVerification;
}

export function addReadVerificationRoute(server: FastifyInstance, options: ReadVerificationRouteOptions): void {
  const { gate, readVerification, sendResult } = options;
  server.route({
    ...toRoute(gate, operations.readVerification),
    handler: async (request, reply) => {
      const { request_id: id } = request.params as { readonly request_id: string };
      const found = await readVerification(id, getCaller(request));
      if (found.kind === 'pending') return sendPending(sendResult, request, reply, { requestId: id });
      request.outcome = 'found';
      sendResult(
        request,
        reply,
        addScreeningText(JSON.stringify(toVerificationResponse(found, id)), found.screening, request),
      );
    },
  });
}

type Answered = Exclude<EarlierVerification, { readonly kind: 'pending' }>;

/** The id in the body is that of the first answer, as everything else in it. */
function toVerificationResponse(found: Answered, requestId: string): CpfResponse | CnpjResponse {
  if (found.kind === 'cpf') return toPlainCpfResponse(found, found.cpf, requestId);
  const { decision, cnpj } = found;
  return toCnpjResponse({ decision, policyVersion: '', dataAsOf: '' }, cnpj, requestId, false);
}
