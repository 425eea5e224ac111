// Opens what the command line does with snapshots of the registry that machines share: publish one, take one.

import type { PullOutcome } from '../../../app/datasets/pull-snapshot.ts';
import type { Config } from '../../../config.ts';
import type { Published } from '../../../datasets/share/publish.ts';
import type { Shared } from '../../../datasets/share/shared-dataset.ts';
import { registryDataset } from '../../../registry/dataset.ts';
import { toEngine } from '../../backend/engine.ts';
import { toDatasetDirectory } from '../../parts/kept-datasets.ts';
import {
  type PublishTask,
  type PullTask,
  publishFrom,
  pullInto,
  type SharedFolder,
  withDepot,
  withPublishing,
} from '../datasets/transfer.ts';

export function publishRegistry(config: Config, task: PublishTask): Promise<Published> {
  return withPublishing(task, (publishing) => publishFrom(config, toFolder(config), task, publishing));
}

export function pullSharedRegistry(config: Config, task: PullTask): Promise<PullOutcome<Shared>> {
  return withDepot(task, async (depot) => {
    const needed = await toEngine(config).findNeededSnapshots();
    return pullInto(config, toFolder(config), task, { depot, needed });
  });
}

function toFolder(config: Config): SharedFolder {
  const directory = toDatasetDirectory(config, 'registry');
  return { kept: 'registry', dataset: registryDataset, directory, toTarget: (id) => id };
}
