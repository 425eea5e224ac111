// Puts together what reads events again, and forgets them when their time is over.

import { createReadEvents } from '../../app/events/read-events.ts';
import { addEventRoutes } from '../../http/events/routes.ts';
import type { Core } from './core.ts';
import type { Feature } from './feature.ts';

const dayMs = 86_400_000;
const purgedAtOnce = 200;

export function openKeptEvents({ config, stores, purgeClock }: Core): Feature {
  const { events: store } = stores;
  const toPurgeBeforeMs = () => purgeClock.nowMs() - config['events.kept_days'] * dayMs;
  const readEvents = createReadEvents(store, stores.sealFor('webhook'));
  return {
    routes: (server, parts) => addEventRoutes(server, { ...parts, readEvents }),
    jobs: [
      {
        name: 'event purge',
        hasWork: () => store.hasOld(toPurgeBeforeMs()),
        run: () => store.purge(toPurgeBeforeMs(), purgedAtOnce),
      },
    ],
  };
}
