// GET /livez and /readyz. Liveness looks at the process only; readiness at what the service itself needs, never at bureaus.

import type { FastifyInstance } from 'fastify';
import { AppError, type Bilingual, toFaultCode } from '../../errors.ts';

/** Every way in which `/readyz` can say no; the document lists these and no others. */
export const unreadinessCodes = ['overloaded', 'registry_unavailable'] as const;
type UnreadinessCode = (typeof unreadinessCodes)[number];

/** Undefined when requests can be served; else the error that they would meet. */
export type FindUnreadiness = () => Promise<AppError<UnreadinessCode> | undefined>;

export function addOperationsRoutes(server: FastifyInstance, findUnreadiness: FindUnreadiness): void {
  server.get('/livez', async () => ({ status: 'alive' }));
  server.get('/readyz', async () => {
    const unreadiness = await findUnreadiness().catch(toUnknownReadiness);
    if (unreadiness !== undefined) throw unreadiness;
    return { status: 'ready' };
  });
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

/** Whatever keeps readiness from being known is a no, and not a fault of whoever asks. */
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
