// POST /v1/screen: from a checked body to what the lists say.

import type { FastifyInstance } from 'fastify';
import type { Screen } from '../../app/screening/screen.ts';
import { toBrazilDay } from '../../domain/dates/calendar.ts';
import { chooseLanguage } from '../answer/language.ts';
import type { RouteParts } from '../feature.ts';
import { toRoute } from '../operation.ts';
import { getCaller } from '../request/admission.ts';
import { getJsonBody } from '../request/json-body.ts';
import { createValidate } from '../request/validate.ts';
import { screenRequestSchema } from './contract.ts';
import { screeningOperations } from './operations.ts';
import { readQuestion, readWishes } from './question.ts';
import { toScreenResponse } from './response.ts';

interface ScreeningRoutesOptions extends Pick<RouteParts, 'gate' | 'answer' | 'clock'> {
  readonly screen: Screen;
}

export function addScreeningRoutes(
  server: FastifyInstance,
  { gate, screen, answer, clock }: ScreeningRoutesOptions,
): void {
  const validate = createValidate(screenRequestSchema);
  server.route({
    ...toRoute(gate, screeningOperations.screen, readWishes),
    handler: (request, reply) => {
      const fields = validate(getJsonBody(request), toBrazilDay(clock.nowMs()));
      const { withPartners, isExplained } = readWishes(request);
      const question = readQuestion(fields, withPartners);
      return answer(request, reply, async () => {
        const screening = await screen(question, getCaller(request));
        request.outcome = screening.status;
        const language = chooseLanguage(request.headers['accept-language']);
        const { facts, processedAtMs } = screening;
        const asked = { requestId: request.id, language, isExplained, processedAtMs };
        return JSON.stringify(toScreenResponse(facts, asked));
      });
    },
  });
}
