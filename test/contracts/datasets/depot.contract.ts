// What every depot promises where snapshots are shared.

import { expect, test } from 'vitest';
import type { WritableDepot } from '../../../src/datasets/depots/depot.ts';

const { signal } = new AbortController();
const bytesMax = 1_000;

export function describeSharedPlace(name: string, open: () => Promise<WritableDepot>): void {
  test(`${name}: gives back what was written, whole, under any name of ours, and replaces it`, async () => {
    const depot = await open();
    for (const object of ['latest.json', 'snapshots/20261115T120000-000/blocks.dat.0000-0123456789abcdef']) {
      expect(await depot.read(object, bytesMax, signal)).toBeUndefined();
      expect(await depot.has(object, 3, signal)).toBe(false);
      await depot.write(object, Buffer.from('one'), signal);
      expect(String(await depot.read(object, bytesMax, signal))).toBe('one');
      await depot.write(object, Buffer.from('another'), signal);
      expect(String(await depot.read(object, bytesMax, signal))).toBe('another');
      expect([await depot.has(object, 7, signal), await depot.has(object, 3, signal)]).toEqual([true, false]);
    }
    await depot.close();
  });

  test(`${name}: removes, also what is not there`, async () => {
    const depot = await open();
    await depot.write('snapshots/one/contents.json', Buffer.from('x'), signal);
    await depot.remove('snapshots/one/contents.json', signal);
    await depot.remove('snapshots/one/contents.json', signal);
    expect(await depot.read('snapshots/one/contents.json', bytesMax, signal)).toBeUndefined();
    await depot.close();
  });

  test(`${name}: lists all that begins with a name, over several pages, and when it was written`, async () => {
    const depot = await open();
    expect(await depot.list('snapshots/', signal)).toEqual([]);
    const names = Array.from(
      { length: 12 },
      (_, index) => `snapshots/one/blocks.dat.${String(index).padStart(4, '0')}`,
    );
    for (const object of [...names, 'latest.json']) await depot.write(object, Buffer.from('x'), signal);
    const listed = await depot.list('snapshots/', signal);
    expect(listed.map((object) => object.name).sort()).toEqual(names);
    for (const { changedAtMs } of listed) expect(changedAtMs).toBeGreaterThan(Date.UTC(2020, 0));
    await depot.close();
  });

  test(`${name}: refuses to read more than it was told to expect`, async () => {
    const depot = await open();
    await depot.write('latest.json', Buffer.alloc(100_000), signal);
    await expect(depot.read('latest.json', bytesMax, signal)).rejects.toThrow(/absurdly large|more bytes than/);
    await depot.close();
  });
}
