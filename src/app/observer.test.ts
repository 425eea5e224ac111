import { describe, expect, it } from 'vitest';
import { toObserver } from './observer.ts';

describe('an observer', () => {
  it('is told what happened', () => {
    const seen: unknown[] = [];
    toObserver((...args: [string, number]) => seen.push(...args))('open', 2);
    expect(seen).toEqual(['open', 2]);
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('the log is full');
      },
    ],
    ['rejects', () => Promise.reject(new Error('the log is full'))],
    ['is missing', undefined],
  ])('that %s changes nothing for whom it watches', (_how, listener) => {
    expect(toObserver(listener as (() => void) | undefined)()).toBeUndefined();
  });
});
