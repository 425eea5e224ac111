import { describe, expect, test } from 'vitest';
import { StarvationWatch } from './starvation.ts';

describe('an import that gets little of the processor', () => {
  test('says so after ten seconds, with the share that it had', () => {
    const watch = new StarvationWatch();
    const told = Array.from({ length: 13 }, (_, second) => watch.note(second * 1000, second * 33));
    expect(told.slice(0, 10)).toEqual(Array(10).fill(undefined));
    expect(told[12]).toBeCloseTo(0.033);
  });

  test('says nothing while it works, and nothing of a pause of some seconds', () => {
    const watch = new StarvationWatch();
    let processorMs = 0;
    for (let second = 0; second < 40; second++) {
      const isPaused = second > 20 && second < 26;
      processorMs += isPaused ? 0 : 900;
      expect(watch.note(second * 1000, processorMs)).toBeUndefined();
    }
  });

  test('stops saying so once it is given what it needs', () => {
    const watch = new StarvationWatch();
    for (let second = 0; second <= 20; second++) watch.note(second * 1000, 0);
    expect(watch.note(21_000, 0)).toBe(0);
    for (let second = 22; second < 27; second++) watch.note(second * 1000, (second - 21) * 1800);
    expect(watch.note(27_000, 6 * 1800)).toBeUndefined();
  });
});
