// Hands the rows of the stores to the comparison with the acts of the audit. Reads only.

import type { AuditTrail } from '../../app/audit/ports.ts';
import { type Reconciled, type RowState, reconcileRows } from '../../app/audit/reconcile/reconcile.ts';
import type { ReconciledTable } from '../../app/kept/stores.ts';
import type { StoredClearance } from '../../app/screening/clearances/ports.ts';
import type { Config } from '../../config.ts';
import type { Stores } from './stores.ts';

interface ReconcileOptions {
  readonly config: Config;
  readonly stores: Pick<Stores, 'keys' | 'operators' | 'passkeys' | 'clearances' | 'webhooks' | 'watches' | 'batches'>;
  readonly trail: Pick<AuditTrail, 'find'>;
  readonly nowMs: number;
  /** All of them unless told otherwise. */
  readonly tables?: readonly ReconciledTable[];
  readonly onActs?: (count: number) => void;
}

const clearancesAtOnce = 1_000;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

type States = Map<string, RowState>;

export function reconcileStores({ config, stores, ...options }: ReconcileOptions): Promise<Reconciled> {
  const { keys, operators, passkeys, clearances, webhooks, watches, batches } = stores;

  const findByOne = async (ids: readonly string[], find: (id: string) => Promise<object | undefined>) => {
    const states: States = new Map();
    for (const id of ids) if ((await find(id)) !== undefined) states.set(id, {});
    return states;
  };

  async function findClearances(isWanted: (clearance: StoredClearance) => boolean): Promise<States> {
    const states: States = new Map();
    for (let after = ''; ; ) {
      const page = await clearances.listAll(after, clearancesAtOnce);
      for (const clearance of page) if (isWanted(clearance)) states.set(clearance.id, {});
      const last = page.at(-1);
      if (last === undefined) return states;
      after = last.id;
    }
  }

  const finders: Readonly<Record<ReconciledTable, (ids: readonly string[]) => Promise<States>>> = {
    // As the database says, and not as this node knows it.
    async api_keys(ids) {
      const [states, wanted]: [States, ReadonlySet<string>] = [new Map(), new Set(ids)];
      for await (const { id, isRevoked } of keys.eachState())
        if (wanted.has(id)) states.set(id, { isEnded: isRevoked });
      return states;
    },
    operators: async () =>
      new Map(
        (await operators.list()).map(({ id, role, disabledAtMs }) => [id, { role, isEnded: disabledAtMs !== null }]),
      ),
    async operator_passkeys() {
      const states: States = new Map();
      for (const operator of await operators.list())
        for (const { id } of await passkeys.listOf(operator.id)) states.set(id, {});
      return states;
    },
    clearances: () => findClearances(({ end }) => end === undefined),
    // One that still stands is not gone: the process ended between the act and the change.
    ended_clearances: () => findClearances(() => true),
    webhook_endpoints: async () => new Map((await webhooks.listEndpoints()).map(({ id }) => [id, {}])),
    watches: (ids) => findByOne(ids, watches.find),
    batches: (ids) => findByOne(ids, batches.find),
  };

  return reconcileRows({
    ...options,
    findStates: (table, ids) => (ids.length === 0 ? Promise.resolve(new Map()) : finders[table](ids)),
    keptAfterEnd: {
      batchMs: config['batches.kept_hours'] * hourMs,
      clearanceMs: config['audit.record_days'] * dayMs,
    },
  });
}
