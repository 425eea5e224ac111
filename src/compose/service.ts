// Puts the service together: picks its adapters and hands them to the use cases. It decides nothing else.

import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { createAdmit, createCharge } from '../app/admit.ts';
import { createRecordVerification } from '../app/audit/record-verification.ts';
import type { Clock, PersonSources } from '../app/ports.ts';
import { createRequestIds } from '../app/request-id.ts';
import { createVerifyCnpj } from '../app/verify-cnpj.ts';
import { createVerifyCpf } from '../app/verify-cpf.ts';
import { systemClock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { KeyId } from '../domain/api-key.ts';
import { AppError } from '../errors.ts';
import type { DroppedConnections } from '../http/connections/slots.ts';
import type { RequestRecord } from '../http/request-record.ts';
import type { FindUnreadiness } from '../http/routes/operations.ts';
import { createServer, type Service } from '../http/server.ts';
import { type LiveRegistry, openCompanyRegistry, type RegistryEvent } from '../registry/live-registry.ts';
import { createSandboxRegistry } from '../registry/sandbox.ts';
import type { SourceEvent } from '../sources/http-source.ts';
import { createSandboxSources } from '../sources/sandbox.ts';
import { createMemoryCounters } from '../stores/counters.memory.ts';
import { createLineLimit, type LineLimit } from '../telemetry/line-limit.ts';
import { createLogger, type Logger } from '../telemetry/logger.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { openAuditLog, startAuditPurge, toKeptPolicy } from './audit.ts';
import { openReadCompanies, toCompatSettings } from './companies.ts';
import { openIdempotency } from './idempotency.ts';
import { loadPolicy } from './policy.ts';
import { toRegistryDirectory } from './registry.ts';
import { openLiveSources } from './sources.ts';
import { createTelemetry } from './telemetry.ts';
import { openVault } from './vault.ts';

export interface RunningService extends Service {
  readonly logger: Logger;
  /** The operators' listener; like the server, it does not listen yet. */
  readonly admin: FastifyInstance;
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
}

/** Only keys that exist are counted, so it is the number of keys that bounds this. */
const ratesMax = 1_000_000;
const failingNetworksMax = 100_000;
const keyFaultText = 'the stored key was changed by other means than Confere, and is refused';

/** Lines of requests that no key stands for: whoever can reach the port could fill the disk with them. */
const noiseLimit = { linesAtOnce: 500, linesPerSecond: 50 };

export async function createService(
  config: Config,
  { logDescriptor, clock = systemClock, version = 'unknown', testSources }: ServiceOptions = { logDescriptor: 1 },
): Promise<RunningService> {
  const policy = loadPolicy(config['policy.file']);
  const logger = createLogger({
    level: config['log.level'],
    format: config['log.format'] === 'auto' ? (process.stdout.isTTY ? 'text' : 'json') : config['log.format'],
    descriptor: logDescriptor,
    clock,
  });
  const keyFaults = createLineLimit({ clock, linesAtOnce: 10, linesPerSecond: 1 / 60 });
  const onKeyFault = (keyId: KeyId) => {
    if (keyFaults.take()) logger.write('error', 'key_fault', { key_id: keyId, internal: keyFaultText });
  };
  const noise = createLineLimit({ clock, ...noiseLimit });
  const vault = await openVault(config, clock, onKeyFault);
  const createRequestId = createRequestIds(clock, randomBytes);
  const findUnreadiness: FindUnreadiness = async () => {
    const internal = await vault.findFault();
    return internal === undefined
      ? findRegistryUnreadiness(liveRegistry)
      : new AppError('internal_error', { internal });
  };
  const { metrics, admin } = createTelemetry({
    version,
    startedAtMs: clock.nowMs(),
    createRequestId,
    findUnreadiness,
    parts: () => ({
      registry: liveRegistry,
      audit,
      sources: () => live?.states() ?? {},
      connections: () => service.connections(),
    }),
  });
  const live = await openLiveSources(config, {
    clock,
    cacheSecret: vault.secret.derive('answer-cache', 32),
    logger,
    onEvent: (event) => countSourceEvent(metrics, event),
  });
  const liveRegistry = openCompanyRegistry({
    directory: toRegistryDirectory(config),
    clock,
    verifyBeforeReady: config['registry.verify_before_ready'],
    onEvent: (event) => logRegistryEvent(logger, event),
  });
  const idempotency = openIdempotency({ config, vault, clock, logger });
  const audit = openAuditLog({
    config,
    secret: vault.secret,
    clock,
    policy,
    logger,
    onCommit: metrics.observeCommit,
  });
  const record = createRecordVerification({
    log: audit,
    clock,
    policyVersion: policy.version,
    policyHash: toKeptPolicy(policy).hash,
    isStrict: config['audit.strict'],
  });
  const stopPurge = startAuditPurge({ config, clock, logger, audit });
  const rates = createMemoryCounters({ clock, windowsMax: ratesMax });
  const service = createServer({
    gate: {
      admit: createAdmit({
        keys: vault.keys,
        hashKey: vault.hashKey,
        rates,
        failures: createMemoryCounters({ clock, windowsMax: failingNetworksMax }),
        clock,
        authFailuresPerMinute: config['limits.auth_failures_per_minute'],
        onKeyFault,
      }),
      purposes: config['audit.purposes'],
    },
    verifyCpf: createVerifyCpf({
      sources: { live: live?.people, test: testSources ?? createSandboxSources(clock) },
      policy,
      clock,
      deadlineMs: config['verification.deadline_ms'],
      record,
      observe: metrics.observeVerification,
    }),
    verifyCnpj: createVerifyCnpj({
      registries: { live: liveRegistry, test: createSandboxRegistry(clock) },
      fallback: live?.companyFallback,
      fallbackDeadlineMs: config['verification.deadline_ms'],
      policy,
      clock,
      record,
      observe: metrics.observeVerification,
    }),
    charge: createCharge(rates),
    companies: openReadCompanies({ config, live: liveRegistry.records, audit, clock }),
    compat: toCompatSettings(config, clock),
    answerOnce: idempotency.answerOnce,
    clock,
    createRequestId,
    onRequestDone: (record) => {
      logRequest(logger, noise, record);
      countRequest(metrics, record);
    },
    findUnreadiness,
    hasLiveSources: live?.people !== undefined,
    onConnectionsDropped: (dropped) => {
      logDroppedConnections(logger, dropped);
      countDroppedConnections(metrics, dropped);
    },
    waitMsMax: config['limits.wait_ms_max'],
    connectionsMax: config['server.connections_max'],
    connectionsPerClientMax: toConnectionsPerClient(config),
    trustedProxies: config['server.trusted_proxies'],
  });
  const sandboxKey = await vault.manageKeys.ensureSandboxKey(vault.secret.derive('sandbox-key', 64));
  return {
    ...service,
    logger,
    admin,
    sandboxKey,
    close: async () => {
      await Promise.all([service.server.close(), admin.close()]);
      idempotency.stop();
      await live?.close();
      await liveRegistry.close();
      stopPurge();
      await audit.close();
      await vault.close();
      logger.flush();
    },
  };
}

/** A registry that was never imported is no fault: the service answers everything else. */
function findRegistryUnreadiness(registry: LiveRegistry): AppError<'registry_unavailable'> | undefined {
  const { readiness, problem } = registry.status();
  if (readiness === 'ready' || readiness === 'empty') return undefined;
  return new AppError('registry_unavailable', { internal: problem ?? readiness });
}

function logRegistryEvent(logger: Logger, event: RegistryEvent): void {
  const isGood = event.kind === 'snapshot_opened' || event.kind === 'verification_passed';
  const internal = 'reason' in event ? event.reason : event.id;
  logger.write(isGood ? 'info' : 'error', event.kind, { component: 'registry', internal });
}

/** One client network cannot take every connection, unless there is only one to take. */
function toConnectionsPerClient(config: Config): number {
  return config['server.connections_per_client_max'] ?? Math.ceil(config['server.connections_max'] * 0.75);
}

function logDroppedConnections(logger: Logger, { noRoom, clientShare, gaveWay }: DroppedConnections): void {
  const internal = `${noRoom} for want of a free connection, ${clientShare} beyond one client's share, ${gaveWay} idle ones gave way`;
  logger.write('warn', 'connections_dropped', { count: noRoom + clientShare + gaveWay, internal });
}

function countRequest(metrics: Metrics, { route, status, durationMs, keyId, failure }: RequestRecord): void {
  metrics.observeRequest({ route, status, durationMs, isAuthenticated: keyId !== null, code: failure?.code ?? null });
}

function countSourceEvent(metrics: Metrics, event: SourceEvent): void {
  if (event.kind === 'second_try') metrics.countSecondTry(event.source, event.why);
  else if (event.kind === 'token') metrics.countTokenRenewal(event.source, event.outcome);
}

function countDroppedConnections(metrics: Metrics, { noRoom, clientShare, gaveWay }: DroppedConnections): void {
  metrics.countDroppedConnections('no_room', noRoom);
  metrics.countDroppedConnections('client_share', clientShare);
  metrics.countDroppedConnections('gave_way', gaveWay);
}

function logRequest(logger: Logger, noise: LineLimit, record: RequestRecord): void {
  const { failure } = record;
  if (record.keyId === null && record.status < 500) {
    if (!noise.take()) return;
    const count = noise.takeRefused();
    if (count > 0) logger.write('warn', 'requests_not_logged', { count });
  }
  logger.writeRequest(record.status >= 500 ? 'error' : 'info', {
    request_id: record.requestId,
    method: record.method,
    route: record.route,
    status: record.status,
    duration_ms: Math.round(record.durationMs * 1000) / 1000,
    key_id: record.keyId,
    outcome: record.outcome,
    code: failure?.code ?? null,
    internal: failure === null || failure.message === failure.code ? null : failure.message,
  });
}
