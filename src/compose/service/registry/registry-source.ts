// Lets a running service follow the depot that `registry.source` names.

import type { Clock } from '../../../app/clock.ts';
import type { Config } from '../../../config.ts';
import type { SourceFollower, SourceLook } from '../../../datasets/share/follow.ts';
import { toEngine } from '../../backend/engine.ts';
import { randomShare } from '../../parts/random-share.ts';
import { toRegistryDirectory } from '../../parts/registry/registry-directory.ts';

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
  const [{ followRegistry }, { toDepotSettings }] = await Promise.all([
    import('../../../registry/follow-registry.ts'),
    import('../../parts/registry/depot-settings.ts'),
  ]);
  return followRegistry({
    ...parts,
    directory: toRegistryDirectory(config),
    findNeeded: toEngine(config).findNeededSnapshots,
    depot: toDepotSettings(address),
    publisherKey: config['registry.publisher_key'],
    everyMs: config['registry.source_minutes'] * 60_000,
    random: randomShare,
  });
}
