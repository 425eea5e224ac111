// Opens what the command line does with snapshots that machines share: publish one, take one.

import type { JudgementName } from '../../../app/registry/judge-draft.ts';
import { type PullOrder, type PullOutcome, pullRegistry } from '../../../app/registry/pull-registry.ts';
import type { DownloadWatch } from '../../../app/registry/update-registry.ts';
import { systemClock } from '../../../clock.ts';
import type { Config } from '../../../config.ts';
import { toOperatorFault } from '../../../registry/share/place-fault.ts';
import { openPlace, openWritablePlace } from '../../../registry/share/places/open-place.ts';
import type { SharedPlace } from '../../../registry/share/places/place.ts';
import { type Published, publishSnapshot } from '../../../registry/share/publish.ts';
import { openSharedRegistry, type Shared } from '../../../registry/share/shared-registry.ts';
import { readPublisherKeys, readSigningKey } from '../../../registry/share/signing.ts';
import { toEngine } from '../../backend/engine.ts';
import { randomShare } from '../../parts/random-share.ts';
import { toRegistryDirectory } from '../../parts/registry-directory.ts';
import { toPlaceSettings } from '../../parts/shared-place.ts';
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
  readonly overridden: readonly JudgementName[];
  /** The file of the private key to sign it with. */
  readonly sign?: string | undefined;
}

export type PullTask = Transfer & PullOrder;

/** Over about half a minute. */
const attemptsMax = 6;

export function publishRegistry(config: Config, task: PublishTask): Promise<Published> {
  const signingKey = task.sign === undefined ? undefined : readSigningKey(task.sign);
  return withPlace(openWritablePlace(toPlaceSettings(task.address), toTools(task)), async (place) => {
    const published = await publishSnapshot({ ...toTransfer(config, task), signingKey, place });
    if (published.kind === 'published') await recordActIfPossible(config, 'registry_published', published.snapshot.id);
    return published;
  });
}

export function pullSharedRegistry(config: Config, task: PullTask): Promise<PullOutcome<Shared>> {
  const publisherKey = config['registry.publisher_key'];
  const publishers = publisherKey === null ? undefined : readPublisherKeys(publisherKey);
  return withPlace(openPlace(toPlaceSettings(task.address), toTools(task)), async (place) => {
    const registry = openSharedRegistry({
      ...toTransfer(config, task),
      needed: await toEngine(config).findNeededSnapshots(),
      place,
      publishers,
      gently: false,
    });
    const outcome = await pullRegistry(registry, task);
    if (outcome.kind === 'pulled') await recordActIfPossible(config, 'registry_pulled', outcome.snapshot.id);
    return outcome;
  });
}

async function withPlace<Place extends SharedPlace, Result>(
  place: Place,
  work: (place: Place) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(place);
  } catch (error) {
    throw toOperatorFault(error, place.address);
  } finally {
    await place.close();
  }
}

function toTransfer<Task extends Transfer>(config: Config, task: Task) {
  const directory = toRegistryDirectory(config);
  return { ...task, directory, piecesAtOnce: task.connections, clock: systemClock };
}

function toTools({ connections, watch }: Transfer) {
  return { clock: systemClock, connections, attemptsMax, random: randomShare, onRetry: watch.onRetry };
}
