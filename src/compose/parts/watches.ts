// How watches are made, for the service and for the command line.

import { randomBytes } from 'node:crypto';
import type { OperatorAct } from '../../app/audit/entry.ts';
import type { Clock } from '../../app/clock.ts';
import { createRequestIds } from '../../app/random.ts';
import { createManageWatches, type ManageWatches } from '../../app/watches/manage-watches.ts';
import type { RegistryComparer } from '../../app/watches/ports.ts';
import type { Config } from '../../config.ts';
import type { Stores } from './stores.ts';

interface ManageWatchesParts {
  readonly config: Config;
  readonly stores: Pick<Stores, 'watches' | 'webhooks' | 'sealFor' | 'secret'>;
  readonly clock: Clock;
  readonly findLive: RegistryComparer['findLive'];
  /** Writes down that somebody watches people, before they do. */
  readonly record: (actor: string, act: OperatorAct, target: string) => Promise<unknown>;
}

export function openManageWatches({ config, stores, clock, findLive, record }: ManageWatchesParts): ManageWatches {
  return createManageWatches({
    store: stores.watches,
    webhooks: stores.webhooks,
    comparer: { findLive },
    seal: stores.sealFor('watch'),
    orderSecrets: () => stores.secret.deriveEver('watch-hash', 32),
    clock,
    createId: createRequestIds(clock, randomBytes, 'wat_'),
    record,
    limits: {
      companiesMax: config['watches.companies_max'],
      peopleMax: config['watches.people_max'],
      perKeyMax: config['watches.per_key_max'],
    },
    peopleRules: {
      isPurposeRequired: config['watches.people_purpose_required'],
      daysMax: config['watches.people_days'],
    },
  });
}
