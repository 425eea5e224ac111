import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BatchStore, NewBatch, RowStatus, StoredBatch } from '../../../src/app/batches/ports.ts';
import type { EventStore, NewEvent } from '../../../src/app/events/ports.ts';
import type { WebhookStore } from '../../../src/app/webhooks/ports.ts';
import type { KeyId } from '../../../src/domain/access/api-key.ts';
import type { RiskLevel } from '../../../src/domain/risk/risk-policy.ts';

/** One process on the data that all of them share. */
export interface BatchStoreProcess {
  readonly store: BatchStore;
  readonly webhooks: WebhookStore;
  readonly events: EventStore;
  end(): Promise<void>;
}

const keyId = 'key_1' as KeyId;
const toBatch = (id: string, more: Partial<NewBatch> = {}): NewBatch => ({
  id,
  keyId,
  purpose: 'credit',
  explain: true,
  screenLanguage: null,
  atBudget: 'wait',
  webhookId: null,
  repeatId: null,
  createdAtMs: 100,
  ...more,
});
const sealed = (...bytes: number[]) => new Uint8Array(bytes);
const completed = {
  state: 'completed',
  reason: null,
  finishedAtMs: 500,
  expiresAtMs: 900,
  event: null,
} as const;
const event: NewEvent = {
  id: 'msg_1',
  keyId,
  endpointId: 'wh_1',
  event: 'batch.finished',
  sealedBody: sealed(7),
  createdAtMs: 500,
};

export interface BatchPlace {
  /** Starts another process on the same data. */
  start(): Promise<BatchStoreProcess>;
  /** As much time goes by as a portion lasts. */
  expire(): Promise<void>;
}

/** Each place has data of its own. */
export function describeBatchStore(name: string, createPlace: () => Promise<BatchPlace>): void {
  describe(`batches in ${name}`, () => {
    let place: BatchPlace;
    let start: BatchPlace['start'];
    let process: BatchStoreProcess;
    let store: BatchStore;
    beforeEach(async () => {
      place = await createPlace();
      ({ start } = place);
      process = await start();
      ({ store } = process);
    });
    afterEach(() => process.end());

    async function startOther() {
      const other = await start();
      return { ...other, [Symbol.asyncDispose]: () => other.end() };
    }
    /** With so many rows, in chunks of two. */
    async function submit(id: string, rows: number, more: Partial<NewBatch> = {}): Promise<void> {
      expect(await store.begin(toBatch(id, more), 9)).toBe('begun');
      for (let row = 1; row <= rows; row += 2) await store.appendInput(id, { firstRow: row, sealed: sealed(row) });
      await store.start(id, rows, `print of ${id}`);
    }
    /** The rows are this process's. */
    async function run(id: string, rows: number, more: Partial<NewBatch> = {}): Promise<void> {
      await submit(id, rows, more);
      await store.take(id, rows);
    }
    const settle = (id: string, row: number, status: RowStatus = 'answered', risk: RiskLevel | null = null) =>
      store.settle(id, { row, status, sealed: status === 'outcome_unknown' ? null : sealed(row) }, risk);
    const find = async (id: string) => (await store.find(id)) as StoredBatch;
    const toldTo = async (owner: KeyId) =>
      (await process.events.list(owner, { after: 0, sinceMs: 0 }, 9)).map(({ id }) => id);
    const rowsOf = async (id: string, from = 1, to = 99, limit = 99) =>
      (await store.listResults(id, from, to, limit)).map(({ row, status }) => `${row} ${status}`);

    it('those of some owners are listed once they have arrived, the newest first, and not when they are deleted', async () => {
      const other = 'opr_1:sandbox' as KeyId;
      await run('bat_1', 1, { createdAtMs: 100 });
      await run('bat_2', 1, { createdAtMs: 300, keyId: other });
      await run('bat_3', 1, { createdAtMs: 200 });
      await run('bat_4', 1, { createdAtMs: 400, keyId: 'key_else' as KeyId });
      await store.begin(toBatch('bat_5', { createdAtMs: 500 }), 9);
      const list = async (limit: number) => (await store.listOf([keyId, other], limit)).map(({ id }) => id);
      expect(await list(9)).toEqual(['bat_2', 'bat_3', 'bat_1']);
      expect(await list(2)).toEqual(['bat_2', 'bat_3']);
      const behind = await store.listOf([keyId, other], 9, { createdAtMs: 300, id: 'bat_2' });
      expect(behind.map(({ id }) => id)).toEqual(['bat_3', 'bat_1']);
      await store.finish('bat_1', completed);
      await store.delete('bat_3', keyId);
      expect(await list(9)).toEqual(['bat_2', 'bat_1']);
    });

    it('a batch is what it was begun as, runs once all of it is there, and the oldest comes first', async () => {
      await store.begin(toBatch('bat_2', { createdAtMs: 300, webhookId: 'wh_1', repeatId: 'r' }), 9);
      expect([(await store.findRepeated('r'))?.id, await store.findRepeated('s')]).toEqual(['bat_2', undefined]);
      expect(await store.find('bat_2')).toMatchObject({
        ...toBatch('bat_2', { createdAtMs: 300, webhookId: 'wh_1', repeatId: 'r' }),
        state: 'receiving',
        rows: 0,
        fingerprint: null,
        finishedAtMs: null,
      });
      expect(await store.listRunning(9)).toEqual([]);
      await store.start('bat_2', 3, 'f');
      await run('bat_1', 1, { explain: false, purpose: null, screenLanguage: 'pt', atBudget: 'stop' });
      expect(await store.find('bat_2')).toMatchObject({ state: 'running', rows: 3, fingerprint: 'f' });
      const said = { explain: false, purpose: null, screenLanguage: 'pt', atBudget: 'stop' };
      expect(await store.find('bat_1')).toMatchObject(said);
      expect([await store.listRunning(9), await store.listRunning(1)]).toEqual([['bat_1', 'bat_2'], ['bat_1']]);
      expect(await store.find('bat_3')).toBeUndefined();
    });

    it('a key has as many that are not finished as it may have, and another one as many again', async () => {
      await store.begin(toBatch('bat_1'), 2);
      await run('bat_2', 1);
      expect(await store.begin(toBatch('bat_3'), 2)).toBe('full');
      expect(await store.begin(toBatch('bat_4', { keyId: 'key_2' as KeyId }), 2)).toBe('begun');
      await store.finish('bat_2', completed);
      expect(await store.begin(toBatch('bat_3'), 2)).toBe('begun');
      await store.delete('bat_1', keyId);
      expect(await store.begin(toBatch('bat_5'), 2)).toBe('begun');
    });

    it('of several that are begun as the same one, one is begun, and the others find it', async () => {
      const begun = await Promise.all(
        ['bat_1', 'bat_2', 'bat_3'].map((id) => store.begin(toBatch(id, { repeatId: 'same' }), 1)),
      );
      expect(begun.filter((one) => one === 'begun')).toHaveLength(1);
      const found = begun.filter((one) => one !== 'begun') as StoredBatch[];
      expect(new Set(found.map(({ id }) => id)).size).toBe(1);
      await store.delete(found[0]?.id ?? '', keyId);
      expect(await store.begin(toBatch('bat_4', { repeatId: 'same' }), 1)).toBe('begun');
    });

    it('a row is found in the chunk that it lies in', async () => {
      await run('bat_1', 5);
      const chunkOf = async (row: number) => {
        const { firstRow, sealed: bytes } = await store.getInput('bat_1', row);
        return [firstRow, ...bytes];
      };
      expect([await chunkOf(1), await chunkOf(2), await chunkOf(5)]).toEqual([
        [1, 1],
        [1, 1],
        [5, 5],
      ]);
      await expect(store.getInput('bat_9', 1)).rejects.toThrow();
    });

    it('a row is claimed by one, again only once it was postponed, and never once it is settled', async () => {
      await run('bat_1', 2);
      const claims = await Promise.all([1, 2, 3].map(() => store.claim('bat_1', 1, null)));
      expect(claims.filter((isClaimed) => isClaimed)).toHaveLength(1);
      await store.postpone('bat_1', 1);
      expect([await store.claim('bat_1', 1, null), await store.claim('bat_1', 1, null)]).toEqual([true, false]);
      await settle('bat_1', 1);
      await store.postpone('bat_1', 1);
      expect(await store.claim('bat_1', 1, null)).toBe(false);
    });

    it('a claim whose outcome its process does not know is made again by it alone, and not once the row is settled', async () => {
      await run('bat_1', 2);
      await using other = await startOther();
      expect(await store.claim('bat_1', 1, null)).toBe(true);
      expect([await other.store.claim('bat_1', 1, null, true), await store.claim('bat_1', 1, null, true)]).toEqual([
        false,
        true,
      ]);
      expect(await store.claim('bat_1', 2, null, true)).toBe(true);
      await settle('bat_1', 1);
      expect(await store.claim('bat_1', 1, null, true)).toBe(false);
    });

    it('a row counts once, with or without a claim', async () => {
      await run('bat_1', 4);
      await store.claim('bat_1', 1, null);
      await settle('bat_1', 1, 'answered', 'high');
      await settle('bat_1', 1, 'answered', 'low');
      await settle('bat_1', 1, 'failed');
      await settle('bat_1', 2, 'invalid');
      await store.claim('bat_1', 3, null);
      await store.postpone('bat_1', 3);
      await settle('bat_1', 3, 'failed');
      expect((await find('bat_1')).counts).toEqual({ answered: 1, invalid: 1, failed: 1, outcome_unknown: 0 });
      expect((await find('bat_1')).risks).toEqual({ low: 0, medium: 0, high: 1 });
      expect(await rowsOf('bat_1')).toEqual(['1 answered', '2 invalid', '3 failed']);
    });

    it('what a process did not renew is another’s: what it had claimed is given up, and all else is still to be done', async () => {
      await submit('bat_1', 9);
      await using other = await startOther();
      expect(await store.take('bat_1', 6)).toEqual({ firstRow: 1, rows: [1, 2, 3, 4, 5, 6] });
      await settle('bat_1', 1);
      await store.claim('bat_1', 2, null);
      await store.claim('bat_1', 4, null);
      await store.postpone('bat_1', 4);
      await store.claim('bat_1', 6, Uint8Array.of(1));
      await store.postpone('bat_1', 6);
      await store.claim('bat_1', 6, Uint8Array.of(2));
      expect(await other.store.take('bat_1', 6)).toEqual({ firstRow: 7, rows: [7, 8, 9] });
      expect([await other.store.take('bat_1', 6), await other.store.claim('bat_1', 5, null)]).toEqual([
        'others',
        false,
      ]);
      await place.expire();
      await other.store.renew([{ id: 'bat_1', firstRow: 7 }]);
      expect(await other.store.take('bat_1', 6)).toEqual({ firstRow: 1, rows: [3, 4, 5] });
      expect(await rowsOf('bat_1')).toEqual(['1 answered', '2 outcome_unknown', '6 outcome_unknown']);
      // What the last claim left in its place.
      const lost = await store.listResults('bat_1', 2, 6, 2);
      expect(lost.map(({ sealed }) => sealed && [...sealed])).toEqual([null, [2]]);
      // The one that was only frozen comes back.
      await settle('bat_1', 2, 'answered', 'low');
      await store.renew([{ id: 'bat_1', firstRow: 1 }]);
      await store.release('bat_1', 1);
      expect([await store.claim('bat_1', 3, null), await store.claim('bat_1', 4, null)]).toEqual([false, false]);
      expect(await other.store.claim('bat_1', 4, null)).toBe(true);
      expect((await find('bat_1')).counts).toMatchObject({ answered: 1, outcome_unknown: 2 });
      await other.store.release('bat_1', 1);
      expect(await store.take('bat_1', 6)).toBe('others');
      await other.store.release('bat_1', 7);
      expect(await store.take('bat_1', 6)).toBe('none');
    });

    it('of what a process has, only the portions that it names are kept', async () => {
      await submit('bat_1', 4);
      await using other = await startOther();
      await store.take('bat_1', 2);
      await store.take('bat_1', 2);
      await place.expire();
      await store.renew([{ id: 'bat_1', firstRow: 3 }]);
      expect(await other.store.take('bat_1', 2)).toEqual({ firstRow: 1, rows: [1, 2] });
      expect(await other.store.take('bat_1', 2)).toBe('others');
    });

    it('what a process lets go of, or renews, is another’s at once, or not at all', async () => {
      await submit('bat_1', 4);
      await using other = await startOther();
      await store.take('bat_1', 2);
      await store.take('bat_1', 2);
      await place.expire();
      await store.renew([
        { id: 'bat_9', firstRow: 1 },
        { id: 'bat_1', firstRow: 1 },
        { id: 'bat_1', firstRow: 3 },
      ]);
      expect(await other.store.take('bat_1', 2)).toBe('others');
      await store.giveBack('bat_1');
      expect(await other.store.take('bat_1', 2)).toEqual({ firstRow: 1, rows: [1, 2] });
      expect(await other.store.take('bat_1', 2)).toEqual({ firstRow: 3, rows: [3, 4] });
    });

    it('of several that take rows at once each gets others, and all of them are taken', async () => {
      await submit('bat_1', 7);
      await using other = await startOther();
      const portions = await Promise.all([store, other.store, store, other.store].map((each) => each.take('bat_1', 2)));
      const rows = portions.flatMap((portion) => (typeof portion === 'string' ? [] : portion.rows));
      expect(rows.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7]);
    });

    it('results come in order, from and to a row, so many at once, with what was sealed', async () => {
      await run('bat_1', 6);
      for (const row of [5, 2, 3, 1]) await settle('bat_1', row);
      await store.claim('bat_1', 4, null);
      expect(await rowsOf('bat_1')).toEqual(['1 answered', '2 answered', '3 answered', '5 answered']);
      expect(await rowsOf('bat_1', 2, 3)).toEqual(['2 answered', '3 answered']);
      expect(await rowsOf('bat_1', 3, 2 ** 40)).toEqual(['3 answered', '5 answered']);
      expect(await rowsOf('bat_1', 2, 99, 2)).toEqual(['2 answered', '3 answered']);
      const [first] = await store.listResults('bat_1', 5, 5, 1);
      expect([...(first?.sealed ?? [])]).toEqual([5]);
      expect(await rowsOf('bat_9')).toEqual([]);
    });

    it('an end is written down with who is told of it, once, and after it nothing is claimed or settled', async () => {
      const endpoint = { id: 'wh_1', keyId, sealed: sealed(1), createdAtMs: 1 };
      await process.webhooks.insertEndpoint(endpoint);
      await run('bat_1', 2);
      await store.finish('bat_1', { ...completed, state: 'failed', reason: 'key_revoked', event });
      await store.finish('bat_1', { ...completed, event: { ...event, id: 'msg_2' } });
      expect(await find('bat_1')).toMatchObject({
        state: 'failed',
        reason: 'key_revoked',
        finishedAtMs: 500,
        expiresAtMs: 900,
      });
      expect((await process.webhooks.list({ state: null, limit: 9 })).map(({ id }) => id)).toEqual(['msg_1']);
      expect(await toldTo(keyId)).toEqual(['msg_1']);
      expect(await store.claim('bat_1', 1, null)).toBe(false);
      await settle('bat_1', 1);
      expect([await rowsOf('bat_1'), (await find('bat_1')).counts.answered]).toEqual([[], 0]);
      expect(await store.listRunning(9)).toEqual([]);
    });

    it('what is deleted is there for nobody, nothing more is done of it, and nobody is told of its end', async () => {
      await process.webhooks.insertEndpoint({ id: 'wh_1', keyId, sealed: sealed(1), createdAtMs: 1 });
      await run('bat_1', 2);
      expect(await store.delete('bat_1', 'key_2' as KeyId)).toBe(false);
      expect([await store.delete('bat_1', keyId), await store.delete('bat_1', keyId)]).toEqual([true, false]);
      expect([await store.find('bat_1'), await store.listRunning(9)]).toEqual([undefined, []]);
      expect(await store.claim('bat_1', 1, null)).toBe(false);
      await settle('bat_1', 1);
      await store.finish('bat_1', { ...completed, event });
      expect(await rowsOf('bat_1')).toEqual([]);
      expect([await process.webhooks.find('msg_1'), await toldTo(keyId)]).toEqual([undefined, []]);
    });

    it('an end is told to its key also where no endpoint is, or is no longer', async () => {
      await run('bat_1', 1);
      await run('bat_2', 1);
      await store.finish('bat_1', { ...completed, event: { ...event, endpointId: null } });
      await store.finish('bat_2', { ...completed, event: { ...event, id: 'msg_2' } });
      expect([await toldTo(keyId), await process.webhooks.list({ state: null, limit: 9 })]).toEqual([
        ['msg_1', 'msg_2'],
        [],
      ]);
    });

    describe('waste', () => {
      const purgeAll = async (nowMs: number) => {
        for (let rounds = 0; await store.hasWaste(nowMs); rounds++) {
          expect(rounds).toBeLessThan(50);
          await store.purge(nowMs, 2);
        }
      };

      it('is what was deleted or has expired, and goes a few rows at a time', async () => {
        await run('bat_1', 5);
        for (let row = 1; row <= 5; row++) await settle('bat_1', row);
        await store.finish('bat_1', completed);
        await run('bat_2', 1);
        expect([await store.hasWaste(899), await store.hasWaste(900)]).toEqual([false, true]);
        await store.purge(900, 2);
        expect(await rowsOf('bat_1')).toHaveLength(3);
        await purgeAll(900);
        expect([await store.find('bat_1'), await rowsOf('bat_1')]).toEqual([undefined, []]);
        await expect(store.getInput('bat_1', 1)).rejects.toThrow();
        await store.delete('bat_2', keyId);
        expect(await store.hasWaste(0)).toBe(true);
        await purgeAll(0);
        expect(await store.hasWaste(9_999)).toBe(false);
      });

      it('is what a process was taking in when it ended, and not what one takes in', async () => {
        const other = await start();
        await other.store.begin(toBatch('bat_1', { repeatId: 'r' }), 9);
        await other.store.appendInput('bat_1', { firstRow: 1, sealed: sealed(1) });
        await store.begin(toBatch('bat_2'), 9);
        expect(await store.hasWaste(0)).toBe(false);
        await other.end();
        expect(await store.hasWaste(0)).toBe(true);
        await purgeAll(0);
        expect([await store.find('bat_1'), (await find('bat_2')).state]).toEqual([undefined, 'receiving']);
        expect(await store.begin(toBatch('bat_3', { repeatId: 'r' }), 9)).toBe('begun');
      });

      it('is what was given up while it was taken in, but nothing that is whole', async () => {
        await store.begin(toBatch('bat_1', { repeatId: 'r' }), 1);
        await store.abandon('bat_1');
        expect(await store.find('bat_1')).toBeUndefined();
        expect(await store.begin(toBatch('bat_2', { repeatId: 'r' }), 1)).toBe('begun');
        await purgeAll(0);
        await store.start('bat_2', 1, 'f');
        await store.abandon('bat_2');
        expect((await find('bat_2')).state).toBe('running');
      });
    });

    it('a row that is erased is what it was made, is counted as that, and is neither claimed nor settled any more', async () => {
      await run('bat_1', 4);
      await settle('bat_1', 1, 'answered', 'high');
      await settle('bat_1', 2, 'failed');
      await store.claim('bat_1', 3, null);
      for (const row of [1, 3, 4]) {
        await store.eraseRow('bat_1', { row, status: 'invalid', sealed: sealed(0) }, row === 1 ? 'high' : null);
      }
      expect(await find('bat_1')).toMatchObject({
        counts: { answered: 0, invalid: 3, failed: 1, outcome_unknown: 0 },
        risks: { low: 0, medium: 0, high: 0 },
        fingerprint: null,
        erasures: 3,
      });
      await settle('bat_1', 3, 'answered', 'low');
      expect(await store.claim('bat_1', 4, null)).toBe(false);
      expect(await rowsOf('bat_1')).toEqual(['1 invalid', '2 failed', '3 invalid', '4 invalid']);
      expect((await find('bat_1')).counts.answered).toBe(0);
    });

    it('all that is left of all batches can be gone through, and its rows be replaced', async () => {
      await run('bat_1', 3);
      await run('bat_2', 1);
      await store.delete('bat_2', keyId);
      expect((await store.listAll('', 9)).map(({ id }) => id)).toEqual(['bat_1', 'bat_2']);
      expect((await store.listAll('bat_1', 9)).map(({ id }) => id)).toEqual(['bat_2']);
      await store.replaceInput('bat_1', { firstRow: 3, sealed: sealed(9, 9) });
      expect((await store.listInputs('bat_1', 0, 1)).map(({ firstRow }) => firstRow)).toEqual([1]);
      const [last] = await store.listInputs('bat_1', 2, 9);
      expect([last?.firstRow, new Uint8Array(last?.sealed ?? [])]).toEqual([3, sealed(9, 9)]);
    });
  });
}
