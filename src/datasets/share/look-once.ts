// One look at a depot, which takes what is newer: what the thread behind follow.ts does for its dataset.

import { randomInt } from 'node:crypto';
import type { Clock } from '../../app/clock.ts';
import { pullSnapshot } from '../../app/datasets/pull-snapshot.ts';
import type { Depot } from '../depots/depot.ts';
import { openDepot } from '../depots/open-depot.ts';
import type { Dataset } from '../folder/dataset.ts';
import { toOperatorFault } from './depot-fault.ts';
import type { FollowOrder, SourceLook } from './follow.ts';
import { openSharedDataset } from './shared-dataset.ts';
import { readPublisherKeys } from './signing.ts';

export async function lookOnce(dataset: Dataset, order: FollowOrder, clock: Clock): Promise<SourceLook> {
  const depot = openFollowed(order, clock);
  try {
    return await lookInto(dataset, order, depot, clock);
  } finally {
    await depot.close();
  }
}

export function openFollowed({ depot }: Pick<FollowOrder, 'depot'>, clock: Clock): Depot {
  return openDepot(depot, {
    clock,
    // One after the other: many nodes fetch the same at the same time, and this one has requests to answer.
    connections: 1,
    attemptsMax: 5,
    random: () => randomInt(1_000_000) / 1_000_000,
    onRetry: () => {},
  });
}

/** The same in a depot that is open. */
export async function lookInto(
  dataset: Dataset,
  { directory, publisherKey, needed }: Omit<FollowOrder, 'depot'>,
  depot: Depot,
  clock: Clock,
): Promise<SourceLook> {
  try {
    const shared = openSharedDataset({
      dataset,
      directory,
      depot,
      publishers: publisherKey === null ? undefined : readPublisherKeys(dataset, publisherKey),
      needed,
      piecesAtOnce: 1,
      gently: true,
      clock,
      signal: new AbortController().signal,
      watch: { onStart: () => {}, onBytes: () => {}, onFile: () => {}, onRetry: () => {} },
      onCheck: () => {},
    });
    const outcome = await pullSnapshot(shared, { snapshot: undefined, overridden: [] });
    if (outcome.kind !== 'pulled') return { kind: outcome.kind };
    return { kind: 'pulled', id: outcome.snapshot.id, dataAsOf: outcome.snapshot.dataAsOf };
  } catch (error) {
    const told = toOperatorFault(error, depot.address);
    return { kind: 'failed', reason: told instanceof Error ? told.message : 'It failed.' };
  }
}
