// Looks somebody up in the lists for an operator: recorded, counted and answered as the API does it.

import { toBrazilDay } from '../../../domain/dates/calendar.ts';
import { createValidate } from '../../request/validate.ts';
import { screenRequestSchema } from '../../screening/contract.ts';
import { readQuestion } from '../../screening/question.ts';
import { toScreenResponse } from '../../screening/response.ts';
import { createToCaller } from '../caller.ts';
import type { AddConsoleRoute, ConsoleOptions } from '../route.ts';

export function addScreenRoutes(add: AddConsoleRoute, { screen, clock, ...options }: ConsoleOptions): void {
  const toCaller = createToCaller(options);
  const validate = createValidate(screenRequestSchema);

  add('POST screen', async (call) => {
    const { cpf, name, birth_date, cnpj, company_name, partners } = call.body;
    const fields = validate({ cpf, name, birth_date, cnpj, company_name }, toBrazilDay(clock.nowMs()));
    const question = readQuestion(fields, partners === 'included');
    const screening = await screen(question, await toCaller(call));
    call.request.outcome = screening.status;
    const asked = { screened: question.screened, requestId: call.request.id };
    return {
      pt: toScreenResponse(screening, { ...asked, language: 'pt' }),
      en: toScreenResponse(screening, { ...asked, language: 'en' }),
    };
  });
}
