// Puts the service together: what all parts stand on, the features, the server before them, their jobs. It decides nothing else.

import { setTimeout as sleep } from 'node:timers/promises';
import { createOwnDashboard, type Dashboard } from '../../app/dashboard/dashboard.ts';
import { startJobs } from '../../app/jobs/run-jobs.ts';
import { createAdmit } from '../../app/keys/admit.ts';
import { createIsWebOrigin } from '../../app/keys/web-origins.ts';
import { systemClock } from '../../clock.ts';
import type { Config } from '../../config.ts';
import { StoreUnavailableError } from '../../errors.ts';
import { type FindUnreadiness, toNotReadyError } from '../../http/routes/readiness.ts';
import { createServer, type Service } from '../../http/server.ts';
import type { Logger } from '../../telemetry/logger.ts';
import { watchLoop } from '../../telemetry/loop-watch.ts';
import { startDashboardReports } from '../telemetry/dashboard-reports.ts';
import type { Observed } from '../telemetry/operators.ts';
import { countDroppedConnections, countRequest } from '../telemetry/service-counts.ts';
import { createTelemetry } from '../telemetry/telemetry.ts';
import { forgetErased } from './audit/erasures.ts';
import { type Core, type CoreOptions, openCore } from './core.ts';
import type { Feature } from './feature.ts';
import { type FeatureOptions, openFeatures } from './features.ts';
import { openIdempotency } from './idempotency.ts';

export interface RunningService extends Service, Observed {
  readonly logger: Logger;
  readonly findUnreadiness: FindUnreadiness;
  readonly sandboxKey: { readonly key: string; readonly usable: boolean };
  close(): Promise<void>;
}

/** Unless told otherwise, it is alone: it counts, asks and shows for itself, and does all work. */
export interface ServiceOptions
  extends FeatureOptions,
    Pick<CoreOptions, 'logDescriptor'>,
    Partial<
      Pick<
        CoreOptions,
        'clock' | 'version' | 'metrics' | 'limits' | 'questions' | 'processes' | 'isHousekeeper' | 'tableLimits'
      >
    > {
  /** The console shows this view of all processes. */
  readonly dashboard?: Dashboard;
  /** `hasJobs` tells whether this process runs batches and watches and sends webhooks. If so, no other process does. */
  readonly hasJobs?: boolean;
}

/** A power cut restarts everything at once. The service therefore retries a database that is slow or not ready yet this many times. */
const startsMax = 4;
const pauseMs = 1_000;
const startingUp = '57P03';
const slowCodes = ['STORE_SLOW', 'STORE_BUSY', 'CONNECTION', 'ECONNRESET', startingUp];

export async function createService(config: Config, options: ServiceOptions): Promise<RunningService> {
  for (let starts = 1; ; starts++) {
    try {
      return await startOnce(config, options);
    } catch (error) {
      const isSlow = error instanceof StoreUnavailableError && slowCodes.includes(error.code);
      if (!isSlow || starts === startsMax) throw error;
      await sleep(pauseMs);
    }
  }
}

async function startOnce(config: Config, options: ServiceOptions): Promise<RunningService> {
  await using opened = new AsyncDisposableStack();
  const service = await openService(config, options, opened);
  const parts = opened.move();
  return { ...service, close: () => parts.disposeAsync() };
}

async function openService(
  config: Config,
  options: ServiceOptions,
  opened: AsyncDisposableStack,
): Promise<Omit<RunningService, 'close'>> {
  const { clock = systemClock, version = 'unknown', processes = 1, isHousekeeper = true, hasJobs = true } = options;
  const findUnreadiness: FindUnreadiness = async (capability) => {
    const fault = await core.stores.findFault();
    if (fault !== undefined) return toNotReadyError(fault);
    for (const feature of features) {
      const unreadiness = await feature.findUnreadiness?.(capability);
      if (unreadiness !== undefined) return unreadiness;
    }
    return undefined;
  };
  const telemetry = createTelemetry({
    version,
    startedAtMs: clock.nowMs(),
    findUnreadiness,
    // Looked at only when somebody asks, after everything is open.
    parts: () => ({
      ...observed,
      connections: () => service.connections(),
      heartbeats: () => jobs?.heartbeats() ?? new Map(),
    }),
  });
  const core = await openCore({
    config,
    clock,
    version,
    processes,
    isHousekeeper,
    metrics: options.metrics ?? telemetry.metrics,
    logDescriptor: options.logDescriptor,
    limits: options.limits,
    questions: options.questions,
    tableLimits: options.tableLimits ?? {},
    opened,
  });
  const { stores, log, metrics, tracer } = core;
  await forgetErased(core);
  core.whenStoreIsBack(() => void forgetErased(core).catch((error: unknown) => core.onJobFault('erasures', error)));
  let isLeaving = false;
  const dashboard = options.dashboard ?? createOwnDashboard(clock);
  const reports = startDashboardReports({
    dashboard,
    takeFigures: metrics.takeFigures,
    readState: telemetry.readState,
    isLeaving: () => isLeaving,
  });
  opened.defer(() => reports.stop());

  const answerOnce = openIdempotency(core);
  const { features, console, observed, hasLiveSources } = await openFeatures(core, options, async (fromMs) => {
    await reports.report();
    return dashboard.read(fromMs);
  });
  const service = createServer({
    gate: { admit: openAdmission(core), purposes: config['audit.purposes'] },
    features: features.flatMap(({ routes }) => routes ?? []),
    isWebOrigin: createIsWebOrigin({ keys: stores.keys, clock }),
    answerOnce,
    clock,
    createRequestId: core.createRequestId,
    tracer,
    onRequestDone: (record) => {
      log.request(record);
      countRequest(metrics, record);
      tracer?.end({ ...record, code: record.failure?.code ?? null });
    },
    findUnreadiness,
    hasLiveSources,
    console: console?.entry,
    onConnectionsDropped: (dropped) => {
      log.droppedConnections(dropped);
      countDroppedConnections(metrics, dropped);
    },
    waitMsMax: config['limits.wait_ms_max'],
    connectionsMax: Math.ceil(config['server.connections_max'] / processes),
    connectionsPerClientMax: Math.ceil(toConnectionsPerClient(config) / processes),
    trustedProxies: config['server.trusted_proxies'],
  });
  opened.defer(() => service.server.close());
  metrics.expect({ routes: ['none', ...service.routes().filter(isRouteOfCallers)] });

  const jobs = hasJobs ? startFeatureJobs(core, features) : undefined;
  let jobsEnded: Promise<void> | undefined;
  const endJobs = () => {
    jobsEnded ??= jobs?.stop();
    return jobsEnded;
  };
  opened.defer(endJobs);
  opened.defer(
    watchLoop({
      clock: systemClock,
      onStall: (stall) => {
        metrics.count('confere_loop_stalls_total', { why: stall.why });
        log.loopStood(stall);
      },
    }),
  );
  const sandboxKey = await stores.manageKeys.ensureSandboxKey(stores.secret.deriveFirst('sandbox-key', 64));
  // The first look is under way before anybody can ask.
  void stores.findFault();
  return {
    ...service,
    startDraining: (next) => {
      isLeaving = true;
      // Beside the clients, who have their own time to end.
      void endJobs();
      // A successor leaves those who wait the time to get their answer.
      if (next !== 'successor') for (const feature of features) feature.stopReading?.();
      service.startDraining(next);
    },
    logger: core.logger,
    findUnreadiness,
    snapshot: metrics.snapshot,
    readStatus: telemetry.readStatus,
    sandboxKey,
  };
}

function openAdmission({ config, clock, stores, limits, log, countRequest: count }: Core) {
  return createAdmit({
    keys: stores.keys,
    hashKey: stores.hashKey,
    countRequest: count,
    inWork: limits.inWork,
    failures: limits.failures,
    clock,
    authFailuresPerMinute: config['limits.auth_failures_per_minute'],
    onKeyFault: log.keyFault,
  });
}

function startFeatureJobs({ stores, clock, logger, metrics, onJobFault }: Core, features: readonly Feature[]) {
  return startJobs({
    lease: stores.lease,
    jobs: features.flatMap(({ jobs }) => jobs ?? []),
    clock,
    onFault: onJobFault,
    onAbandoned: (job, why) => {
      logger.write('error', 'job_abandoned', { component: job, internal: why });
      // A job that the list does not have is told as well, only not at 0 before.
      metrics.count('confere_jobs_abandoned_total', { job: job as 'batches', why });
    },
  });
}

/**
 * Tells whether the pattern belongs to callers. Pages, probes and the console have so many routes that the others would be hard to find among them.
 */
function isRouteOfCallers(pattern: string): boolean {
  return pattern.startsWith('/v1/') || pattern.startsWith('/compat/');
}

/** One client network cannot take every connection, unless there is only one to take. */
function toConnectionsPerClient(config: Config): number {
  return config['server.connections_per_client_max'] ?? Math.ceil(config['server.connections_max'] * 0.75);
}
