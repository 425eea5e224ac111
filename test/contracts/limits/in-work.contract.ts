// What every InWork promises.

import { expect, test } from 'vitest';
import type { InWork } from '../../../src/app/limits.ts';

export function describeInWork(name: string, open: () => InWork): void {
  test(`${name}: lets in as many at a time as the limit says, each name for itself`, async () => {
    const inWork = open();
    const enter = async (who: string, limit: number) => inWork.enter(who, limit);
    expect([await enter('shop', 2), await enter('shop', 2), await enter('shop', 2)]).toEqual([true, true, false]);
    expect(await enter('bank', 1)).toBe(true);
    inWork.leave('shop');
    expect([await enter('shop', 2), await enter('shop', 2)]).toEqual([true, false]);
    // A limit that was raised or lowered meanwhile holds from the next one on.
    expect([await enter('shop', 3), await enter('shop', 1)]).toEqual([true, false]);
    for (let left = 0; left < 3; left++) inWork.leave('shop');
    expect(await enter('shop', 1)).toBe(true);
  });
}
