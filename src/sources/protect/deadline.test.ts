import { expect, onTestFinished, test, vi } from 'vitest';
import { createDeadline, untilAborted } from './deadline.ts';

test('a result that waits to be read when the time is over still counts; one that comes later does not', async () => {
  const time = new AbortController();
  const [read, late] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const given = [read, late].map(({ promise }) => untilAborted(promise, time.signal, 'gave up'));
  time.abort();
  read.resolve('in time');
  expect(await Promise.all(given)).toEqual(['in time', 'gave up']);
  late.resolve('late');
  expect(await untilAborted(late.promise, time.signal, 'gave up')).toBe('gave up');
});

test('a deadline is later by the time in which the process stood still, and by its own length at most', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let stoodMs = 70;
  const deadline = createDeadline(1_000, new AbortController().signal, () => stoodMs);
  stoodMs += 300;
  vi.advanceTimersByTime(1_299);
  expect([deadline.signal.aborted, deadline.hasHadItsTime()]).toEqual([false, false]);
  stoodMs += 3_600_000;
  vi.advanceTimersByTime(1_000);
  expect(deadline.signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect([deadline.signal.aborted, deadline.hasHadItsTime()]).toEqual([true, true]);
});
