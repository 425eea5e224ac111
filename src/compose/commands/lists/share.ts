// Opens what the command line does with lists that machines share: publish those of this machine, take those of another.

import { join } from 'node:path';
import type { PullOutcome } from '../../../app/datasets/pull-snapshot.ts';
import { systemClock } from '../../../clock.ts';
import type { Config } from '../../../config.ts';
import { toDepotFolder, toWritableFolder } from '../../../datasets/depots/depot-folder.ts';
import { SnapshotDamage } from '../../../datasets/folder/damage.ts';
import type { Published } from '../../../datasets/share/publish.ts';
import type { Shared } from '../../../datasets/share/shared-dataset.ts';
import { OperatorError } from '../../../errors.ts';
import { getList } from '../../../screening/lists/catalogue.ts';
import { readListsStatus } from '../../../screening/maintenance.ts';
import { namePublishedLists, readPublishedLists } from '../../../screening/share/published-lists.ts';
import { toListDataset } from '../../../screening/snapshot/list-dataset.ts';
import { toDatasetDirectory } from '../../parts/kept-datasets.ts';
import { findNeededEditions } from '../../parts/needed-editions.ts';
import {
  type PublishTask,
  publishFrom,
  pullInto,
  type SharedFolder,
  type Transfer,
  withDepot,
  withPublishing,
} from '../datasets/transfer.ts';

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
  const chosen = choose(task, listImported(toDatasetDirectory(config, 'lists')));
  if (chosen.length === 0)
    throw new OperatorError(
      'No list has been imported yet. Run: confere lists update, or confere lists import LIST FILE',
    );
  return withPublishing(task, async ({ depot, signingKey }) => {
    const shipped = await shipEach(chosen, (list) => {
      const publishing = { depot: toWritableFolder(depot, list), signingKey };
      return publishFrom(config, toFolder(config, list), { ...task, snapshot: 'live' }, publishing);
    });
    const there = shipped.flatMap((one) => ('outcome' in one ? [one.list] : []));
    await namePublishedLists(depot, there, task.signal);
    return shipped;
  });
}

export function pullLists(config: Config, task: PullListsTask): Promise<readonly Shipped<PullOutcome<Shared>>[]> {
  return withDepot(task, async (depot) => {
    const chosen = choose(task, await readPublishedLists(depot, task.signal));
    const needed = await findNeededEditions(config, systemClock);
    return shipEach(chosen, (list) => {
      const from = { depot: toDepotFolder(depot, list), needed };
      return pullInto(config, toFolder(config, list), { ...task, snapshot: undefined }, from);
    });
  });
}

function toFolder(config: Config, list: string): SharedFolder {
  const directory = join(toDatasetDirectory(config, 'lists'), list);
  return { kept: 'lists', dataset: toListDataset(list), directory, toTarget: (id) => `${list}:${id}` };
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
