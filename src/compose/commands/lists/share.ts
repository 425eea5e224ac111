// Opens what the command line does with lists that machines share: publish those of this machine, take those of another.

import { join } from 'node:path';
import { type PullOutcome, pullSnapshot } from '../../../app/datasets/pull-snapshot.ts';
import { systemClock } from '../../../clock.ts';
import type { Config } from '../../../config.ts';
import { toDepotFolder, toWritableFolder } from '../../../datasets/depots/depot-folder.ts';
import { SnapshotDamage } from '../../../datasets/folder/damage.ts';
import { type Published, publishSnapshot } from '../../../datasets/share/publish.ts';
import { openSharedDataset, type Shared } from '../../../datasets/share/shared-dataset.ts';
import { readPublisherKeys, readSigningKey } from '../../../datasets/share/signing.ts';
import { OperatorError } from '../../../errors.ts';
import { getList } from '../../../screening/lists/catalogue.ts';
import { readListsStatus } from '../../../screening/maintenance.ts';
import { namePublishedLists, readPublishedLists } from '../../../screening/share/published-lists.ts';
import { toListDataset } from '../../../screening/snapshot/list-dataset.ts';
import { type PublishTask, type Transfer, withDepot, withWritableDepot } from '../../parts/dataset-transfer.ts';
import { toListsDirectory } from '../../parts/lists-directory.ts';
import { findNeededEditions } from '../../parts/needed-editions.ts';
import { recordActIfPossible } from '../audit/operator-act.ts';

export interface ListsChoice {
  /** None means all that there are. */
  readonly lists: readonly string[];
}

export type PublishListsTask = Omit<PublishTask, 'snapshot'> & ListsChoice;

export type PullListsTask = Transfer & ListsChoice & { readonly overridden: readonly string[] };

/** The result for one list; one that fails stops no other. */
export type Shipped<Outcome> =
  | { readonly list: string; readonly outcome: Outcome }
  | { readonly list: string; readonly failure: string };

export function publishLists(config: Config, task: PublishListsTask): Promise<readonly Shipped<Published>[]> {
  const signingKey = task.sign === undefined ? undefined : readSigningKey(task.sign);
  const directory = toListsDirectory(config);
  const chosen = choose(task, listImported(directory));
  if (chosen.length === 0)
    throw new OperatorError(
      'No list has been imported yet. Run: confere lists update, or confere lists import LIST FILE',
    );
  return withWritableDepot(task, async (depot) => {
    const shipped = await shipEach(chosen, async (list) => {
      const place = { dataset: toListDataset(list), directory: join(directory, list) };
      const published = await publishSnapshot({
        ...task,
        ...place,
        snapshot: 'live',
        signingKey,
        piecesAtOnce: task.connections,
        clock: systemClock,
        depot: toWritableFolder(depot, list),
      });
      if (published.kind === 'published')
        await recordActIfPossible(config, 'list_published', `${list}:${published.snapshot.id}`);
      return published;
    });
    const there = shipped.flatMap((one) => ('outcome' in one ? [one.list] : []));
    await namePublishedLists(depot, there, task.signal);
    return shipped;
  });
}

export function pullLists(config: Config, task: PullListsTask): Promise<readonly Shipped<PullOutcome<Shared>>[]> {
  const publisherKey = config['lists.publisher_key'];
  const directory = toListsDirectory(config);
  return withDepot(task, async (depot) => {
    const chosen = choose(task, await readPublishedLists(depot, task.signal));
    const needed = await findNeededEditions(config, systemClock);
    return shipEach(chosen, async (list) => {
      const dataset = toListDataset(list);
      const shared = openSharedDataset({
        ...task,
        dataset,
        directory: join(directory, list),
        publishers: publisherKey === null ? undefined : readPublisherKeys(dataset, publisherKey),
        needed,
        piecesAtOnce: task.connections,
        clock: systemClock,
        depot: toDepotFolder(depot, list),
        gently: false,
      });
      const outcome = await pullSnapshot(shared, { snapshot: undefined, overridden: task.overridden });
      if (outcome.kind === 'pulled') await recordActIfPossible(config, 'list_pulled', `${list}:${outcome.snapshot.id}`);
      return outcome;
    });
  });
}

function listImported(directory: string): readonly string[] {
  return readListsStatus(directory, systemClock).flatMap(({ list, live }) => (live === null ? [] : [list]));
}

function choose({ lists }: ListsChoice, all: readonly string[]): readonly string[] {
  for (const list of lists) getList(list);
  return lists.length === 0 ? all : lists;
}

/** A depot that fails would fail for all of them. */
async function shipEach<Outcome>(
  lists: readonly string[],
  ship: (list: string) => Promise<Outcome>,
): Promise<readonly Shipped<Outcome>[]> {
  const shipped: Shipped<Outcome>[] = [];
  for (const list of lists) {
    try {
      shipped.push({ list, outcome: await ship(list) });
    } catch (error) {
      if (!(error instanceof SnapshotDamage || error instanceof OperatorError)) throw error;
      shipped.push({ list, failure: error.message });
    }
  }
  return shipped;
}
