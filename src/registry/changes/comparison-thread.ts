// The thread behind comparison.ts: compares two snapshots for a list of companies, and goes on whenever it is asked to.

import { parentPort, workerData } from 'node:worker_threads';
import type { CompanyChange } from '../../domain/company/company-change.ts';
import { openSnapshot } from '../snapshot/snapshot.ts';
import { compareWatched } from './compare-snapshots.ts';
import { toWatchedKeys } from './watched-keys.ts';

export interface ComparisonOrder {
  /** Folders. */
  readonly before: string;
  readonly after: string;
  readonly words: Uint32Array<ArrayBuffer>;
  readonly youngCompanyDays: number;
}

export type ComparisonNews =
  | { readonly kind: 'changes'; readonly changes: readonly CompanyChange[] }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly reason: string };

const changesAtOnce = 1_000;
const { before, after, words, youngCompanyDays } = workerData as ComparisonOrder;
const port = parentPort;
if (port === null) throw new Error('Only as a thread');

const portions = compare();
port.on('message', () => {
  const news = toNews();
  port.postMessage(news);
  if (news.kind !== 'changes') port.close();
});

function toNews(): ComparisonNews {
  try {
    const next = portions.next();
    return next.done === true ? { kind: 'done' } : { kind: 'changes', changes: next.value };
  } catch (error) {
    return { kind: 'failed', reason: error instanceof Error ? error.message : 'A snapshot cannot be read.' };
  }
}

function* compare(): Generator<readonly CompanyChange[]> {
  using old = openSnapshot(before);
  using young = openSnapshot(after);
  for (const changes of compareWatched(old, young, toWatchedKeys(words), youngCompanyDays)) {
    // Also where there are none: whoever waits knows by it that the comparison gets on.
    for (let from = 0; from === 0 || from < changes.length; from += changesAtOnce)
      yield changes.slice(from, from + changesAtOnce);
  }
}
