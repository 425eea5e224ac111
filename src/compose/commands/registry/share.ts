// Opens what the command line does with snapshots that machines share: publish one, take one.

import type { DownloadWatch } from '../../../app/datasets/download-watch.ts';
import { type PullOrder, type PullOutcome, pullSnapshot } from '../../../app/datasets/pull-snapshot.ts';
import { systemClock } from '../../../clock.ts';
import type { Config } from '../../../config.ts';
import type { Depot } from '../../../datasets/depots/depot.ts';
import { openDepot, openWritableDepot } from '../../../datasets/depots/open-depot.ts';
import { toOperatorFault } from '../../../datasets/share/depot-fault.ts';
import { type Published, publishSnapshot } from '../../../datasets/share/publish.ts';
import { openSharedDataset, type Shared } from '../../../datasets/share/shared-dataset.ts';
import { readPublisherKeys, readSigningKey } from '../../../datasets/share/signing.ts';
import { registryDataset } from '../../../registry/dataset.ts';
import { toEngine } from '../../backend/engine.ts';
import { randomShare } from '../../parts/random-share.ts';
import { toDepotSettings } from '../../parts/registry/depot-settings.ts';
import { toRegistryDirectory } from '../../parts/registry/registry-directory.ts';
import { recordActIfPossible } from '../audit/operator-act.ts';

interface Transfer {
  readonly address: string;
  readonly connections: number;
  readonly signal: AbortSignal;
  readonly watch: DownloadWatch;
  /** How much of the whole check is done, 0 to 1. */
  readonly onCheck: (share: number) => void;
}

export interface PublishTask extends Transfer {
  readonly snapshot: string;
  readonly keep: number;
  readonly overridden: readonly string[];
  /** The file of the private key to sign it with. */
  readonly sign?: string | undefined;
}

export type PullTask = Transfer & PullOrder;

/** Over about half a minute. */
const attemptsMax = 6;

export function publishRegistry(config: Config, task: PublishTask): Promise<Published> {
  const signingKey = task.sign === undefined ? undefined : readSigningKey(task.sign);
  return withPlace(openWritableDepot(toDepotSettings(task.address), toTools(task)), async (depot) => {
    const published = await publishSnapshot({ ...toTransfer(config, task), signingKey, depot });
    if (published.kind === 'published') await recordActIfPossible(config, 'registry_published', published.snapshot.id);
    return published;
  });
}

export function pullSharedRegistry(config: Config, task: PullTask): Promise<PullOutcome<Shared>> {
  const publisherKey = config['registry.publisher_key'];
  const publishers = publisherKey === null ? undefined : readPublisherKeys(registryDataset, publisherKey);
  return withPlace(openDepot(toDepotSettings(task.address), toTools(task)), async (depot) => {
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

async function withPlace<Place extends Depot, Result>(
  depot: Place,
  work: (depot: Place) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(depot);
  } catch (error) {
    throw toOperatorFault(error, depot.address);
  } finally {
    await depot.close();
  }
}

function toTransfer<Task extends Transfer>(config: Config, task: Task) {
  const directory = toRegistryDirectory(config);
  return { ...task, dataset: registryDataset, directory, piecesAtOnce: task.connections, clock: systemClock };
}

function toTools({ connections, watch }: Transfer) {
  return { clock: systemClock, connections, attemptsMax, random: randomShare, onRetry: watch.onRetry };
}
