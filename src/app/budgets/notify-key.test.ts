import { expect, onTestFinished, test } from 'vitest';
import { createManualClock } from '../../../test/support/manual-clock.ts';
import { createOutputDirectory } from '../../../test/support/output.ts';
import { openTestStore, testRowProof } from '../../../test/support/stores/sqlite-store.ts';
import type { KeyId } from '../../domain/access/api-key.ts';
import { createEventStore } from '../../stores/events/events.sql.ts';
import { createSqliteSql } from '../../stores/sql/sql.ts';
import { createWebhookStore } from '../../stores/webhooks/webhooks.sql.ts';
import { createEvents } from '../events/new-event.ts';
import { createReadEvents } from '../events/read-events.ts';
import { createSeal } from '../seal.ts';
import { withDamageTold } from '../sealed-rows.ts';
import { createNotifyKey } from './notify-key.ts';

test('every endpoint of the key is told of its budget, nobody else, and the key can read it again', async () => {
  const database = openTestStore(createOutputDirectory('notify-key'));
  onTestFinished(() => database.close());
  const store = createWebhookStore(createSqliteSql(database), testRowProof);
  const [own, other] = ['key_1' as KeyId, 'key_2' as KeyId];
  const sealed = new Uint8Array([1]);
  for (const [id, keyId] of [
    ['wh_1', own],
    ['wh_2', own],
    ['wh_3', other],
  ] as const) {
    await store.insertEndpoint({ id, keyId, sealed, createdAtMs: 1 });
  }
  const seal = withDamageTold(createSeal(new Uint8Array(32)), () => {});
  let number = 0;
  const createEvent = createEvents({ seal, clock: createManualClock(), createId: () => `msg_${++number}` });
  const notifyKey = createNotifyKey({ store, createEvent });
  const period = { kind: 'month', name: '2026-11', endsAtMs: 1 } as const;
  const limit = { period: 'month', unit: 'reais', max: 15_000_000 } as const;
  await notifyKey({ spender: { kind: 'source', name: 'bureau_a' }, limit, percent: 80, period });
  await notifyKey({ spender: { kind: 'key', name: own }, limit, percent: 80, period });
  const calls = await store.list({ state: null, limit: 10 });
  expect(calls.map(({ endpointId }) => endpointId).sort()).toEqual(['wh_1', 'wh_2']);
  const readEvents = createReadEvents(createEventStore(createSqliteSql(database)), seal);
  const data = { percent: 80, period: 'month', period_name: '2026-11', unit: 'reais', limit: '1500.0000' };
  const { events } = await readEvents(own, { after: 0, sinceMs: 0 }, 10);
  expect(events).toMatchObject([{ type: 'budget.reached', data }, { data }]);
  expect((await readEvents(other, { after: 0, sinceMs: 0 }, 10)).events).toEqual([]);
  // Without an endpoint it is in the list alone.
  await notifyKey({ spender: { kind: 'key', name: 'key_3' }, limit, percent: 100, period });
  const listed = await readEvents('key_3' as KeyId, { after: 0, sinceMs: 0 }, 10);
  expect(listed.events).toMatchObject([{ cursor: '1', type: 'budget.reached', data: { ...data, percent: 100 } }]);
  expect(await store.list({ state: null, limit: 10 })).toHaveLength(2);
});
