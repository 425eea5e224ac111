// Where snapshots of the registry are shared, with the credentials that the environment holds by custom.

import { findEnvironmentSecret } from '../../config.ts';
import { type PlaceSettings, parsePlace } from '../../registry/share/places/open-place.ts';

export function toPlaceSettings(address: string): PlaceSettings {
  return parsePlace(address, (name) => findEnvironmentSecret(name) || undefined);
}
