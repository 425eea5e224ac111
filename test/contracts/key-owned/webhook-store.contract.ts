import { describe, expect, it } from 'vitest';
import type { NewEvent } from '../../../src/app/events/ports.ts';
import type { StoredEndpoint, WebhookStore } from '../../../src/app/webhooks/ports.ts';
import type { KeyId } from '../../../src/domain/access/api-key.ts';

const endpoint: StoredEndpoint = {
  id: 'wh_1',
  keyId: 'key_1' as KeyId,
  sealed: new Uint8Array([1, 2]),
  createdAtMs: 5,
};
const toDelivery = (id: string, more: Partial<NewEvent> = {}): NewEvent => ({
  id,
  keyId: 'key_1' as KeyId,
  endpointId: 'wh_1',
  event: 'webhook.test',
  sealedBody: new Uint8Array([7]),
  createdAtMs: 100,
  ...more,
});
const tried = { state: 'pending', attempts: 1, dueAtMs: 900, lastOutcome: 'timeout', settledAtMs: null } as const;
const delivered = {
  state: 'delivered',
  attempts: 2,
  dueAtMs: 900,
  lastOutcome: 'status 200',
  settledAtMs: 950,
} as const;

export function describeWebhookStore(name: string, open: () => WebhookStore): void {
  describe(`webhooks in ${name}`, () => {
    it('endpoints are found, listed and removed with what was to be sent there', async () => {
      const store = open();
      await store.insertEndpoint(endpoint);
      expect(await store.findEndpoint('wh_1')).toEqual(expect.objectContaining({ id: 'wh_1', keyId: 'key_1' }));
      expect([...((await store.findEndpoint('wh_1'))?.sealed ?? [])]).toEqual([1, 2]);
      expect((await store.listEndpoints()).map(({ id }) => id)).toEqual(['wh_1']);
      await store.enqueue(toDelivery('msg_1'));
      expect(await store.removeEndpoint('wh_1')).toBe(true);
      expect(await store.removeEndpoint('wh_1')).toBe(false);
      expect([await store.findEndpoint('wh_1'), await store.find('msg_1')]).toEqual([undefined, undefined]);
    });

    it('a key has as many endpoints as it may have, and one is replaced only where it is what it was taken for', async () => {
      const store = open();
      expect([
        await store.insertEndpoint(endpoint, 1),
        await store.insertEndpoint({ ...endpoint, id: 'wh_2' }, 1),
      ]).toEqual([true, false]);
      expect(await store.insertEndpoint({ ...endpoint, id: 'wh_3', keyId: 'key_2' as KeyId }, 1)).toBe(true);
      const [first, second] = [new Uint8Array([3]), new Uint8Array([4])];
      expect(await store.replaceEndpoint('wh_1', endpoint.sealed, first)).toBe(true);
      expect(await store.replaceEndpoint('wh_1', endpoint.sealed, second)).toBe(false);
      expect(await store.replaceEndpoint('wh_9', endpoint.sealed, second)).toBe(false);
      expect([...((await store.findEndpoint('wh_1'))?.sealed ?? [])]).toEqual([3]);
    });

    it('what is for an endpoint that is gone is not kept', async () => {
      const store = open();
      await store.enqueue(toDelivery('msg_1'));
      expect(await store.find('msg_1')).toBeUndefined();
    });

    it('a delivery is due at once, then when its attempt says, and no longer once it is settled', async () => {
      const store = open();
      await store.insertEndpoint(endpoint);
      await store.enqueue(toDelivery('msg_1'));
      const due = async (nowMs: number) => (await store.findDue(nowMs, 10)).map(({ id }) => id);
      expect([await due(99), await due(100)]).toEqual([[], ['msg_1']]);
      await store.recordAttempt('msg_1', tried);
      expect([await due(899), await due(900)]).toEqual([[], ['msg_1']]);
      await store.recordAttempt('msg_1', delivered);
      expect(await due(5000)).toEqual([]);
      expect(await store.find('msg_1')).toMatchObject(delivered);
    });

    it('the longest due come first, and the latest are listed first, by state', async () => {
      const store = open();
      await store.insertEndpoint(endpoint);
      await store.enqueue(toDelivery('msg_1', { createdAtMs: 300 }));
      await store.enqueue(toDelivery('msg_2', { createdAtMs: 200 }));
      await store.enqueue(toDelivery('msg_3', { createdAtMs: 250 }));
      expect((await store.findDue(1000, 2)).map(({ id }) => id)).toEqual(['msg_2', 'msg_3']);
      await store.insertEndpoint({ ...endpoint, id: 'wh_2' });
      await store.enqueue(toDelivery('msg_0', { endpointId: 'wh_2', createdAtMs: 900 }));
      expect((await store.findDue(1000, 1, ['wh_1'])).map(({ id }) => id)).toEqual(['msg_0']);
      expect(await store.findDue(1000, 9, ['wh_1', 'wh_2'])).toEqual([]);
      await store.recordAttempt('msg_2', { ...delivered, state: 'dead' });
      expect((await store.list({ state: null, limit: 2 })).map(({ id }) => id)).toEqual(['msg_3', 'msg_2']);
      expect((await store.list({ state: 'dead', limit: 9 })).map(({ id }) => id)).toEqual(['msg_2']);
    });

    it('what is resent is due again and keeps its attempts', async () => {
      const store = open();
      await store.insertEndpoint(endpoint);
      await store.enqueue(toDelivery('msg_1'));
      await store.recordAttempt('msg_1', { ...delivered, state: 'dead' });
      expect([await store.resend('msg_1', 2000), await store.resend('msg_9', 2000)]).toEqual([true, false]);
      expect(await store.findDue(2000, 9)).toMatchObject([{ id: 'msg_1', attempts: 2, settledAtMs: null }]);
    });

    it('what was tried in vain is counted by endpoint', async () => {
      const store = open();
      await store.insertEndpoint(endpoint);
      await store.insertEndpoint({ ...endpoint, id: 'wh_2' });
      await store.insertEndpoint({ ...endpoint, id: 'wh_3' });
      for (const id of ['msg_1', 'msg_2', 'msg_3', 'msg_4']) await store.enqueue(toDelivery(id));
      for (const id of ['msg_5', 'msg_6']) await store.enqueue(toDelivery(id, { endpointId: 'wh_2' }));
      await store.enqueue(toDelivery('msg_7', { endpointId: 'wh_3' }));
      expect(await store.countTroubles()).toEqual([]);
      await store.recordAttempt('msg_1', tried);
      await store.recordAttempt('msg_2', delivered);
      for (const id of ['msg_3', 'msg_5', 'msg_6']) await store.recordAttempt(id, { ...delivered, state: 'dead' });
      await store.resend('msg_6', 2000);
      await store.recordAttempt('msg_7', delivered);
      expect(await store.countTroubles()).toEqual([
        { endpointId: 'wh_1', waiting: 1, dead: 1 },
        { endpointId: 'wh_2', waiting: 1, dead: 1 },
      ]);
    });

    it('only what was settled before is purged, so many at once', async () => {
      const store = open();
      await store.insertEndpoint(endpoint);
      for (const [index, id] of ['msg_1', 'msg_2', 'msg_3', 'msg_4'].entries()) {
        await store.enqueue(toDelivery(id));
        if (index < 3) await store.recordAttempt(id, { ...delivered, settledAtMs: 950 + index });
      }
      expect([await store.hasSettled(950), await store.hasSettled(951)]).toEqual([false, true]);
      await store.purge(952, 1);
      expect((await store.list({ state: null, limit: 9 })).map(({ id }) => id)).toEqual(['msg_4', 'msg_3', 'msg_2']);
      await store.purge(952, 9);
      expect((await store.list({ state: null, limit: 9 })).map(({ id }) => id)).toEqual(['msg_4', 'msg_3']);
    });

    it('all of them can be gone through, in whatever state, and one can be removed', async () => {
      const store = open();
      await store.insertEndpoint(endpoint);
      for (const id of ['msg_2', 'msg_1', 'msg_3']) await store.enqueue(toDelivery(id));
      await store.recordAttempt('msg_3', { ...delivered, state: 'dead' });
      expect((await store.listAll('', 2)).map(({ id }) => id)).toEqual(['msg_1', 'msg_2']);
      expect((await store.listAll('msg_2', 2)).map(({ id }) => id)).toEqual(['msg_3']);
      await store.remove('msg_3');
      expect([await store.find('msg_3'), await store.listAll('msg_2', 2)]).toEqual([undefined, []]);
      await store.replaceBody('msg_2', new Uint8Array([8]));
      expect((await store.listAll('', 9)).map(({ sealedBody }) => [...sealedBody].at(0) === 8)).toEqual([false, true]);
    });
  });
}
