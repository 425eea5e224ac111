// The thread behind follow.ts: looks once, takes what is newer, and ends.

import { randomInt } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { pullRegistry } from '../../app/registry/pull-registry.ts';
import { systemClock } from '../../clock.ts';
import type { FollowOrder, SourceLook } from './follow.ts';
import { toOperatorFault } from './place-fault.ts';
import { openPlace } from './places/open-place.ts';
import { openSharedRegistry } from './shared-registry.ts';
import { readPublisherKeys } from './signing.ts';

const { directory, place: settings, publisherKey, needed } = workerData as FollowOrder;
const place = openPlace(settings, {
  clock: systemClock,
  // One after the other: many nodes fetch the same at the same time, and this one has requests to answer.
  connections: 1,
  attemptsMax: 5,
  random: () => randomInt(1_000_000) / 1_000_000,
  onRetry: () => {},
});
parentPort?.postMessage(await look());
await place.close();

async function look(): Promise<SourceLook> {
  try {
    const registry = openSharedRegistry({
      directory,
      place,
      publishers: publisherKey === null ? undefined : readPublisherKeys(publisherKey),
      needed,
      piecesAtOnce: 1,
      gently: true,
      clock: systemClock,
      signal: new AbortController().signal,
      watch: { onStart: () => {}, onBytes: () => {}, onFile: () => {}, onRetry: () => {} },
      onCheck: () => {},
    });
    const outcome = await pullRegistry(registry, { snapshot: undefined, overridden: [] });
    if (outcome.kind !== 'pulled') return { kind: outcome.kind };
    return { kind: 'pulled', id: outcome.snapshot.id, dataAsOf: outcome.snapshot.dataAsOf };
  } catch (error) {
    const told = toOperatorFault(error, place.address);
    return { kind: 'failed', reason: told instanceof Error ? told.message : 'It failed.' };
  }
}
