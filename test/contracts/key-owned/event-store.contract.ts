import { describe, expect, it } from 'vitest';
import type { EventPlace, EventStore, NewEvent } from '../../../src/app/events/ports.ts';
import type { WebhookStore } from '../../../src/app/webhooks/ports.ts';
import type { KeyId } from '../../../src/domain/access/api-key.ts';

const keyId = 'key_1' as KeyId;
const otherKey = 'key_2' as KeyId;
const toEvent = (id: string, more: Partial<NewEvent> = {}): NewEvent => ({
  id,
  keyId,
  endpointId: 'wh_1',
  event: 'webhook.test',
  sealedBody: new Uint8Array([7]),
  createdAtMs: 100,
  ...more,
});

interface EventStores {
  readonly events: EventStore;
  readonly webhooks: WebhookStore;
}

/** What ends a batch or a watch writes its event by the same statements; their own suites look at that. */
export function describeEventStore(name: string, open: () => EventStores): void {
  async function openWith(...told: NewEvent[]) {
    const stores = open();
    const endpoint = { id: 'wh_1', keyId, sealed: new Uint8Array([1]), createdAtMs: 1 };
    await stores.webhooks.insertEndpoint(endpoint);
    for (const event of told) await stores.webhooks.enqueue(event);
    const list = async (of: KeyId, after = 0, sinceMs = 0, limit = 9) =>
      (await stores.events.list(of, { after, sinceMs }, limit)).map(({ number, id }) => `${number} ${id}`);
    return { ...stores, list };
  }

  describe(`events in ${name}`, () => {
    it('are numbered for each key in the order in which they were written, and listed to that key alone', async () => {
      const { events, list } = await openWith(
        toEvent('msg_9'),
        toEvent('msg_1', { createdAtMs: 50 }),
        toEvent('msg_2', { keyId: otherKey }),
        toEvent('msg_3'),
      );
      expect([await list(keyId), await list(otherKey)]).toEqual([['1 msg_9', '2 msg_1', '3 msg_3'], ['1 msg_2']]);
      const [first] = await events.list(keyId, { after: 1, sinceMs: 0 }, 1);
      expect(first).toMatchObject({ id: 'msg_1', keyId, number: 2, event: 'webhook.test', createdAtMs: 50 });
      expect([...(first?.sealedBody ?? [])]).toEqual([7]);
    });

    it('that name no endpoint are listed, and nobody is told', async () => {
      const { list, webhooks } = await openWith(toEvent('msg_1', { endpointId: null }), toEvent('msg_2'));
      expect(await list(keyId)).toEqual(['1 msg_1', '2 msg_2']);
      expect((await webhooks.list({ state: null, limit: 9 })).map(({ id }) => id)).toEqual(['msg_2']);
    });

    it('are listed behind a number, from a time on, and so many', async () => {
      const times = [100, 300, 200, 300];
      const { list } = await openWith(
        ...times.map((createdAtMs, index) => toEvent(`msg_${index + 1}`, { createdAtMs })),
      );
      expect(await list(keyId, 2)).toEqual(['3 msg_3', '4 msg_4']);
      expect(await list(keyId, 0, 300)).toEqual(['2 msg_2', '4 msg_4']);
      expect(await list(keyId, 2, 201)).toEqual(['4 msg_4']);
      expect(await list(keyId, 0, 0, 2)).toEqual(['1 msg_1', '2 msg_2']);
      expect(await list(keyId, 4)).toEqual([]);
    });

    it('of an endpoint that is gone are not written', async () => {
      const { webhooks, list } = await openWith();
      await webhooks.enqueue(toEvent('msg_1', { endpointId: 'wh_9' }));
      expect([await list(keyId), await webhooks.find('msg_1')]).toEqual([[], undefined]);
    });

    it('from before are purged, so many at once, and no number comes a second time', async () => {
      const { events, webhooks, list } = await openWith(
        toEvent('msg_1'),
        toEvent('msg_2', { createdAtMs: 101 }),
        toEvent('msg_3', { createdAtMs: 102 }),
      );
      expect([await events.hasOld(100), await events.hasOld(101)]).toEqual([false, true]);
      await events.purge(102, 1);
      expect(await list(keyId)).toEqual(['2 msg_2', '3 msg_3']);
      await events.purge(103, 9);
      expect([await list(keyId), await events.hasOld(9_999)]).toEqual([[], false]);
      await webhooks.enqueue(toEvent('msg_4'));
      expect(await list(keyId)).toEqual(['4 msg_4']);
    });

    it('can all be gone through, in the order of key and number, and one can be removed', async () => {
      const { events, list } = await openWith(
        toEvent('msg_1', { keyId: otherKey }),
        toEvent('msg_2'),
        toEvent('msg_3'),
      );
      const go = async (after: EventPlace | undefined) => (await events.listAll(after, 2)).map(({ id }) => id);
      const [, second] = await events.listAll(undefined, 2);
      expect([await go(undefined), await go(second)]).toEqual([['msg_2', 'msg_3'], ['msg_1']]);
      await events.remove({ keyId, number: 1 });
      expect(await list(keyId)).toEqual(['2 msg_3']);
      await events.replace({ keyId, number: 2 }, new Uint8Array([8]));
      const bodies = (await events.listAll(undefined, 9)).map(({ sealedBody }) => [...sealedBody]);
      expect(bodies).toEqual([[8], [7]]);
    });
  });
}
