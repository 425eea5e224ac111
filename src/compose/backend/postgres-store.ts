// Opens the database that several nodes share: refused where its schema is not this version's, or its keys were made with
// another master secret.

import { randomUUID } from 'node:crypto';
import type { AuditTrail } from '../../app/audit/ports.ts';
import type { Clock } from '../../app/clock.ts';
import type { KeyState } from '../../app/keys/ports.ts';
import type { SharedMarks } from '../../app/privacy/ledger.ts';
import { type Config, readSecretAddress } from '../../config.ts';
import { AppError, type Bilingual, OperatorError, toFaultCode } from '../../errors.ts';
import type { SecretAddress } from '../../settings/secret-address.ts';
import type { SettingName } from '../../settings/settings.ts';
import { createPostgresQuestions } from '../../stores/answers/questions.postgres.ts';
import type { AuditReader } from '../../stores/audit/trail/audit-reader.sqlite.ts';
import { createPostgresAuditTrail, replaceGroups } from '../../stores/audit/trail/audit-trail.postgres.ts';
import type { FindAuditSecrets } from '../../stores/audit/trail/audit-trail.sqlite.ts';
import { createPostgresBatchStore } from '../../stores/batches/batches.postgres.ts';
import type { LookAtRows } from '../../stores/doctor/rows-probe.ts';
import { type WebKey, webKeysSql } from '../../stores/doctor/web-keys-probe.ts';
import { createPostgresDataMarks, createPostgresMarks, replaceErasures } from '../../stores/erasure/marks.postgres.ts';
import { findErasures } from '../../stores/erasure/marks.sqlite.ts';
import { tidyTables } from '../../stores/erasure/tidy-tables.postgres.ts';
import { createPostgresIdempotencyStore } from '../../stores/idempotency/idempotency.postgres.ts';
import { createPostgresJobLease } from '../../stores/jobs/job-lease.postgres.ts';
import { openPostgresKeptRows } from '../../stores/kept-rows/kept-rows.sql.ts';
import { createNodeTaking } from '../../stores/key-owned/taking-in.postgres.ts';
import { createPostgresKeyStore, eachPostgresKeyState } from '../../stores/keys/keys.postgres.ts';
import { type PostgresAddress, parsePostgresAddress } from '../../stores/postgres/address.ts';
import { checkLineage, createLineageMemory, isFenceCode, type LineageMemory } from '../../stores/postgres/lineage.ts';
import { createJudge, isMovedCode } from '../../stores/postgres/moved.ts';
import { countOutdated, type NodeLink, openNodeLink } from '../../stores/postgres/node-link.ts';
import { type StorePart, withObserver } from '../../stores/postgres/observed-pool.ts';
import {
  adviseOnStoreFault,
  createPostgresPool,
  type PostgresPool,
  withPostgresPool,
} from '../../stores/postgres/pool.ts';
import { findSchemaFault, readSchemaState } from '../../stores/postgres/schema/migrate.ts';
import { createStatements } from '../../stores/postgres/statements.ts';
import { createPostgresSql } from '../../stores/sql/sql.ts';
import { databaseExists } from '../../stores/sqlite/database.ts';
import { createFindStoreFault } from '../../stores/sqlite/health.ts';
import { findLocalData } from '../../stores/transfer/local-data.sqlite.ts';
import { createPostgresUsageStore } from '../../stores/usage/usage.postgres.ts';
import type { Backend, LinkOptions, OpenedEngine, OwnersTrail, SharedState, StoreParts } from './backend.ts';
import { followLineage, toKnownServers } from './known-servers.ts';
import { openOwnDatabase, toCallLimits } from './own-database.ts';
import { openOwnMarks } from './own-marks.ts';
import { openSqlStores } from './sql-stores.ts';
import { toLineageFile, withNewestServer } from './store-lineage.ts';
import { admitSecret, knowsSecret, noteRetired, readRetired } from './store-secret.ts';

const fenceFault = {
  en: 'the database server in store is not the one that was promoted last',
  pt: 'o servidor de banco de dados em store não é o que foi promovido por último',
};

const otherFault = {
  en: 'the database server in store is not the one that this node knows: a restored copy or another installation; see which, and then: confere store accept-server --yes',
  pt: 'o servidor de banco de dados em store não é o que este nó conhece: é uma cópia restaurada ou outra instalação; verifique qual e depois: confere store accept-server --yes',
};

const movedFault = {
  en: 'the data of the database in store was moved into the files of a node',
  pt: 'os dados do banco de dados em store foram levados para os arquivos de um nó',
};

/** `confere doctor` counts with them: `ownSessions` in store-probe.ts. */
const jobConnections = 2;
/** A hundred million calls of one key in a day, and twice that of all. */
const callLimits = { recordsPerKeyMax: 100_000_000, recordsMax: 200_000_000 };

export function getStoreAddress(
  config: Config,
  setting: SettingName & ('store' | 'store_maintenance'),
): PostgresAddress {
  const address: SecretAddress | null = config[setting] ?? config.store;
  if (address === null) {
    throw new OperatorError('No store is set: this node keeps everything in data_dir. See store in docs/settings.md');
  }
  return parsePostgresAddress(readSecretAddress(setting, address));
}

export async function beginPostgresStore(config: Config, clock: Clock, options: LinkOptions): Promise<OpenedEngine> {
  const { onLink, onStatement } = options;
  const address = getStoreAddress(config, 'store');
  const lineage = followLineage(createLineageMemory(toLineageFile(config)), () => {
    // Those who are connected to an older server are so no longer.
    pool.renew();
    jobs.renew();
  });
  const connect = (connectionsMax: number) =>
    createPostgresPool({
      address,
      readAddress: () => getStoreAddress(config, 'store'),
      connectionsMax,
      judge: options.evenIfMoved ? (session) => checkLineage(session, lineage) : createJudge(lineage),
    });
  const pool = connect(config.store_connections);
  // What goes on in the background looks every second: a server that is slow must not make requests wait behind it.
  const jobs = onLink === undefined ? pool : connect(jobConnections);
  const poolOf = (part: StorePart) => {
    const asked = part === 'jobs' ? jobs : pool;
    return onStatement === undefined ? asked : withObserver(asked, part, { clock, onStatement });
  };
  try {
    const look = () => readSchemaState(pool);
    // A process that stays follows the newest server all the time.
    const state = await (onLink === undefined ? withNewestServer(config, toKnownServers(lineage), look) : look());
    const fault = findSchemaFault(state);
    if (fault !== undefined) throw new OperatorError(fault);
    const isUsed = await knowsSecret(pool);
    const outageMs = config.store_outage_seconds * 1000;
    let listen = (_isLive: boolean): void => {};
    const onKeys = (isLive: boolean) => listen(isLive);
    const link = onLink && (await openNodeLink({ pool: poolOf('link'), clock, outageMs, onChange: onLink, onKeys }));
    const followKeys = (follow: typeof listen) => {
      listen = follow;
      if (link !== undefined) follow(false);
    };
    const opened = new AsyncDisposableStack();
    opened.defer(() => pool.close());
    opened.defer(() => jobs.close());
    opened.defer(() => link?.close());
    const store: PostgresStore = { config, clock, options, pool, poolOf, link, followKeys, lineage, address };
    return {
      hasSecret: isUsed || databaseExists(config.data_dir),
      admit: (secret) => admitSecret(pool, secret, address),
      open: (parts) => open(store, parts, opened),
      close: () => opened.disposeAsync(),
    };
  } catch (error) {
    await jobs.close();
    await pool.close();
    throw adviseOnStoreFault(error, address);
  }
}

interface PostgresStore {
  readonly config: Config;
  readonly clock: Clock;
  readonly options: LinkOptions;
  readonly pool: PostgresPool;
  /** The connections for this part, with an observer of it. */
  readonly poolOf: (part: StorePart) => PostgresPool;
  /** A command has none, and keeps no key in memory. */
  readonly link: NodeLink | undefined;
  readonly followKeys: SharedState['followKeys'];
  readonly lineage: LineageMemory;
  readonly address: PostgresAddress;
}

async function open(store: PostgresStore, parts: StoreParts, opened: AsyncDisposableStack): Promise<Backend> {
  const { config, clock, options, pool, poolOf, link, address } = store;
  const { onDeaf } = options;
  // A command may be the one that takes them over.
  if (link !== undefined) refuseLocalData(config.data_dir);
  const newestElsewhere = await admitSecret(pool, parts.secret, address);
  const { rowProof } = parts;
  link?.tellGeneration(parts.secret.inForce);
  const own = await openOwnDatabase(config, { ...parts, clock, newestElsewhere });
  opened.defer(() => own.close());
  const findOwnFault = createFindStoreFault(own, { clock, holdsKeys: false });
  const keyOptions = { checksum: parts.keyChecksum, clock, onDamage: parts.onDamage, link, ...(onDeaf && { onDeaf }) };
  const process = link?.id ?? randomUUID();
  const calls = { link: { id: process }, clock, ...toCallLimits(config, callLimits) };
  const marks = createPostgresMarks(pool);
  const toSql = (part: StorePart) => createPostgresSql(poolOf(part));
  return {
    ...openSqlStores({ toSql, taking: createNodeTaking(toSql('jobs'), process), rowProof }),
    keys: createPostgresKeyStore(poolOf('keys'), keyOptions),
    calls: createPostgresIdempotencyStore(poolOf('calls'), calls),
    questions: createPostgresQuestions(poolOf('calls'), process),
    usage: createPostgresUsageStore(poolOf('usage')),
    batches: createPostgresBatchStore(poolOf('jobs'), process, clock, rowProof),
    lease: createPostgresJobLease(poolOf('jobs'), process, clock),
    openKeptRows: openPostgresKeptRows(pool),
    shared: toSharedState(store, marks),
    findErasures: () => findErasures(own.reader),
    marks: [openOwnMarks(config), marks],
    marksOfData: [openOwnMarks(config), createPostgresDataMarks(pool)],
    openAuditReader: (findSecrets) => toAuditReader(createPostgresAuditTrail(poolOf('audit'), findSecrets)),
    findFault: async () => findLinkFault(link) ?? findOwnFault(),
  };
}

/**
 * Refuses data that is missing from the database. Its absence would have silent effects: old keys would be refused, and an older audit would be
 * invisible.
 */
function refuseLocalData(dataDirectory: string): void {
  const found = Object.entries(findLocalData(dataDirectory)).map(([part, many]) => `${part}: ${many}`);
  if (found.length === 0) return;
  throw new OperatorError(
    `${dataDirectory} holds data that is not in the database of store (${found.join(', ')}). Move it there: confere store import. ` +
      'Or leave it out for good: confere store leave --yes',
  );
}

function toSharedState({ pool, link, followKeys, lineage }: PostgresStore, marks: SharedMarks): SharedState {
  return {
    marks,
    isReachable: () => link?.findFault() === undefined,
    isFenced: () => isFenceCode(link?.findFault() ?? ''),
    clockSkewMs: () => link?.getSkewMs() ?? 0,
    ...toKnownServers(lineage),
    connections: pool.connections,
    countOutdated: (generation) => countOutdated(pool, generation),
    replaceErasures: (erasures) => replaceErasures(pool, erasures),
    noteRetired: (generation) => noteRetired(pool, generation),
    followKeys,
  };
}

function findLinkFault(link: NodeLink | undefined): Bilingual | undefined {
  const lost = link?.findFault();
  if (lost === undefined || link?.isWithinOutage()) return undefined;
  if (isFenceCode(lost)) return lost === 'OTHER_SERVER' ? otherFault : fenceFault;
  if (isMovedCode(lost)) return movedFault;
  return {
    en: `the database in store cannot be reached (${lost})`,
    pt: `o banco de dados em store está inacessível (${lost})`,
  };
}

/** Creates a reader for the console that refuses unreadable data with its proper error. */
function toAuditReader(trail: AuditTrail): AuditReader {
  const orUnavailable = <Result>(read: Promise<Result>): Promise<Result> =>
    read.catch((error: unknown) => {
      throw new AppError('audit_unavailable', { retryAfterSeconds, internal: toFaultCode(error) });
    });
  return {
    find: (filter, page) => orUnavailable(trail.find(filter, page)),
    search: (filter, page) => orUnavailable(trail.search(filter, page)),
    findGroup: (chain, sequence) => orUnavailable(trail.findGroup(chain, sequence)),
    findHead: (place) => orUnavailable(trail.findHead(place)),
    findPolicy: (hash) => orUnavailable(trail.findPolicy(hash)),
    lastHeads: () => orUnavailable(trail.lastHeads()),
    async *pages(stretch) {
      const pages = trail.pages(stretch)[Symbol.asyncIterator]();
      for (let page = await orUnavailable(pages.next()); !page.done; page = await orUnavailable(pages.next()))
        yield page.value;
    },
    close: async () => {},
  };
}

const retryAfterSeconds = 5;

/** As the owner, where one is set: forgetting is not for the service. */
export function openOwnersAudit(config: Config, findSecrets: FindAuditSecrets): OwnersTrail {
  const pool = createPostgresPool({ address: getStoreAddress(config, 'store_maintenance'), connectionsMax: 2 });
  return {
    ...createPostgresAuditTrail(pool, findSecrets),
    replaceGroups: (changes) => replaceGroups(pool, changes),
    tidy: () => tidyTables(pool),
    close: () => pool.close(),
  };
}

export function withKeyStates<Result>(
  config: Config,
  use: (states: AsyncIterable<KeyState>) => Promise<Result>,
): Promise<Result> {
  return withPostgresPool(getStoreAddress(config, 'store'), 1, (pool) => use(eachPostgresKeyState(pool)));
}

/** Looks at the rows for the doctor. */
export function lookAtRows(config: Config, look: Parameters<LookAtRows>[0]): ReturnType<LookAtRows> {
  return withPostgresPool(getStoreAddress(config, 'store'), 1, (pool) => look(createStatements(pool)));
}

export function readRetiredOnce(config: Config): Promise<number> {
  return withPostgresPool(getStoreAddress(config, 'store'), 1, readRetired);
}

/** Reads the keys for the doctor. They belong to this database, on every node that asks. */
export async function readWebKeys(config: Config, nowMs: number): Promise<readonly WebKey[]> {
  const pool = createPostgresPool({ address: getStoreAddress(config, 'store'), connectionsMax: 1 });
  try {
    return (await pool.query<WebKey>(webKeysSql('confere.api_keys', '$1'), [nowMs])).rows;
  } finally {
    await pool.close();
  }
}
