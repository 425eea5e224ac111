// How watches are made, for the service and for the command line.

import { randomBytes } from 'node:crypto';
import type { Clock } from '../../app/ports.ts';
import { createRequestIds } from '../../app/request-id.ts';
import { createManageWatches, type ManageWatches } from '../../app/watches/manage-watches.ts';
import type { RegistryComparer } from '../../app/watches/ports.ts';
import type { Config } from '../../config.ts';
import type { Vault } from './vault.ts';

export const watchSealPurpose = 'watch';

interface ManageWatchesParts {
  readonly config: Config;
  readonly vault: Pick<Vault, 'watches' | 'webhooks' | 'sealFor' | 'secret'>;
  readonly clock: Clock;
  readonly findLive: RegistryComparer['findLive'];
}

export function openManageWatches({ config, vault, clock, findLive }: ManageWatchesParts): ManageWatches {
  return createManageWatches({
    store: vault.watches,
    webhooks: vault.webhooks,
    comparer: { findLive },
    seal: vault.sealFor(watchSealPurpose),
    hashSecret: vault.secret.deriveFirst('watch-hash', 32),
    clock,
    createId: createRequestIds(clock, randomBytes, 'wat_'),
    limits: { companiesMax: config['watches.companies_max'], perKeyMax: config['watches.per_key_max'] },
  });
}
