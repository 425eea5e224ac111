// The home of a machine that only imports: no service starts there that would make it.

import { systemClock } from '../../clock.ts';
import type { Config } from '../../config.ts';
import { toEngine } from '../backend/engine.ts';
import { openStores } from './stores.ts';

/** Makes the home that settings name in full, and tells whether it did. */
export async function makeNamedHome(config: Config): Promise<boolean> {
  if (config.homeNamedBy === 'folder' || toEngine(config).hasHome()) return false;
  const stores = await openStores(config, systemClock, { mayMakeHome: true });
  await stores.close();
  return true;
}
