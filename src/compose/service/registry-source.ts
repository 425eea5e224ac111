// Lets a running service follow the place that `registry.source` names.

import type { Clock } from '../../app/ports.ts';
import type { Config } from '../../config.ts';
import type { SourceFollower, SourceLook } from '../../registry/share/follow.ts';
import { toEngine } from '../backend/engine.ts';
import { randomShare } from '../parts/random-share.ts';
import { toRegistryDirectory } from '../parts/registry-directory.ts';

interface RegistrySourceParts {
  readonly config: Config;
  readonly clock: Clock;
  readonly isEmpty: () => boolean;
  readonly onLook: (look: SourceLook) => void;
}

/** Undefined where none is set, and then nothing of it is loaded. One process of several is enough: all of them switch with it. */
export async function startFollowing({ config, ...parts }: RegistrySourceParts): Promise<SourceFollower | undefined> {
  const address = config['registry.source'];
  if (address === null) return undefined;
  const [{ followSource }, { toPlaceSettings }] = await Promise.all([
    import('../../registry/share/follow.ts'),
    import('../parts/shared-place.ts'),
  ]);
  return followSource({
    ...parts,
    directory: toRegistryDirectory(config),
    findNeeded: toEngine(config).findNeededSnapshots,
    place: toPlaceSettings(address),
    publisherKey: config['registry.publisher_key'],
    everyMs: config['registry.source_minutes'] * 60_000,
    random: randomShare,
  });
}
