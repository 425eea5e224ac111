// GET /v1/screenings/{request_id}: an earlier screening again, to the key that asked for it.

import type { FastifyInstance } from 'fastify';
import type { ReadScreening } from '../../app/audit/read/read-screening.ts';
import { chooseLanguage } from '../answer/language.ts';
import type { RouteParts } from '../feature.ts';
import { toRoute } from '../operation.ts';
import { getCaller } from '../request/admission.ts';
import { readFlag, readQuery } from '../request/query.ts';
import { screeningOperations } from './operations.ts';
import { toScreenResponse } from './response.ts';

interface ReadScreeningRouteOptions extends Pick<RouteParts, 'gate' | 'sendResult'> {
  readonly readScreening: ReadScreening;
}

export function addReadScreeningRoute(server: FastifyInstance, options: ReadScreeningRouteOptions): void {
  const { gate, readScreening, sendResult } = options;
  server.route({
    ...toRoute(gate, screeningOperations.readScreening, readExplain),
    handler: async (request, reply) => {
      const { request_id: requestId } = request.params as { readonly request_id: string };
      const { facts, processedAtMs } = await readScreening(requestId, getCaller(request));
      request.outcome = 'found';
      const language = chooseLanguage(request.headers['accept-language']);
      const asked = { requestId, language, isExplained: readExplain(request), processedAtMs };
      sendResult(request, reply, JSON.stringify(toScreenResponse(facts, asked)));
    },
  });
}

function readExplain(request: Parameters<typeof readQuery>[0]): boolean {
  return readFlag('explain', readQuery(request, ['explain']).explain);
}
