// Lets the rows of a batch through within the limits of its key. Where a limit is reached they wait, for as long as the key is good.

import { setTimeout as sleep } from 'node:timers/promises';
import { isUsable, type KeyRecord } from '../../../domain/access/api-key.ts';
import type { Clock } from '../../clock.ts';
import type { CountRequest } from '../../keys/key-limits.ts';
import type { KeyStore } from '../../keys/ports.ts';
import type { InWork } from '../../limits.ts';
import { createSemaphore } from '../../waiting/semaphore.ts';
import { isOperatorOwner } from '../operator-owner.ts';
import type { BatchStore, StoredBatch } from '../ports.ts';
import { BatchEnded, BatchLeft } from './why-ended.ts';

export interface KeyGateOptions {
  readonly store: Pick<BatchStore, 'find'>;
  readonly keys: Pick<KeyStore, 'find'>;
  readonly countRequest: CountRequest;
  readonly inWork: InWork;
  readonly clock: Clock;
}

export interface Waiting {
  /** Aborts when no further work may begin. Either another row has ended the batch, or the process stops. */
  readonly signal: AbortSignal;
  beat(): void;
}

export interface KeyGate {
  /** Gives the key and what frees its place, once the row may be asked. One row at a time. A row is one request, however often it passes. */
  pass(wasCounted: boolean): Promise<{ readonly key: KeyRecord; leave(): void }>;
  /** Throws as soon as the batch is left or its key is no longer good. */
  wait(ms: number): Promise<void>;
}

/** A batch may wait from the first day of the longest month to the next month, and has days to go on in then. */
const ageMsMax = 35 * 86_400_000;
/** A key may be revoked, and a batch deleted, during a long wait. */
const lookEveryMs = 5_000;
const busyWaitMs = 100;

export function createKeyGate(
  { store, keys, countRequest, inWork, clock }: KeyGateOptions,
  batch: StoredBatch,
  { signal, beat }: Waiting,
): KeyGate {
  async function getKey(): Promise<KeyRecord> {
    const found = await keys.find(batch.keyId);
    const nowMs = clock.nowMs();
    if (found === undefined || found.record.revokedAtMs !== null) throw new BatchEnded('key_revoked');
    if (!isUsable(found.record, nowMs)) throw new BatchEnded('key_expired');
    if (nowMs - batch.createdAtMs > ageMsMax) throw new BatchEnded('too_old');
    return found.record;
  }

  async function wait(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= lookEveryMs) {
      beat();
      await sleep(Math.min(left, lookEveryMs), undefined, { signal, ref: false }).catch(() => {});
      if (signal.aborted || (await store.find(batch.id)) === undefined) throw new BatchLeft();
      await getKey();
    }
  }

  async function enter(key: KeyRecord): Promise<() => void> {
    const { concurrency } = key;
    if (concurrency === null) return () => {};
    while (!(await inWork.enter(key.id, concurrency))) await wait(busyWaitMs);
    return () => inWork.leave(key.id);
  }

  async function passAlone(wasCounted: boolean): ReturnType<KeyGate['pass']> {
    for (let isRepeat = wasCounted; ; isRepeat = true) {
      if (signal.aborted) throw new BatchLeft();
      const key = await getKey();
      // What operators ask is a request of no key.
      if (isOperatorOwner(batch.keyId)) return { key, leave: await enter(key) };
      const { refusal } = await countRequest(key, { events: 1, added: 1, isRepeat });
      if (refusal === null) return { key, leave: await enter(key) };
      await wait((refusal.retryAfterSeconds ?? 1) * 1000);
    }
  }

  // Those behind a row that waits for the key's limit would only use up more of it.
  const oneRow = createSemaphore(1);
  return {
    wait,
    async pass(wasCounted) {
      const letNextIn = await oneRow.enter();
      return passAlone(wasCounted).finally(letNextIn);
    },
  };
}
