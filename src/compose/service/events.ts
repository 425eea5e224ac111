// Puts together what reads events again, and forgets them when their time is over.

import { createReadEvents, type ReadEvents } from '../../app/events/read-events.ts';
import type { Job } from '../../app/jobs/run-jobs.ts';
import type { Clock } from '../../app/ports.ts';
import type { Config } from '../../config.ts';
import type { Vault } from '../parts/vault.ts';
import { webhookSealPurpose } from '../parts/webhook-parts.ts';

interface KeptEventsOptions {
  readonly config: Config;
  readonly vault: Pick<Vault, 'events' | 'sealFor'>;
  readonly clock: Clock;
}

const dayMs = 86_400_000;
const purgedAtOnce = 200;

export function openKeptEvents({ config, vault, clock }: KeptEventsOptions): {
  readonly readEvents: ReadEvents;
  readonly jobs: readonly Job[];
} {
  const { events: store } = vault;
  const toPurgeBeforeMs = () => clock.nowMs() - config['events.kept_days'] * dayMs;
  return {
    readEvents: createReadEvents(store, vault.sealFor(webhookSealPurpose)),
    jobs: [
      {
        name: 'event purge',
        hasWork: () => store.hasOld(toPurgeBeforeMs()),
        run: () => store.purge(toPurgeBeforeMs(), purgedAtOnce),
      },
    ],
  };
}
