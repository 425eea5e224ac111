// GET /v1/key: what the key is that was sent. Programs find out by it what they may do, without trying.

import type { FastifyInstance } from 'fastify';
import { toTime } from '../../app/keys/show-key.ts';
import type { KeyResponse } from '../contract.ts';
import type { RouteParts } from '../feature.ts';
import { behindGate, getKey } from '../request/admission.ts';

const pattern = '/v1/key';

export function addReadKeyRoute(server: FastifyInstance, { gate, sendResult }: RouteParts): void {
  server.route({
    method: 'GET',
    ...behindGate({ gate, scope: null, pattern }),
    handler: (request, reply) => {
      const { id, name, mode, scopes, expiresAtMs } = getKey(request);
      const response: KeyResponse = { id, name, mode, scopes: [...scopes], expires_at: toTime(expiresAtMs) };
      sendResult(request, reply, JSON.stringify(response));
    },
  });
}
