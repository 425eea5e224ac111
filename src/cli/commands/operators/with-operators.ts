// The operators of the console, opened for one command and closed after it.

import type { ManageOperators } from '../../../app/operators/manage-operators.ts';
import { systemClock } from '../../../clock.ts';
import { loadConfig } from '../../../config.ts';

export async function withOperators(work: (manage: ManageOperators) => Promise<void>): Promise<void> {
  const { openStores } = await import('../../../compose/parts/stores.ts');
  const { openManageOperators } = await import('../../../compose/commands/operators.ts');
  const config = loadConfig();
  await using stores = await openStores(config, systemClock);
  await work(openManageOperators(config, stores));
}
