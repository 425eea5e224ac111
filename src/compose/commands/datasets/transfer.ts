// Snapshots on their way between machines, whatever the dataset: published from here, or taken from elsewhere. The depot of a command is
// opened with its retries, and its faults are said as an operator reads them.

import type { DownloadWatch } from '../../../app/datasets/download-watch.ts';
import { type PullOrder, type PullOutcome, pullSnapshot } from '../../../app/datasets/pull-snapshot.ts';
import type { NeededSnapshots } from '../../../app/watches/ports.ts';
import { systemClock } from '../../../clock.ts';
import type { Config } from '../../../config.ts';
import type { Depot, WritableDepot } from '../../../datasets/depots/depot.ts';
import { openDepot, openWritableDepot } from '../../../datasets/depots/open-depot.ts';
import type { Dataset } from '../../../datasets/folder/dataset.ts';
import { toOperatorFault } from '../../../datasets/share/depot-fault.ts';
import { type Published, publishSnapshot } from '../../../datasets/share/publish.ts';
import { openSharedDataset, type Shared } from '../../../datasets/share/shared-dataset.ts';
import { readPublisherKeys, readSigningKey } from '../../../datasets/share/signing.ts';
import { refuseMissingHome } from '../../parts/home.ts';
import { type KeptDataset, toDatasetAct } from '../../parts/kept-datasets.ts';
import { randomShare } from '../../parts/random-share.ts';
import { toDepotSettings } from '../../parts/registry/depot-settings.ts';
import { recordActIfPossible } from '../audit/operator-act.ts';

export interface Transfer {
  readonly address: string;
  readonly connections: number;
  readonly signal: AbortSignal;
  readonly watch: DownloadWatch;
  /** The callback gets the share of the whole check that is done, 0 to 1. */
  readonly onCheck: (share: number) => void;
}

export interface PublishTask extends Transfer {
  readonly snapshot: string;
  readonly keep: number;
  readonly overridden: readonly string[];
  /** The file of the private key to sign it with. */
  readonly sign?: string | undefined;
}

/** The attempts spread over about half a minute. */
const attemptsMax = 6;

export function withDepot<Result>(task: Transfer, work: (depot: Depot) => Promise<Result>): Promise<Result> {
  return withPlace(openDepot(toDepotSettings(task.address), toTools(task)), work);
}

/** Where snapshots go, and with what they are signed. */
interface Publishing {
  readonly depot: WritableDepot;
  readonly signingKey: ReturnType<typeof readSigningKey> | undefined;
}

export function withPublishing<Result>(
  task: Pick<PublishTask, 'sign'> & Transfer,
  work: (publishing: Publishing) => Promise<Result>,
): Promise<Result> {
  const signingKey = task.sign === undefined ? undefined : readSigningKey(task.sign);
  const place = openWritableDepot(toDepotSettings(task.address), toTools(task));
  return withPlace(place, (depot) => work({ depot, signingKey }));
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

/** One snapshot of it may be shared. */
export interface SharedFolder {
  readonly kept: KeptDataset;
  readonly dataset: Dataset;
  readonly directory: string;
  /** The function returns the audit's name of a snapshot. */
  readonly toTarget: (id: string) => string;
}

export async function publishFrom(
  config: Config,
  { kept, toTarget, ...folder }: SharedFolder,
  task: Omit<PublishTask, 'sign'>,
  { depot, signingKey }: Publishing,
): Promise<Published> {
  const how = { depot, signingKey, piecesAtOnce: task.connections, clock: systemClock };
  const published = await publishSnapshot({ ...task, ...folder, ...how });
  if (published.kind === 'published')
    await recordActIfPossible(config, toDatasetAct(kept, 'published'), toTarget(published.snapshot.id));
  return published;
}

export type PullTask = Transfer & PullOrder;

/** `needed`: snapshots to keep beside the live and the previous one. */
export async function pullInto(
  config: Config,
  { kept, toTarget, ...folder }: SharedFolder,
  task: PullTask,
  { depot, needed }: { readonly depot: Depot; readonly needed: NeededSnapshots },
): Promise<PullOutcome<Shared>> {
  refuseMissingHome(config);
  const publisherKey = config[`${kept}.publisher_key`];
  const publishers = publisherKey === null ? undefined : readPublisherKeys(folder.dataset, publisherKey);
  const from = { depot, needed, publishers, piecesAtOnce: task.connections, clock: systemClock, gently: false };
  const outcome = await pullSnapshot(openSharedDataset({ ...task, ...folder, ...from }), task);
  if (outcome.kind === 'pulled')
    await recordActIfPossible(config, toDatasetAct(kept, 'pulled'), toTarget(outcome.snapshot.id));
  return outcome;
}

function toTools({ connections, watch }: Transfer) {
  return { clock: systemClock, connections, attemptsMax, random: randomShare, onRetry: watch.onRetry };
}
