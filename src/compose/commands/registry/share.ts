// Opens what the command line does with snapshots that machines share: publish one, take one.

import { type PullOrder, type PullOutcome, pullSnapshot } from '../../../app/datasets/pull-snapshot.ts';
import { systemClock } from '../../../clock.ts';
import type { Config } from '../../../config.ts';
import { type Published, publishSnapshot } from '../../../datasets/share/publish.ts';
import { openSharedDataset, type Shared } from '../../../datasets/share/shared-dataset.ts';
import { readPublisherKeys, readSigningKey } from '../../../datasets/share/signing.ts';
import { registryDataset } from '../../../registry/dataset.ts';
import { toEngine } from '../../backend/engine.ts';
import { type PublishTask, type Transfer, withDepot, withWritableDepot } from '../../parts/dataset-transfer.ts';
import { toRegistryDirectory } from '../../parts/registry/registry-directory.ts';
import { recordActIfPossible } from '../audit/operator-act.ts';

export type PullTask = Transfer & PullOrder;

export function publishRegistry(config: Config, task: PublishTask): Promise<Published> {
  const signingKey = task.sign === undefined ? undefined : readSigningKey(task.sign);
  return withWritableDepot(task, async (depot) => {
    const published = await publishSnapshot({ ...toTransfer(config, task), signingKey, depot });
    if (published.kind === 'published') await recordActIfPossible(config, 'registry_published', published.snapshot.id);
    return published;
  });
}

export function pullSharedRegistry(config: Config, task: PullTask): Promise<PullOutcome<Shared>> {
  const publisherKey = config['registry.publisher_key'];
  const publishers = publisherKey === null ? undefined : readPublisherKeys(registryDataset, publisherKey);
  return withDepot(task, async (depot) => {
    const shared = openSharedDataset({
      ...toTransfer(config, task),
      needed: await toEngine(config).findNeededSnapshots(),
      depot,
      publishers,
      gently: false,
    });
    const outcome = await pullSnapshot(shared, task);
    if (outcome.kind === 'pulled') await recordActIfPossible(config, 'registry_pulled', outcome.snapshot.id);
    return outcome;
  });
}

function toTransfer<Task extends Transfer>(config: Config, task: Task) {
  const directory = toRegistryDirectory(config);
  return { ...task, dataset: registryDataset, directory, piecesAtOnce: task.connections, clock: systemClock };
}
