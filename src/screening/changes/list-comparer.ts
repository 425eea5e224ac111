// Compares watched customers with what changed in the lists, in a thread of its own, so that no answer waits for it.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { CustomerChange, ListComparer, ListsPoint, SeenEdition } from '../../app/watches/lists/list-comparer.ts';
import { startThreadConversation } from '../../datasets/thread-conversation.ts';
import { defaultSensitivities, type Sensitivities } from '../../domain/screening/sensitivity.ts';
import { toListPaths } from '../snapshot/list-dataset.ts';
import { readListManifest } from '../snapshot/manifest.ts';
import type { ListFolders } from './changed-list.ts';
import type { ComparisonNews, ComparisonOrder } from './comparison-thread.ts';
import { encodeCustomers } from './customer-batch.ts';

/** A batch of this many customers takes some milliseconds of work on this side, and on the other. */
const atOnce = 5000;
const failure = 'The lists could not be compared: an edition cannot be read any more, or the comparison was stopped.';

interface ListComparerOptions {
  /** Holds a folder for each list. */
  readonly directory: string;
  readonly sensitivities?: Sensitivities;
}

export function createListComparer({
  directory,
  sensitivities = defaultSensitivities,
}: ListComparerOptions): ListComparer {
  return {
    async open(before, after, signal) {
      signal.throwIfAborted();
      const days = { before: before.day, after: after.day };
      const folders = toFolders(directory, before, after);
      const workerData: ComparisonOrder = { folders, days, sensitivities };
      const thread = new URL('./comparison-thread.ts', import.meta.url);
      const conversation = startThreadConversation<ComparisonNews>(thread, { workerData, signal }, () => ({
        kind: 'failed',
      }));
      const news = await conversation.next();
      if (news.kind !== 'opened' || news.isEmpty) await conversation.end();
      signal.throwIfAborted();
      if (news.kind !== 'opened') throw new Error(failure);

      return {
        gone: before.editions.filter(({ list }) => news.gone.includes(list)),
        unread: news.unread,
        contents: readContents(folders),
        isEmpty: news.isEmpty,
        async compare(customers) {
          signal.throwIfAborted();
          const changes: CustomerChange[] = [];
          for (let from = 0; from < customers.length && !news.isEmpty; from += atOnce) {
            const some = customers.slice(from, from + atOnce);
            const answer = await conversation.ask(encodeCustomers(some));
            signal.throwIfAborted();
            if (answer.kind !== 'compared') throw new Error(failure);
            for (const change of answer.changes) changes.push({ ...change, customer: from + change.customer });
          }
          return changes;
        },
        close: conversation.end,
      };
    },
  };
}

/** Returns the folders in the order of the lists' names. */
function toFolders(directory: string, before: ListsPoint, after: ListsPoint): readonly ListFolders[] {
  const folders = after.editions.map((edition) => {
    const { list } = edition;
    const earlier = before.editions.find((one) => one.list === list);
    const seenBefore = earlier && { before: toEditionFolder(directory, earlier), seenOn: earlier.day };
    return { list, ...seenBefore, after: toEditionFolder(directory, edition) };
  });
  return folders.toSorted((one, other) => (one.list < other.list ? -1 : 1));
}

function readContents(folders: readonly ListFolders[]): ReadonlyMap<string, string> {
  const read = folders.map(({ list, after }) => [list, findContent(after, list)] as const);
  return new Map(read.flatMap(([list, content]) => (content === undefined ? [] : [[list, content]])));
}

/**
 * Where an edition lies on this machine. Another machine may have imported the same entries under another name: they are known by their
 * hash. The folder of its name where neither it nor its content is here.
 */
function toEditionFolder(directory: string, { list, edition, content }: SeenEdition): string {
  const { snapshots } = toListPaths(directory, list);
  const named = join(snapshots, edition);
  if (content === undefined || existsSync(named) || !existsSync(snapshots)) return named;
  const folders = readdirSync(snapshots).map((name) => join(snapshots, name));
  return folders.find((folder) => findContent(folder, list) === content) ?? named;
}

/** Returns the hash of the edition's entries, or undefined if they cannot be read. */
function findContent(folder: string, list: string): string | undefined {
  try {
    return readListManifest(folder, list).entries_sha256;
  } catch {
    return undefined;
  }
}
