// GET /livez and /readyz. Liveness looks at the process only; readiness at what the service itself needs, never at bureaus.

import type { FastifyInstance } from 'fastify';
import { AppError } from '../../errors.ts';

/** Every way in which `/readyz` can say no; the document lists these and no others. */
export const unreadinessCodes = ['internal_error', 'overloaded', 'registry_unavailable'] as const;
type UnreadinessCode = (typeof unreadinessCodes)[number];

/** Undefined when requests can be served; else the error that they would meet. */
export type FindUnreadiness = () => Promise<AppError<UnreadinessCode> | undefined>;

export function addOperationsRoutes(server: FastifyInstance, findUnreadiness: FindUnreadiness): void {
  server.get('/livez', async () => ({ status: 'alive' }));
  server.get('/readyz', async () => {
    const unreadiness = await findUnreadiness();
    if (unreadiness !== undefined) throw unreadiness;
    return { status: 'ready' };
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

/** Asked by machines that end or replace the service when it does not answer: never behind other requests. */
export function isProbe(url: string): boolean {
  return url === '/livez' || url === '/readyz';
}
