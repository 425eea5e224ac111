import { expect, test } from 'vitest';
import { untilAborted } from './deadline.ts';

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
