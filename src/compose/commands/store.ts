// Brings the shared database forward, as its owner, for the role that the service uses.

import type { Config } from '../../config.ts';
import { dropOldMonths, prepareMonths } from '../../stores/postgres/audit-months.ts';
import { createLineageMemory, readLineage } from '../../stores/postgres/lineage.ts';
import {
  listPending,
  type Migrated,
  migrate,
  readSchemaState,
  type SchemaState,
} from '../../stores/postgres/migrate.ts';
import { createPostgresPool, type PostgresPool, toStoreFault } from '../../stores/postgres/pool.ts';
import { getStoreAddress } from '../backend/postgres-store.ts';
import { toLineageFile } from '../backend/store-lineage.ts';
import { toAuditRetention } from '../parts/audit-settings.ts';
import { recordAct } from './audit/operator-act.ts';

export interface PendingMigrations extends SchemaState {
  readonly pending: readonly string[];
}

export function checkMigrations(config: Config): Promise<PendingMigrations> {
  return withOwner(config, async (pool) => {
    const state = await readSchemaState(pool);
    return { ...state, pending: listPending(state) };
  });
}

export function runMigrations(config: Config): Promise<Migrated> {
  return withOwner(config, (pool) => migrate(pool, getStoreAddress(config, 'store').user));
}

/** Drops the months of the audit that are older than what is kept, and makes those to come. */
export async function purgeMonths(config: Config): Promise<readonly string[]> {
  await recordAct(config, 'audit_purged', null);
  return withOwner(config, async (pool) => {
    const session = await pool.open();
    try {
      await prepareMonths(session);
      return await dropOldMonths(session, toAuditRetention(config));
    } finally {
      session.close();
    }
  });
}

/** From now on this server is the right one, whatever was known before. Other nodes hear of it by Redis. */
export async function acceptServer(config: Config): Promise<{ readonly timeline: number }> {
  const address = getStoreAddress(config, 'store');
  const memory = createLineageMemory(toLineageFile(config));
  const pool = createPostgresPool({ address, connectionsMax: 1 });
  let timeline: number;
  try {
    const found = await readLineage(pool);
    memory.remember({ epoch: (memory.read()?.epoch ?? 0) + 1, ...found });
    timeline = found.timeline;
  } catch (error) {
    throw toStoreFault(error, address);
  } finally {
    await pool.close();
  }
  await recordAct(config, 'store_server_accepted', null);
  return { timeline };
}

async function withOwner<Result>(config: Config, work: (pool: PostgresPool) => Promise<Result>): Promise<Result> {
  const address = getStoreAddress(config, 'store_maintenance');
  const pool = createPostgresPool({ address, connectionsMax: 2 });
  try {
    return await work(pool);
  } catch (error) {
    throw toStoreFault(error, address);
  } finally {
    await pool.close();
  }
}
