// What stores promise of rows that decide: one that somebody else made or changed is found by nothing, and told.

import { describe, expect, test } from 'vitest';
import type { BatchStore, NewBatch } from '../../../src/app/batches/ports.ts';
import type { Eventual } from '../../../src/app/eventual.ts';
import { provenTables } from '../../../src/app/kept/stores.ts';
import type { ClearanceStore, StoredClearance } from '../../../src/app/screening/clearances/ports.ts';
import type { NewWatch, WatchStore } from '../../../src/app/watches/ports.ts';
import type { WebhookStore } from '../../../src/app/webhooks/ports.ts';
import type { KeyId } from '../../../src/domain/access/api-key.ts';

export interface ProvenStores {
  readonly clearances: ClearanceStore;
  readonly webhooks: WebhookStore;
  readonly batches: BatchStore;
  readonly watches: WatchStore;
  /** Every row that was refused, as `table id`. */
  readonly faults: readonly string[];
  /** Rows that are known as ended, as `table id`. */
  readonly ended: Set<string>;
  /** By other means than the stores. `?` stands for a value, `TABLE.` before a table's name for its schema. */
  edit(sql: string, ...values: readonly (string | number | Uint8Array | null)[]): Eventual<void>;
}

type Table = 'clearances' | 'webhook_endpoints' | 'batches' | 'watches';

const keyId = 'key_1' as KeyId;
const sealed = new Uint8Array([1, 2]);
const clearance: StoredClearance = {
  ...{ id: 'clr_1', mode: 'live', subject: 'ana', row: 'ceis:1', sealed, state: 'proposed', madeBy: 'key_1' },
  ...{ createdAtMs: 100, confirmedBy: null, confirmedAtMs: null, kind: 'cleared', until: null, steps: null },
};
const batch: NewBatch = {
  ...{ id: 'bat_1', keyId, purpose: 'credit', explain: true, screenLanguage: 'pt', webhookId: 'wh_1' },
  ...{ atBudget: 'skip', repeatId: 'r', createdAtMs: 100 },
};
const finished = { state: 'failed', reason: 'too_old', finishedAtMs: 500, expiresAtMs: 900, event: null } as const;
const watch: NewWatch = {
  ...{ id: 'wat_1', keyId, mode: 'live', kind: 'person', webhookId: 'wh_1', snapshot: null, lists: 'p0' },
  ...{ purpose: 'credit', legalBasis: 'consent', untilMs: 9_000, repeatId: 'w', createdAtMs: 100 },
};

async function fill({ clearances, webhooks, batches, watches }: ProvenStores): Promise<void> {
  await clearances.keep(clearance, null);
  await clearances.confirm('clr_1', 'key_2', 200);
  await webhooks.insertEndpoint({ id: 'wh_1', keyId, sealed, createdAtMs: 5 });
  await batches.begin(batch, 9);
  await batches.start('bat_1', 1, 'print');
  await batches.finish('bat_1', finished);
  await watches.begin(watch, 9);
  await watches.start('wat_1', 1, 'print');
}

/** Under the id that it has now. */
const finders: Readonly<Record<Table, (stores: ProvenStores, id: string) => Promise<readonly unknown[]>>> = {
  clearances: async ({ clearances }, id) => [
    await clearances.find(id),
    ...(await clearances.findOf('live', ['ana', 'x'])),
    ...(await clearances.list('live', 9)),
  ],
  webhook_endpoints: async ({ webhooks }, id) => [await webhooks.findEndpoint(id), ...(await webhooks.listEndpoints())],
  batches: async ({ batches }, id) => [
    await batches.find(id),
    await batches.findRepeated('r'),
    ...(await batches.listOf([keyId, 'x' as KeyId], 9)),
  ],
  watches: async ({ watches }, id) => [
    await watches.find(id),
    await watches.findRepeated('w'),
    ...(await watches.listOf(null, 9)),
    ...(await watches.listOver(99_999)),
  ],
};

/** What somebody might write there. */
function toOther(table: Table, column: string): string | number | Uint8Array | null {
  if (column === 'state')
    return { clearances: 'proposed', batches: 'completed', watches: 'receiving' }[table as string] ?? '';
  if (column === 'sealed' || column === 'checksum') return new Uint8Array(32);
  if (column === 'explain') return 0;
  return /_ms$|_count$|^erasures$/.test(column) ? 7_777 : 'x';
}

export function describeProvenRows(name: string, open: () => Eventual<ProvenStores>): void {
  describe(`${name} believes no row of others`, () => {
    const cases = (Object.keys(finders) as Table[]).flatMap((table) =>
      [...provenTables[table].columns, 'checksum'].map((column) => [table, column] as const),
    );

    test.for(cases)('in %s with another %s', async ([table, column]) => {
      const stores = await open();
      await fill(stores);
      const id = { clearances: 'clr_1', webhook_endpoints: 'wh_1', batches: 'bat_1', watches: 'wat_1' }[table];
      const before = await finders[table](stores, id);
      expect(before.filter((found) => found === undefined)).toEqual([]);
      expect(stores.faults).toEqual([]);
      const value = toOther(table, column);
      await stores.edit(`UPDATE TABLE.${table} SET ${column} = ?`, value);
      const changedId = column === 'id' ? 'x' : id;
      expect((await finders[table](stores, changedId)).filter((found) => found !== undefined)).toEqual([]);
      expect(new Set(stores.faults)).toEqual(new Set([`${table} ${changedId}`]));
    });

    test('in all of them without a checksum', async () => {
      const stores = await open();
      await fill(stores);
      for (const [table, find] of Object.entries(finders)) {
        await stores.edit(`UPDATE TABLE.${table} SET checksum = NULL`);
        expect((await find(stores, { clearances: 'clr_1' }[table] ?? 'x')).filter(Boolean)).toEqual([]);
      }
    });

    test('a clearance that is known as revoked counts for nothing, is told, and keeps no other from being made', async () => {
      const stores = await open();
      await stores.clearances.keep(clearance, null);
      stores.ended.add('clearances clr_1');
      expect(await stores.clearances.find('clr_1')).toBeUndefined();
      expect(await stores.clearances.findOf('live', ['ana'])).toEqual([]);
      expect(await stores.clearances.list('live', 9)).toEqual([]);
      expect(await stores.clearances.confirm('clr_1', 'key_2', 10)).toBe(false);
      expect(new Set(stores.faults)).toEqual(new Set(['clearances clr_1']));
      expect(await stores.clearances.keep({ ...clearance, id: 'clr_2' }, null)).toBe(true);
      expect(await stores.clearances.listAll('', 9)).toMatchObject([{ id: 'clr_2' }]);
    });

    test('a clearance that somebody confirmed by hand does not keep another from being made', async () => {
      const stores = await open();
      await stores.clearances.keep(clearance, null);
      await stores.edit("UPDATE TABLE.clearances SET state = 'cleared', confirmed_by = 'key_2', confirmed_at_ms = 9");
      expect(await stores.clearances.findOf('live', ['ana'])).toEqual([]);
      expect(await stores.clearances.confirm('clr_1', 'key_2', 10)).toBe(false);
      expect(await stores.clearances.keep({ ...clearance, id: 'clr_2' }, null)).toBe(true);
      expect((await stores.clearances.find('clr_2'))?.state).toBe('proposed');
    });

    test('a page of a list is as long as it would be without them', async () => {
      const stores = await open();
      for (let number = 1; number <= 6; number++)
        await stores.clearances.keep({ ...clearance, id: `clr_${number}`, row: `ceis:${number}` }, null);
      await stores.edit("UPDATE TABLE.clearances SET made_by = 'x' WHERE id IN ('clr_6', 'clr_4')");
      const ids = (await stores.clearances.list('live', 3)).map(({ id }) => id);
      expect(ids).toEqual(['clr_5', 'clr_3', 'clr_2']);
    });

    test('a batch that was given to another key is not given back by its end', async () => {
      const stores = await open();
      await stores.batches.begin(batch, 9);
      await stores.batches.start('bat_1', 1, 'print');
      await stores.edit("UPDATE TABLE.batches SET key_id = 'x'");
      await stores.batches.finish('bat_1', finished);
      expect(await stores.batches.find('bat_1')).toBeUndefined();
    });
  });
}
