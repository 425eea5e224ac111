// Builds the HTTP server with its limits, hooks and routes. It names no adapter.

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Clock } from '../app/clock.ts';
import type { AnswerOnce } from '../app/idempotency/answer-once.ts';
import type { IsWebOrigin } from '../app/keys/web-origins.ts';
import type { Tracer } from '../app/tracer.ts';
import { sendProblem, toAppError } from './answer/problem.ts';
import { createSendResult } from './answer/result.ts';
import { type Acceptors, type ListenAddress, openAcceptors } from './connections/acceptors.ts';
import { createClientNetworks } from './connections/client-network.ts';
import { createConnections } from './connections/connections.ts';
import { createRecorder, type RequestRecord } from './connections/request-record.ts';
import type { DroppedConnections } from './connections/slots.ts';
import { bodyBytesMax } from './contract.ts';
import type { AddRoutes, RouteParts } from './feature.ts';
import { ownValidation } from './own-validation.ts';
import { addReferenceRoutes } from './reference/routes.ts';
import type { Gate } from './request/admission.ts';
import { createAnswer } from './request/idempotency.ts';
import { isProbe } from './request/probe.ts';
import { addRequestFields } from './request/request-fields.ts';
import { createRoutingErrors } from './request/routing-error.ts';
import { addRequestHooks } from './request-hooks.ts';
import { addPagesRoutes } from './routes/pages.ts';
import { addProbeRoutes } from './routes/probes.ts';
import { addReadKeyRoute } from './routes/read-key.ts';
import { type FindUnreadiness, toStoppingError } from './routes/readiness.ts';

/** The entry describes how requests reach the console. */
export interface ConsoleEntry {
  /** Requests that the operators' listener forwards enter with this pass; undefined means that the console is on this port. */
  readonly toPass: (() => string) | undefined;
}

export interface ServerOptions {
  readonly gate: Gate;
  readonly isWebOrigin: IsWebOrigin;
  readonly features: readonly AddRoutes[];
  /** The value is undefined if the console is switched off. */
  readonly console: ConsoleEntry | undefined;
  readonly answerOnce: AnswerOnce;
  readonly clock: Clock;
  readonly createRequestId: () => string;
  readonly onRequestDone: (record: RequestRecord) => void;
  /** The value is undefined if tracing is off. */
  readonly tracer: Pick<Tracer, 'begin' | 'within'> | undefined;
  readonly findUnreadiness: FindUnreadiness;
  /** `hasLiveSources` tells the first page whether live keys can ask about people. */
  readonly hasLiveSources: boolean;
  readonly onConnectionsDropped: (dropped: DroppedConnections) => void;
  /** A request waits at most this long to begin before the server refuses it with `overloaded`. */
  readonly waitMsMax: number;
  readonly connectionsMax: number;
  /** The limit applies to one client network. */
  readonly connectionsPerClientMax: number;
  readonly trustedProxies: readonly string[];
}

export interface Service {
  readonly server: FastifyInstance;
  /** New connections come here from now on. The acceptors are the caller's to close. */
  serve(acceptors: Acceptors): Promise<void>;
  /** The same with acceptors of its own, which are closed with it. Gives back the port. */
  listen(address: ListenAddress): Promise<number>;
  /** Answers from now on tell clients to go. `/readyz` says no, unless a successor takes the next connection. */
  startDraining(next?: 'nobody' | 'successor'): void;
  /** Answers a request, whoever owns its connection. */
  readonly handle: RequestListener;
  /** Further requests on our connections are answered by `next`, and the connection ends with the answer. */
  handOver(next: Pick<Service, 'handle'>): void;
  /** The patterns of all routes. */
  routes(): readonly string[];
  /** Counts the connected clients. */
  connections(): number;
}

const requestTimeoutMs = 5_000;
const headerBytesMax = 8 * 1024;

export function createServer(options: ServerOptions): Service {
  const { clock, createRequestId } = options;
  const routingErrors = createRoutingErrors();
  const recorder = createRecorder({ ...options, findPattern: routingErrors.findPattern });
  const clients = createClientNetworks(options.trustedProxies);
  const connections = createConnections({
    http: {
      // Longer than the 60 s for which common proxies keep idle connections, so that the proxy closes first.
      keepAliveTimeout: 65_000,
      headersTimeout: requestTimeoutMs,
      // The whole request, headers and body; a slow body is dropped as a slow header is.
      requestTimeout: requestTimeoutMs,
      connectionsCheckingInterval: 500,
      maxHeaderSize: headerBytesMax,
      // Node would answer a missing Host by itself, with an empty body.
      requireHostHeader: false,
    },
    clock,
    waitMsMax: options.waitMsMax,
    connectionsMax: options.connectionsMax,
    clientMax: options.connectionsPerClientMax,
    clients,
    recorder,
    isUrgent: isProbe,
    onDropped: options.onConnectionsDropped,
  });
  const toConsolePass = options.console?.toPass;
  let successor: Pick<Service, 'handle'> | undefined;
  let ownHandle: RequestListener = () => {};
  const handle: RequestListener = (incoming: IncomingMessage, response: ServerResponse) => {
    if (successor === undefined) return ownHandle(incoming, response);
    response.shouldKeepAlive = false;
    successor.handle(incoming, response);
  };
  let draining = false;
  const leaving = new AbortController();
  let stopping = false;

  const server = fastify({
    logger: false,
    schemaController: ownValidation,
    genReqId: createRequestId,
    requestIdHeader: false,
    bodyLimit: bodyBytesMax,
    return503OnClosing: false,
    serverFactory: (own) => {
      ownHandle = own;
      return connections.createHttpServer(handle);
    },
    // They are the business of `connections`.
    clientErrorHandler: () => {},
    // A path that cannot be decoded: no hook runs for it.
    frameworkErrors: (error, request, reply) => {
      const failure = toAppError(error, 'malformed_http');
      sendProblem(reply, failure);
      recorder.done(Object.assign(request as FastifyRequest, { failure }), failure.status);
    },
  });
  const http = server.server;
  let own: Acceptors | undefined;
  server.addHook('preClose', async () => leaving.abort());
  server.addHook('onClose', async () => {
    http.closeIdleConnections();
    await own?.close();
    // It has no socket of its own that could be closed; its timers end by this.
    http.close();
  });

  addRequestFields(server);
  server.addHook('onRoute', ({ url, method, config }) => routingErrors.add(url, method, config?.isQuiet));

  addRequestHooks(server, {
    ...options,
    clients,
    connections,
    recorder,
    routingErrors,
    toConsolePass,
    isDraining: () => draining,
  });

  const sendResult = createSendResult({ onDone: recorder.done, isStopping: () => draining });
  const answer = createAnswer(options.answerOnce, sendResult);
  const parts: RouteParts = { gate: options.gate, clock, answer, sendResult, leaving: leaving.signal };
  addReadKeyRoute(server, parts);
  for (const addRoutes of options.features) addRoutes(server, parts);
  const findUnreadiness: FindUnreadiness = async (capability) =>
    stopping ? toStoppingError() : options.findUnreadiness(capability);
  addProbeRoutes(server, findUnreadiness);
  addPagesRoutes(server, {
    findUnreadiness,
    hasLiveSources: options.hasLiveSources,
    hasConsole: options.console !== undefined && toConsolePass === undefined,
  });
  addReferenceRoutes(server);

  async function serve(acceptors: Acceptors): Promise<void> {
    await server.ready();
    acceptors.feed(http);
  }

  return {
    server,
    serve,
    listen: async (address) => {
      own = await openAcceptors(address);
      await serve(own);
      return own.port;
    },
    startDraining: (next = 'nobody') => {
      draining = true;
      leaving.abort();
      stopping = next === 'nobody';
    },
    handle,
    handOver: (next) => {
      successor = next;
    },
    routes: routingErrors.patterns,
    connections: () => connections.count(),
  };
}
