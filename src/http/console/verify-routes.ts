// Verifications from the console: in the sandbox for anyone who reaches it, with real sources for a signed-in analyst, under the
// operator's own id. Answers are those of the API, always with their explanation.

import type { Caller } from '../../app/caller.ts';
import type { KeyId } from '../../domain/access/api-key.ts';
import { mayActAs } from '../../domain/access/operator.ts';
import { toBrazilDay } from '../../domain/dates/calendar.ts';
import type { Cnpj } from '../../domain/numbers/cnpj.ts';
import type { Cpf } from '../../domain/numbers/cpf.ts';
import { AppError } from '../../errors.ts';
import { toCnpjResponse } from '../answer/cnpj-response.ts';
import { toCpfResponse } from '../answer/cpf-response.ts';
import { cnpjRequestSchema, cpfRequestSchema } from '../contract.ts';
import { createValidate } from '../request/validate.ts';
import type { ConsoleRouteName } from './contract.ts';
import { getSignedIn } from './gate.ts';
import { refusePurpose } from './purpose.ts';
import type { AddConsoleRoute, ConsoleCall, ConsoleOptions } from './route.ts';

/** Of the sandbox, by one client network that is not signed in. */
const strangersPerMinute = 120;
/** Those who try the sandbox without a key are counted under the key that every installation has for it. */
const sandboxKeyId = 'key_sandbox' as KeyId;

export function addVerifyRoutes(
  add: AddConsoleRoute,
  { sandbox, strangers, verifyCpf, verifyCnpj, clock, ...options }: ConsoleOptions,
): void {
  const validateCpf = createValidate(cpfRequestSchema);
  const validateCnpj = createValidate(cnpjRequestSchema);

  async function toCaller({
    body,
    request,
    signedIn,
  }: ConsoleCall<Extract<ConsoleRouteName, `POST verify-${string}`>>): Promise<Caller> {
    const { purpose } = body;
    refusePurpose(body, options);
    if (body.with === 'live') {
      const { operator } = getSignedIn(signedIn);
      if (!mayActAs(operator.role, 'analyst')) throw new AppError('role_too_low');
      return { keyId: operator.id as string as KeyId, mode: 'live', requestId: request.id, purpose };
    }
    if (signedIn === undefined) {
      const { count, resetsInMs } = await strangers.hit(`console:${request.clientNetwork}`, 60_000);
      if (count > strangersPerMinute) {
        throw new AppError('rate_limited', { retryAfterSeconds: Math.max(1, Math.ceil(resetsInMs / 1000)) });
      }
    }
    return { keyId: sandboxKeyId, mode: 'test', requestId: request.id, purpose };
  }

  add('GET sandbox', async () => sandbox());

  add('POST verify-cpf', async (call) => {
    const { cpf, name, birth_date } = call.body;
    const fields = validateCpf({ cpf, name, birth_date }, toBrazilDay(clock.nowMs()));
    const query = { cpf: fields['cpf'] as Cpf, name: fields['name'] ?? null, birthDate: fields['birth_date'] ?? null };
    const verification = await verifyCpf(query, await toCaller(call));
    call.request.outcome = verification.decision.status;
    return toCpfResponse(verification, query.cpf, call.request.id, true);
  });

  add('POST verify-cnpj', async (call) => {
    const { cnpj, company_name } = call.body;
    const fields = validateCnpj({ cnpj, company_name }, toBrazilDay(clock.nowMs()));
    const query = { cnpj: fields['cnpj'] as Cnpj, companyName: fields['company_name'] ?? null };
    const verification = await verifyCnpj(query, await toCaller(call));
    call.request.outcome = verification.decision.status;
    return toCnpjResponse(verification, query.cnpj, call.request.id, true);
  });
}
