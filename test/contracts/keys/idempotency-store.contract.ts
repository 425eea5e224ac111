// What every IdempotencyStore promises, wherever it keeps the records.

import { describe, expect, test } from 'vitest';
import type { Eventual } from '../../../src/app/eventual.ts';
import type { CallClaim, ErasableCalls, IdempotencyStore, KeptCall } from '../../../src/app/idempotency/ports.ts';
import type { KeyId } from '../../../src/domain/access/api-key.ts';

export interface StoreProcess {
  readonly store: IdempotencyStore & ErasableCalls;
  /** Ends the process; what it started stays behind. */
  end(): Promise<void>;
}

const nowMs = Date.UTC(2026, 10, 15);
const dayMs = 24 * 3_600_000;
const answer = Buffer.from([1, 2, 3, 0, 255]);

const claimOf = (id: string, more: Partial<CallClaim> = {}): CallClaim => ({
  id,
  keyId: 'key_1' as KeyId,
  fingerprint: 'f1',
  nowMs,
  expiresAtMs: nowMs + dayMs,
  ...more,
});

interface Limits {
  readonly recordsPerKeyMax: number;
  readonly recordsMax: number;
}

/** `start` opens one more process on the same records. */
export function describeIdempotencyStore(name: string, start: (limits?: Limits) => Eventual<StoreProcess>): void {
  let ids = 0;
  const newId = () => `id-${ids++}`;

  describe(`${name} as an IdempotencyStore`, () => {
    test('knows nothing of a call that was never made', async () => {
      const { store } = await start();
      expect(await store.find(newId(), nowMs)).toBeUndefined();
    });

    test('a claim is seen as started: by its own process as its own, by another as another’s', async () => {
      const [own, other] = [await start(), await start()];
      const id = newId();
      expect(await own.store.claim(claimOf(id))).toBeUndefined();
      expect(await own.store.find(id, nowMs)).toEqual({ kind: 'started', fingerprint: 'f1', owner: 'self' });
      expect(await other.store.find(id, nowMs)).toEqual({ kind: 'started', fingerprint: 'f1', owner: 'other' });
    });

    test('a call whose process is gone stays started, and is told to be left behind', async () => {
      const [own, other] = [await start(), await start()];
      const id = newId();
      await own.store.claim(claimOf(id));
      await own.end();
      const leftBehind = { kind: 'started', fingerprint: 'f1', owner: 'gone' };
      expect(await other.store.find(id, nowMs)).toEqual(leftBehind);
      expect(await other.store.claim(claimOf(id))).toEqual(leftBehind);
      expect(await (await start()).store.find(id, nowMs)).toEqual(leftBehind);
    });

    test('of a hundred claims from two processes one wins, and the others see the winner', async () => {
      const processes = [await start(), await start()];
      const id = newId();
      const claims = Array.from({ length: 100 }, (_, index) => {
        const { store } = processes[index % 2] as StoreProcess;
        return store.claim(claimOf(id, { fingerprint: `f${index}` }));
      });
      const seen = await Promise.all(claims);
      expect(seen.filter((record) => record === undefined)).toHaveLength(1);
      const winner = `f${seen.indexOf(undefined)}`;
      for (const record of seen) if (record !== undefined) expect(record).toMatchObject({ fingerprint: winner });
    });

    test('an answer is kept byte for byte, for every process, also after its own is gone', async () => {
      const [own, other] = [await start(), await start()];
      const id = newId();
      await own.store.claim(claimOf(id));
      await own.store.complete(id, answer);
      await own.end();
      const found = await other.store.find(id, nowMs);
      expect(found).toMatchObject({ kind: 'answered', fingerprint: 'f1' });
      expect(found?.kind === 'answered' && Buffer.from(found.sealedAnswer).equals(answer)).toBe(true);
      expect(await other.store.claim(claimOf(id))).toMatchObject({ kind: 'answered' });
    });

    test('only the process that started a call can answer it, and only once', async () => {
      const [own, other] = [await start(), await start()];
      const id = newId();
      await expect(own.store.complete(id, answer)).rejects.toThrow();
      await own.store.claim(claimOf(id));
      await expect(other.store.complete(id, answer)).rejects.toThrow();
      await own.store.complete(id, answer);
      await expect(own.store.complete(id, Buffer.from('other'))).rejects.toThrow();
      expect(await own.store.find(id, nowMs)).toMatchObject({ kind: 'answered', sealedAnswer: answer });
    });

    test('one fault among many writes of the same moment takes no other with it', async () => {
      const { store } = await start();
      const [one, two, never] = [newId(), newId(), newId()];
      const results = await Promise.allSettled([
        store.claim(claimOf(one)),
        store.complete(never, answer),
        store.claim(claimOf(two)),
      ]);
      expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      expect(await store.find(one, nowMs)).toMatchObject({ kind: 'started' });
      expect(await store.find(two, nowMs)).toMatchObject({ kind: 'started' });
    });

    test('a released call can be claimed again; an answered or another process’s one is not released', async () => {
      const [own, other] = [await start(), await start()];
      const id = newId();
      await own.store.claim(claimOf(id));
      await other.store.release(id);
      expect(await own.store.find(id, nowMs)).toMatchObject({ kind: 'started' });
      await own.store.release(id);
      expect(await other.store.claim(claimOf(id))).toBeUndefined();
      await other.store.complete(id, answer);
      await other.store.release(id);
      expect(await own.store.find(id, nowMs)).toMatchObject({ kind: 'answered' });
    });

    test('an expired record is as if it had never been, to the millisecond', async () => {
      const { store } = await start();
      const id = newId();
      await store.claim(claimOf(id));
      await store.complete(id, answer);
      expect(await store.find(id, nowMs + dayMs - 1)).toMatchObject({ kind: 'answered' });
      expect(await store.find(id, nowMs + dayMs)).toBeUndefined();
      const again = claimOf(id, { fingerprint: 'f2', nowMs: nowMs + dayMs, expiresAtMs: nowMs + 2 * dayMs });
      expect(await store.claim(again)).toBeUndefined();
      expect(await store.find(id, nowMs + dayMs)).toEqual({ kind: 'started', fingerprint: 'f2', owner: 'self' });
    });

    test('keeps so many records for a key and so many in all; room comes back with what is released or purged', async () => {
      const { store } = await start({ recordsPerKeyMax: 3, recordsMax: 1_000_000 });
      const claim = (id: string, keyId: string, more: Partial<CallClaim> = {}) =>
        store.claim(claimOf(id, { keyId: keyId as KeyId, ...more }));
      const [one, two, three, four, five] = [newId(), newId(), newId(), newId(), newId()];
      for (const id of [one, two, three]) expect(await claim(id, 'busy')).toBeUndefined();
      expect(await claim(four, 'busy')).toEqual({ kind: 'full', whose: 'key' });
      // What is on record is found all the same, and other keys are not concerned.
      expect(await claim(one, 'busy')).toMatchObject({ kind: 'started' });
      expect(await claim(four, 'quiet')).toBeUndefined();
      await store.release(one);
      expect(await claim(one, 'busy')).toBeUndefined();
      expect(await claim(five, 'busy')).toEqual({ kind: 'full', whose: 'key' });
      const longAgo = { nowMs: nowMs - 10 * dayMs, expiresAtMs: nowMs - 9 * dayMs };
      for (let count = 0; count < 3; count++) expect(await claim(newId(), 'slow', longAgo)).toBeUndefined();
      await store.purge(nowMs, 1_000);
      expect(await claim(five, 'slow')).toBeUndefined();
      const full = await start({ recordsPerKeyMax: 3, recordsMax: 4 });
      expect(await full.store.claim(claimOf(newId(), { keyId: 'new' as KeyId }))).toEqual({
        kind: 'full',
        whose: 'all',
      });
    });

    test('purges what has expired, until it says that no more is left, and nothing else', async () => {
      const { store } = await start();
      const [kept, ...expired] = [newId(), newId(), newId(), newId()];
      const longAgoMs = nowMs - 10 * dayMs;
      for (const id of expired) await store.claim(claimOf(id, { nowMs: longAgoMs, expiresAtMs: longAgoMs + dayMs }));
      await store.claim(claimOf(kept));
      const purgeMs = longAgoMs + dayMs;
      expect(await store.purge(purgeMs - 1, 100)).toBe(false);
      for (const id of expired) expect(await store.find(id, longAgoMs)).toBeDefined();
      while (await store.purge(purgeMs, 2)) {
        // No more than two at a time, one by one.
      }
      for (const id of expired) expect(await store.find(id, longAgoMs)).toBeUndefined();
      expect(await store.find(kept, nowMs)).toBeDefined();
    });

    test('an answer that is erased is gone from every list and every look, and its call stays on record', async () => {
      const { store } = await start();
      const [answered, other, begun] = [newId(), newId(), newId()];
      for (const id of [answered, other, begun]) await store.claim(claimOf(id));
      for (const id of [answered, other]) await store.complete(id, answer);
      const listAll = async () => {
        const calls: KeptCall[] = [];
        for (let after = ''; ; after = calls.at(-1)?.id ?? '') {
          const some = await store.listAnswered(after, 1);
          if (some.length === 0) return calls.filter(({ id }) => [answered, other, begun].includes(id));
          calls.push(...some);
        }
      };
      const before = await listAll();
      expect(before.map(({ id }) => id).sort()).toEqual([answered, other].sort());
      expect(before[0]).toMatchObject({ fingerprint: 'f1' });
      expect(Buffer.from(before[0]?.sealedAnswer ?? [])).toEqual(answer);
      await store.eraseAnswer(answered, 'erased');
      expect((await listAll()).map(({ id }) => id)).toEqual([other]);
      expect(await store.find(answered, nowMs)).toEqual({ kind: 'started', fingerprint: 'erased', owner: 'gone' });
      expect(await store.claim(claimOf(answered))).toMatchObject({ kind: 'started', fingerprint: 'erased' });
    });
  });
}
