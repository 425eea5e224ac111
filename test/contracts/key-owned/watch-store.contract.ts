import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EventStore, NewEvent } from '../../../src/app/events/ports.ts';
import type { NewWatch, StoredWatch, WatchStore } from '../../../src/app/watches/ports.ts';
import type { WebhookStore } from '../../../src/app/webhooks/ports.ts';
import type { KeyId } from '../../../src/domain/access/api-key.ts';

/** One process on the data that all of them share. */
export interface WatchStoreProcess {
  readonly store: WatchStore;
  readonly webhooks: WebhookStore;
  readonly events: EventStore;
  end(): Promise<void>;
}

const keyId = 'key_1' as KeyId;
const toWatch = (id: string, more: Partial<NewWatch> = {}): NewWatch => ({
  id,
  keyId,
  mode: 'live',
  webhookId: null,
  kind: 'company',
  snapshot: 'snap_1',
  lists: null,
  purpose: null,
  legalBasis: null,
  untilMs: null,
  repeatId: null,
  createdAtMs: 100,
  ...more,
});
const sealed = (...bytes: number[]) => new Uint8Array(bytes);
const event: NewEvent = {
  id: 'msg_1',
  keyId,
  endpointId: 'wh_1',
  event: 'watch.changed',
  sealedBody: sealed(7),
  createdAtMs: 500,
};
const first = { snapshot: 'snap_1', lists: null, rewrites: 0, lastChange: 0 };
const compared = {
  from: first,
  snapshot: 'snap_2',
  lists: null,
  lastChange: 2,
  comparedAtMs: 500,
  isMissed: false,
  event: null,
} as const;

/** `start` opens the data of a new place at first, and the same data from then on. */
export function describeWatchStore(name: string, createPlace: () => Promise<() => Promise<WatchStoreProcess>>): void {
  describe(`watches in ${name}`, () => {
    let start: () => Promise<WatchStoreProcess>;
    let process: WatchStoreProcess;
    let store: WatchStore;
    beforeEach(async () => {
      start = await createPlace();
      process = await start();
      ({ store } = process);
    });
    afterEach(() => process.end());

    async function watch(id: string, more: Partial<NewWatch> = {}): Promise<void> {
      expect(await store.begin(toWatch(id, more), 9)).toBe('begun');
      await store.appendList(id, { part: 0, sealed: sealed(1) });
      await store.start(id, 1, `print of ${id}`);
    }
    const find = async (id: string) => (await store.find(id)) as StoredWatch;
    const addChanges = (id: string, ...numbers: number[]) =>
      store.appendChanges(
        id,
        numbers.map((number) => ({ number, sealed: sealed(number) })),
      );
    const changesOf = async (id: string, after = 0, limit = 99) =>
      (await store.listChanges(id, after, limit)).map(({ number }) => number);

    it('a watch is what it was begun as, and is active once all of its list is there', async () => {
      await store.begin(toWatch('wat_1', { mode: 'test', webhookId: 'wh_1', snapshot: null }), 9);
      expect(await store.find('wat_1')).toMatchObject({
        ...toWatch('wat_1', { mode: 'test', webhookId: 'wh_1', snapshot: null }),
        state: 'receiving',
      });
      await store.appendList('wat_1', { part: 0, sealed: sealed(1) });
      await store.appendList('wat_1', { part: 1, sealed: sealed(2) });
      await store.start('wat_1', 7, 'f');
      expect(await store.find('wat_1')).toMatchObject({
        state: 'active',
        members: 7,
        fingerprint: 'f',
        lastChange: 0,
        comparedAtMs: null,
        missed: 0,
      });
      expect([...((await store.findList('wat_1', 1))?.sealed ?? [])]).toEqual([2]);
      expect([await store.findList('wat_1', 2), await store.find('wat_9')]).toEqual([undefined, undefined]);
    });

    it('a key has as many as it may have, and another one as many again', async () => {
      await watch('wat_1');
      await store.begin(toWatch('wat_2'), 2);
      expect(await store.begin(toWatch('wat_3'), 2)).toBe('full');
      expect(await store.begin(toWatch('wat_3', { keyId: 'key_2' as KeyId }), 2)).toBe('begun');
      await store.delete('wat_1', keyId);
      expect(await store.begin(toWatch('wat_4'), 2)).toBe('begun');
    });

    it('what is begun again under the same name is the one that is there, also where no more may be, until it is deleted', async () => {
      await watch('wat_1', { repeatId: 'r' });
      expect(await store.begin(toWatch('wat_2', { repeatId: 'r' }), 1)).toMatchObject({
        id: 'wat_1',
        repeatId: 'r',
        state: 'active',
        fingerprint: 'print of wat_1',
      });
      expect(await store.find('wat_2')).toBeUndefined();
      await store.delete('wat_1', keyId);
      expect(await store.begin(toWatch('wat_2', { repeatId: 'r' }), 1)).toBe('begun');
      expect(await store.begin(toWatch('wat_3', { repeatId: 'r' }), 1)).toMatchObject({
        id: 'wat_2',
        state: 'receiving',
      });
      await store.abandon('wat_2');
      expect(await store.begin(toWatch('wat_3', { repeatId: 'r' }), 1)).toBe('begun');
    });

    it('those of one key are listed once their lists are whole, the newest first, page by page', async () => {
      await watch('wat_1');
      await watch('wat_2', { createdAtMs: 200 });
      await watch('wat_3');
      await watch('wat_4', { keyId: 'key_2' as KeyId });
      await store.begin(toWatch('wat_5'), 9);
      const list = async (limit: number, before?: { createdAtMs: number; id: string }) =>
        (await store.listOf(keyId, limit, before)).map(({ id }) => id);
      expect([await list(9), await list(1)]).toEqual([['wat_2', 'wat_3', 'wat_1'], ['wat_2']]);
      expect((await store.listOf(null, 3)).map(({ id }) => id)).toEqual(['wat_2', 'wat_4', 'wat_3']);
      expect(await list(9, { createdAtMs: 100, id: 'wat_3' })).toEqual(['wat_1']);
      await store.delete('wat_2', keyId);
      expect(await list(9, { createdAtMs: 200, id: 'wat_2' })).toEqual(['wat_3', 'wat_1']);
    });

    it('those of live keys that know another snapshot are to be compared, the oldest first', async () => {
      await watch('wat_2', { createdAtMs: 300 });
      await watch('wat_1');
      await watch('wat_3', { mode: 'test' });
      await watch('wat_4', { snapshot: 'snap_2' });
      await watch('wat_5', { snapshot: null, createdAtMs: 400 });
      await store.begin(toWatch('wat_6'), 9);
      expect(await store.listStale('snap_2')).toEqual(['wat_1', 'wat_2', 'wat_5']);
      await store.finish('wat_1', compared);
      await store.delete('wat_2', keyId);
      expect(await store.listStale('snap_2')).toEqual(['wat_5']);
    });

    it('changes are shown once their comparison is finished, page by page, and those of another are discarded', async () => {
      await watch('wat_1');
      await addChanges('wat_1', 1, 2, 3);
      expect(await changesOf('wat_1')).toEqual([]);
      await store.discardUnfinished('wat_1');
      await addChanges('wat_1', 1);
      await addChanges('wat_1');
      await addChanges('wat_1', 2);
      await store.finish('wat_1', compared);
      expect(await find('wat_1')).toMatchObject({ snapshot: 'snap_2', lastChange: 2, comparedAtMs: 500, missed: 0 });
      expect(await changesOf('wat_1', 2 ** 40)).toEqual([]);
      await addChanges('wat_1', 3);
      expect([await changesOf('wat_1'), await changesOf('wat_1', 0, 1), await changesOf('wat_1', 1)]).toEqual([
        [1, 2],
        [1],
        [2],
      ]);
      await store.discardUnfinished('wat_1');
      await addChanges('wat_1', 3, 4);
      const from = { ...first, snapshot: 'snap_2', lastChange: 2 };
      expect(
        await store.finish('wat_1', { ...compared, from, snapshot: 'snap_3', lastChange: 4, isMissed: true }),
      ).toBe(true);
      expect([await changesOf('wat_1'), (await find('wat_1')).missed]).toEqual([[1, 2, 3, 4], 1]);
      const [shown] = await store.listChanges('wat_1', 3, 1);
      expect([...(shown?.sealed ?? [])]).toEqual([4]);
    });

    it('a comparison that another process has finished meanwhile is not finished again', async () => {
      await watch('wat_1');
      await addChanges('wat_1', 1, 2);
      expect([await store.finish('wat_1', compared), await store.finish('wat_1', compared)]).toEqual([true, false]);
      const late = { ...compared, from: { ...first, snapshot: 'snap_2', lastChange: 1 }, lastChange: 9 };
      expect([await store.finish('wat_1', late), (await find('wat_1')).lastChange]).toEqual([false, 2]);
    });

    it('a comparison is written down with who is told of it, and of a watch that is gone nobody is told', async () => {
      await process.webhooks.insertEndpoint({ id: 'wh_1', keyId, sealed: sealed(1), createdAtMs: 1 });
      await watch('wat_1');
      await watch('wat_2');
      await store.delete('wat_2', keyId);
      await store.finish('wat_1', { ...compared, event });
      await store.finish('wat_2', { ...compared, event: { ...event, id: 'msg_2' } });
      expect((await process.webhooks.list({ state: null, limit: 9 })).map(({ id }) => id)).toEqual(['msg_1']);
      const told = await process.events.list(keyId, { after: 0, sinceMs: 0 }, 9);
      expect(told.map(({ id }) => id)).toEqual(['msg_1']);
    });

    it('what is deleted is there for nobody, and goes with its list and its changes, a few at a time', async () => {
      await watch('wat_1');
      await addChanges('wat_1', 1, 2);
      await store.finish('wat_1', compared);
      await addChanges('wat_1', 3);
      expect([await store.delete('wat_1', 'key_2' as KeyId), await store.hasWaste(1_000)]).toEqual([false, false]);
      expect([await store.delete('wat_1', keyId), await store.delete('wat_1', keyId)]).toEqual([true, false]);
      expect(await store.find('wat_1')).toBeUndefined();
      for (let rounds = 0; await store.hasWaste(1_000); rounds++) {
        expect(rounds).toBeLessThan(9);
        await store.purge(1_000, 1);
      }
      expect([await store.findList('wat_1', 0), await changesOf('wat_1')]).toEqual([undefined, []]);
      expect(await store.begin(toWatch('wat_1'), 1)).toBe('begun');
    });

    it('nothing is added to what was deleted meanwhile, where nobody would find it any more', async () => {
      await watch('wat_1');
      await store.begin(toWatch('wat_2', { kind: 'person' }), 9);
      await store.delete('wat_1', keyId);
      await store.delete('wat_2', keyId);
      for (const isPurged of [false, true]) {
        if (isPurged) while (await store.hasWaste(1_000)) await store.purge(1_000, 9);
        await addChanges('wat_1', 1);
        await expect(store.appendList('wat_2', { part: 0, sealed: sealed(1) })).rejects.toThrow();
        expect([await store.listAllChanges(undefined, 9), await store.findList('wat_2', 0)]).toEqual([[], undefined]);
      }
    });

    it('a list whose process ended, or was given up, is waste; one that is still coming, or is whole, is not', async () => {
      const other = await start();
      await other.store.begin(toWatch('wat_1'), 9);
      await other.store.appendList('wat_1', { part: 0, sealed: sealed(1) });
      await store.begin(toWatch('wat_2'), 9);
      expect(await store.hasWaste(1_000)).toBe(false);
      await other.end();
      expect(await store.hasWaste(1_000)).toBe(true);
      await store.purge(1_000, 9);
      expect([await store.hasWaste(1_000), await store.find('wat_1')]).toEqual([false, undefined]);
      await store.abandon('wat_2');
      expect([await store.hasWaste(1_000), await store.find('wat_2')]).toEqual([true, undefined]);
      await store.purge(1_000, 9);
      await watch('wat_3');
      await store.abandon('wat_3');
      expect([await store.hasWaste(1_000), (await find('wat_3')).state]).toEqual([false, 'active']);
    });

    it('a watch of people keeps why and by which right, and is waste once its time is over', async () => {
      const terms = { kind: 'person', purpose: 'credit', legalBasis: 'legal_obligation', untilMs: 2_000 } as const;
      await watch('wat_1', { ...terms, snapshot: null, lists: 'p0' });
      await watch('wat_2');
      expect(await find('wat_1')).toMatchObject({ ...terms, lists: 'p0', snapshot: null, members: 1 });
      expect(await store.listStale('snap_1')).toEqual([]);
      expect([await store.hasWaste(1_999), await store.hasWaste(2_000)]).toEqual([false, true]);
      const listOver = async (nowMs: number) => (await store.listOver(nowMs)).map(({ id }) => id);
      expect([await listOver(1_999), await listOver(2_000)]).toEqual([[], ['wat_1']]);
      await store.end('wat_1', event);
      await store.end('wat_1', { ...event, id: 'msg_2' });
      expect((await process.events.list(keyId, { after: 0, sinceMs: 0 }, 9)).map(({ id }) => id)).toEqual(['msg_1']);
      expect([await listOver(2_000), await store.find('wat_1')]).toEqual([[], undefined]);
      for (let rounds = 0; await store.hasWaste(2_000); rounds++) {
        expect(rounds).toBeLessThan(9);
        await store.purge(2_000, 1);
      }
      expect([await store.find('wat_1'), await store.findList('wat_1', 0)]).toEqual([undefined, undefined]);
      expect((await find('wat_2')).state).toBe('active');
    });

    it('watches of lists stand at points, and move on from the one where their comparison began', async () => {
      await watch('wat_2', { kind: 'person', snapshot: null, lists: 'p0', createdAtMs: 300 });
      await watch('wat_1', { lists: 'p0' });
      await watch('wat_3', { kind: 'person', snapshot: null, lists: 'p0', mode: 'test' });
      await watch('wat_4');
      await store.begin(toWatch('wat_5', { lists: 'p5' }), 9);
      const live = { mode: 'live', lists: 'p0' } as const;
      expect(await store.listPoints()).toEqual([live, { mode: 'test', lists: 'p0' }]);
      expect(await store.listAtPoint(live)).toEqual(['wat_1', 'wat_2']);
      const from = { ...first, snapshot: null, lists: 'p0' };
      const on = { ...compared, from, snapshot: null, lists: 'p1', lastChange: 0 };
      expect([await store.finish('wat_2', on), await store.finish('wat_2', on)]).toEqual([true, false]);
      expect(await store.listAtPoint(live)).toEqual(['wat_1']);
      expect(await store.listAtPoint({ mode: 'live', lists: 'p1' })).toEqual(['wat_2']);
    });

    it('lists of people can be gone through and replaced, and a comparison that has read the old one does not finish', async () => {
      const people = { kind: 'person', snapshot: null, lists: 'p0' } as const;
      await watch('wat_1', people);
      await store.appendChanges('wat_1', []);
      await watch('wat_2');
      await watch('wat_3', people);
      const [listed, ...rest] = await store.listAllPeople(undefined, 9);
      expect([listed?.watchId, listed?.part, ...rest.map(({ watchId }) => watchId)]).toEqual(['wat_1', 0, 'wat_3']);
      expect((await store.listAllPeople(listed, 9)).map(({ watchId }) => watchId)).toEqual(['wat_3']);
      // Once somebody less is in it, and once somebody alone lost what was said of another.
      for (const [removed, members] of [
        [1, 0],
        [0, 0],
      ] as const) {
        const before = await find('wat_1');
        await store.replaceList('wat_1', { part: 0, sealed: sealed(8 + removed) }, removed);
        expect([...((await store.findList('wat_1', 0))?.sealed ?? [])]).toEqual([8 + removed]);
        expect((await find('wat_1')).members).toBe(members);
        const late = { ...compared, from: before, snapshot: null, lists: 'p1', lastChange: 0 };
        expect([await store.finish('wat_1', late), (await find('wat_1')).lists]).toEqual([false, 'p0']);
      }
    });

    it('all changes can be gone through, those that do not count yet too, and one can be removed', async () => {
      await watch('wat_1');
      await watch('wat_2');
      await addChanges('wat_1', 1, 2);
      await addChanges('wat_2', 1);
      const first = await store.listAllChanges(undefined, 2);
      expect(first.map(({ watchId, number }) => [watchId, number])).toEqual([
        ['wat_1', 1],
        ['wat_1', 2],
      ]);
      const [last] = await store.listAllChanges(first.at(-1), 2);
      expect([last?.watchId, last?.number]).toEqual(['wat_2', 1]);
      await store.removeChange('wat_1', 1);
      expect((await store.listAllChanges(undefined, 9)).map(({ number }) => number)).toEqual([2, 1]);
    });
  });
}
