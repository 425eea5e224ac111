// What the service and the thread that compares say to each other: questions are answered in their order.

import type { Worker } from 'node:worker_threads';
import type { CustomerChange } from '../../app/watches/lists/list-comparer.ts';
import type { ListFolders } from './changed-list.ts';
import type { Days } from './rows/row-turns.ts';

export interface ComparisonOrder {
  readonly folders: readonly ListFolders[];
  readonly days: Days;
}

export interface Opened {
  readonly kind: 'opened';
  readonly gone: readonly string[];
  readonly unread: readonly string[];
  readonly isEmpty: boolean;
}

export type ComparisonNews =
  | Opened
  | { readonly kind: 'compared'; readonly changes: readonly CustomerChange[] }
  | { readonly kind: 'failed' };

export interface Talk {
  /** What the thread tells by itself. */
  readonly opened: Promise<ComparisonNews>;
  ask(customers: string): Promise<ComparisonNews>;
}

/** Its listeners stay for as long as the thread does. A thread that ends or breaks answers `failed`. */
export function createTalk(worker: Worker): Talk {
  const asked: PromiseWithResolvers<ComparisonNews>[] = [];
  let hasEnded = false;
  const expect = (): Promise<ComparisonNews> => {
    if (hasEnded) return Promise.resolve({ kind: 'failed' });
    const answer = Promise.withResolvers<ComparisonNews>();
    asked.push(answer);
    return answer.promise;
  };
  const end = () => {
    hasEnded = true;
    for (const { resolve } of asked.splice(0)) resolve({ kind: 'failed' });
  };
  worker.on('message', (news: ComparisonNews) => asked.shift()?.resolve(news));
  worker.on('error', end);
  worker.on('exit', end);
  return {
    opened: expect(),
    ask(customers) {
      worker.postMessage(customers);
      return expect();
    },
  };
}
