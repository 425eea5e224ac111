// Lets a running service follow the depot that a dataset's setting `source` names.

import type { FollowOptions, SourceFollower } from '../../../datasets/share/follow.ts';
import { type KeptDataset, toDatasetDirectory } from '../../parts/kept-datasets.ts';
import { randomShare } from '../../parts/random-share.ts';
import type { Core } from '../core.ts';

interface FollowedDataset extends Pick<FollowOptions, 'thread' | 'findNeeded'> {
  readonly dataset: KeptDataset;
  readonly findIsEmpty: () => Promise<() => boolean>;
}

/** Returns undefined if no depot is set; no depot module is then loaded. One process of several is enough, as all of them see the same folder. */
export async function openFollower(
  { config, clock, log, metrics, isHousekeeper, opened }: Core,
  { dataset, findIsEmpty, ...followed }: FollowedDataset,
): Promise<SourceFollower | undefined> {
  const address = config[`${dataset}.source`];
  if (address === null || !isHousekeeper) return undefined;
  const [{ followSource }, { toDepotSettings }, isEmpty] = await Promise.all([
    import('../../../datasets/share/follow.ts'),
    import('../../parts/registry/depot-settings.ts'),
    findIsEmpty(),
  ]);
  const follower = followSource({
    ...followed,
    directory: toDatasetDirectory(config, dataset),
    depot: toDepotSettings(address),
    publisherKey: config[`${dataset}.publisher_key`],
    everyMs: config[`${dataset}.source_minutes`] * 60_000,
    isEmpty,
    clock,
    random: randomShare,
    onLook: (look) => {
      log.sourceLook(dataset, look);
      metrics.count(`confere_${dataset}_source_looks_total`, { outcome: look.kind });
    },
  });
  opened.defer(() => follower.stop());
  return follower;
}
