// POST /callbacks/<source>: a party says that the answer to an order is there. The body is bytes until it is proved whose they are.

import type { FastifyInstance } from 'fastify';
import type { ReceiveCallback } from '../../app/later/receive-callback.ts';

interface CallbacksRouteOptions {
  readonly receive: ReceiveCallback;
}

const pattern = '/callbacks/:source';
const bodyBytesMax = 65_536;

export function addCallbacksRoute(server: FastifyInstance, { receive }: CallbacksRouteOptions): void {
  // In a scope of its own: elsewhere a body is JSON, or no body at all.
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: bodyBytesMax }, (_request, body, done) =>
      done(null, body),
    );
    scope.route({
      method: 'POST',
      url: pattern,
      bodyLimit: bodyBytesMax,
      // Whoever is no party does not learn that any calls back.
      config: { isQuiet: true },
      handler: async (request, reply) => {
        const { source } = request.params as { readonly source: string };
        const body = request.body instanceof Uint8Array ? request.body : new Uint8Array();
        const { headersDistinct: headers } = request.raw;
        await receive({ source, headers, body, address: request.clientNetwork, requestId: request.id });
        request.outcome = 'accepted';
        return reply.code(204).send();
      },
    });
  });
}
