// Puts watches together: what takes them in, and what compares them after a switch of the registry.

import { createCompareWatch } from '../../app/watches/compare-watches.ts';
import { addWatchRoutes } from '../../http/watches/routes.ts';
import { createRegistryComparer } from '../../registry/changes/comparison.ts';
import { toRegistryDirectory } from '../parts/registry/registry-directory.ts';
import { openManageWatches } from '../parts/watches.ts';
import { openEvents } from '../parts/webhook-parts.ts';
import type { Core } from './core.ts';
import type { Feature } from './feature.ts';
import type { ServiceRegistry } from './registry/registry.ts';

const purgedAtOnce = 2_000;

export function openWatches(
  { config, stores, clock, policy }: Core,
  { findLive }: Pick<ServiceRegistry, 'findLive'>,
): Feature {
  const store = stores.watches;
  const comparer = createRegistryComparer({
    directory: toRegistryDirectory(config),
    findLive,
    youngCompanyDays: policy.youngCompanyDays,
  });
  const compare = createCompareWatch({
    store,
    keys: stores.keys,
    comparer,
    seal: stores.sealFor('watch'),
    clock,
    createEvent: openEvents(stores, clock),
  });
  const listStale = async () => {
    const live = findLive();
    return live === undefined ? [] : store.listStale(live.id);
  };
  const watches = openManageWatches({ config, stores, clock, findLive });
  return {
    routes: (server, parts) => addWatchRoutes(server, { ...parts, watches }),
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
