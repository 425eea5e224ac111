// Opens what tells the owner of a key what it was used for, and what that cost.

import { createReadKeyUsage } from '../../app/usage/read-key-usage.ts';
import type { Prices } from '../../domain/prices/price-list.ts';
import { addUsageRoutes } from '../../http/usage/routes.ts';
import type { Core } from './core.ts';
import type { Feature } from './feature.ts';

export function openUsage({ stores, clock }: Core, prices: Prices): Feature {
  const readKeyUsage = createReadKeyUsage({ store: stores.usage, prices, clock });
  return { routes: (server, parts) => addUsageRoutes(server, { ...parts, readKeyUsage }) };
}
