// Whether the depot that this machine takes lists from answers, and whether what it offers is live.

import { type Finding, ok, type Probe, warning } from '../../app/doctor/finding.ts';
import type { ListStatus } from '../../app/screening/lists/list-counts.ts';
import type { Depot } from '../../datasets/depots/depot.ts';
import { toDepotFolder } from '../../datasets/depots/depot-folder.ts';
import { createDepotProbe } from '../../datasets/share/depot-probe.ts';
import { findOffered } from '../../datasets/share/shared-snapshots.ts';
import { readPublisherKeys } from '../../datasets/share/signing.ts';
import { toListDataset } from '../snapshot/list-dataset.ts';
import { readPublishedLists } from './published-lists.ts';

const subject = 'lists_source';

interface ListsSourceOptions {
  readonly openDepot: () => Depot;
  /** The file with the keys of those who may publish; null where no signature is asked for. */
  readonly publisherKey: string | null;
  readonly readStatus: () => readonly ListStatus[];
}

export function createListsSourceProbe({ openDepot, publisherKey, readStatus }: ListsSourceOptions): Probe {
  return createDepotProbe(subject, openDepot, async (depot, signal) => {
    const lists = await readPublishedLists(depot, signal);
    const status = readStatus();
    const other: string[] = [];
    for (const list of lists) {
      const dataset = toListDataset(list);
      const publishers = publisherKey === null ? undefined : readPublisherKeys(dataset, publisherKey);
      const place = { dataset, depot: toDepotFolder(depot, list) };
      const offered = await findOffered(place, { id: undefined, publishers }, signal);
      if (offered !== undefined && offered.id !== status.find((one) => one.list === list)?.live?.id) other.push(list);
    }
    return judgeShared(depot.address, lists, other);
  });
}

function judgeShared(address: string, lists: readonly string[], other: readonly string[]): Finding {
  if (lists.length === 0)
    return warning(
      subject,
      `No list has been published at ${address}.`,
      'On the machine that imports: confere lists publish TARGET',
    );
  if (other.length === 0) return ok(subject, `${address} offers ${lists.length} lists, which are live.`);
  return warning(
    subject,
    `${address} offers other editions than those that are live: ${other.join(', ')}.`,
    'A running service takes what is newer by itself; or: confere lists pull',
  );
}
