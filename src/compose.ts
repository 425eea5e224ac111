// Picks the adapters and puts the parts together. The only file that names an adapter; it decides nothing else.

import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { createAdmit } from './app/admit.ts';
import { createAnswerOnce, type OnStoreFault } from './app/answer-once.ts';
import { createHashKey } from './app/hash-key.ts';
import { createManageKeys, type ManageKeys } from './app/manage-keys.ts';
import type { Clock, CompanyRegistry, KeyStore, PersonSources } from './app/ports.ts';
import { startPurge } from './app/purge-calls.ts';
import { createSeal } from './app/seal.ts';
import { createVerifyCnpj } from './app/verify-cnpj.ts';
import { createVerifyCpf } from './app/verify-cpf.ts';
import { systemClock } from './clock.ts';
import type { Config } from './config.ts';
import { defaultPolicy, parsePolicy, type RiskPolicy } from './domain/risk-policy.ts';
import { AppError, OperatorError } from './errors.ts';
import type { RequestRecord, Service } from './http/server.ts';
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
  const [{ createServer }, { createLogger }, { createSandboxSources }, { createSandboxRegistry }] = await Promise.all([
    import('./http/server.ts'),
    import('./telemetry/logger.ts'),
    import('./sources/sandbox.ts'),
    import('./registry/sandbox.ts'),
  ]);
  const policy = loadPolicy(config['policy.file']);
  const vault = openVault(config);
  const logger = createLogger({
    level: config['log.level'],
    format: config['log.format'] === 'auto' ? (process.stdout.isTTY ? 'text' : 'json') : config['log.format'],
    descriptor: logDescriptor,
    clock,
  });
  const liveRegistry: CompanyRegistry = {
    find: () => ({ kind: 'unavailable', reason: 'no registry was imported' }),
  };
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
      sources: { live: undefined, test: testSources ?? createSandboxSources(clock) },
      policy,
      clock,
      deadlineMs: config['verification.deadline_ms'],
    }),
    verifyCnpj: createVerifyCnpj({
      registries: { live: liveRegistry, test: createSandboxRegistry(clock) },
      policy,
      clock,
    }),
    answerOnce: idempotency.answerOnce,
    clock,
    createRequestId: () => `req_${randomUUIDv7().replaceAll('-', '')}`,
    onRequestDone: (record) => logRequest(logger, record),
    findUnreadiness: async () =>
      vault.isHealthy() ? undefined : new AppError('internal_error', { internal: 'the key store does not answer' }),
    connectionsMax: config['server.connections_max'],
    deadlineMs: config['verification.deadline_ms'],
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
