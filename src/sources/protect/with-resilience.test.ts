import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { failRun } from '../../../test/support/fail-run.ts';
import { createManualClock } from '../../../test/support/manual-clock.ts';
import type { UnavailableReason } from '../../domain/person/evidence.ts';
import type { Reply } from '../reply.ts';
import { createLoopStalls, type LoopStalls } from './loop-stalls.ts';
import { createResilience, type ResilienceSettings } from './with-resilience.ts';

const settings: ResilienceSettings = {
  deadlineMs: 1000,
  concurrency: 4,
  retryBudgetPercent: 10,
  hedgeAfterMs: null,
  breaker: {
    consecutiveFailures: 10,
    failurePercent: 50,
    minimumCalls: 20,
    windowMs: 10_000,
    openMs: 5000,
    openMaxMs: 60_000,
  },
};
const never = new AbortController().signal;
const done: Reply<string> = { kind: 'found', value: 'answer' };
const unsent: Reply<string> = { kind: 'failed', reason: 'connection_failed', sent: false };
const reset: Reply<string> = { kind: 'failed', reason: 'connection_failed', sent: true };

interface Listeners {
  readonly onFailure: (reason: UnavailableReason) => void;
  readonly onBreaker: (state: string) => void;
  readonly onSecondTry: (why: string) => void;
}

type Options = ResilienceSettings & Listeners & { readonly stalls: LoopStalls };

interface Call {
  readonly signal: AbortSignal;
  readonly answer: (result: Reply<string>) => void;
}

/** A party whose every call is held until the test answers it, or gives up with its signal as real ones do. */
function start({ onFailure, onBreaker, onSecondTry, stalls, ...overrides }: Partial<Options> = {}) {
  const calls: Call[] = [];
  const secondTries: string[] = [];
  const clock = createManualClock();
  const source = createResilience<null, string>({
    settings: { ...settings, ...overrides },
    clock,
    random: () => 0.5,
    stalls,
    onDefect: failRun,
    onSecondTry: onSecondTry ?? ((why) => secondTries.push(why)),
    onFailure,
    onBreaker,
  });
  const ask = source.around(
    (_query, signal) =>
      new Promise((resolve) => {
        calls.push({ signal, answer: resolve });
        signal.addEventListener('abort', () => resolve({ kind: 'failed', reason: 'timeout', sent: true }));
      }),
  );
  return { source, calls, clock, secondTries, ask: (signal = never) => ask(null, signal, null) };
}

/** Lets everything run that is ready to run. */
async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

const earn = (party: ReturnType<typeof start>, times: number) => fail(party, times, done);

async function fail(party: ReturnType<typeof start>, times: number, result: Reply<string> = reset): Promise<void> {
  for (let call = 0; call < times; call++) {
    const asking = party.ask();
    party.calls.pop()?.answer(result);
    await asking;
  }
}

describe('the limit of calls in flight', () => {
  it('refuses what is over it at once, and says so beforehand', async () => {
    const party = start();
    const asking = [1, 2, 3].map(() => party.ask());
    expect(party.source.canAdmit()).toBe(true);
    asking.push(party.ask());
    expect(party.source.canAdmit()).toBe(false);
    expect(await party.ask()).toEqual({ kind: 'failed', reason: 'overloaded', sent: false });
    expect(party.calls).toHaveLength(4);
    for (const call of party.calls) call.answer(done);
    await Promise.all(asking);
    expect(party.source.canAdmit()).toBe(true);
  });

  it('holds for any order of asking, answering and giving up, and every place comes back', async () => {
    const steps = fc.array(fc.record({ what: fc.constantFrom('ask', 'answer', 'give up'), which: fc.nat(9) }));
    await fc.assert(
      fc.asyncProperty(steps, fc.integer({ min: 1, max: 4 }), async (sequence, concurrency) => {
        const party = start({ concurrency });
        const running = new Map<Call, AbortController>();
        const asked: Promise<Reply<string>>[] = [];
        for (const { what, which } of sequence) {
          const chosen = [...running][which % Math.max(1, running.size)];
          if (what === 'ask') {
            const room = running.size < concurrency;
            expect(party.source.canAdmit()).toBe(room);
            const controller = new AbortController();
            const before = party.calls.length;
            asked.push(party.ask(controller.signal));
            const call = party.calls[before];
            expect(call !== undefined).toBe(room);
            if (call !== undefined) running.set(call, controller);
          } else if (chosen !== undefined) {
            if (what === 'answer') chosen[0].answer(done);
            else chosen[1].abort();
            running.delete(chosen[0]);
            await settle();
          }
        }
        for (const call of running.keys()) call.answer(done);
        await Promise.all(asked);
        expect(party.source.canAdmit()).toBe(true);
      }),
      { numRuns: 100 },
    );
  });
});

describe('a second try', () => {
  it('is made once when nothing was sent and the budget allows it', async () => {
    const party = start();
    await earn(party, 9);
    const asking = party.ask();
    party.calls.at(-1)?.answer(unsent);
    await settle();
    party.calls.at(-1)?.answer(unsent);
    expect(await asking).toEqual(unsent);
    expect(party.calls).toHaveLength(2);
    expect(party.secondTries).toEqual(['retry']);
  });

  it('is not made without a budget', async () => {
    const party = start();
    const asking = party.ask();
    party.calls.at(-1)?.answer(unsent);
    expect(await asking).toEqual(unsent);
    expect(party.calls).toHaveLength(1);
  });

  it('is not made for a caller who gave up meanwhile', async () => {
    const party = start();
    await earn(party, 20);
    const leaving = new AbortController();
    const asking = party.ask(leaving.signal);
    party.calls.pop()?.answer(unsent);
    leaving.abort();
    expect(await asking).toEqual(unsent);
    expect(party.secondTries).toEqual([]);
    expect(party.calls).toHaveLength(0);
  });

  it.each([
    reset,
    { kind: 'failed', reason: 'timeout', sent: true },
    { kind: 'failed', reason: 'timeout', sent: false },
    { kind: 'failed', reason: 'upstream_error', sent: true },
    { kind: 'failed', reason: 'authentication_failed', sent: true },
  ] as const)('is not made after %o', async (result) => {
    const party = start();
    await earn(party, 20);
    const asking = party.ask();
    party.calls.at(-1)?.answer(result);
    expect(await asking).toEqual(result);
    expect(party.secondTries).toEqual([]);
  });

  it('is never more than a tenth of the calls, whatever happens', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(done, unsent, reset), { maxLength: 200 }), async (results) => {
        const party = start({ breaker: { ...settings.breaker, consecutiveFailures: 1000, minimumCalls: 10_000 } });
        for (const result of results) {
          const asking = party.ask();
          party.calls.pop()?.answer(result);
          await settle();
          party.calls.pop()?.answer(result);
          await asking;
        }
        expect(party.secondTries.length * 10).toBeLessThanOrEqual(results.length);
      }),
      { numRuns: 30 },
    );
  });
});

describe('the breaker around a party', () => {
  const timeout = { kind: 'failed', reason: 'timeout', sent: true } as const;

  it.each([
    ['a timeout', timeout],
    ['a connection that was not there in time', { ...unsent, isConnectLate: true } as const],
  ])('does not count %s of a call in which this process stood still', async (_, result) => {
    const clock = createManualClock();
    const party = start({ stalls: createLoopStalls(clock) });
    const askFor = async (ms: number) => {
      const asking = party.ask();
      clock.advance(ms);
      party.clock.advance(ms);
      party.calls.pop()?.answer(result);
      await asking;
    };
    for (let call = 0; call < 30; call++) await askFor(500);
    expect(party.source.breakerState).toBe('closed');
    for (let call = 0; call < 10; call++) await askFor(5);
    expect(party.source.breakerState).toBe('open');
  });

  it.each([
    ['refused', unsent],
    ['cut', reset],
  ])('counts a connection that was %s, however long this process stood still', async (_, result) => {
    const clock = createManualClock();
    const party = start({ stalls: createLoopStalls(clock) });
    for (let call = 0; call < 10; call++) {
      const asking = party.ask();
      clock.advance(500);
      party.clock.advance(500);
      while (party.calls.length > 0) {
        party.calls.pop()?.answer(result);
        await Promise.resolve();
      }
      await asking;
    }
    expect(party.source.breakerState).toBe('open');
  });

  it('counts an answer that was not read in time as an unusable one', async () => {
    const party = start();
    await fail(party, 19, { ...timeout, hasAnswered: true });
    expect(party.source.breakerState).toBe('closed');
    await fail(party, 1, { ...timeout, hasAnswered: true });
    expect(party.source.breakerState).toBe('open');
  });

  it('refuses at once when open, and others do not wait for the probe', async () => {
    const party = start();
    await fail(party, 10);
    expect(await party.ask()).toEqual({ kind: 'failed', reason: 'circuit_open', sent: false });
    party.clock.advance(5000);
    const probe = party.ask();
    expect(await party.ask()).toEqual({ kind: 'failed', reason: 'circuit_open', sent: false });
    party.calls.pop()?.answer(done);
    expect(await probe).toEqual(done);
    expect(party.source.breakerState).toBe('closed');
  });

  it.each(['birth_date_required', 'minor'] as const)('takes %s for a sign of health', async (reason) => {
    const party = start();
    await fail(party, 10);
    party.clock.advance(60_000);
    await fail(party, 1, { kind: 'failed', reason, sent: true });
    expect(party.source.breakerState).toBe('closed');
    await fail(party, 100, { kind: 'failed', reason, sent: true });
    expect(party.source.breakerState).toBe('closed');
  });

  it.each(['invalid_response', 'wrong_person', 'response_too_large', 'request_refused'] as const)(
    'opens on %s by their share, not by ten in a row, and is not closed by one',
    async (reason) => {
      const party = start();
      const odd: Reply<string> = { kind: 'failed', reason, sent: true };
      await fail(party, 19, odd);
      expect(party.source.breakerState).toBe('closed');
      await fail(party, 1, odd);
      expect(party.source.breakerState).toBe('open');
      party.clock.advance(60_000);
      await fail(party, 1, odd);
      expect(party.source.breakerState).toBe('open');
    },
  );

  it.each([
    'timeout',
    'connection_failed',
    'upstream_error',
    'authentication_failed',
    'credit_exhausted',
    'rate_limited',
    'redirect_refused',
  ] as const)('opens on ten %s in a row', async (reason) => {
    const party = start();
    await fail(party, 9, { kind: 'failed', reason, sent: true });
    expect(party.source.breakerState).toBe('closed');
    await fail(party, 1, { kind: 'failed', reason, sent: true });
    expect(party.source.breakerState).toBe('open');
  });

  it('does not count a caller that lost interest, but counts a caller whose time was over', async () => {
    const lost = start({ concurrency: 100 });
    const over = start({ concurrency: 100 });
    for (let call = 0; call < 30; call++) {
      const [interest, time] = [new AbortController(), new AbortController()];
      const asking = [lost.ask(interest.signal), over.ask(time.signal)];
      interest.abort();
      time.abort(new DOMException('late', 'TimeoutError'));
      await Promise.all(asking);
    }
    expect(lost.source.breakerState).toBe('closed');
    expect(over.source.breakerState).toBe('open');
  });

  it('tells each of its turns to whoever watches', async () => {
    const states: string[] = [];
    const party = start({ onBreaker: (state) => states.push(state) });
    await fail(party, 10);
    party.clock.advance(5000);
    await earn(party, 1);
    expect(states).toEqual(['open', 'half_open', 'closed']);
  });

  it('sends no second try after a failed probe', async () => {
    const party = start();
    await earn(party, 20);
    await fail(party, 10);
    party.clock.advance(60_000);
    await fail(party, 1, unsent);
    expect(party.secondTries).toEqual([]);
  });

  it('survives a lookup that throws, and tells of it as a defect of ours', async () => {
    const defect = new TypeError('defect');
    const told: unknown[] = [];
    const source = createResilience<null, string>({
      settings,
      clock: createManualClock(),
      random: () => 0.5,
      onDefect: (error) => told.push(error),
    });
    const ask = source.around(() => Promise.reject(defect));
    expect(await ask(null, never, null)).toMatchObject({ kind: 'failed', reason: 'invalid_response' });
    expect(source.canAdmit()).toBe(true);
    expect(told).toEqual([defect]);
  });
});

describe('a probe whose caller gave up', () => {
  it('neither closes the circuit nor keeps it shut: the next caller probes at once', async () => {
    const party = start();
    await fail(party, 10);
    party.clock.advance(5000);
    const leaving = new AbortController();
    const probe = party.ask(leaving.signal);
    leaving.abort();
    await probe;
    expect(party.source.breakerState).toBe('open');
    const next = party.ask();
    expect(party.calls).toHaveLength(2);
    party.calls.pop()?.answer(done);
    expect(await next).toEqual(done);
    expect(party.source.breakerState).toBe('closed');
  });

  it('closes the circuit if the answer came all the same', async () => {
    const party = start();
    await fail(party, 10);
    party.clock.advance(5000);
    const leaving = new AbortController();
    const probe = party.ask(leaving.signal);
    party.calls.pop()?.answer(done);
    leaving.abort();
    await probe;
    expect(party.source.breakerState).toBe('closed');
  });
});

describe('calls under way', () => {
  it('are counted from their beginning to their end, however they end', async () => {
    const party = start();
    expect(party.source.inFlight).toBe(0);
    const asking = [party.ask(), party.ask()];
    expect(party.source.inFlight).toBe(2);
    party.calls[0]?.answer(done);
    party.calls[1]?.answer(reset);
    await Promise.all(asking);
    expect(party.source.inFlight).toBe(0);
  });
});

describe('a party that asks to be left alone', () => {
  const later = (retryAfterMs: number): Reply<string> => ({
    kind: 'failed',
    reason: 'rate_limited',
    sent: true,
    retryAfterMs,
  });

  it('is not asked until the time that it named, and that is no fault of its', async () => {
    const party = start();
    for (let round = 0; round < 30; round++) {
      await fail(party, 1, later(2000));
      party.clock.advance(1999);
      expect(await party.ask()).toEqual({ kind: 'failed', reason: 'rate_limited', sent: false });
      party.clock.advance(1);
    }
    expect(party.calls).toHaveLength(0);
    expect(party.source.breakerState).toBe('closed');
    await earn(party, 1);
  });

  it('gets no longer pause than the longest of a breaker', async () => {
    const party = start();
    await fail(party, 1, later(86_400_000));
    party.clock.advance(59_999);
    expect(await party.ask()).toMatchObject({ reason: 'rate_limited' });
    party.clock.advance(1);
    await earn(party, 1);
  });

  it('without naming a time, or with none to wait, is one that fails', async () => {
    const party = start();
    await fail(party, 10, later(0));
    expect(party.source.breakerState).toBe('open');
  });

  it('for another reason than too many calls is asked as ever', async () => {
    const party = start();
    await fail(party, 1, { kind: 'failed', reason: 'upstream_error', sent: true, retryAfterMs: 2000 });
    await earn(party, 1);
  });
});

describe('what failed', () => {
  it('is told with its reason, what was refused here included, and nothing is told of a caller who left', async () => {
    const failures: UnavailableReason[] = [];
    const party = start({ onFailure: (reason) => failures.push(reason) });
    await fail(party, 10);
    await party.ask();
    const leaving = new AbortController();
    party.clock.advance(60_000);
    const asking = party.ask(leaving.signal);
    leaving.abort();
    await asking;
    expect(failures).toEqual([...Array.from({ length: 10 }, () => 'connection_failed'), 'circuit_open']);
  });

  it('changes nothing by how it is told', async () => {
    const broken = (): never => {
      throw new Error('the log is full');
    };
    const party = start({ onFailure: broken, onSecondTry: broken, onBreaker: broken });
    await earn(party, 10);
    await fail(party, 1, unsent);
    await fail(party, 10);
    expect(party.source.breakerState).toBe('open');
    party.clock.advance(60_000);
    await earn(party, 1);
    expect(party.source.breakerState).toBe('closed');
  });
});

describe('a deadline', () => {
  it('ends a call that takes longer', async () => {
    const party = start({ deadlineMs: 20 });
    expect(await party.ask()).toMatchObject({ reason: 'timeout' });
    expect(party.calls[0]?.signal.aborted).toBe(true);
  });

  it('asks nobody when the caller has already given up', async () => {
    const party = start();
    expect(await party.ask(AbortSignal.abort())).toMatchObject({ reason: 'timeout' });
    expect(party.calls).toHaveLength(0);
  });
});

/** A party that has been asked for the second time, because its first answer is late. */
async function startHedged(overrides: Partial<ResilienceSettings> = {}) {
  const party = start({ hedgeAfterMs: 5, ...overrides });
  await earn(party, 10);
  const asking = party.ask();
  await vi.advanceTimersByTimeAsync(5);
  expect(party.calls).toHaveLength(2);
  return { party, asking };
}

describe('hedging', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is off unless the operator allows it', async () => {
    const party = start();
    const asking = party.ask();
    await vi.advanceTimersByTimeAsync(900);
    expect(party.calls).toHaveLength(1);
    party.calls[0]?.answer(done);
    await asking;
  });

  it('waits as long as it was told, and no longer', async () => {
    const party = start({ hedgeAfterMs: 5 });
    await earn(party, 10);
    const asking = party.ask();
    await vi.advanceTimersByTimeAsync(4);
    expect(party.calls).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(party.calls).toHaveLength(2);
    party.calls[0]?.answer(done);
    expect(await asking).toEqual(done);
    expect(party.calls[1]?.signal.aborted).toBe(true);
  });

  it('asks again after its wait, takes the first answer and gives the other call up', async () => {
    const { party, asking } = await startHedged();
    party.calls[1]?.answer(done);
    expect(await asking).toEqual(done);
    expect(party.calls[0]?.signal.aborted).toBe(true);
    expect(party.secondTries).toEqual(['hedge']);
    await settle();
    expect(party.source.canAdmit()).toBe(true);
  });

  it('does not ask again once the first answer is there, nor beyond the budget', async () => {
    const party = start({ hedgeAfterMs: 5 });
    const asking = party.ask();
    await vi.advanceTimersByTimeAsync(900);
    expect(party.calls).toHaveLength(1);
    party.calls[0]?.answer(done);
    expect(await asking).toEqual(done);
  });

  it('waits for the other call when one of the two fails', async () => {
    const { party, asking } = await startHedged();
    party.calls[0]?.answer(reset);
    await settle();
    party.calls[1]?.answer(done);
    expect(await asking).toEqual(done);
  });

  it('is not done for a probe: one call finds out whether the party is back', async () => {
    const party = start({ hedgeAfterMs: 5 });
    await earn(party, 20);
    await fail(party, 10);
    party.clock.advance(60_000);
    const probe = party.ask();
    await vi.advanceTimersByTimeAsync(900);
    expect(party.calls).toHaveLength(1);
    party.calls.pop()?.answer(done);
    expect(await probe).toEqual(done);
  });

  it('never passes the limit of calls in flight', async () => {
    const party = start({ hedgeAfterMs: 5, concurrency: 1 });
    await earn(party, 20);
    const asking = party.ask();
    await vi.advanceTimersByTimeAsync(900);
    expect(party.calls).toHaveLength(1);
    expect(party.secondTries).toEqual([]);
    party.calls[0]?.answer(done);
    expect(await asking).toEqual(done);
  });

  it('takes the last place that is free', async () => {
    const { party, asking } = await startHedged({ concurrency: 2 });
    expect(party.source.canAdmit()).toBe(false);
    party.calls[1]?.answer(done);
    expect(await asking).toEqual(done);
  });

  it('answers with a failure when both calls failed, after the second of them', async () => {
    const party = start({ hedgeAfterMs: 5 });
    await earn(party, 20);
    let isAnswered = false;
    const asking = party.ask().finally(() => {
      isAnswered = true;
    });
    await vi.advanceTimersByTimeAsync(5);
    expect(party.calls).toHaveLength(2);
    party.calls[1]?.answer(reset);
    await settle();
    expect(isAnswered).toBe(false);
    const last: Reply<string> = { kind: 'failed', reason: 'upstream_error', sent: true };
    party.calls[0]?.answer(last);
    expect(await asking).toEqual(last);
  });

  it('takes "not found" for an answer like any other', async () => {
    const { party, asking } = await startHedged();
    party.calls[1]?.answer({ kind: 'not_found' });
    expect(await asking).toEqual({ kind: 'not_found' });
  });

  it('gives both calls up when the caller does', async () => {
    const party = start({ hedgeAfterMs: 5 });
    await earn(party, 20);
    const leaving = new AbortController();
    const asking = party.ask(leaving.signal);
    await vi.advanceTimersByTimeAsync(5);
    expect(party.calls).toHaveLength(2);
    leaving.abort();
    expect(await asking).toMatchObject({ reason: 'timeout' });
    expect(party.calls.map(({ signal }) => signal.aborted)).toEqual([true, true]);
    expect(party.source.inFlight).toBe(0);
  });

  it('leaves no timer behind when the first answer was quick', async () => {
    const party = start({ hedgeAfterMs: 500 });
    await earn(party, 20);
    expect(vi.getTimerCount()).toBe(0);
  });
});
