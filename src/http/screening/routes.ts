// POST /v1/screen: from a checked body to what the lists say.

import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../app/clock.ts';
import type { Screen } from '../../app/screening/screen.ts';
import { toBrazilDay } from '../../domain/dates/calendar.ts';
import { chooseLanguage } from '../answer/language.ts';
import { createGateHook, type Gate, getCaller } from '../request/admission.ts';
import type { Answer } from '../request/idempotency.ts';
import { getJsonBody } from '../request/json-body.ts';
import { createValidate } from '../request/validate.ts';
import { screenRequestSchema } from './contract.ts';
import { readPartners, readQuestion } from './question.ts';
import { toScreenResponse } from './response.ts';

interface ScreeningRoutesOptions {
  readonly gate: Gate;
  readonly screen: Screen;
  readonly answer: Answer;
  readonly clock: Clock;
}

const pattern = '/v1/screen';

export function addScreeningRoutes(
  server: FastifyInstance,
  { gate, screen, answer, clock }: ScreeningRoutesOptions,
): void {
  const validate = createValidate(screenRequestSchema);
  server.route({
    method: 'POST',
    url: pattern,
    onRequest: createGateHook({ gate, scope: 'screen', pattern, checkQuery: readPartners, hasBody: true }),
    handler: (request, reply) => {
      const fields = validate(getJsonBody(request), toBrazilDay(clock.nowMs()));
      const question = readQuestion(fields, readPartners(request));
      return answer(request, reply, async () => {
        const screening = await screen(question, getCaller(request));
        request.outcome = screening.status;
        const language = chooseLanguage(request.headers['accept-language']);
        const { screened } = question;
        return JSON.stringify(toScreenResponse(screening, { screened, requestId: request.id, language }));
      });
    },
  });
}
