// Picks the adapters and puts the parts together. The only file that names an adapter; it decides nothing else.

import { randomBytes, randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'yaml';
import { createAdmit } from './app/admit.ts';
import { createAnswerOnce, type OnStoreFault } from './app/answer-once.ts';
import { createHashKey } from './app/hash-key.ts';
import { type Draft, type ImportProgress, type ImportRules, importRegistry } from './app/import-registry.ts';
import { createManageKeys, type ManageKeys } from './app/manage-keys.ts';
import type { Clock, KeyStore, PersonSources } from './app/ports.ts';
import { startPurge } from './app/purge-calls.ts';
import { createRequestIds } from './app/request-id.ts';
import { createSeal } from './app/seal.ts';
import type { DownloadWatch, PublishedMonths } from './app/update-registry.ts';
import { createVerifyCnpj } from './app/verify-cnpj.ts';
import { createVerifyCpf } from './app/verify-cpf.ts';
import { systemClock } from './clock.ts';
import { type Config, findEnvironmentSecret } from './config.ts';
import { defaultPolicy, parsePolicy, type RiskPolicy } from './domain/risk-policy.ts';
import { AppError, OperatorError } from './errors.ts';
import type { RequestRecord, Service } from './http/server.ts';
import type { LiveRegistry, RegistryEvent } from './registry/live-registry.ts';
import type { RegistryStatus } from './registry/maintenance.ts';
import type { Simulator, SimulatorOptions } from './sim/server.ts';
import type { HttpSources } from './sources/create-http-sources.ts';
import type { PartySummary, TriableParty } from './sources/operator-tools.ts';
import { createMemoryCounters } from './stores/counters.memory.ts';
import { databaseExists, openDatabase, type SqliteDatabase } from './stores/database.sqlite.ts';
import { createSqliteIdempotencyStore } from './stores/idempotency.sqlite.ts';
import { holdInstanceLock } from './stores/instance-lock.sqlite.ts';
import { createSqliteKeyStore } from './stores/keys.sqlite.ts';
import { type MasterSecret, openMasterSecret } from './stores/secrets.file.ts';
import type { Logger } from './telemetry/logger.ts';

/** What the data and secrets directories hold. */
interface Vault {
  readonly database: SqliteDatabase;
  readonly secret: MasterSecret;
  readonly keys: KeyStore;
  readonly manageKeys: ManageKeys;
  readonly hashKey: (key: string) => string;
  isHealthy(): boolean;
  close(): void;
}

export function openVault(config: Config): Vault {
  const secret = openMasterSecret({
    directory: config.secrets_dir,
    mayCreate: !databaseExists(config.data_dir),
  });
  const database = openDatabase(config.data_dir, secret.derive('database-fingerprint', 32));
  const keys = createSqliteKeyStore(database);
  const hashKey = createHashKey(secret.derive('api-key-hash', 32));
  const probe = database.prepare('SELECT 1');
  return {
    database,
    secret,
    keys,
    hashKey,
    manageKeys: createManageKeys({ keys, hashKey, clock: systemClock, randomBytes }),
    isHealthy: () => {
      try {
        probe.get();
        return true;
      } catch {
        return false;
      }
    },
    close: () => database.close(),
  };
}

/** The policy in force: the built-in one, or the file's once it was checked. */
export function loadPolicy(file: string | null): RiskPolicy {
  if (file === null) return defaultPolicy;
  let raw: unknown;
  try {
    raw = parse(readFileSync(file, 'utf8'));
  } catch {
    throw new OperatorError(`The policy ${file} cannot be read as YAML. Compare it with: confere policy show`);
  }
  const parsed = parsePolicy(raw);
  if (parsed.kind === 'valid') return parsed.policy;
  const faults = parsed.faults.map((fault) => `  - ${fault}`).join('\n');
  throw new OperatorError(`The policy ${file} is refused:\n${faults}\nSee docs/risk-policy.md.`);
}

export type { TriableParty } from './sources/operator-tools.ts';

/** The parties that a file describes, once the whole of it was checked. */
export async function summarizeSourcesFile(file: string, followSecrets: boolean): Promise<readonly PartySummary[]> {
  const [{ getSources }, { summarizeSources }] = await Promise.all([
    import('./sources/read-sources.ts'),
    import('./sources/operator-tools.ts'),
  ]);
  return summarizeSources(await getSources({ file, findVariable: findEnvironmentSecret, followSecrets }));
}

/** One party of a file, ready for a trial call. */
export async function openParty(file: string, name: string): Promise<TriableParty> {
  const [{ getSources }, { getParty }] = await Promise.all([
    import('./sources/read-sources.ts'),
    import('./sources/operator-tools.ts'),
  ]);
  return getParty(await getSources({ file, findVariable: findEnvironmentSecret }), name, systemClock);
}

export async function loadSourcesSchema(): Promise<object> {
  const { toJsonSchema } = await import('./sources/json-schema.ts');
  return toJsonSchema();
}

/** The parties that the configuration file describes; none where there is no file or it describes none. */
async function openLiveSources(
  config: Config,
  cacheSecret: Uint8Array,
  logger: Logger,
): Promise<HttpSources | undefined> {
  if (config.file === null) return undefined;
  const [{ getSources }, { createHttpSources }] = await Promise.all([
    import('./sources/read-sources.ts'),
    import('./sources/create-http-sources.ts'),
  ]);
  return createHttpSources({
    sources: await getSources({ file: config.file.path, findVariable: findEnvironmentSecret }),
    clock: systemClock,
    random: () => randomInt(2 ** 32) / 2 ** 32,
    cacheSecret,
    onEvent: (event) => {
      if (event.kind === 'breaker') {
        const level = event.state === 'open' ? 'warn' : 'info';
        logger.write(level, 'source_breaker', { component: event.source, outcome: event.state });
      }
    },
  });
}

export interface RegistryTools {
  importDump(order: ImportOrder): Promise<Draft>;
  status(): RegistryStatus;
  rollBack(): RegistryStatus;
  verify(onProgress: (share: number) => void): RegistryStatus;
}

export interface ImportOrder {
  readonly paths: readonly string[];
  readonly rules: ImportRules;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ImportProgress) => void;
}

/** What the command line does with the company registry. */
export async function openRegistryTools(config: Config): Promise<RegistryTools> {
  const [{ openImportWorkshop }, { readRegistryStatus, rollBackRegistry, verifyRegistry }] = await Promise.all([
    import('./registry/import-workshop.ts'),
    import('./registry/maintenance.ts'),
  ]);
  const directory = toRegistryDirectory(config);
  const clock = systemClock;
  return {
    importDump: async ({ paths, rules, signal, onProgress }) =>
      importRegistry(openImportWorkshop({ directory, clock, signal, onProgress }), paths, rules, signal),
    status: () => readRegistryStatus(directory),
    rollBack: () => rollBackRegistry(directory, clock),
    verify: (onProgress) => verifyRegistry(directory, clock, onProgress),
  };
}

export interface DownloadOrder {
  readonly folder: string;
  readonly filesAtOnce: number;
  readonly withPartners: boolean;
  readonly signal: AbortSignal;
  readonly watch: DownloadWatch;
}

/** The months at the published address. Close it: it holds the lock of its folder. */
export async function openDownloads(
  config: Config,
  order: DownloadOrder,
): Promise<PublishedMonths & { close(): Promise<void> }> {
  const [{ openPublishedMonths }, { createWebdavShare }] = await Promise.all([
    import('./registry/download.ts'),
    import('./registry/webdav.ts'),
  ]);
  return openPublishedMonths({
    ...order,
    share: createWebdavShare({ url: config['registry.download_url'], connections: order.filesAtOnce }),
    clock: systemClock,
    random: () => randomInt(2 ** 32) / 2 ** 32,
    sleep: (ms, signal) => sleep(ms, undefined, { signal }),
    stallMs: 30_000,
    attemptsMax: 8,
  });
}

function toRegistryDirectory(config: Config): string {
  return join(config.data_dir, 'registry');
}

export interface RunningService extends Service {
  readonly logger: Logger;
  readonly sandboxKey: { readonly key: string; readonly usable: boolean };
  close(): Promise<void>;
}

export interface Surroundings {
  /** Where the log goes; 1 is the standard output. */
  readonly logDescriptor: number;
  readonly clock?: Clock;
  /** What test keys ask; the sandbox unless told otherwise. */
  readonly testSources?: PersonSources;
}

export async function createService(
  config: Config,
  { logDescriptor, clock = systemClock, testSources }: Surroundings = { logDescriptor: 1 },
): Promise<RunningService> {
  // Loaded here, so that the other commands start without the HTTP stack.
  const [
    { createServer },
    { createLogger },
    { createSandboxSources },
    { createSandboxRegistry },
    { openCompanyRegistry },
  ] = await Promise.all([
    import('./http/server.ts'),
    import('./telemetry/logger.ts'),
    import('./sources/sandbox.ts'),
    import('./registry/sandbox.ts'),
    import('./registry/live-registry.ts'),
  ]);
  const policy = loadPolicy(config['policy.file']);
  const vault = openVault(config);
  const logger = createLogger({
    level: config['log.level'],
    format: config['log.format'] === 'auto' ? (process.stdout.isTTY ? 'text' : 'json') : config['log.format'],
    descriptor: logDescriptor,
    clock,
  });
  const live = await openLiveSources(config, vault.secret.derive('answer-cache', 32), logger);
  const liveRegistry = openCompanyRegistry({
    directory: toRegistryDirectory(config),
    clock,
    verifyBeforeReady: config['registry.verify_before_ready'],
    onEvent: (event) => logRegistryEvent(logger, event),
  });
  const idempotency = openIdempotency(config, vault, clock, (internal, error) =>
    logger.write('error', 'idempotency_fault', { internal: `${internal}: ${toFaultCode(error)}` }),
  );
  const service = createServer({
    admit: createAdmit({
      keys: vault.keys,
      hashKey: vault.hashKey,
      counters: createMemoryCounters(clock),
      clock,
      authFailuresPerMinute: config['limits.auth_failures_per_minute'],
    }),
    verifyCpf: createVerifyCpf({
      sources: { live: live?.people, test: testSources ?? createSandboxSources(clock) },
      policy,
      clock,
      deadlineMs: config['verification.deadline_ms'],
    }),
    verifyCnpj: createVerifyCnpj({
      registries: { live: liveRegistry, test: createSandboxRegistry(clock) },
      fallback: live?.companyFallback,
      fallbackDeadlineMs: config['verification.deadline_ms'],
      policy,
      clock,
    }),
    answerOnce: idempotency.answerOnce,
    clock,
    createRequestId: createRequestIds(clock, randomBytes),
    onRequestDone: (record) => logRequest(logger, record),
    findUnreadiness: async () =>
      vault.isHealthy()
        ? findRegistryUnreadiness(liveRegistry)
        : new AppError('internal_error', { internal: 'the key store does not answer' }),
    connectionsMax: config['server.connections_max'],
    trustedProxies: config['server.trusted_proxies'],
  });
  const sandboxKey = await vault.manageKeys.ensureSandboxKey(vault.secret.derive('sandbox-key', 64));
  return {
    ...service,
    logger,
    sandboxKey,
    close: async () => {
      await service.server.close();
      idempotency.close();
      await live?.close();
      await liveRegistry.close();
      vault.close();
      logger.flush();
    },
  };
}

function openIdempotency(config: Config, { database, secret }: Vault, clock: Clock, onStoreFault: OnStoreFault) {
  const instance = holdInstanceLock(config.data_dir, database);
  const store = createSqliteIdempotencyStore(database, instance);
  const stopPurge = startPurge({ store, clock, onStoreFault });
  return {
    answerOnce: createAnswerOnce({
      store,
      hashSecret: secret.derive('idempotency-hash', 32),
      seal: createSeal(secret.derive('idempotency-answer', 32)),
      clock,
      onStoreFault,
    }),
    close: () => {
      stopPurge();
      instance.release();
    },
  };
}

/** A database's own message may repeat values; its code does not. */
function toFaultCode(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  return String(code ?? name);
}

/** The simulated parties, for trying descriptions and outages; nothing of the service runs in it. */
export async function createSimulator(options: Omit<SimulatorOptions, 'clock'>): Promise<Simulator> {
  const { startSimulator } = await import('./sim/server.ts');
  return startSimulator({ ...options, clock: systemClock });
}

/** A registry that was never imported is no fault: the service answers everything else. */
function findRegistryUnreadiness(registry: LiveRegistry): AppError | undefined {
  const { readiness, problem } = registry.status();
  if (readiness === 'ready' || readiness === 'empty') return undefined;
  return new AppError('registry_unavailable', { internal: problem ?? readiness });
}

function logRegistryEvent(logger: Logger, event: RegistryEvent): void {
  const isGood = event.kind === 'snapshot_opened' || event.kind === 'verification_passed';
  const internal = 'reason' in event ? event.reason : event.id;
  logger.write(isGood ? 'info' : 'error', event.kind, { component: 'registry', internal });
}

function logRequest(logger: Logger, record: RequestRecord): void {
  const { failure } = record;
  logger.write(record.status >= 500 ? 'error' : 'info', 'request', {
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
