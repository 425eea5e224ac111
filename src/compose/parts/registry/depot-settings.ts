// Where snapshots of the registry are shared, with the credentials that the environment holds by custom.

import { findEnvironmentSecret } from '../../../config.ts';
import { type DepotSettings, parseDepot } from '../../../datasets/depots/open-depot.ts';

export function toDepotSettings(address: string): DepotSettings {
  return parseDepot(address, (name) => findEnvironmentSecret(name) || undefined);
}
