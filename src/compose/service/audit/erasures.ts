// Erasures that this node's data has not gone through: another node made them, or a file came back from an older copy. The service
// makes them again by itself; of the shared audit, which only its owner may change, it says that they are missing.

import type { AuditLog } from '../../../app/audit/ports.ts';
import type { Job } from '../../../app/jobs/run-jobs.ts';
import {
  AuditClosedError,
  type ErasureParts,
  forgetBeforeServing,
  listMissing,
  reapplyErasures,
} from '../../../app/privacy/erase-person.ts';
import { openSqliteAuditTrail } from '../../../stores/audit/trail/audit-trail.sqlite.ts';
import { cleanDatabases } from '../../../stores/erasure/clean-directory.ts';
import { toAuditSecrets } from '../../parts/audit/audit-secrets.ts';
import { openErasure } from '../../parts/erasure/erasure.ts';
import { openLedger } from '../../parts/erasure/ledger.ts';
import type { Core } from '../core.ts';

const lookEveryMs = 5_000;
const waitText =
  'people who were erased are still in an older copy of the audit, which takes no writes: confere audit accept-loss';

/** Forgets the people of the erasure ledger in data that is an older copy. A node does so before it serves, and when its database is back. */
export async function forgetErased({ config, stores, clock, logger }: Core): Promise<void> {
  const none = async () => [];
  const trail = {
    find: none,
    findErasable: none,
    findActsNaming: none,
    forget: async () => ({ count: 0, replaced: [] }),
  };
  const log = { append: () => Promise.reject(new Error('Nothing here is written down')) };
  const count = await forgetBeforeServing({
    ...openErasure({ config, stores, trail, log, clock, actor: 'service' }),
    marks: stores.marksOfData,
    clean: (all) => cleanDatabases(config.data_dir, all),
  });
  if (count > 0)
    logger.write('warn', 'erasures_forgotten', { internal: `${count} of the ledger, in data that was an older copy` });
}

export function createErasureJob({ config, stores, clock, logger }: Core, audit: AuditLog): Job {
  const sharedMarks = stores.shared?.marks;
  const ledger = openLedger(config);
  // The shared one is brought forward by its owner.
  const marks = stores.marks.filter((each) => each !== sharedMarks);
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  /** Missing at the last look: at the first one an erasure may be under way. */
  let seenMissing = new Set<string>();
  let seenBehind = 0;
  let toldBehind = 0;

  async function using<Result>(work: (parts: ErasureParts) => Promise<Result>): Promise<Result> {
    const options = { config, stores, log: audit, clock, actor: 'service' };
    const own = {
      refuseUnreachable: () => {},
      clean: (all: ReadonlySet<string>) => cleanDatabases(config.data_dir, all),
    };
    if (sharedMarks === undefined) {
      const trail = openSqliteAuditTrail(config.data_dir, () => toAuditSecrets(stores.secret));
      try {
        return await work({ ...openErasure({ ...options, trail }), ...own });
      } finally {
        trail.close();
      }
    }
    // The rows of the shared audit are its owner's.
    const none = async () => [];
    const trail = {
      find: none,
      findErasable: none,
      findActsNaming: none,
      forget: async () => ({ count: 0, replaced: [] }),
    };
    return work({ ...openErasure({ ...options, trail }), ...own, marks });
  }

  /** Follows the erasures that another node has made, and reports once what the database has lost. */
  async function followShared(): Promise<void> {
    if (sharedMarks === undefined) return;
    ledger.add(await sharedMarks.read());
    const behind = (await listMissing({ ledger, marks: [sharedMarks] })).length;
    // Seen twice: at the first look an erasure may be under way.
    if (behind > 0 && behind === seenBehind && behind !== toldBehind) {
      logger.write('error', 'erasures_behind', {
        internal: `the database in store lacks ${behind} erasures of the ledger: confere privacy reapply`,
      });
      toldBehind = behind;
    }
    if (behind === 0) toldBehind = 0;
    seenBehind = behind;
  }

  let isTold = false;

  return {
    name: 'erasures',
    async hasWork() {
      if (clock.monotonicMs() - lookedAtMs < lookEveryMs) return false;
      lookedAtMs = clock.monotonicMs();
      await followShared();
      const missing = (await listMissing({ ledger, marks })).map(({ id }) => id);
      const isLeft = missing.some((id) => seenMissing.has(id));
      seenMissing = new Set(missing);
      return isLeft;
    },
    async run() {
      try {
        const { erasures } = await using(reapplyErasures);
        logger.write('warn', 'erasures_reapplied', { internal: `${erasures} of the ledger` });
      } catch (error) {
        if (!(error instanceof AuditClosedError)) throw error;
        // Everything else is forgotten before anybody is served.
        if (!isTold) logger.write('error', 'erasures_wait_for_audit', { internal: waitText });
        isTold = true;
      }
    },
  };
}
