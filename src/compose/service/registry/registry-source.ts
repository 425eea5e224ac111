// Lets a running service follow the depot that `registry.source` names.

import type { SourceFollower } from '../../../datasets/share/follow.ts';
import type { LiveRegistry } from '../../../registry/live-registry.ts';
import { toEngine } from '../../backend/engine.ts';
import { randomShare } from '../../parts/random-share.ts';
import { toRegistryDirectory } from '../../parts/registry/registry-directory.ts';
import type { Core } from '../core.ts';

/** Undefined where none is set, and then nothing of it is loaded. One process of several is enough: all of them switch with it. */
export async function openRegistrySource(core: Core, registry: LiveRegistry): Promise<SourceFollower | undefined> {
  const { config, clock, log, metrics, isHousekeeper, opened } = core;
  const address = config['registry.source'];
  if (address === null || !isHousekeeper) return undefined;
  const [{ followRegistry }, { toDepotSettings }] = await Promise.all([
    import('../../../registry/follow-registry.ts'),
    import('../../parts/registry/depot-settings.ts'),
  ]);
  const follower = followRegistry({
    directory: toRegistryDirectory(config),
    findNeeded: toEngine(config).findNeededSnapshots,
    depot: toDepotSettings(address),
    publisherKey: config['registry.publisher_key'],
    everyMs: config['registry.source_minutes'] * 60_000,
    isEmpty: () => registry.status().readiness === 'empty',
    clock,
    random: randomShare,
    onLook: (look) => {
      log.sourceLook(look);
      metrics.count('confere_registry_source_looks_total', { outcome: look.kind });
    },
  });
  opened.defer(() => follower.stop());
  return follower;
}
