// Compares keys, passkeys and clearances with the acts of the audit when the service starts, and once a day: they decide who may ask, who
// signs in, and who is told as clear. `confere audit reconcile` compares all.

import type { AuditTrail } from '../../../app/audit/ports.ts';
import { withPauses } from '../../../app/jobs/purge-jobs.ts';
import type { Job } from '../../../app/jobs/run-jobs.ts';
import { reconcileStores } from '../../parts/reconcile-stores.ts';
import type { Core } from '../core.ts';

const everyMs = 24 * 3_600_000;

export function createReconcileJob({ config, stores, clock, onRowFault }: Core, trail: Pick<AuditTrail, 'find'>): Job {
  return withPauses({ name: 'reconciling', clock, everyMs }, async ({ beat }) => {
    const tables = ['api_keys', 'operator_passkeys', 'clearances'] as const;
    const { differences } = await reconcileStores({
      config,
      stores,
      trail,
      nowMs: clock.nowMs(),
      tables,
      onActs: beat,
    });
    // A hit that is nobody's clearance any more is a hit again: that one is no danger. A freeze that is gone is told as overdue no more.
    const dangers = differences.filter(
      ({ table, kind, isFreeze }) => table === 'api_keys' || kind === 'put_back' || isFreeze,
    );
    for (const { table, id, kind } of dangers) onRowFault({ table, id, against: kind });
    const putBack = dangers.filter(({ kind }) => kind === 'put_back');
    stores.keys.refuse(putBack.filter(({ table }) => table === 'api_keys'));
    const clearances = putBack.flatMap(({ table, id }) => (table === 'clearances' ? [{ table, id }] : []));
    stores.endedRows.add(clearances);
  });
}
