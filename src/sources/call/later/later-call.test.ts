import { describe, expect, it } from 'vitest';
import type { Attempt, Failure, Reply, Subject } from '../../reply.ts';
import { createLaterCall, toPending } from './later-call.ts';

const failed = (reason: Failure['reason'], more: Partial<Failure> = {}): Failure => ({
  kind: 'failed',
  reason,
  sent: true,
  ...more,
});
const pending = failed('pending');
/** Returns a failure that occurs after the order. */
const ordered = (reason: Failure['reason']) => failed(reason, { order: 'report-1' });
const found: Reply<string> = { kind: 'found', value: 'the answer' };

/** Starts a test without real waiting. The deadline ends when a pause would exceed it. */
function start(
  replies: readonly Reply<string>[],
  options: { created?: Reply<string>; deadlineMs?: number; cutAt?: number } = {},
) {
  const { created = { kind: 'found', value: 'report-1' }, deadlineMs = Number.POSITIVE_INFINITY, cutAt } = options;
  const deadline = new AbortController();
  const paused: number[] = [];
  const asked: Subject[] = [];
  let creations = 0;
  let billed = 0;
  const create: Attempt<Subject, string> = async ({ onSent }) => {
    creations++;
    onSent?.();
    return created;
  };
  const poll: Attempt<Subject, string> = async (subject) => {
    asked.push(subject);
    subject.onSent?.();
    if (asked.length === cutAt) deadline.abort();
    return replies[asked.length - 1] ?? pending;
  };
  const { ask } = createLaterCall({
    create,
    poll,
    pauses: { firstMs: 100, maxMs: 1_000 },
    createPause: () => async (ms) => {
      paused.push(ms);
      if (paused.reduce((sum, each) => sum + each, 0) > deadlineMs) deadline.abort();
    },
  });
  const run = () => ask({ number: '1', values: { cpf: '1' }, onSent: () => billed++ }, deadline.signal);
  return { run, paused, asked, counts: () => ({ creations, billed }) };
}

describe('a question that is answered later', () => {
  it('is asked once, looked for by its id at growing distances, and billed once', async () => {
    const { run, paused, asked, counts } = start([pending, pending, pending, pending, pending, found]);
    expect(await run()).toEqual(found);
    expect(paused).toEqual([100, 200, 400, 800, 1_000, 1_000]);
    expect(asked.every(({ values }) => values['async.id'] === 'report-1')).toBe(true);
    expect(counts()).toEqual({ creations: 1, billed: 1 });
  });

  it('is pending where the time is over and the party still has no answer', async () => {
    const { run, counts } = start([], { deadlineMs: 10_000 });
    expect(await run()).toEqual(ordered('pending'));
    expect(counts()).toEqual({ creations: 1, billed: 1 });
  });

  it('waits for as long as the party asks', async () => {
    const { run, paused } = start([failed('pending', { retryAfterMs: 5_000 }), found]);
    await run();
    expect(paused).toEqual([100, 5_000]);
  });

  it.each([9_999_999_000, Date.UTC(2099, 0)])(
    'waits no longer than a timer can, which would end at once, where the party asks for %i ms',
    async (retryAfterMs) => {
      const { run, paused } = start([failed('pending', { retryAfterMs }), found]);
      await run();
      expect(paused).toEqual([100, 600_000]);
    },
  );

  it.each(['connection_failed', 'upstream_error', 'rate_limited'] as const)(
    'is looked for again after %s, and that is the reason where nothing better came',
    async (reason) => {
      expect(await start([failed(reason, { sent: false }), found]).run()).toEqual(found);
      const never = Array.from({ length: 99 }, () => failed(reason, { sent: false }));
      // It was sent, so that nobody asks a second time.
      expect(await start(never, { deadlineMs: 3_000 }).run()).toEqual(ordered(reason));
    },
  );

  it.each(['wrong_person', 'invalid_response', 'authentication_failed', 'redirect_refused', 'minor'] as const)(
    'ends at once with %s',
    async (reason) => {
      const { run, asked } = start([failed(reason)]);
      expect(await run()).toEqual(ordered(reason));
      expect(asked).toHaveLength(1);
    },
  );

  it('is late, and not pending, where the deadline cuts off the first look: the party may hang', async () => {
    expect(await start([failed('timeout')], { cutAt: 1 }).run()).toEqual(ordered('timeout'));
    expect(await start([pending, failed('timeout')], { cutAt: 2 }).run()).toEqual(ordered('pending'));
    // A look may be late by itself, and that is no deadline of ours.
    expect(await start([pending, failed('timeout')]).run()).toEqual(ordered('timeout'));
  });

  it('is not looked for where it was not taken', async () => {
    for (const created of [failed('request_refused'), failed('timeout'), { kind: 'not_found' } as const]) {
      const { run, asked } = start([found], { created });
      expect(await run()).toEqual(created);
      expect(asked).toEqual([]);
    }
  });
});

it('callers see an order that was taken as pending, whatever keeps us from its answer; what was not taken keeps its reason', () => {
  for (const reason of ['pending', 'timeout', 'connection_failed', 'upstream_error', 'rate_limited'] as const) {
    expect(toPending(ordered(reason))).toEqual(ordered('pending'));
    expect(toPending(failed(reason))).toEqual(failed(reason));
  }
  for (const reason of ['wrong_person', 'authentication_failed', 'invalid_response', 'minor'] as const)
    expect(toPending(ordered(reason))).toEqual(ordered(reason));
  expect(toPending(found)).toEqual(found);
});

it.each([
  ['report-1', ['report-1']],
  ['another', []],
])(
  'a look for one order is one poll and no order; of the orders that are kept it ends its own alone (%s)',
  async (kept, ended) => {
    const ends: string[] = [];
    const polled: Subject[] = [];
    const { ask } = createLaterCall<string>({
      create: async () => expect.fail('nothing may be ordered'),
      poll: async (subject) => {
        polled.push(subject);
        return polled.length === 1 ? pending : found;
      },
      pauses: { firstMs: 100, maxMs: 1_000 },
      kept: {
        toAsked: ({ number }) => ({ number, key: number }),
        haveKeys: false,
        orders: {
          find: async () => ({ id: kept }),
          keep: async () => expect.fail('nothing may be ordered'),
          end: async () => void ends.push(kept),
        },
      },
    });
    const look = () => ask({ number: '1', values: { cpf: '1' }, order: 'report-1' }, new AbortController().signal);
    expect([await look(), ends]).toEqual([ordered('pending'), []]);
    expect([await look(), ends]).toEqual([found, ended]);
    expect(polled.map(({ values }) => values['async.id'])).toEqual(['report-1', 'report-1']);
  },
);
