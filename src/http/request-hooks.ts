// What happens to every request around its route: whom it comes from, how its body is read, the common headers, how a failure is said.

import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../app/clock.ts';
import type { IsWebOrigin } from '../app/keys/web-origins.ts';
import type { Tracer } from '../app/tracer.ts';
import { AppError } from '../errors.ts';
import { toCommonHeaders } from './answer/common-headers.ts';
import { createAnswerPreflight } from './answer/cross-origin.ts';
import { sendProblem, toAppError } from './answer/problem.ts';
import type { ClientNetworks } from './connections/client-network.ts';
import { findExchange } from './connections/connection.ts';
import type { Connections } from './connections/connections.ts';
import type { Recorder } from './connections/request-record.ts';
import { enterByProxy } from './console/access/console-proxy.ts';
import { checkHeaders } from './request/header-rules.ts';
import { idempotencyHeader } from './request/idempotency.ts';
import { parseJsonBody } from './request/json-body.ts';
import { isProbe } from './request/probe.ts';
import type { RoutingErrors } from './request/routing-error.ts';
import { addUploadTypes } from './request/upload.ts';

interface RequestHooksOptions {
  readonly clock: Clock;
  readonly isWebOrigin: IsWebOrigin;
  readonly clients: ClientNetworks;
  readonly connections: Connections;
  readonly recorder: Recorder;
  readonly routingErrors: RoutingErrors;
  readonly toConsolePass: (() => string) | undefined;
  readonly isDraining: () => boolean;
  /** The value is undefined if tracing is off. */
  readonly tracer: Pick<Tracer, 'begin' | 'within'> | undefined;
}

export function addRequestHooks(server: FastifyInstance, options: RequestHooksOptions): void {
  const { clock, isWebOrigin, clients, connections, recorder, routingErrors, toConsolePass, isDraining } = options;
  const answerPreflight = createAnswerPreflight(isWebOrigin);
  if (options.tracer !== undefined) addTracing(server, options.tracer);
  server.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    request.startedAtMs = clock.monotonicMs();
    const { refusal, repeated } = checkHeaders(raw);
    request.repeatedHeader = repeated;
    const overLimit = identifyClient(request, clients, connections);
    if (toConsolePass !== undefined) enterByProxy(request, toConsolePass);
    if (refusal !== undefined) done(refusal);
    // Here and not in the not-found handler, before which the framework would already have judged the body.
    else if (request.is404) answerPreflight(request, reply, routingErrors.toError(request.url), done);
    else done(overLimit);
  });

  // For all that the framework sends; results are written by `result.ts`.
  server.addHook('onSend', (request, reply, payload, done) => {
    const headers = toCommonHeaders(request, isDraining());
    for (let index = 0; index < headers.length; index += 2) {
      const name = headers[index] as string;
      // A cache must heed both.
      if (name === 'vary' && reply.hasHeader(name))
        reply.header(name, `${reply.getHeader(name)}, ${headers[index + 1]}`);
      else if (!reply.hasHeader(name)) reply.header(name, headers[index + 1]);
    }
    if (payload instanceof Readable) recorder.streamed(request, reply.statusCode, payload);
    else recorder.done(request, reply.statusCode);
    done(null, payload);
  });

  server.setErrorHandler((thrown, request, reply) => {
    const failure = toAppError(thrown);
    request.failure = failure;
    return sendProblem(reply, failure);
  });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (request.headers[idempotencyHeader] !== undefined) request.bodyBytes = body as Buffer;
    try {
      done(null, parseJsonBody(body as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });

  addUploadTypes(server);
}

/** Finds the client network of the request, and refuses it while that network has too many in-flight requests. */
function identifyClient(
  request: FastifyRequest,
  clients: ClientNetworks,
  connections: Connections,
): AppError | undefined {
  const exchange = findExchange(request.raw);
  if (exchange === undefined) return undefined;
  const { connection } = exchange;
  exchange.request = request;
  if (connection.network !== undefined) {
    request.clientNetwork = connection.network;
    return undefined;
  }
  request.clientNetwork = clients.find(connection.peer, request.headers['x-forwarded-for']);
  if (isProbe(request.url) || connections.countProxied(exchange, request.clientNetwork)) return undefined;
  const detail = {
    en: 'Too many requests from this network are running at the same time.',
    pt: 'Há muitas requisições desta rede em andamento ao mesmo tempo.',
  };
  return new AppError('rate_limited', { detail, retryAfterSeconds: 1 });
}

/** Begins the trace of a request, and lets what is done for it find it. */
function addTracing(server: FastifyInstance, tracer: Pick<Tracer, 'begin' | 'within'>): void {
  server.addHook('onRequest', (request, _reply, done) => {
    // Of probes there are too many, and nothing to learn.
    if (!isProbe(request.url)) tracer.begin(request.id, request.headers['traceparent'] as string | undefined);
    done();
  });
  // Not before: what belongs to a request would be lost while its body arrives.
  server.addHook('preValidation', (request, _reply, done) => tracer.within(request.id, done));
}
