// Puts the service together: picks its adapters and hands them to the use cases. It decides nothing else.

import { randomBytes } from 'node:crypto';
import { createReadVerification } from '../../app/audit/read-verification.ts';
import { createRecordVerification, type RecordVerification } from '../../app/audit/record-verification.ts';
import { type Board, createOwnBoard } from '../../app/board/board.ts';
import { startJobs } from '../../app/jobs/run-jobs.ts';
import { createAdmit, createCharge } from '../../app/keys/admit.ts';
import { createCountRequest } from '../../app/keys/key-limits.ts';
import { createIsWebOrigin } from '../../app/keys/web-origins.ts';
import type { Clock, PersonSources } from '../../app/ports.ts';
import { createRequestIds } from '../../app/request-id.ts';
import { createUsageTally } from '../../app/usage/tally.ts';
import type { ObservedVerification } from '../../app/verify/observe-verification.ts';
import { createVerifyCnpj } from '../../app/verify/verify-cnpj.ts';
import { createVerifyCpf } from '../../app/verify/verify-cpf.ts';
import { systemClock } from '../../clock.ts';
import { type Config, readSecretAddress } from '../../config.ts';
import { AppError, toFaultCode } from '../../errors.ts';
import { type FindUnreadiness, toNotReadyError } from '../../http/routes/operations.ts';
import { createServer, type Service } from '../../http/server.ts';
import { type LiveRegistry, openCompanyRegistry } from '../../registry/live-registry.ts';
import { createSandboxRegistry } from '../../registry/sandbox.ts';
import { createSandboxSources } from '../../sources/sandbox.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import { followNewestServer } from '../backend/store-lineage.ts';
import { toAuditSecrets } from '../parts/audit-secrets.ts';
import { findConsoleListener, toConsolePass } from '../parts/console-listener.ts';
import { loadPolicy } from '../parts/policy.ts';
import { toRegistryDirectory } from '../parts/registry-directory.ts';
import { answersPurpose } from '../parts/shared-answers.ts';
import { openVault } from '../parts/vault.ts';
import { startBoardReports } from '../telemetry/board-reports.ts';
import { openLog } from '../telemetry/log.ts';
import { openTracer } from '../telemetry/open-tracer.ts';
import type { Observed } from '../telemetry/operators.ts';
import { countDroppedConnections, countRequest, countSourceEvent } from '../telemetry/service-counts.ts';
import { createServiceLog } from '../telemetry/service-log.ts';
import { createTelemetry } from '../telemetry/telemetry.ts';
import { rememberAnchored } from './anchored-ends.ts';
import { openAnchors } from './anchors.ts';
import { openAuditLog, startAuditPurge, toKeptPolicy } from './audit.ts';
import { openBatches } from './batches.ts';
import { openCompanies, toCompatSettings } from './companies.ts';
import { openConsole } from './console.ts';
import { createErasureJob } from './erasures.ts';
import { openKeptEvents } from './events.ts';
import { openIdempotency } from './idempotency.ts';
import { createOwnLimits, type Limits } from './limits.ts';
import { openLiveSources } from './live-sources.ts';
import type { RedisLimitsOptions } from './redis-limits.ts';
import { startFollowing } from './registry-source.ts';
import { openWatches } from './watches.ts';
import { createWebhookJobs, openOwnWebhooks } from './webhooks.ts';

export interface RunningService extends Service, Observed {
  readonly logger: Logger;
  readonly findUnreadiness: FindUnreadiness;
  readonly sandboxKey: { readonly key: string; readonly usable: boolean };
  close(): Promise<void>;
}

export interface ServiceOptions {
  /** Where the log goes; 1 is the standard output. */
  readonly logDescriptor: number;
  readonly clock?: Clock;
  readonly version?: string;
  /** What test keys ask; the sandbox unless told otherwise. */
  readonly testSources?: PersonSources;
  /** What live keys ask in place of the parties that the configuration describes. */
  readonly liveSources?: PersonSources;
  /** In place of the audit's: how a benchmark finds out what the audit costs. */
  readonly record?: RecordVerification;
  /** In place of the counting ones, likewise; operators see nothing then. */
  readonly metrics?: Metrics;
  /** Where the limits are counted; in this service alone unless told otherwise. */
  readonly limits?: Limits;
  /** What the console shows of all processes; of this service alone unless told otherwise. */
  readonly board?: Board;
  /** How many processes share the port: each has its share of what is bounded for all of them. */
  readonly processes?: number;
  /** Whether this one deletes what is due. One of several is enough. */
  readonly isHousekeeper?: boolean;
  /** Whether this one works batches and watches off and sends webhooks, where no other does. */
  readonly hasJobs?: boolean;
}

export async function createService(config: Config, options: ServiceOptions): Promise<RunningService> {
  await using opened = new AsyncDisposableStack();
  const service = await openService(config, options, opened);
  const parts = opened.move();
  return { ...service, close: () => parts.disposeAsync() };
}

/** What is `opened` is closed in the opposite order, be it at the end or because a later part could not be opened. */
async function openService(
  config: Config,
  options: ServiceOptions,
  opened: AsyncDisposableStack,
): Promise<Omit<RunningService, 'close'>> {
  const { clock = systemClock, version = 'unknown', processes = 1, isHousekeeper = true, hasJobs = true } = options;
  const policy = loadPolicy(config['policy.file']);
  const logger = openLog(config, options.logDescriptor, clock);
  opened.defer(() => logger.flush());
  const log = createServiceLog(logger, clock);
  const createRequestId = createRequestIds(clock, randomBytes);
  const findUnreadiness: FindUnreadiness = async () => {
    const fault = await vault.findFault();
    return fault === undefined
      ? findRegistryUnreadiness(liveRegistry, config['registry.source'])
      : toNotReadyError(fault);
  };
  const {
    metrics: counted,
    readStatus,
    readState,
  } = createTelemetry({
    version,
    startedAtMs: clock.nowMs(),
    findUnreadiness,
    parts: () => ({
      registry: liveRegistry,
      registrySource: () => follower?.last(),
      counters: shared,
      store: vault.shared,
      audit,
      anchors: () => anchors?.states() ?? new Map(),
      sources: () => live?.states() ?? {},
      connections: () => service.connections(),
      heartbeats: () => running?.heartbeats() ?? new Map(),
    }),
  });
  const metrics = options.metrics ?? counted;
  const vault = await openVault(config, clock, {
    onKeyFault: log.keyFault,
    onLink: (change) => {
      log.storeLink(change);
      if (change.kind === 'back') metrics.countStoreReconnect('link');
    },
    onStatement: metrics.observeStatement,
  });
  opened.defer(() => vault.close());
  const board = options.board ?? createOwnBoard(clock);
  let isLeaving = false;
  const reports = startBoardReports({
    board,
    takeFigures: metrics.takeFigures,
    readState,
    isLeaving: () => isLeaving,
  });
  opened.defer(() => reports.stop());
  let wasWithoutCounters = false;
  const shared = await openSharedLimits(config, {
    clock,
    onChange: (isReachable) => {
      log.countersChange(isReachable);
      // Found for the first time, they were never lost.
      if (isReachable && wasWithoutCounters) metrics.countCountersReconnect();
      wasWithoutCounters ||= !isReachable;
    },
    onForeign: log.countersForeign,
    onAlone: () => metrics.countAlone(),
    onAsked: metrics.observeCounters,
  });
  opened.defer(() => shared?.close());
  if (shared !== undefined && vault.shared !== undefined)
    opened.defer(followNewestServer(vault.shared, shared.exchangeNewestServer));
  const limits = shared ?? options.limits ?? createOwnLimits(clock);
  const usage = createUsageTally({
    store: vault.usage,
    clock,
    onFault: (error) => logger.write('error', 'usage_not_kept', { internal: toFaultCode(error) }),
  });
  opened.defer(() => usage.stop());
  const tracer = await openTracer(config, version);
  opened.defer(() => tracer?.close());
  const live = await openLiveSources(config, {
    clock,
    cacheSecret: () => {
      vault.secret.refresh();
      return vault.secret.derive(answersPurpose, 32);
    },
    findErasures: vault.findErasures,
    sharedAnswers: config.answer_cache === 'shared' ? shared?.answers : undefined,
    logger,
    onEvent: (event) => countSourceEvent(metrics, event),
    processes,
    tracer,
  });
  opened.defer(() => live?.close());
  await rememberAnchored({ config, secret: vault.secret, clock, logger });
  const audit = openAuditLog({
    config,
    secret: vault.secret,
    clock,
    policy,
    logger,
    onCommit: metrics.observeCommit,
    onRecovered: () => vault.shared !== undefined && metrics.countStoreReconnect('audit'),
  });
  opened.defer(() => audit.close());
  const reader = vault.openAuditReader();
  opened.defer(() => reader.close());
  const anchors = await openAnchors({ config, secret: vault.secret, reader, clock, logger, metrics });
  opened.defer(() => anchors?.close());
  const liveRegistry = openCompanyRegistry({
    directory: toRegistryDirectory(config),
    clock,
    verifyBeforeReady: config['registry.verify_before_ready'],
    onEvent: log.registryEvent,
  });
  opened.defer(() => liveRegistry.close());
  const follower = isHousekeeper
    ? await startFollowing({
        config,
        clock,
        isEmpty: () => liveRegistry.status().readiness === 'empty',
        onLook: (look) => {
          log.sourceLook(look);
          metrics.countSourceLook(look.kind);
        },
      })
    : undefined;
  opened.defer(() => follower?.stop());
  const idempotency = openIdempotency({ config, vault, clock, logger, isHousekeeper });
  opened.defer(idempotency.stop);
  const record =
    options.record ??
    createRecordVerification({
      log: audit,
      clock,
      policyVersion: policy.version,
      policyHash: toKeptPolicy(policy).hash,
      isStrict: config['audit.strict'],
      withoutIntentMax: Math.floor(config['audit.without_intent_max'] / processes),
    });
  // A shared audit is purged by its owner, month by month: confere store purge.
  if (isHousekeeper && vault.shared === undefined)
    opened.defer(startAuditPurge({ config, clock, logger, audit, reader }));
  const countKeyRequest = createCountRequest({ rates: limits.rates, clock, usage });
  const observe = (verification: ObservedVerification) => {
    metrics.observeVerification(verification);
    usage.observeVerification(verification);
  };
  const livePeople = options.liveSources ?? live?.people;
  const verifyCpf = createVerifyCpf({
    sources: { live: livePeople, test: options.testSources ?? createSandboxSources(clock) },
    policy,
    clock,
    deadlineMs: config['verification.deadline_ms'],
    record,
    observe,
  });
  const verifyCnpj = createVerifyCnpj({
    registries: { live: liveRegistry, test: createSandboxRegistry(clock) },
    fallback: live?.companyFallback,
    fallbackDeadlineMs: config['verification.deadline_ms'],
    policy,
    clock,
    record,
    observe,
  });
  const companies = openCompanies({ config, live: liveRegistry.records, audit, clock });
  const hasLiveSources = livePeople !== undefined;
  const listener = findConsoleListener(config);
  const onJobFault = (job: string, error: unknown) =>
    logger.write('error', 'job_fault', { component: job, internal: toFaultCode(error) });
  const watches = openWatches({
    config,
    vault,
    clock,
    youngCompanyDays: policy.youngCompanyDays,
    findLive: () => {
      const { readiness, snapshot, dataAsOf } = liveRegistry.status();
      return readiness === 'ready' && snapshot !== null && dataAsOf !== null ? { id: snapshot, dataAsOf } : undefined;
    },
  });
  const batches = openBatches({
    config,
    vault,
    clock,
    verifyCpf,
    verifyCnpj,
    countRequest: countKeyRequest,
    inWork: limits.inWork,
    createRequestId,
    onRow: metrics.countBatchRow,
    onFault: onJobFault,
  });
  const events = openKeptEvents({ config, vault, clock });
  const service = createServer({
    gate: {
      admit: createAdmit({
        keys: vault.keys,
        hashKey: vault.hashKey,
        countRequest: countKeyRequest,
        inWork: limits.inWork,
        failures: limits.failures,
        clock,
        authFailuresPerMinute: config['limits.auth_failures_per_minute'],
        onKeyFault: log.keyFault,
      }),
      purposes: config['audit.purposes'],
    },
    verifyCpf,
    verifyCnpj,
    console:
      listener === 'off'
        ? undefined
        : openConsole({
            pass: listener === 'admin' ? toConsolePass(vault.secret) : undefined,
            config,
            policy,
            vault,
            audit,
            reader,
            limits,
            logger,
            clock,
            version,
            hasLiveSources,
            hasLiveRegistry: () => liveRegistry.status().readiness === 'ready',
            readBoard: async (fromMs) => {
              await reports.report();
              return board.read(fromMs);
            },
            verifyCpf,
            verifyCnpj,
            ...companies,
            openBatches: batches.openForOperators,
          }),
    receiveBatch: batches.receiveBatch,
    batches: batches.batches,
    watches: watches.watches,
    readEvents: events.readEvents,
    webhooks: openOwnWebhooks({ config, vault, clock, audit }),
    charge: createCharge(countKeyRequest),
    isWebOrigin: createIsWebOrigin({ keys: vault.keys, clock }),
    readVerification: createReadVerification({
      trail: reader,
      log: audit,
      clock,
      findSecrets: () => {
        vault.secret.refresh();
        return toAuditSecrets(vault.secret);
      },
    }),
    companies: companies.companies,
    compat: toCompatSettings(config, limits.strangers),
    answerOnce: idempotency.answerOnce,
    clock,
    createRequestId,
    tracer,
    onRequestDone: (record) => {
      log.request(record);
      countRequest(metrics, record);
      tracer?.end({ ...record, code: record.failure?.code ?? null });
    },
    findUnreadiness,
    hasLiveSources,
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
  metrics.expectRoutes(['none', ...service.routes().filter(isRouteOfCallers)]);
  const running = hasJobs
    ? startJobs({
        lease: vault.lease,
        jobs: [
          ...batches.jobs,
          ...watches.jobs,
          ...events.jobs,
          ...(anchors === undefined ? [] : [anchors.job]),
          createErasureJob({ config, vault, audit, clock, logger }),
          ...createWebhookJobs({ config, vault, clock, logger, metrics, onFault: onJobFault }),
        ],
        clock,
        onFault: onJobFault,
        onAbandoned: (job, why) => {
          logger.write('error', 'job_abandoned', { component: job, internal: why });
          metrics.countAbandonedJob(job, why);
        },
      })
    : undefined;
  let jobsEnded: Promise<void> | undefined;
  const endJobs = () => {
    jobsEnded ??= running?.stop();
    return jobsEnded;
  };
  opened.defer(endJobs);
  const sandboxKey = await vault.manageKeys.ensureSandboxKey(vault.secret.deriveFirst('sandbox-key', 64));
  // The first look is under way before anybody can ask.
  void vault.findFault();
  return {
    ...service,
    startDraining: (next) => {
      isLeaving = true;
      // Beside the clients, who have their own time to end.
      void endJobs();
      service.startDraining(next);
    },
    logger,
    findUnreadiness,
    snapshot: metrics.snapshot,
    readStatus,
    sandboxKey,
  };
}

/** Only what the settings ask for is loaded. */
async function openSharedLimits(
  config: Config,
  parts: Pick<RedisLimitsOptions, 'clock' | 'onChange' | 'onForeign' | 'onAlone' | 'onAsked'>,
) {
  if (config.counters === null) return undefined;
  const { openRedisLimits } = await import('./redis-limits.ts');
  return openRedisLimits({
    ...parts,
    address: readSecretAddress('counters', config.counters),
    answerMsMax: config['limits.counters_ms_max'],
    nodesMin: config['limits.nodes'],
  });
}

/** A registry that was never imported is no fault: the service answers everything else. One that is on its way here is waited for. */
function findRegistryUnreadiness(
  registry: LiveRegistry,
  source: string | null,
): AppError<'registry_unavailable'> | undefined {
  const { readiness, problem } = registry.status();
  if (readiness === 'ready' || (readiness === 'empty' && source === null)) return undefined;
  return new AppError('registry_unavailable', { internal: problem ?? readiness });
}

/** Pages, probes and the console have so many that nobody would find the others among them. */
function isRouteOfCallers(pattern: string): boolean {
  return pattern.startsWith('/v1/') || pattern.startsWith('/compat/');
}

/** One client network cannot take every connection, unless there is only one to take. */
function toConnectionsPerClient(config: Config): number {
  return config['server.connections_per_client_max'] ?? Math.ceil(config['server.connections_max'] * 0.75);
}
