// GET /livez and /readyz. Liveness looks at the process only; readiness at what the service itself needs, never at bureaus.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, type Bilingual, toFaultCode } from '../../errors.ts';
import { readQuery } from '../request/query.ts';

/** Every way in which `/readyz` can say no; the document lists these and no others. */
export const unreadinessCodes = ['overloaded', 'registry_unavailable', 'audit_unavailable'] as const;
type UnreadinessCode = (typeof unreadinessCodes)[number];

/** `?for=` may name one of these capabilities: kinds of calls that need more than the service as a whole does. */
export const capabilities = ['cpf', 'cnpj', 'company', 'screen'] as const;
export type Capability = (typeof capabilities)[number];

/** Returns undefined if the service can serve requests, or live requests of this kind. Otherwise it returns the error that they would meet. */
export type FindUnreadiness = (capability?: Capability) => Promise<AppError<UnreadinessCode> | undefined>;

export function addOperationsRoutes(server: FastifyInstance, findUnreadiness: FindUnreadiness): void {
  server.get('/livez', async () => ({ status: 'alive' }));
  server.get('/readyz', async (request) => {
    const unreadiness = await findUnreadiness(readCapability(request)).catch(toUnknownReadiness);
    if (unreadiness !== undefined) throw unreadiness;
    return { status: 'ready' };
  });
}

function readCapability(request: FastifyRequest): Capability | undefined {
  const { for: named } = readQuery(request, ['for']);
  const capability = capabilities.find((each) => each === named);
  if (named === undefined || capability !== undefined) return capability;
  const known = capabilities.map((name) => `\`${name}\``).join(', ');
  const detail = { en: `\`for\` is one of ${known}.`, pt: `\`for\` é um destes: ${known}.` };
  throw new AppError('invalid_query', { detail });
}

/** `fault` is public: codes and our own words. */
export function toNotReadyError(fault: Bilingual): AppError<'overloaded'> {
  return new AppError('overloaded', {
    detail: {
      en: `The service is not ready: ${fault.en}.`,
      pt: `O serviço não está pronto: ${fault.pt}.`,
    },
    internal: fault.en,
    retryAfterSeconds: 1,
  });
}

/** Reports an unknown readiness as a refusal. The caller of the probe is not at fault. */
function toUnknownReadiness(thrown: unknown): AppError<'overloaded'> {
  const code = toFaultCode(thrown);
  return toNotReadyError({
    en: `what it needs cannot be examined (${code})`,
    pt: `não é possível examinar aquilo de que ele precisa (${code})`,
  });
}

export function toStoppingError(): AppError<'overloaded'> {
  return new AppError('overloaded', {
    detail: {
      en: 'The service is stopping. Use another instance.',
      pt: 'O serviço está parando. Use outra instância.',
    },
    retryAfterSeconds: 5,
  });
}
