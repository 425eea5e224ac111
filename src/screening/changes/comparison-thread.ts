// The thread behind list-comparer.ts: works out what changed in the lists, then compares customers whenever some are handed in.

import { parentPort, workerData } from 'node:worker_threads';
import type { CustomerChange } from '../../app/watches/lists/list-comparer.ts';
import type { Sensitivities } from '../../domain/screening/sensitivity.ts';
import type { ListFolders } from './changed-list.ts';
import { ChangedLists } from './changed-lists.ts';
import { decodeCustomers } from './customer-batch.ts';
import type { Days } from './rows/row-turns.ts';

export interface ComparisonOrder {
  readonly folders: readonly ListFolders[];
  readonly days: Days;
  readonly sensitivities: Sensitivities;
}

/** `opened` comes by itself, and `compared` for each batch of customers. */
export type ComparisonNews =
  | {
      readonly kind: 'opened';
      readonly gone: readonly string[];
      readonly unread: readonly string[];
      readonly isEmpty: boolean;
    }
  | { readonly kind: 'compared'; readonly changes: readonly CustomerChange[] }
  | { readonly kind: 'failed' };

const { folders, days, sensitivities } = workerData as ComparisonOrder;
const port = parentPort;
if (port === null) throw new Error('Only as a thread');
const tell = (news: ComparisonNews): void => port.postMessage(news);

try {
  const lists = await ChangedLists.open(folders, days, sensitivities);
  port.on('message', (customers: string) => tell(compare(lists, customers)));
  const { gone, unread, isEmpty } = lists;
  tell({ kind: 'opened', gone, unread, isEmpty });
} catch {
  tell({ kind: 'failed' });
}

/** Compares the customers with the lists. An error may quote a row, so its text must not reach a log. */
function compare(lists: ChangedLists, customers: string): ComparisonNews {
  try {
    const changes: CustomerChange[] = [];
    let customer = 0;
    for (const screened of decodeCustomers(customers)) {
      for (const change of lists.compare(screened)) changes.push({ customer, ...change });
      customer++;
    }
    return { kind: 'compared', changes };
  } catch {
    return { kind: 'failed' };
  }
}
