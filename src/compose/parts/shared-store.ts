// Opens the database that several nodes share: refused where its schema is not this version's, or its keys were made with
// another master secret.

import { randomUUID, timingSafeEqual } from 'node:crypto';
import type { AuditTrail } from '../../app/audit/ports.ts';
import type { KeyChecksum } from '../../app/keys/key-checksum.ts';
import type { OperatorStore } from '../../app/operators/ports.ts';
import type { Clock, ErasableCalls, IdempotencyStore, KeyStore } from '../../app/ports.ts';
import type { UsageStore } from '../../app/usage/ports.ts';
import { type Config, readSecretAddress, type SecretAddress, type SettingName } from '../../config.ts';
import type { KeyId } from '../../domain/access/api-key.ts';
import { type Bilingual, OperatorError } from '../../errors.ts';
import { createPostgresAuditTrail } from '../../stores/audit/audit-trail.postgres.ts';
import { createPostgresMarks, type SharedMarks } from '../../stores/erasure/marks.postgres.ts';
import { tidyTables } from '../../stores/erasure/tidy-tables.postgres.ts';
import { createPostgresIdempotencyStore } from '../../stores/idempotency.postgres.ts';
import { createPostgresKeyStore } from '../../stores/keys.postgres.ts';
import { createPostgresOperatorStore } from '../../stores/operators.postgres.ts';
import { describePostgresAddress, type PostgresAddress, parsePostgresAddress } from '../../stores/postgres/address.ts';
import {
  checkLineage,
  createLineageMemory,
  isFenceCode,
  isNewer,
  parseLineage,
  writeLineage,
} from '../../stores/postgres/lineage.ts';
import { findSchemaFault, readSchemaState } from '../../stores/postgres/migrate.ts';
import { type Deafness, openNodeLink } from '../../stores/postgres/node-link.ts';
import { type ObservedStatement, type StorePart, withObserver } from '../../stores/postgres/observed-pool.ts';
import {
  createPostgresPool,
  type PoolConnections,
  type PostgresPool,
  toStoreFault,
} from '../../stores/postgres/pool.ts';
import type { MasterSecret } from '../../stores/secrets/secrets.file.ts';
import { createPostgresUsageStore } from '../../stores/usage.postgres.ts';
import { type KnownServers, toLineageFile } from './store-lineage.ts';

export interface SharedStoreOptions {
  /** For a process that keeps keys in memory: told when it loses touch with the database, and when it has it again. */
  readonly onLink?: (change: { readonly kind: 'lost'; readonly fault: string } | { readonly kind: 'back' }) => void;
  /** Told when a change of a key waits for nodes that cannot be reached. */
  readonly onDeaf?: (deafness: Deafness) => void;
  readonly onStatement?: (statement: ObservedStatement) => void;
}

export interface SharedStore extends KnownServers {
  openKeys(options: {
    readonly checksum: KeyChecksum;
    readonly clock: Clock;
    readonly onDamage: (id: KeyId) => void;
  }): KeyStore;
  openCalls(limits: {
    readonly recordsPerKeyMax: number;
    readonly recordsMax: number;
  }): IdempotencyStore & ErasableCalls;
  readonly usage: UsageStore;
  readonly operators: OperatorStore;
  readonly audit: AuditTrail;
  /** Which erasures it has gone through. */
  readonly marks: SharedMarks;
  /** Whether a master secret belongs to it already. */
  readonly hasSecret: boolean;
  /** Throws for another secret than the one that the database was first used with; gives its newest generation. */
  admit(secret: MasterSecret): Promise<number>;
  /** What keeps this node from answering. */
  findFault(): Bilingual | undefined;
  /** Whether this process is in touch with the database now. */
  isReachable(): boolean;
  /** Whether the only server that takes writes is not the one that was promoted last. */
  isFenced(): boolean;
  connections(): PoolConnections;
  close(): Promise<void>;
}

const fenceFault = {
  en: 'the database server in store is not the one that was promoted last',
  pt: 'o servidor de banco de dados em store não é o que foi promovido por último',
};

const fingerprintName = 'secret_fingerprint';
const generationName = 'secret_generation';

export function getStoreAddress(
  config: Config,
  setting: SettingName & ('store' | 'store_maintenance'),
): PostgresAddress {
  const address: SecretAddress | null = config[setting] ?? config.store;
  if (address === null) {
    throw new OperatorError('No store is set: this node keeps all in data_dir. See store in docs/settings.md');
  }
  return parsePostgresAddress(readSecretAddress(setting, address));
}

export async function openSharedStore(
  config: Config,
  clock: Clock,
  { onLink, onDeaf, onStatement }: SharedStoreOptions,
): Promise<SharedStore> {
  const address = getStoreAddress(config, 'store');
  const lineage = createLineageMemory(toLineageFile(config));
  const pool = createPostgresPool({
    address,
    readAddress: () => getStoreAddress(config, 'store'),
    connectionsMax: config.store_connections,
    judge: (session) => checkLineage(session, lineage),
  });
  const poolOf = (part: StorePart) =>
    onStatement === undefined ? pool : withObserver(pool, part, { clock, onStatement });
  try {
    const fault = findSchemaFault(await readSchemaState(pool));
    if (fault !== undefined) throw new OperatorError(fault);
    const hasSecret = (await readMeta(pool, fingerprintName)) !== undefined;
    const outageMs = config.store_outage_seconds * 1000;
    const link = onLink && (await openNodeLink({ pool: poolOf('link'), clock, outageMs, onChange: onLink }));
    return {
      // A command keeps no key in memory.
      openKeys: (options) => createPostgresKeyStore(poolOf('keys'), { ...options, link, ...(onDeaf && { onDeaf }) }),
      openCalls: (limits) =>
        createPostgresIdempotencyStore(poolOf('calls'), { link: link ?? { id: randomUUID() }, ...limits }),
      usage: createPostgresUsageStore(poolOf('usage')),
      operators: createPostgresOperatorStore(poolOf('operators')),
      audit: createPostgresAuditTrail(poolOf('audit')),
      marks: createPostgresMarks(pool),
      hasSecret,
      admit: (secret) => admit(pool, secret, address),
      findFault() {
        const lost = link?.findFault();
        if (lost === undefined || link?.isWithinOutage()) return undefined;
        if (isFenceCode(lost)) return fenceFault;
        return {
          en: `the database in store cannot be reached (${lost})`,
          pt: `o banco de dados em store está inacessível (${lost})`,
        };
      },
      isReachable: () => link?.findFault() === undefined,
      isFenced: () => isFenceCode(link?.findFault() ?? ''),
      newestServer: () => {
        const known = lineage.read();
        return known && writeLineage(known);
      },
      learnServer(text) {
        const told = parseLineage(text);
        if (told === undefined || !isNewer(told, lineage.read())) return;
        lineage.remember(told);
        // Those who are connected to an older server are so no longer.
        pool.renew();
        link?.renew();
      },
      connections: pool.connections,
      async close() {
        await link?.close();
        await pool.close();
      },
    };
  } catch (error) {
    await pool.close();
    throw toStoreFault(error, address);
  }
}

/** As the owner, where one is set: forgetting is not for the service. */
export function openOwnersAudit(config: Config): AuditTrail & { tidy(): Promise<void>; close(): Promise<void> } {
  const pool = createPostgresPool({ address: getStoreAddress(config, 'store_maintenance'), connectionsMax: 2 });
  return { ...createPostgresAuditTrail(pool), tidy: () => tidyTables(pool), close: () => pool.close() };
}

async function admit(pool: PostgresPool, secret: MasterSecret, address: PostgresAddress): Promise<number> {
  const fingerprint = Buffer.from(secret.deriveFirst('store-fingerprint', 32));
  await pool.query('INSERT INTO confere.meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING', [
    fingerprintName,
    fingerprint,
  ]);
  const known = await readMeta(pool, fingerprintName);
  if (known === undefined || known.length !== fingerprint.length || !timingSafeEqual(known, fingerprint)) {
    throw new OperatorError(
      `The database ${describePostgresAddress(address)} was first used with another master secret. Give every node the same secrets directory.`,
    );
  }
  const newest = Number((await readMeta(pool, generationName))?.toString() ?? 1);
  const own = secret.generations();
  if (own > newest) {
    const sql =
      'INSERT INTO confere.meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value';
    await pool.query(sql, [generationName, Buffer.from(String(own))]);
  }
  return Math.max(own, newest);
}

async function readMeta(pool: PostgresPool, name: string): Promise<Buffer | undefined> {
  const sql = 'SELECT value FROM confere.meta WHERE name = $1';
  return (await pool.query<{ readonly value: Buffer }>(sql, [name])).rows[0]?.value;
}
