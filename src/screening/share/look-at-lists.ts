// One look at a depot with lists, which takes what is newer of each: what the thread of a service that follows it does.

import { join } from 'node:path';
import type { Clock } from '../../app/clock.ts';
import { toDepotFolder } from '../../datasets/depots/depot-folder.ts';
import { toOperatorFault } from '../../datasets/share/depot-fault.ts';
import type { FollowOrder, SourceLook } from '../../datasets/share/follow.ts';
import { lookInto, openFollowed } from '../../datasets/share/look-once.ts';
import { toListDataset } from '../snapshot/list-dataset.ts';
import { readPublishedLists } from './published-lists.ts';

/** One list that fails stops no other. */
export async function lookAtLists(order: FollowOrder, clock: Clock): Promise<SourceLook> {
  const depot = openFollowed(order, clock);
  try {
    const looks = new Map<string, SourceLook>();
    for (const list of await readPublishedLists(depot, new AbortController().signal)) {
      const directory = join(order.directory, list);
      looks.set(list, await lookInto(toListDataset(list), { ...order, directory }, toDepotFolder(depot, list), clock));
    }
    return sumUp(looks);
  } catch (error) {
    const told = toOperatorFault(error, depot.address);
    return { kind: 'failed', reason: told instanceof Error ? told.message : 'It failed.' };
  } finally {
    await depot.close();
  }
}

/** Sums up the looks with the news that an operator must hear first. */
function sumUp(looks: ReadonlyMap<string, SourceLook>): SourceLook {
  const failed = [...looks].flatMap(([list, look]) => (look.kind === 'failed' ? [`${list}: ${look.reason}`] : []));
  if (failed.length > 0) return { kind: 'failed', reason: failed.join(' ') };
  const pulled = [...looks].flatMap(([list, look]) => (look.kind === 'pulled' ? [{ list, ...look }] : []));
  if (pulled.length > 0) {
    const id = pulled.map((one) => `${one.list}:${one.id}`).join(', ');
    return {
      kind: 'pulled',
      id,
      dataAsOf:
        pulled
          .map(({ dataAsOf }) => dataAsOf)
          .sort()
          .at(-1) ?? '',
    };
  }
  const kinds = [...looks.values()].map(({ kind }) => kind);
  if (kinds.length === 0) return { kind: 'nothing_published' };
  return { kind: kinds.includes('older') ? 'older' : kinds.includes('held') ? 'held' : 'up_to_date' };
}
