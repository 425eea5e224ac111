// Lets a running service follow the depot that `lists.source` names.

import type { SourceFollower } from '../../../datasets/share/follow.ts';
import { toListsDirectory } from '../../parts/lists-directory.ts';
import { findNeededEditions } from '../../parts/needed-editions.ts';
import { randomShare } from '../../parts/random-share.ts';
import type { Core } from '../core.ts';

/** Undefined where none is set, and then nothing of it is loaded. One process of several is enough: all of them see the same folder. */
export async function openListsSource(core: Core): Promise<SourceFollower | undefined> {
  const { config, clock, log, metrics, isHousekeeper, opened } = core;
  const address = config['lists.source'];
  if (address === null || !isHousekeeper) return undefined;
  const [{ followListsSource }, { readListsStatus }, { toDepotSettings }] = await Promise.all([
    import('../../../screening/share/follow-source.ts'),
    import('../../../screening/maintenance.ts'),
    import('../../parts/registry/depot-settings.ts'),
  ]);
  const directory = toListsDirectory(config);
  const follower = followListsSource({
    directory,
    depot: toDepotSettings(address),
    publisherKey: config['lists.publisher_key'],
    findNeeded: () => findNeededEditions(config, clock),
    everyMs: config['lists.source_minutes'] * 60_000,
    isEmpty: () => readListsStatus(directory, clock).every(({ state }) => state === 'missing'),
    clock,
    random: randomShare,
    onLook: (look) => {
      log.listsLook(look);
      metrics.count('confere_lists_source_looks_total', { outcome: look.kind });
    },
  });
  opened.defer(() => follower.stop());
  return follower;
}
