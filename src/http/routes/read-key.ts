// GET /v1/key: what the key is that was sent. Programs find out by it what they may do, without trying.

import type { FastifyInstance } from 'fastify';
import { toTime } from '../../app/keys/show-key.ts';
import type { SendResult } from '../answer/result.ts';
import type { KeyResponse } from '../contract.ts';
import { createGateHook, type Gate, getKey } from '../request/admission.ts';

interface ReadKeyRouteOptions {
  readonly gate: Gate;
  readonly sendResult: SendResult;
}

const pattern = '/v1/key';

export function addReadKeyRoute(server: FastifyInstance, { gate, sendResult }: ReadKeyRouteOptions): void {
  server.route({
    method: 'GET',
    url: pattern,
    onRequest: createGateHook({ gate, scope: null, pattern, hasBody: false }),
    handler: (request, reply) => {
      const { id, name, mode, scopes, expiresAtMs } = getKey(request);
      const response: KeyResponse = { id, name, mode, scopes: [...scopes], expires_at: toTime(expiresAtMs) };
      sendResult(request, reply, JSON.stringify(response));
    },
  });
}
