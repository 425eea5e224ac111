import { beforeEach, describe, expect, test } from 'vitest';
import type { AppError } from '../../errors.ts';
import type { Attempt } from './sign-in-pauses.ts';
import { createSignInTurns, networksWaitingMax, waitingPerNetworkMax } from './sign-in-turns.ts';

let turns = createSignInTurns();
beforeEach(() => {
  turns = createSignInTurns();
});

const from = (network: string, deviceId?: string): Attempt => ({ name: 'ana', network, deviceId });

/** Work that is done when the test says so. */
function begin(attempt: Attempt, kind: 'take' | 'hash' = 'take') {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const work = { isBegun: false, end: resolve, fail: reject };
  const result = turns[kind](attempt, () => {
    work.isBegun = true;
    return promise;
  });
  return Object.assign(work, { result });
}

const settle = () => new Promise(setImmediate);
const begunOf = async (works: readonly { isBegun: boolean }[]) => {
  await settle();
  return works.map(({ isBegun }) => isBegun);
};
const refusalOf = (result: Promise<unknown>) =>
  result.then(
    () => undefined,
    ({ code, retryAfterSeconds }: AppError) => ({ code, retryAfterSeconds }),
  );

describe('attempts of one network', () => {
  test('are looked at one after the other, whatever their names, also what comes while others wait', async () => {
    const [first, second] = [begin(from('a')), begin({ ...from('a'), name: 'bia' })];
    first.end();
    await first.result;
    const third = begin({ ...from('a'), name: 'caio' });
    expect(await begunOf([second, third])).toEqual([true, false]);
    second.end();
    expect(await begunOf([third])).toEqual([true]);
    third.end();
    await third.result;
  });

  test('that fail let the next one begin, and tell their own caller alone', async () => {
    const [first, second] = [begin(from('a')), begin(from('a'))];
    first.fail(new Error('wrong'));
    await expect(first.result).rejects.toThrow('wrong');
    expect(await begunOf([second])).toEqual([true]);
    second.end();
    await expect(second.result).resolves.toBeUndefined();
  });

  test('beyond sixteen that wait are asked to come again, and those of others are not', async () => {
    const all = Array.from({ length: waitingPerNetworkMax + 1 }, () => begin(from('a')));
    await settle();
    expect(await refusalOf(begin(from('a')).result)).toEqual({ code: 'rate_limited', retryAfterSeconds: 1 });
    const [other, known] = [begin(from('b')), begin(from('a', 'device'))];
    expect(await begunOf([other, known])).toEqual([true, true]);
    for (const work of [...all, other, known]) work.end();
    await Promise.all(all.map(({ result }) => result));
    const next = begin(from('a'));
    expect(await begunOf([next])).toEqual([true]);
    next.end();
    await next.result;
  });

  test('leave nothing behind', async () => {
    const [first, other] = [begin(from('a')), begin(from('b'))];
    await settle();
    expect(turns.open).toBe(2);
    first.end();
    other.fail(new Error('wrong'));
    await first.result;
    await expect(other.result).rejects.toThrow('wrong');
    expect(turns.open).toBe(0);
  });
});

describe('hashing', () => {
  test('is for one stranger at a time, in the order in which they came, and for known devices at once', async () => {
    const strangers = ['a', 'b', 'c'].map((network) => begin(from(network), 'hash'));
    const known = begin(from('a', 'device'), 'hash');
    expect(await begunOf([...strangers, known])).toEqual([true, false, false, true]);
    strangers[0]?.fail(new Error('wrong'));
    await expect(strangers[0]?.result).rejects.toThrow('wrong');
    expect(await begunOf(strangers)).toEqual([true, true, false]);
    for (const work of [...strangers, known]) work.end();
    await known.result;
  });

  test('is refused where too many networks wait, but not to a known device', async () => {
    const all = Array.from({ length: networksWaitingMax + 1 }, (_, index) => begin(from(`net ${index}`), 'hash'));
    await settle();
    expect(await refusalOf(begin(from('one more'), 'hash').result)).toEqual({
      code: 'overloaded',
      retryAfterSeconds: 5,
    });
    const known = begin(from('one more', 'device'), 'hash');
    expect(await begunOf([known])).toEqual([true]);
    for (const work of [...all, known]) work.end();
    await Promise.all(all.map(({ result }) => result));
  });
});
