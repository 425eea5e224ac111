// Builds the HTTP server with its limits, hooks and routes. It does not listen and names no adapter.

import type { Server as HttpServer } from 'node:http';
import { Server as NetServer } from 'node:net';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import type { AnswerOnce } from '../app/answer-once.ts';
import { toObserver } from '../app/observer.ts';
import type { Clock } from '../app/ports.ts';
import type { VerifyCnpj } from '../app/verify-cnpj.ts';
import type { VerifyCpf } from '../app/verify-cpf.ts';
import { AppError } from '../errors.ts';
import type { Gate } from './admission.ts';
import { createClientNetworks } from './client-network.ts';
import { toCommonHeaders } from './common-headers.ts';
import { bodyBytesMax } from './contract.ts';
import { createAnswer, idempotencyHeader } from './idempotency.ts';
import { parseJsonBody } from './json-body.ts';
import { sendProblem, toAppError, writeProblem } from './problem.ts';
import { createSendResult } from './result.ts';
import { addOperationsRoutes, type FindUnreadiness, toStoppingError } from './routes/operations.ts';
import { addPagesRoutes } from './routes/pages.ts';
import { addReferenceRoutes } from './routes/reference.ts';
import { addVerifyCnpjRoute } from './routes/verify-cnpj.ts';
import { addVerifyCpfRoute } from './routes/verify-cpf.ts';
import { createRoutingErrors } from './routing-error.ts';
import { dropSlowReaders } from './slow-readers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    startedAtMs: number;
    clientNetwork: string;
    /** The route's pattern, set by the busy routes: the framework makes a whole object of options to tell it. */
    pattern: string | null;
    /** The `status` of a verification, for the log. */
    outcome: string | null;
    failure: AppError | null;
    /** The body as it came; kept only for a request with an Idempotency-Key. */
    bodyBytes: Buffer | null;
  }
}

/** What is logged of a request; there is no room in it for anything that the caller sent. */
export interface RequestRecord {
  readonly requestId: string;
  readonly method: string;
  /** The route's pattern, never the URL. */
  readonly route: string | null;
  readonly status: number;
  readonly durationMs: number;
  readonly keyId: string | null;
  readonly outcome: string | null;
  readonly failure: AppError | null;
}

export interface ServerOptions {
  readonly gate: Gate;
  readonly verifyCpf: VerifyCpf;
  readonly verifyCnpj: VerifyCnpj;
  readonly answerOnce: AnswerOnce;
  readonly clock: Clock;
  readonly createRequestId: () => string;
  readonly onRequestDone: (record: RequestRecord) => void;
  readonly findUnreadiness: FindUnreadiness;
  /** Whether live keys can ask about people; shown on the first page. */
  readonly hasLiveSources: boolean;
  readonly connectionsMax: number;
  readonly trustedProxies: readonly string[];
}

export interface Service {
  readonly server: FastifyInstance;
  /** Answers from now on tell clients to go, and `/readyz` says no. */
  startDraining(): void;
  /** No new connections; those that are open may still send one last request. */
  stopAccepting(): Promise<void>;
}

const headersTimeoutMs = 5_000;
const headerBytesMax = 8 * 1024;

export function createServer(options: ServerOptions): Service {
  const { clock, createRequestId } = options;
  const onRequestDone = toObserver(options.onRequestDone);
  const clients = createClientNetworks(options.trustedProxies);
  let draining = false;

  const server = fastify({
    logger: false,
    genReqId: createRequestId,
    requestIdHeader: false,
    bodyLimit: bodyBytesMax,
    // Longer than the 60 s for which common proxies keep idle connections, so that the proxy closes first.
    keepAliveTimeout: 65_000,
    // The whole request, headers and body; a slow body is dropped as a slow header is.
    requestTimeout: headersTimeoutMs,
    return503OnClosing: false,
    http: {
      headersTimeout: headersTimeoutMs,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: headerBytesMax,
      // Node would answer a missing Host by itself, with an empty body.
      requireHostHeader: false,
    },
    // A path that cannot be decoded: no hook runs for it.
    frameworkErrors: (error, request, reply) => {
      const failure = toAppError(error, 'malformed_http');
      sendProblem(reply, failure);
      onRequestDone(toRecord(request as FastifyRequest, failure.status, 0, failure));
    },
    clientErrorHandler: (error, socket) => {
      if (error.code === 'ECONNRESET' || !socket.writable || hasBegunToAnswer(socket)) {
        socket.destroy();
        return;
      }
      const requestId = createRequestId();
      const failure = toAppError({ name: error.name, code: error.code }, 'malformed_http');
      writeProblem(socket, failure, requestId);
      const { status } = failure;
      onRequestDone({ requestId, method: '', route: null, status, durationMs: 0, keyId: null, outcome: null, failure });
    },
  });
  const http: HttpServer = server.server;
  http.maxConnections = options.connectionsMax;
  dropSlowReaders(http);
  // Node would answer an unknown expectation by itself, with an empty body.
  http.on('checkExpectation', (request, response) => http.emit('request', request, response));

  server.decorateRequest('admission', null);
  server.decorateRequest('explain', false);
  server.decorateRequest('purpose', null);
  server.decorateRequest('startedAtMs', 0);
  server.decorateRequest('clientNetwork', '');
  server.decorateRequest('pattern', null);
  server.decorateRequest('outcome', null);
  server.decorateRequest('failure', null);
  server.decorateRequest('bodyBytes', null);

  const routingErrors = createRoutingErrors();
  server.addHook('onRoute', ({ url, method }) => routingErrors.add(url, method));

  const finish = (request: FastifyRequest, status: number) => {
    const durationMs = clock.monotonicMs() - request.startedAtMs;
    onRequestDone(toRecord(request, status, durationMs, request.failure));
  };

  server.addHook('onRequest', (request, _reply, done) => {
    request.startedAtMs = clock.monotonicMs();
    request.clientNetwork = clients.find(request.raw.socket.remoteAddress ?? '', request.headers['x-forwarded-for']);
    if (!hasOneHost(request)) done(new AppError('malformed_http'));
    // Here and not in the not-found handler, before which the framework would already have judged the body.
    else if (request.is404) done(routingErrors.toError(request.url));
    else done();
  });
  // For all that the framework sends; results are written by `result.ts`.
  server.addHook('onSend', (request, reply, payload, done) => {
    const headers = toCommonHeaders(request, draining);
    for (let index = 0; index < headers.length; index += 2) {
      const name = headers[index] as string;
      if (!reply.hasHeader(name)) reply.header(name, headers[index + 1]);
    }
    finish(request, reply.statusCode);
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

  const answer = createAnswer(options.answerOnce, createSendResult({ onDone: finish, isStopping: () => draining }));
  addVerifyCpfRoute(server, { ...options, answer });
  addVerifyCnpjRoute(server, { ...options, answer });
  const findUnreadiness = async () => (draining ? toStoppingError() : options.findUnreadiness());
  addOperationsRoutes(server, findUnreadiness);
  addPagesRoutes(server, { findUnreadiness, hasLiveSources: options.hasLiveSources });
  addReferenceRoutes(server);

  return {
    server,
    startDraining: () => {
      draining = true;
    },
    // `http.Server.close` also cuts idle connections, on which a client may be sending at this very moment.
    stopAccepting: () => new Promise((resolve) => NetServer.prototype.close.call(http, () => resolve())),
  };
}

function toRecord(
  request: FastifyRequest,
  status: number,
  durationMs: number,
  failure: AppError | null,
): RequestRecord {
  return {
    requestId: request.id,
    method: request.method,
    route: request.pattern ?? request.routeOptions?.url ?? null,
    status,
    durationMs,
    keyId: request.admission?.key.id ?? null,
    outcome: request.outcome ?? null,
    failure,
  };
}

/** HTTP/1.1 wants exactly one Host; two are a way to reach one server by the name of another. */
function hasOneHost({ raw }: FastifyRequest): boolean {
  let hosts = 0;
  const { rawHeaders } = raw;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts === 1 || (hosts === 0 && raw.httpVersion === '1.0');
}

function hasBegunToAnswer(socket: { readonly _httpMessage?: { readonly _headerSent?: boolean } } | object): boolean {
  return '_httpMessage' in socket && socket._httpMessage?._headerSent === true;
}
