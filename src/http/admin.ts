// The operators' listener, apart from the public one: metrics, probes, state, and the way to the console where that is not for the
// public port. It builds and does not listen. By itself it shows nothing of a person and changes nothing.

import { setTimeout as sleep } from 'node:timers/promises';
import fastify, { type FastifyInstance } from 'fastify';
import type { Clock } from '../app/clock.ts';
import { AppError } from '../errors.ts';
import { withFileHeaders } from './answer/page-headers.ts';
import { sendProblem, toAppError } from './answer/problem.ts';
import { belongsToConsole, type ConsoleProxy, forwardToConsole } from './console/access/console-proxy.ts';
import type { RefuseHost } from './console/access/hosts.ts';
import { ownValidation } from './own-validation.ts';
import { createPaced } from './paced.ts';
import { isProbe } from './request/probe.ts';
import { addProbeRoutes } from './routes/probes.ts';
import { capabilities, type FindUnreadiness } from './routes/readiness.ts';

export interface AdminOptions {
  readonly clock: Clock;
  readonly createRequestId: () => string;
  readonly findUnreadiness: FindUnreadiness;
  /** Renders the metrics in the format that Prometheus reads. */
  readonly renderMetrics: () => Promise<string>;
  readonly metricsContentType: string;
  /** Returns undefined if the console cannot be reached through this listener. */
  readonly findConsoleProxy: () => ConsoleProxy | undefined;
  /** Refuses a request by its `Host` header. Probes may use any name, because they disclose nothing. */
  readonly refuseHost: RefuseHost;
  /** Reads the status for people and scripts. */
  readonly readStatus: () => Promise<object>;
}

/** A few scrapers and people; a hostile one must not take the service's descriptors. */
const connectionsMax = 64;
const timeoutMs = 10_000;
/** A file for the console may take longer to arrive; the service behind it judges whether it keeps coming. */
const uploadMsMax = 11 * 60_000;

export function createAdminServer(options: AdminOptions): FastifyInstance {
  const server = fastify({
    logger: false,
    schemaController: ownValidation,
    genReqId: options.createRequestId,
    requestIdHeader: false,
    bodyLimit: 1,
    requestTimeout: uploadMsMax,
    connectionTimeout: timeoutMs,
    keepAliveTimeout: 65_000,
    forceCloseConnections: true,
  });
  server.server.maxConnections = connectionsMax;
  server.server.headersTimeout = timeoutMs;
  server.addHook('onSend', async (_request, reply) => {
    withFileHeaders(reply).header('cache-control', 'no-store');
  });
  server.addHook('onRequest', async (request, reply) => {
    if (!isProbe(request.url)) options.refuseHost(request.headers.host);
    const proxy = belongsToConsole(request.url) ? options.findConsoleProxy() : undefined;
    if (proxy === undefined) return undefined;
    forwardToConsole(request, reply, proxy);
    return reply;
  });
  server.setErrorHandler((thrown, _request, reply) => sendProblem(reply, toAppError(thrown)));
  server.setNotFoundHandler((_request, reply) =>
    sendProblem(
      reply,
      new AppError('not_found', {
        detail: {
          en: 'Here are /metrics, /status, /livez and /readyz, for GET alone, and /console unless that is elsewhere.',
          pt: 'Aqui há /metrics, /status, /livez e /readyz, apenas para GET, e /console, se não estiver em outro lugar.',
        },
      }),
    ),
  );

  // However many ask and however often: with several workers, this process also counts their limits.
  const pace = <Result>(work: () => Promise<Result>) =>
    createPaced(work, { clock: options.clock, pause: (ms) => sleep(ms, undefined, { ref: false }) });
  const renderMetrics = pace(options.renderMetrics);
  server.get('/metrics', async (_request, reply) => {
    reply.header('content-type', options.metricsContentType);
    return renderMetrics();
  });
  server.get('/status', pace(options.readStatus));
  const findUnready = new Map(
    [undefined, ...capabilities].map((capability) => [capability, pace(() => options.findUnreadiness(capability))]),
  );
  addProbeRoutes(server, async (capability) => findUnready.get(capability)?.());
  return server;
}
