// Lets a running service follow the place that `registry.source` names.

import type { Clock } from '../../app/ports.ts';
import type { Config } from '../../config.ts';
import { followSource, type SourceFollower, type SourceLook } from '../../registry/share/follow.ts';
import { randomShare } from '../parts/random-share.ts';
import { toRegistryDirectory } from '../parts/registry-directory.ts';
import { toPlaceSettings } from '../parts/shared-place.ts';

interface RegistrySourceParts {
  readonly config: Config;
  readonly clock: Clock;
  readonly isEmpty: () => boolean;
  readonly onLook: (look: SourceLook) => void;
}

/** Undefined where none is set. One process of several is enough: all of them switch with it. */
export function startFollowing({ config, ...parts }: RegistrySourceParts): SourceFollower | undefined {
  const address = config['registry.source'];
  if (address === null) return undefined;
  return followSource({
    ...parts,
    directory: toRegistryDirectory(config),
    place: toPlaceSettings(address),
    everyMs: config['registry.source_minutes'] * 60_000,
    random: randomShare,
  });
}
