// Puts watches together: what takes them in, and what compares them after a switch of the registry.

import type { Job } from '../../app/jobs/run-jobs.ts';
import type { Clock } from '../../app/ports.ts';
import { createCompareWatch } from '../../app/watches/compare-watches.ts';
import type { ManageWatches } from '../../app/watches/manage-watches.ts';
import type { SnapshotName } from '../../app/watches/ports.ts';
import type { Config } from '../../config.ts';
import { createRegistryComparer } from '../../registry/changes/comparison.ts';
import { toRegistryDirectory } from '../parts/registry-directory.ts';
import type { Vault } from '../parts/vault.ts';
import { openManageWatches, watchSealPurpose } from '../parts/watches.ts';
import { openEvents } from '../parts/webhook-parts.ts';

interface WatchesOptions {
  readonly config: Config;
  readonly vault: Vault;
  readonly clock: Clock;
  /** What the service answers from; undefined while it has none. */
  readonly findLive: () => SnapshotName | undefined;
  readonly youngCompanyDays: number;
}

const purgedAtOnce = 2_000;

export function openWatches(options: WatchesOptions): {
  readonly watches: ManageWatches;
  readonly jobs: readonly Job[];
} {
  const { config, vault, clock, findLive, youngCompanyDays } = options;
  const store = vault.watches;
  const comparer = createRegistryComparer({ directory: toRegistryDirectory(config), findLive, youngCompanyDays });
  const compare = createCompareWatch({
    store,
    keys: vault.keys,
    comparer,
    seal: vault.sealFor(watchSealPurpose),
    clock,
    createEvent: openEvents(vault, clock),
  });
  const listStale = async () => {
    const live = findLive();
    return live === undefined ? [] : store.listStale(live.id);
  };
  return {
    watches: openManageWatches({ config, vault, clock, findLive }),
    jobs: [
      {
        name: 'watches',
        hasWork: async () => (await listStale()).length > 0,
        async run(turn) {
          const live = findLive();
          if (live === undefined) return;
          let fault: unknown;
          for (const id of await store.listStale(live.id)) {
            if (turn.signal.aborted) return;
            turn.beat();
            // One that cannot be compared must not keep the others from it.
            await compare(id, live, turn).catch((error: unknown) => {
              fault ??= error;
            });
          }
          if (fault !== undefined) throw fault;
        },
      },
      { name: 'watch purge', hasWork: () => store.hasWaste(), run: () => store.purge(purgedAtOnce) },
    ],
  };
}
