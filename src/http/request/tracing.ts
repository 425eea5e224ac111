// Begins the trace of a request, and lets what is done for it find it.

import type { FastifyInstance } from 'fastify';
import type { Tracer } from '../../app/tracer.ts';
import { isProbe } from './probe.ts';

export function addTracing(server: FastifyInstance, tracer: Pick<Tracer, 'begin' | 'within'>): void {
  server.addHook('onRequest', (request, _reply, done) => {
    // Of probes there are too many, and nothing to learn.
    if (!isProbe(request.url)) tracer.begin(request.id, request.headers['traceparent'] as string | undefined);
    done();
  });
  // Not before: what belongs to a request would be lost while its body arrives.
  server.addHook('preValidation', (request, _reply, done) => tracer.within(request.id, done));
}
