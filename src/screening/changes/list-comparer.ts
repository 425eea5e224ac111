// Compares watched customers with what changed in the lists, in a thread of its own, so that no answer waits for it.

import type { CustomerChange, ListComparer, ListsPoint } from '../../app/watches/lists/list-comparer.ts';
import { startTalk } from '../../datasets/talk.ts';
import type { ListFolders } from './changed-list.ts';
import type { ComparisonNews, ComparisonOrder } from './comparison-thread.ts';
import { encodeCustomers } from './customer-batch.ts';
import { findContent, toEditionFolder } from './edition-folder.ts';

/** Some milliseconds of work on this side, and on the other. */
const atOnce = 5000;
const failure = 'The lists could not be compared: an edition cannot be read any more, or the comparison was stopped.';

interface ListComparerOptions {
  /** Holds a folder for each list. */
  readonly directory: string;
}

export function createListComparer({ directory }: ListComparerOptions): ListComparer {
  return {
    async open(before, after, signal) {
      signal.throwIfAborted();
      const days = { before: before.day, after: after.day };
      const folders = toFolders(directory, before, after);
      const workerData: ComparisonOrder = { folders, days };
      const thread = new URL('./comparison-thread.ts', import.meta.url);
      const talk = startTalk<ComparisonNews>(thread, { workerData, signal }, () => ({ kind: 'failed' }));
      const news = await talk.next();
      if (news.kind !== 'opened' || news.isEmpty) await talk.end();
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
            const answer = await talk.ask(encodeCustomers(some));
            signal.throwIfAborted();
            if (answer.kind !== 'compared') throw new Error(failure);
            for (const change of answer.changes) changes.push({ ...change, customer: from + change.customer });
          }
          return changes;
        },
        close: talk.end,
      };
    },
  };
}

/** By the names of the lists. */
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
