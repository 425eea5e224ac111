// GET /livez and /readyz. Liveness looks at the process only; readiness at what the service itself needs, never at bureaus.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../errors.ts';
import { toOpenRoute } from '../operation.ts';
import { readQuery } from '../request/query.ts';
import { probeOperations } from './operations.ts';
import { type Capability, capabilities, type FindUnreadiness, toUnknownReadiness } from './readiness.ts';

export function addProbeRoutes(server: FastifyInstance, findUnreadiness: FindUnreadiness): void {
  server.route({ ...toOpenRoute(probeOperations.isAlive), handler: async () => ({ status: 'alive' }) });
  server.route({
    ...toOpenRoute(probeOperations.isReady),
    handler: async (request) => {
      const unreadiness = await findUnreadiness(readCapability(request)).catch(toUnknownReadiness);
      if (unreadiness !== undefined) throw unreadiness;
      return { status: 'ready' };
    },
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
