// Brings the shared database forward, as its owner, for the role that the service uses.

import type { AuditTrail } from '../../../app/audit/ports.ts';
import { createAuditCheck } from '../../../app/audit/proof/audit-check.ts';
import { type Cover, toDropped, toPurgeAct } from '../../../app/audit/proof/covers.ts';
import { proveDropped } from '../../../app/audit/proof/prove-dropped.ts';
import { verifyAudit } from '../../../app/audit/verify-audit.ts';
import { systemClock } from '../../../clock.ts';
import type { Config } from '../../../config.ts';
import { OperatorError } from '../../../errors.ts';
import { openRememberedHeads } from '../../../stores/audit/state/remembered-heads.file.ts';
import { createPostgresAuditTrail } from '../../../stores/audit/trail/audit-trail.postgres.ts';
import { createLineageMemory, readLineage } from '../../../stores/postgres/lineage.ts';
import { type PostgresPool, withPostgresPool } from '../../../stores/postgres/pool.ts';
import {
  dropMonths,
  findOldMonths,
  type OldMonths,
  prepareMonths,
} from '../../../stores/postgres/schema/audit-months.ts';
import {
  listPending,
  type Migrated,
  migrate,
  type PlannedMigration,
  planMigrations as planPending,
  readSchemaState,
} from '../../../stores/postgres/schema/migrate.ts';
import { getStoreAddress } from '../../backend/postgres-store.ts';
import { toLineageFile } from '../../backend/store-lineage.ts';
import { toAuditSecrets } from '../../parts/audit/audit-secrets.ts';
import { toAuditRetention, toStateFolder } from '../../parts/audit/audit-settings.ts';
import { openInstallationSecret } from '../../parts/stores.ts';
import { recordAct } from '../audit/operator-act.ts';

export function checkMigrations(config: Config) {
  return withOwner(config, async (pool) => {
    const state = await readSchemaState(pool);
    return { ...state, pending: listPending(state) };
  });
}

export function planMigrations(config: Config): Promise<readonly PlannedMigration[]> {
  return withOwner(config, planPending);
}

export function runMigrations(config: Config): Promise<Migrated> {
  return withOwner(config, (pool) => migrate(pool, getStoreAddress(config, 'store').user));
}

/** Drops the months of the audit that are older than what is kept, and makes those to come. What does not verify is not dropped. */
export async function purgeMonths(config: Config): Promise<readonly string[]> {
  const secret = await openInstallationSecret(config, systemClock);
  return withOwner(config, async (pool) => {
    const session = await pool.open();
    try {
      await prepareMonths(session);
      const old = await findOldMonths(session, toAuditRetention(config));
      if (old.months.length === 0) return [];
      const check = createAuditCheck(toAuditSecrets(secret));
      const remembered = openRememberedHeads(toStateFolder(config)).list();
      await refuseUnproven(old, { trail: createPostgresAuditTrail(pool, () => []), check, remembered });
      const covers: Cover = {
        ...(old.evidenceBeforeMs !== undefined && { evidenceBeforeMs: old.evidenceBeforeMs }),
        dropped: toDropped([...old.carried, ...old.starts]),
      };
      const months = [...new Set(old.months.map(({ month }) => month.slice(0, 7)))];
      const { act, target } = toPurgeAct(covers, { actor: '', atMs: 0, months });
      await recordAct(config, act, target);
      return await dropMonths(session, old);
    } finally {
      session.close();
    }
  });
}

/**
 * Refuses to drop unproven months, because dropped records can never be proven again. It reads the whole audit only if an act that named an older
 * drop goes now.
 */
async function refuseUnproven(
  { starts, carried }: OldMonths,
  proof: Pick<Parameters<typeof verifyAudit>[0], 'check' | 'remembered'> & { readonly trail: AuditTrail },
): Promise<void> {
  const verdict = carried.length === 0 ? undefined : await verifyAudit(proof);
  const broken = verdict?.kind === 'broken' ? verdict : await proveDropped(starts, proof);
  if (broken === undefined) return;
  throw new OperatorError(
    `Nothing was dropped: the audit does not verify. BROKEN at record ${broken.sequence} of ${broken.chain}: ${broken.fault}. ` +
      'Keep everything as it is and compare it with your last backup.',
    1,
  );
}

/** Accepts this server as the right one from now on, regardless of earlier knowledge. Other nodes hear of it through Redis. */
export async function acceptServer(config: Config): Promise<{ readonly timeline: number }> {
  const memory = createLineageMemory(toLineageFile(config));
  const found = await withPostgresPool(getStoreAddress(config, 'store'), 1, readLineage);
  memory.remember({ epoch: (memory.read()?.epoch ?? 0) + 1, ...found });
  await recordAct(config, 'store_server_accepted', null);
  return { timeline: found.timeline };
}

function withOwner<Result>(config: Config, work: (pool: PostgresPool) => Promise<Result>): Promise<Result> {
  return withPostgresPool(getStoreAddress(config, 'store_maintenance'), 2, work);
}
