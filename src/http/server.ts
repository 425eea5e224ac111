// Builds the HTTP server with its limits, hooks and routes. It names no adapter.

import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import type { ReadVerification } from '../app/audit/read-verification.ts';
import type { ReadBatches } from '../app/batches/read-batches.ts';
import type { ReceiveBatch } from '../app/batches/receive-batch.ts';
import type { ReadCompanies } from '../app/companies/read-companies.ts';
import type { ReadEvents } from '../app/events/read-events.ts';
import type { Charge } from '../app/keys/admit.ts';
import type { IsWebOrigin } from '../app/keys/web-origins.ts';
import type { AnswerOnce } from '../app/once/answer-once.ts';
import type { Clock } from '../app/ports.ts';
import type { Tracer } from '../app/tracer.ts';
import type { VerifyCnpj } from '../app/verify/verify-cnpj.ts';
import type { VerifyCpf } from '../app/verify/verify-cpf.ts';
import type { ManageWatches } from '../app/watches/manage-watches.ts';
import type { OwnWebhooks } from '../app/webhooks/own-webhooks.ts';
import { toCommonHeaders } from './answer/common-headers.ts';
import { createAnswer, idempotencyHeader } from './answer/idempotency.ts';
import { sendProblem, toAppError } from './answer/problem.ts';
import { createRecorder, type RequestRecord } from './answer/request-record.ts';
import { createSendResult } from './answer/result.ts';
import { addBatchRoutes } from './batches/routes.ts';
import { addCompanyLookupRoute } from './companies/lookup.ts';
import { addCompanyRoutes } from './companies/routes.ts';
import { addCompatRoutes, type CompatSettings } from './compat/routes.ts';
import { type Acceptors, type ListenAddress, openAcceptors } from './connections/acceptors.ts';
import { createConnections } from './connections/connections.ts';
import type { DroppedConnections } from './connections/slots.ts';
import { enterByDoor } from './console/door.ts';
import type { ConsoleOptions } from './console/route.ts';
import { addConsoleRoutes } from './console/routes.ts';
import { bodyBytesMax } from './contract.ts';
import { addEventRoutes } from './events/routes.ts';
import { ownValidation } from './own-validation.ts';
import type { Gate } from './request/admission.ts';
import { createClientNetworks } from './request/client-network.ts';
import { createAnswerPreflight } from './request/cross-origin.ts';
import { checkHeaders } from './request/header-rules.ts';
import { identifyClient } from './request/identify-client.ts';
import { parseJsonBody } from './request/json-body.ts';
import { addRequestFields } from './request/request-fields.ts';
import { createRoutingErrors } from './request/routing-error.ts';
import { addTracing } from './request/tracing.ts';
import { addUploadTypes } from './request/upload.ts';
import { addOperationsRoutes, type FindUnreadiness, isProbe, toStoppingError } from './routes/operations.ts';
import { addPagesRoutes } from './routes/pages.ts';
import { addReadKeyRoute } from './routes/read-key.ts';
import { addReadVerificationRoute } from './routes/read-verification.ts';
import { addReferenceRoutes } from './routes/reference.ts';
import { addVerifyCnpjRoute } from './routes/verify-cnpj.ts';
import { addVerifyCpfRoute } from './routes/verify-cpf.ts';
import { addWatchRoutes } from './watches/routes.ts';
import { addWebhookRoutes } from './webhooks/routes.ts';

export interface ServerOptions {
  readonly gate: Gate;
  readonly verifyCpf: VerifyCpf;
  readonly charge: Charge;
  readonly isWebOrigin: IsWebOrigin;
  readonly verifyCnpj: VerifyCnpj;
  readonly readVerification: ReadVerification;
  readonly companies: ReadCompanies;
  /** Undefined where the console is switched off. */
  readonly console: ConsoleOptions | undefined;
  readonly receiveBatch: ReceiveBatch;
  readonly batches: ReadBatches;
  readonly watches: ManageWatches;
  readonly readEvents: ReadEvents;
  readonly webhooks: OwnWebhooks;
  /** Undefined where the addresses of other services are switched off. */
  readonly compat: CompatSettings | undefined;
  readonly answerOnce: AnswerOnce;
  readonly clock: Clock;
  readonly createRequestId: () => string;
  readonly onRequestDone: (record: RequestRecord) => void;
  /** Undefined where nothing is traced. */
  readonly tracer: Pick<Tracer, 'begin' | 'within'> | undefined;
  readonly findUnreadiness: FindUnreadiness;
  /** Whether live keys can ask about people; shown on the first page. */
  readonly hasLiveSources: boolean;
  readonly onConnectionsDropped: (dropped: DroppedConnections) => void;
  /** How long a request may wait to be begun before it is refused with `overloaded`. */
  readonly waitMsMax: number;
  readonly connectionsMax: number;
  /** Of one client network. */
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
  /** The patterns of all routes. */
  routes(): readonly string[];
  /** How many clients are connected. */
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
  const doorPass = options.console?.pass;
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
    serverFactory: (handle) => connections.createHttpServer(handle),
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
  server.addHook('onRoute', ({ url, method }) => routingErrors.add(url, method));

  if (options.tracer !== undefined) addTracing(server, options.tracer);
  const answerPreflight = createAnswerPreflight(options.isWebOrigin);
  server.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    request.startedAtMs = clock.monotonicMs();
    const { refusal, repeated } = checkHeaders(raw);
    request.repeatedHeader = repeated;
    const overLimit = identifyClient(request, clients, connections);
    if (doorPass !== undefined) enterByDoor(request, doorPass);
    if (refusal !== undefined) done(refusal);
    // Here and not in the not-found handler, before which the framework would already have judged the body.
    else if (request.is404) answerPreflight(request, reply, routingErrors.toError(request.url), done);
    else done(overLimit);
  });

  // For all that the framework sends; results are written by `result.ts`.
  server.addHook('onSend', (request, reply, payload, done) => {
    const headers = toCommonHeaders(request, draining);
    for (let index = 0; index < headers.length; index += 2) {
      const name = headers[index] as string;
      // A cache must heed both.
      if (name === 'vary' && reply.hasHeader(name))
        reply.header(name, `${reply.getHeader(name)}, ${headers[index + 1]}`);
      else if (!reply.hasHeader(name)) reply.header(name, headers[index + 1]);
    }
    recorder.done(request, reply.statusCode);
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

  const sendResult = createSendResult({ onDone: recorder.done, isStopping: () => draining });
  const answer = createAnswer(options.answerOnce, sendResult);
  addVerifyCpfRoute(server, { ...options, answer });
  addVerifyCnpjRoute(server, { ...options, answer });
  const findUnreadiness = async () => (stopping ? toStoppingError() : options.findUnreadiness());
  addReadKeyRoute(server, { ...options, sendResult });
  addReadVerificationRoute(server, { ...options, sendResult });
  addCompanyRoutes(server, { ...options, sendResult });
  addCompanyLookupRoute(server, options);
  addBatchRoutes(server, options);
  addWatchRoutes(server, options);
  addEventRoutes(server, options);
  addWebhookRoutes(server, options);
  const { compat } = options;
  if (compat !== undefined) addCompatRoutes(server, { ...options, compat, sendResult });
  addOperationsRoutes(server, findUnreadiness);
  addPagesRoutes(server, {
    findUnreadiness,
    hasLiveSources: options.hasLiveSources,
    hasConsole: options.console !== undefined && doorPass === undefined,
  });
  addReferenceRoutes(server);
  if (options.console !== undefined) addConsoleRoutes(server, options.console, leaving.signal);

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
    routes: routingErrors.patterns,
    connections: () => connections.count(),
  };
}
