// Takes what a node keeps in its data directory into the database of `store`: everything is copied, then proven, and only then are the old
// files moved aside. From its beginning on no service works on the files. Cut off anywhere, it is run again.

import { systemClock } from '../../../clock.ts';
import type { Config } from '../../../config.ts';
import { OperatorError } from '../../../errors.ts';
import { toAuditPath } from '../../../stores/audit/audit-database.sqlite.ts';
import { openSqliteAuditTrailIfThere } from '../../../stores/audit/trail/audit-trail.sqlite.ts';
import { createPostgresMarks } from '../../../stores/erasure/marks.postgres.ts';
import { readMoveMark } from '../../../stores/postgres/moved.ts';
import type { PostgresPool } from '../../../stores/postgres/pool.ts';
import { openForReading } from '../../../stores/sqlite/connection.ts';
import { toDatabasePath } from '../../../stores/sqlite/database.ts';
import { createPostgresAuditSide } from '../../../stores/transfer/audit-side.postgres.ts';
import { createSqliteAuditSide } from '../../../stores/transfer/audit-side.sqlite.ts';
import { findLocalData, moveAside, takenOver } from '../../../stores/transfer/local-data.sqlite.ts';
import { beginMoveOut, listMovesGivenUp } from '../../../stores/transfer/move-out.sqlite.ts';
import { createPostgresSide } from '../../../stores/transfer/side.postgres.ts';
import { createSqliteSide } from '../../../stores/transfer/side.sqlite.ts';
import { openOwnMarks } from '../../backend/own-marks.ts';
import { getStoreAddress } from '../../backend/postgres-store.ts';
import { openLedger } from '../../parts/erasure/ledger.ts';
import { openStores } from '../../parts/stores.ts';
import { recordAct } from '../audit/operator-act.ts';
import { copyEverything, type MovedPart, type OnPart, prove, refuseOpen, withMoveLock } from './moving.ts';

export interface Imported {
  readonly parts: readonly MovedPart[];
  /** The old files lie here; null means that there was nothing to take over. */
  readonly movedTo: string | null;
}

export async function importStore(config: Config, onPart: OnPart): Promise<Imported> {
  getStoreAddress(config, 'store');
  refuseOpen(config);
  if (Object.keys(findLocalData(config.data_dir)).length === 0) return { parts: [], movedTo: null };
  // Brings the old files forward, and refuses another secret than theirs and the database's.
  const stores = await openStores(config, systemClock);
  const { secret } = stores;
  await stores.close();
  openSqliteAuditTrailIfThere(config.data_dir, () => [])?.close();
  const parts = await withMoveLock(config, async (pool) => {
    const sourceId = await beginImport(config, pool);
    const copied = await copyAll(config, pool, sourceId, onPart);
    await copyMarks(config, pool);
    return copied;
  });
  await prove({ ...config, store: null }, config, secret);
  await recordAct(config, 'store_imported', parts.map(({ part, found }) => `${found} ${part}`).join(', '));
  return { parts, movedTo: moveAside(config.data_dir, takenOver, systemClock.nowMs()) };
}

/** Marks both sides. What an older copy of these files has left in the database would stay in the place of what is newer. */
async function beginImport(config: Config, pool: PostgresPool): Promise<string> {
  const mark = await readMoveMark(pool);
  const { rows } = await pool.query('SELECT 1 FROM confere.meta WHERE name = ANY($1::text[])', [
    listMovesGivenUp(config.data_dir).map(toBegunName),
  ]);
  if (mark !== undefined || rows.length > 0) {
    throw new OperatorError(
      'The database of store holds older data of this installation: somebody moved the data out of it, or cancelled an import. Import into an empty database: ' +
        'name a new database in store, or drop the schema confere there, then: confere store migrate',
    );
  }
  const sourceId = beginMoveOut(config.data_dir, new Date(systemClock.nowMs()).toISOString());
  // Whoever opened the files before the mark was there is seen now; whoever comes later sees the mark.
  refuseOpen(config);
  await createPostgresSide(pool).note(toBegunName(sourceId));
  return sourceId;
}

const toBegunName = (sourceId: string) => `import ${sourceId} begun`;

async function copyAll(config: Config, pool: PostgresPool, sourceId: string, onPart: OnPart) {
  using database = openForReading(toDatabasePath(config.data_dir));
  const trail = openSqliteAuditTrailIfThere(config.data_dir, () => []);
  trail?.close();
  using audit = trail && openForReading(toAuditPath(config.data_dir));
  return await copyEverything({
    from: createSqliteSide(database),
    to: createPostgresSide(pool),
    audit: audit && { from: createSqliteAuditSide(audit), to: createPostgresAuditSide(pool) },
    sourceId,
    onPart,
  });
}

/** Erasures that the old files went through are not missing in what was taken from them. */
async function copyMarks(config: Config, pool: PostgresPool): Promise<void> {
  const known = (await openOwnMarks(config).list()) ?? new Set();
  const marks = createPostgresMarks(pool);
  for (const erasure of openLedger(config).read()) if (known.has(erasure.id)) await marks.add(erasure);
}
