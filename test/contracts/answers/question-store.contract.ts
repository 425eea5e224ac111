// Two processes that have the same question at the same moment: what each store of questions promises them, and that one of them asks.

import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { QuestionStore } from '../../../src/app/verify/ports.ts';
import { systemClock } from '../../../src/clock.ts';
import { deriveAnswerKeys } from '../../../src/sources/protect/kept/answer-keys.ts';
import { withSharedAsking } from '../../../src/sources/protect/with-shared-asking.ts';
import type { Ask } from '../../../src/sources/reply.ts';

type Both = readonly [QuestionStore, QuestionStore];
type Options = Parameters<typeof withSharedAsking<string, string>>[1];

export const sharedAsking: Omit<Options, 'store'> = {
  clock: systemClock,
  keys: (
    (keys) => () =>
      keys
  )(deriveAnswerKeys(randomBytes(32))),
  source: 'party',
  asking: 'one thing',
  making: 'one way',
  toKey: (query) => query,
  waitMsMax: 10_000,
  onJoined: () => {},
  onAlone: () => {},
};
export const forever = new AbortController().signal;

export function describeQuestionStore(name: string, openBoth: () => Both): void {
  describe(`a question of several processes in ${name}`, () => {
    test('is one’s until it lets go, and then another’s', async () => {
      const [one, two] = openBoth();
      const question = randomUUID();
      const mine = await one.take(question, 60_000);
      expect([mine.kind, (await two.take(question, 60_000)).kind]).toEqual(['mine', 'theirs']);
      if (mine.kind === 'mine') await mine.turn.end();
      expect((await two.take(question, 60_000)).kind).toBe('mine');
    });

    // The coordinator of a machine hears of it, and frees the turn.
    test.skipIf(name === 'the coordinator of a machine')(
      'is given again to who took it and heard nothing',
      async () => {
        const [one, two] = openBoth();
        const question = randomUUID();
        await one.take(question, 60_000, 'asker');
        expect((await two.take(question, 60_000)).kind).toBe('theirs');
        expect((await one.take(question, 60_000, 'asker')).kind).toBe('mine');
      },
    );

    test('is free once the time of a process that died is over, and prolonging keeps it', async () => {
      const [one, two] = openBoth();
      const [dead, alive] = [randomUUID(), randomUUID()];
      const mine = await one.take(alive, 60_000);
      await one.take(dead, 20);
      await expect.poll(async () => (await two.take(dead, 60_000)).kind).toBe('mine');
      if (mine.kind === 'mine') await mine.turn.prolong();
      expect((await two.take(alive, 20)).kind).toBe('theirs');
    });

    test('leaves its answer to those who waited, for so long, and to nobody where none did', async () => {
      const [one, two] = openBoth();
      const [waited, short, alone] = [randomUUID(), randomUUID(), randomUUID()];
      const sealed = randomBytes(300);
      const end = async (question: string, lifeMs: number) => {
        const mine = await one.take(question, 60_000);
        if (question !== alone) await two.take(question, 60_000);
        if (mine.kind === 'mine') await mine.turn.end({ sealed, lifeMs });
      };
      await end(waited, 60_000);
      await end(short, 20);
      await end(alone, 60_000);
      const left = await two.take(waited, 60_000);
      expect(left.kind === 'answered' && Buffer.from(left.sealed).equals(sealed)).toBe(true);
      await expect.poll(async () => (await two.take(short, 60_000)).kind).toBe('mine');
      expect((await two.take(alone, 60_000)).kind).toBe('mine');
    });

    test('is nobody else’s to end or prolong: a process that comes back too late changes nothing', async () => {
      const [one, two] = openBoth();
      const question = randomUUID();
      const late = await one.take(question, 20);
      await expect.poll(async () => (await two.take(question, 60_000)).kind).toBe('mine');
      if (late.kind === 'mine') {
        await late.turn.end({ sealed: randomBytes(10), lifeMs: 60_000 });
        await late.turn.end();
      }
      expect((await one.take(question, 60_000)).kind).toBe('theirs');
    });

    const open = (ask: Ask<string, string>, more: Partial<Options> = {}, onTheirs = () => {}) =>
      openBoth().map((store) => {
        const take: QuestionStore['take'] = async (...question) => {
          const state = await store.take(...question);
          if (state.kind === 'theirs') onTheirs();
          return state;
        };
        return withSharedAsking(ask, { ...sharedAsking, ...more, store: { take } });
      });
    const askBoth = (both: readonly Ask<string, string>[], question: string) =>
      Promise.all(both.map((ask) => ask(question, forever, null)));

    test.each([{ kind: 'found', value: 'her record' } as const, { kind: 'not_found' } as const])(
      'is asked once, and both have the answer: $kind',
      async (reply) => {
        let asked = 0;
        const joined: string[] = [];
        const otherWaits = Promise.withResolvers<void>();
        const ask = async () => {
          asked++;
          await otherWaits.promise;
          return reply;
        };
        const both = open(ask, { onJoined: () => joined.push('joined') }, otherWaits.resolve);
        expect(await askBoth(both, randomUUID())).toEqual([reply, reply]);
        expect([asked, joined]).toEqual([1, ['joined']]);
      },
    );

    test('is asked by the next one where the first got no answer', async () => {
      let asked = 0;
      const otherWaits = Promise.withResolvers<void>();
      const ask: Ask<string, string> = async () => {
        await otherWaits.promise;
        return ++asked === 1
          ? { kind: 'failed', reason: 'connection_failed', sent: true }
          : { kind: 'found', value: 'x' };
      };
      const both = open(ask, {}, otherWaits.resolve);
      const replies = await askBoth(both, randomUUID());
      expect([asked, replies.map(({ kind }) => kind).sort()]).toEqual([2, ['failed', 'found']]);
    });

    test('is another question where anything else is asked', async () => {
      const asked: string[] = [];
      const both = open(async (query) => {
        asked.push(query);
        await expect.poll(() => asked).toHaveLength(2);
        return { kind: 'found', value: query };
      });
      const [one, two] = [randomUUID(), randomUUID()];
      const replies = await Promise.all([both[0]?.(one, forever, null), both[1]?.(two, forever, null)]);
      expect(replies).toEqual([one, two].map((value) => ({ kind: 'found', value })));
      expect(asked.toSorted()).toEqual([one, two].toSorted());
    });

    test('is waited for no longer than the caller waits', async () => {
      const question = randomUUID();
      const patience = new AbortController();
      let asked = 0;
      const [one, two] = open((_, signal) => {
        asked++;
        return new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve({ kind: 'failed', reason: 'timeout', sent: true }));
        });
      });
      const asking = one?.(question, patience.signal, null);
      await expect.poll(() => asked).toBe(1);
      const waiting = two?.(question, AbortSignal.timeout(50), null);
      expect(await waiting).toEqual({ kind: 'failed', reason: 'timeout', sent: false });
      patience.abort();
      expect(asked).toBe(1);
      expect(await asking).toMatchObject({ kind: 'failed' });
    });
  });
}
