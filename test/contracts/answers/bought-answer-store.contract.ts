import { describe, expect, it } from 'vitest';
import type { EventStore, NewEvent } from '../../../src/app/events/ports.ts';
import type { BoughtAnswer, BoughtAnswerStore } from '../../../src/app/verify/ports.ts';
import type { KeyId } from '../../../src/domain/access/api-key.ts';

const toAnswer = (name: string, more: Partial<BoughtAnswer> = {}): BoughtAnswer => ({
  name,
  subject: 'ana',
  sealed: new TextEncoder().encode(`sealed ${name}`),
  boughtAtMs: 100,
  expiresAtMs: 1_000,
  ...more,
});

const owner = 'key_1' as KeyId;
const toEvent = (id: string): NewEvent => ({
  ...{ id, keyId: owner, endpointId: null, event: 'verification.completed' },
  ...{ sealedBody: Buffer.from(id), createdAtMs: 1 },
});

interface OpenedStores {
  readonly store: BoughtAnswerStore;
  readonly events: Pick<EventStore, 'list'>;
}

export function describeBoughtAnswerStore(name: string, open: () => OpenedStores): void {
  async function openWith(...answers: BoughtAnswer[]) {
    const { store, events } = open();
    for (const answer of answers) await store.keep(answer);
    const find = async (names: readonly string[], nowMs = 500) => {
      const found = await store.find(names, nowMs);
      return found && `${found.name}: ${Buffer.from(found.sealed)}`;
    };
    const listEvents = async () =>
      (await events.list(owner, { after: 0, sinceMs: 0 }, 9)).map((each) => `${each.number}: ${each.id}`);
    return { ...store, find, listEvents };
  }

  describe(`bought answers in ${name}`, () => {
    it('are found by any of their names, the newest of several', async () => {
      const { find } = await openWith(toAnswer('older'), toAnswer('newer', { boughtAtMs: 200 }), toAnswer('another'));
      expect(await find(['older'])).toBe('older: sealed older');
      expect(await find(['older', 'newer', 'unknown'])).toBe('newer: sealed newer');
      expect([await find(['unknown']), await find([])]).toEqual([undefined, undefined]);
    });

    it('are not found once their time is over, also while they are not purged', async () => {
      const { find } = await openWith(toAnswer('a'));
      expect([await find(['a'], 999), await find(['a'], 1_000)]).toEqual(['a: sealed a', undefined]);
    });

    it('give way to a newer one of their name, and not to an older one that comes late', async () => {
      const newer = { boughtAtMs: 200, expiresAtMs: 2_000, sealed: Buffer.from('new') };
      const { find, keep } = await openWith(toAnswer('a'), toAnswer('a', newer));
      await keep(toAnswer('a', { boughtAtMs: 150, expiresAtMs: 3_000 }));
      expect([await find(['a'], 1_999), await find(['a'], 2_000)]).toEqual(['a: new', undefined]);
    });

    it('are renewed where they are, and not where they were erased or are newer', async () => {
      const { find, renew, erase } = await openWith(toAnswer('a'));
      const renewed = (text: string, boughtAtMs: number) => toAnswer('a', { boughtAtMs, sealed: Buffer.from(text) });
      await renew(renewed('new', 200));
      await renew(renewed('late', 150));
      expect(await find(['a'], 1)).toBe('a: new');
      await erase(['ana'], 200);
      await renew(renewed('back', 300));
      expect(await find(['a'], 1)).toBeUndefined();
    });

    it('may be made older, so that they are due, and never younger', async () => {
      const { list, backdate } = await openWith(toAnswer('p a'), toAnswer('p b', { boughtAtMs: 200 }), toAnswer('q c'));
      const listUntil = async (untilMs: number) => (await list('p ', untilMs, 9)).map((each) => each.name);
      await backdate('p a', 150);
      await backdate('p b', 150);
      await backdate('unknown', 150);
      expect([await listUntil(99), await listUntil(149), await listUntil(150)]).toEqual([[], ['p a'], ['p a', 'p b']]);
    });

    it('are purged when they are due, so many at once, and no other', async () => {
      const due = ['a', 'b', 'c'].map((each) => toAnswer(each));
      const { purge, count } = await openWith(...due, toAnswer('d', { expiresAtMs: 1_001 }));
      expect(await purge(999, 2)).toBe(false);
      expect([await purge(1_000, 2), await count(['ana'], 100)]).toEqual([true, 2]);
      expect([await purge(1_000, 2), await count(['ana'], 100)]).toEqual([false, 1]);
    });

    it('with one beginning are listed, those that were kept until then, the oldest first', async () => {
      const { list } = await openWith(
        toAnswer('wait c', { boughtAtMs: 102 }),
        toAnswer('wait b', { boughtAtMs: 101, expiresAtMs: 0 }),
        toAnswer('wait a', { boughtAtMs: 103 }),
        toAnswer('wait'),
        toAnswer('waiting'),
        toAnswer('a'),
      );
      const listNames = async (untilMs: number, limit: number) =>
        (await list('wait ', untilMs, limit)).map((each) => `${each.name}: ${Buffer.from(each.sealed)}`);
      expect(await listNames(102, 9)).toEqual(['wait b: sealed wait b', 'wait c: sealed wait c']);
      expect(await listNames(103, 1)).toEqual(['wait b: sealed wait b']);
      expect(await listNames(100, 9)).toEqual([]);
    });

    it('are ended together with the events that tell of it, and no event is told where there is none to end', async () => {
      const { end, find, listEvents } = await openWith(toAnswer('a'), toAnswer('b'));
      await end('a', [toEvent('msg_1'), toEvent('msg_2')]);
      await end('a', [toEvent('msg_3'), toEvent('msg_5')]);
      await end('unknown', [toEvent('msg_4')]);
      await end('b', []);
      expect([await find(['a', 'b']), await listEvents()]).toEqual([undefined, ['1: msg_1', '2: msg_2']]);
    });

    it('of a person are counted and erased by any of their names in the audit, up to a moment', async () => {
      const { count, erase, find } = await openWith(
        toAnswer('a'),
        toAnswer('b', { subject: 'ana before' }),
        toAnswer('c', { boughtAtMs: 101 }),
        toAnswer('d', { subject: 'bia' }),
      );
      expect([await count(['ana', 'ana before'], 100), await count(['nobody'], 100)]).toEqual([2, 0]);
      const erased = await erase(['ana', 'ana before'], 100);
      expect(erased.map((each) => `${each.name}: ${Buffer.from(each.sealed)}`).toSorted()).toEqual([
        'a: sealed a',
        'b: sealed b',
      ]);
      expect([await find(['a', 'b']), await find(['c']), await find(['d'])]).toEqual([
        undefined,
        'c: sealed c',
        'd: sealed d',
      ]);
    });
  });
}
