// GET /v1/key: what the key is that was sent. Programs find out by it what they may do, without trying.

import type { FastifyInstance } from 'fastify';
import { toTime } from '../../app/keys/show-key.ts';
import type { KeyResponse } from '../contract.ts';
import type { RouteParts } from '../feature.ts';
import { toRoute } from '../operation.ts';
import { getKey } from '../request/admission.ts';
import { verificationOperations as operations } from './operations.ts';

export function addReadKeyRoute(server: FastifyInstance, { gate, sendResult }: RouteParts): void {
  server.route({
    ...toRoute(gate, operations.readKey),
    handler: (request, reply) => {
      const { id, name, mode, scopes, expiresAtMs } = getKey(request);
      const response: KeyResponse = { id, name, mode, scopes: [...scopes], expires_at: toTime(expiresAtMs) };
      sendResult(request, reply, JSON.stringify(response));
    },
  });
}
