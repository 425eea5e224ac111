// Verifications from the console: in the sandbox for anyone who reaches it, with real sources for a signed-in analyst, under the
// operator's own id. Answers are those of the API, always with their explanation.

import { toBrazilDay } from '../../../domain/dates/calendar.ts';
import type { Cnpj } from '../../../domain/numbers/cnpj.ts';
import type { Cpf } from '../../../domain/numbers/cpf.ts';
import { toCnpjResponse } from '../../answer/bodies/cnpj-response.ts';
import { toCpfResponse } from '../../answer/bodies/cpf-response.ts';
import { toScreenedInBoth } from '../../answer/bodies/short-screening.ts';
import { cnpjRequestSchema, cpfRequestSchema } from '../../contract.ts';
import { createValidate } from '../../request/validate.ts';
import { createToCaller } from '../caller.ts';
import type { AddConsoleRoute, ConsoleOptions } from '../route.ts';

export function addVerifyRoutes(
  add: AddConsoleRoute,
  { sandbox, verifyCpf, verifyCnpj, clock, ...options }: ConsoleOptions,
): void {
  const toCaller = createToCaller(options);
  const validateCpf = createValidate(cpfRequestSchema);
  const validateCnpj = createValidate(cnpjRequestSchema);

  add('GET sandbox', async () => sandbox());

  add('POST verify-cpf', async (call) => {
    const { cpf, name, birth_date } = call.body;
    const fields = validateCpf({ cpf, name, birth_date }, toBrazilDay(clock.nowMs()));
    const query = { cpf: fields['cpf'] as Cpf, name: fields['name'] ?? null, birthDate: fields['birth_date'] ?? null };
    const verification = await verifyCpf(query, await toCaller(call));
    call.request.outcome = verification.decision.status;
    const answer = toCpfResponse(verification, query.cpf, call.request.id, true);
    return { ...answer, ...toScreenedInBoth(verification.screening) };
  });

  add('POST verify-cnpj', async (call) => {
    const { cnpj, company_name } = call.body;
    const fields = validateCnpj({ cnpj, company_name }, toBrazilDay(clock.nowMs()));
    const query = { cnpj: fields['cnpj'] as Cnpj, companyName: fields['company_name'] ?? null };
    const verification = await verifyCnpj(query, await toCaller(call));
    call.request.outcome = verification.decision.status;
    const answer = toCnpjResponse(verification, query.cnpj, call.request.id, true);
    return { ...answer, ...toScreenedInBoth(verification.screening) };
  });
}
