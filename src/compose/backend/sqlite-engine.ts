// Everything in the files of one node's data directory.

import { existsSync } from 'node:fs';
import type { Clock } from '../../app/clock.ts';
import type { Config } from '../../config.ts';
import { OperatorError } from '../../errors.ts';
import { refuseNewerAudit } from '../../stores/audit/audit-database.sqlite.ts';
import { readOpenIntents } from '../../stores/audit/audit-end.sqlite.ts';
import { openSqliteAuditLog } from '../../stores/audit/log/audit-log.sqlite.ts';
import { createAuditReader } from '../../stores/audit/trail/audit-reader.sqlite.ts';
import { openSqliteAuditTrail, openSqliteAuditTrailIfThere } from '../../stores/audit/trail/audit-trail.sqlite.ts';
import { createSqliteBatchStore } from '../../stores/batches/batches.sqlite.ts';
import { createAuditProbe } from '../../stores/doctor/audit-probe.ts';
import { createSqliteDueTimes } from '../../stores/doctor/due-times.sqlite.ts';
import { createJudgementsProbe } from '../../stores/doctor/judgements-probe.ts';
import { createRestoredKeysProbe, withSqliteKeyStates } from '../../stores/doctor/restored-keys-probe.ts';
import { createRetiredSecretProbe, readSqliteRetired } from '../../stores/doctor/retired-secret-probe.ts';
import { createRowsProbe, lookAtSqliteRows } from '../../stores/doctor/rows-probe.ts';
import { createWebKeysProbe, readSqliteWebKeys } from '../../stores/doctor/web-keys-probe.ts';
import { findErasures } from '../../stores/erasure/marks.sqlite.ts';
import { createSqliteIdempotencyStore } from '../../stores/idempotency/idempotency.sqlite.ts';
import { createSqliteJobLease } from '../../stores/jobs/job-lease.sqlite.ts';
import { createSqliteJobsReader, createSqliteNeeded } from '../../stores/jobs/jobs-state.sql.ts';
import { openSqliteKeptRows } from '../../stores/kept-rows/kept-rows.sql.ts';
import { createInstanceTaking } from '../../stores/key-owned/taking-in.ts';
import { createSqliteKeyStore } from '../../stores/keys/keys.sqlite.ts';
import { createSqliteSql } from '../../stores/sql/sql.ts';
import { databaseExists } from '../../stores/sqlite/database.ts';
import { createFindStoreFault } from '../../stores/sqlite/health.ts';
import { createInstanceLock } from '../../stores/sqlite/instance-lock.ts';
import { findLocalData, findTakenOver, toComing } from '../../stores/transfer/local-data.sqlite.ts';
import { isMovingOut } from '../../stores/transfer/move-out.sqlite.ts';
import { createSqliteUsageStore } from '../../stores/usage/usage.sqlite.ts';
import type { Backend, Engine, OpenedEngine, StoreParts } from './backend.ts';
import { toKeptDays } from './kept-days.ts';
import { openOwnDatabase, toCallLimits } from './own-database.ts';
import { openAuditMarks, openOwnMarks } from './own-marks.ts';
import { openSqlStores } from './sql-stores.ts';

/** The limits fit some gigabytes of a machine's own disk. */
const callLimits = { recordsPerKeyMax: 1_000_000, recordsMax: 2_000_000 };

export function createSqliteEngine(config: Config): Engine {
  const { data_dir: dataDirectory } = config;
  return {
    name: 'sqlite',
    place: dataDirectory,
    // A database that was taken over or is on its way has its own sentence.
    hasHome: () =>
      databaseExists(dataDirectory) ||
      existsSync(toComing(dataDirectory)) ||
      findTakenOver(dataDirectory) !== undefined,
    async begin(clock) {
      refuseComing(dataDirectory);
      refuseTakenOver(dataDirectory);
      return beginEngine(config, clock);
    },
    openAuditLog: (options) => openSqliteAuditLog({ ...options, dataDirectory }),
    refuseNewerAudit: () => refuseNewerAudit(dataDirectory),
    openOwnersTrail: async (findSecrets) => openSqliteAuditTrail(dataDirectory, findSecrets),
    openProvenTrail: async (findSecrets) => openSqliteAuditTrailIfThere(dataDirectory, findSecrets),
    openIntents: (beforeMs, findSecrets) => readOpenIntents(dataDirectory, beforeMs, findSecrets),
    toProofSource: () => ({ kind: 'sqlite', dataDirectory }),
    openMarks: async () => [openOwnMarks(config), openAuditMarks(config)],
    createProbes: (parts) => [
      createAuditProbe({ dataDirectory, ...parts }),
      createWebKeysProbe(() => readSqliteWebKeys(dataDirectory, parts.clock.nowMs())),
      createRetiredSecretProbe(parts.findSecret, () => readSqliteRetired(dataDirectory)),
      createRestoredKeysProbe(parts.stateFolder, withSqliteKeyStates(dataDirectory)),
      createRowsProbe({
        lookAtRows: lookAtSqliteRows(dataDirectory),
        findProof: parts.findRowProof,
        findSealFor: parts.findSealFor,
      }),
      createJudgementsProbe({
        lookAtRows: lookAtSqliteRows(dataDirectory),
        findProof: parts.findRowProof,
        clock: parts.clock,
      }),
    ],
    readJobs: createSqliteJobsReader(dataDirectory),
    readDueTimes: createSqliteDueTimes(dataDirectory, toKeptDays(config)),
    findNeededSnapshots: createSqliteNeeded(dataDirectory).findSnapshots,
    findNeededEditions: createSqliteNeeded(dataDirectory).findEditions,
  };
}

/** An empty database in the place of one that was taken over would refuse every key. */
function refuseTakenOver(dataDirectory: string): void {
  const aside = findTakenOver(dataDirectory);
  if (aside === undefined || Object.keys(findLocalData(dataDirectory)).length > 0) return;
  throw new OperatorError(
    `The data of ${dataDirectory} was taken over into PostgreSQL. Set store again; or, to continue with the earlier state, move the files of ${aside} back.`,
  );
}

/** Refuses data that is still coming out of a shared database, because it is complete only in its final place. */
function refuseComing(dataDirectory: string): void {
  if (!existsSync(toComing(dataDirectory))) return;
  throw new OperatorError(
    'A move of the data from the database of store into these files is not finished. Set store again and run: confere store export. Or cancel it: confere store stay --yes',
  );
}

/** Refuses data that is moving to a database, because later writes would be missing there. */
function refuseLeaving(dataDirectory: string): void {
  if (!isMovingOut(dataDirectory)) return;
  throw new OperatorError(
    `The move of the data of ${dataDirectory} into PostgreSQL is not finished. Set store and run again: confere store import. Or continue with these files: confere store stay --yes`,
  );
}

function beginEngine(config: Config, clock: Clock): OpenedEngine {
  const opened = new AsyncDisposableStack();
  return {
    hasSecret: databaseExists(config.data_dir),
    // The database tells it when it is opened.
    admit: async (secret) => secret.generations(),
    open: (parts) => open(config, clock, parts, opened),
    close: () => opened.disposeAsync(),
  };
}

async function open(config: Config, clock: Clock, parts: StoreParts, opened: AsyncDisposableStack): Promise<Backend> {
  const sqlite = await openOwnDatabase(config, { ...parts, clock, newestElsewhere: 0 });
  opened.defer(() => sqlite.close());
  // After it was opened: whoever moves it looks whether anybody has it open.
  refuseLeaving(config.data_dir);
  const instance = createInstanceLock(config.data_dir);
  opened.defer(() => instance.release());
  const sql = createSqliteSql(sqlite);
  const taking = createInstanceTaking(sql, instance);
  return {
    ...openSqlStores({ toSql: () => sql, taking, rowProof: parts.rowProof }),
    keys: createSqliteKeyStore(sqlite, { checksum: parts.keyChecksum, clock, onDamage: parts.onDamage }),
    calls: createSqliteIdempotencyStore(sqlite, { instance, ...toCallLimits(config, callLimits) }),
    questions: undefined,
    usage: createSqliteUsageStore(sqlite),
    batches: createSqliteBatchStore(sqlite, instance, clock, parts.rowProof),
    lease: createSqliteJobLease(sqlite, instance, clock),
    openKeptRows: openSqliteKeptRows(sqlite),
    shared: undefined,
    findErasures: () => findErasures(sqlite.reader),
    marks: [openOwnMarks(config), openAuditMarks(config)],
    marksOfData: [openOwnMarks(config)],
    openAuditReader: (findSecrets) => createAuditReader(config.data_dir, findSecrets),
    findFault: createFindStoreFault(sqlite, { clock, holdsKeys: true }),
  };
}
