// The way back: takes what the database of `store` holds into the data directory of this node. Everything is copied into a folder beside,
// proven there, and put in its place once the database is marked as left. From its beginning on no node works on the database. Cut off
// anywhere, it is run again.

import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../../clock.ts';
import type { Config } from '../../../config.ts';
import { syncFile } from '../../../durable-files.ts';
import { OperatorError } from '../../../errors.ts';
import { openAuditDatabase, toAuditPath } from '../../../stores/audit/audit-database.sqlite.ts';
import { databaseNames } from '../../../stores/backup/copy-database.sqlite.ts';
import { createPostgresMarks } from '../../../stores/erasure/marks.postgres.ts';
import { type MoveMark, readMoveMark, writeMoveMark } from '../../../stores/postgres/moved.ts';
import type { PostgresPool } from '../../../stores/postgres/pool.ts';
import type { Session } from '../../../stores/postgres/session.ts';
import { findLastRetired, type MasterSecret } from '../../../stores/secrets/secrets.file.ts';
import { openForWriting } from '../../../stores/sqlite/connection.ts';
import { noteGeneration, noteLastRetired, toDatabasePath } from '../../../stores/sqlite/database.ts';
import { createPostgresAuditSide } from '../../../stores/transfer/audit-side.postgres.ts';
import { createSqliteAuditSide } from '../../../stores/transfer/audit-side.sqlite.ts';
import { findLocalData, toComing } from '../../../stores/transfer/local-data.sqlite.ts';
import { findMoveId, noteMoveId } from '../../../stores/transfer/move-out.sqlite.ts';
import { createPostgresSide } from '../../../stores/transfer/side.postgres.ts';
import { createSqliteSide } from '../../../stores/transfer/side.sqlite.ts';
import { openAuditMarks, openOwnMarks } from '../../backend/own-marks.ts';
import { getStoreAddress } from '../../backend/postgres-store.ts';
import { openLedger } from '../../parts/erasure/ledger.ts';
import { openInstallationSecret, openStores } from '../../parts/stores.ts';
import { recordAct } from '../audit/operator-act.ts';
import { copyEverything, type MovedPart, type OnPart, prove, refuseOpen, sealEnds, withMoveLock } from './moving.ts';

export async function exportStore(config: Config, onPart: OnPart): Promise<{ readonly parts: readonly MovedPart[] }> {
  getStoreAddress(config, 'store');
  refuseOpen(config);
  const secret = await openInstallationSecret(config, systemClock, { evenIfMoved: true });
  return withMoveLock(config, async (pool, session) => {
    // On the one session: nobody else of ours may be taken for a node.
    const known = await readMoveMark(session);
    if (known?.state === 'left') {
      await finishExport(config, secret, known);
      return { parts: [] };
    }
    refuseLocalData(config);
    const mark = await beginExport(config, session, known);
    const parts = await fill(config, pool, { secret, mark, onPart });
    await prove(config, toComingConfig(config), secret);
    const told = parts.map(({ part, found }) => `${found} ${part}`).join(', ');
    // From here on the files are what counts.
    const left: MoveMark = { ...mark, state: 'left', told };
    await writeMoveMark(pool, left);
    await finishExport(config, secret, left);
    return { parts };
  });
}

/** Refuses local data, which would be lost beneath the data that comes out of the database. */
function refuseLocalData({ data_dir: dataDirectory }: Config): void {
  const found = Object.entries(findLocalData(dataDirectory)).map(([part, many]) => `${part}: ${many}`);
  if (found.length === 0) return;
  throw new OperatorError(
    `${dataDirectory} holds data that is not in the database of store (${found.join(', ')}). Move it there first: confere store import. Or set data_dir to an empty folder.`,
  );
}

/** Marks the database so that no process begins to work on it, and waits until all have stopped. */
async function beginExport(config: Config, session: Session, known: MoveMark | undefined): Promise<MoveMark> {
  const coming = toComing(config.data_dir);
  await untilAlone(session);
  if (known !== undefined && findMoveId(coming) === known.id) return known;
  // What lies here is of a move that was given up, or gone on with by another node.
  rmSync(coming, { recursive: true, force: true });
  const mark: MoveMark = { state: 'leaving', id: randomUUID(), at: new Date(systemClock.nowMs()).toISOString() };
  await writeMoveMark(session, mark);
  try {
    // Whoever was connected before the mark was there is seen now; whoever comes later is refused.
    await untilAlone(session);
  } catch (error) {
    await writeMoveMark(session, known);
    throw error;
  }
  return mark;
}

const othersSql = `SELECT count(*) AS count FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = 'confere' AND pid <> pg_backend_pid()`;
/** A process that was stopped a moment ago may still be seen. */
const looksMax = 50;
const lookEveryMs = 100;

async function untilAlone(session: Session): Promise<void> {
  for (let look = 1; ; look++) {
    const { rows } = await session.query<{ readonly count: number }>(othersSql);
    const others = rows[0]?.count ?? 0;
    if (others === 0) return;
    if (look === looksMax) {
      throw new OperatorError(
        `Nodes or commands still work on the database of store: ${others} connections. Stop every node first, then run this again.`,
        1,
      );
    }
    await sleep(lookEveryMs);
  }
}

interface FillOptions {
  readonly secret: MasterSecret;
  readonly mark: MoveMark;
  readonly onPart: OnPart;
}

async function fill(config: Config, pool: PostgresPool, { secret, mark, onPart }: FillOptions) {
  const coming = toComingConfig(config);
  const { data_dir: folder } = coming;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const stores = await openStores(coming, systemClock, { mayMakeHome: true });
  await stores.close();
  const database = openForWriting(toDatabasePath(folder), { lockWaitMs, mustExist: true });
  const audit = openAuditDatabase({ dataDirectory: folder, busyTimeoutMs: lockWaitMs });
  let parts: readonly MovedPart[];
  try {
    noteMoveId(database, mark.id);
    noteGeneration(database, secret.generations());
    noteLastRetired(database, findLastRetired(secret));
    parts = await copyEverything({
      from: createPostgresSide(pool),
      to: createSqliteSide(database),
      audit: { from: createPostgresAuditSide(pool), to: createSqliteAuditSide(audit) },
      sourceId: mark.id,
      onPart,
    });
  } finally {
    audit.close();
    database.close();
  }
  const erasures = await createPostgresMarks(pool).read();
  openLedger(config).add(erasures);
  for (const marks of [openOwnMarks(coming), openAuditMarks(coming)])
    for (const erasure of erasures) await marks.add(erasure);
  return parts;
}

const lockWaitMs = 5_000;

/** Puts what was proven in its place. The database of keys last: until it is there, running the command again ends what is left. */
async function finishExport(config: Config, secret: MasterSecret, { id, at, told }: MoveMark): Promise<void> {
  const coming = toComingConfig(config);
  const { data_dir: folder } = coming;
  if (findMoveId(folder) === id) {
    if (existsSync(toAuditPath(folder))) {
      await sealEnds(coming, secret);
      if (Object.keys(findLocalData(folder)).every((part) => part !== 'audit records'))
        await recordAct(coming, 'store_exported', told ?? null);
    }
    for (const name of databaseNames.toReversed()) putInPlace(folder, config.data_dir, name);
    syncFile(config.data_dir);
  }
  if (findMoveId(config.data_dir) !== id) {
    throw new OperatorError(
      `The data of this database was moved into the files of another node, begun at ${at}. Nothing was done here.`,
    );
  }
  rmSync(folder, { recursive: true, force: true });
}

/** Everything is in the one file: the log was folded in when it was closed. */
function putInPlace(from: string, to: string, name: string): void {
  if (!existsSync(join(from, name))) return;
  openForWriting(join(from, name), { lockWaitMs, mustExist: true }).close();
  for (const end of ['-wal', '-shm']) rmSync(join(to, `${name}${end}`), { force: true });
  renameSync(join(from, name), join(to, name));
}

function toComingConfig(config: Config): Config {
  return { ...config, store: null, data_dir: toComing(config.data_dir) };
}
