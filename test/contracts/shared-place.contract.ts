// What every place promises where snapshots are shared.

import { expect, test } from 'vitest';
import type { WritablePlace } from '../../src/registry/share/places/place.ts';

const { signal } = new AbortController();
const bytesMax = 1_000;

export function describeSharedPlace(name: string, open: () => Promise<WritablePlace>): void {
  test(`${name}: gives back what was written, whole, under any name of ours, and replaces it`, async () => {
    const place = await open();
    for (const object of ['latest.json', 'snapshots/20261115T120000-000/blocks.dat.0000-0123456789abcdef']) {
      expect(await place.read(object, bytesMax, signal)).toBeUndefined();
      expect(await place.has(object, 3, signal)).toBe(false);
      await place.write(object, Buffer.from('one'), signal);
      expect(String(await place.read(object, bytesMax, signal))).toBe('one');
      await place.write(object, Buffer.from('another'), signal);
      expect(String(await place.read(object, bytesMax, signal))).toBe('another');
      expect([await place.has(object, 7, signal), await place.has(object, 3, signal)]).toEqual([true, false]);
    }
    await place.close();
  });

  test(`${name}: removes, also what is not there`, async () => {
    const place = await open();
    await place.write('snapshots/one/contents.json', Buffer.from('x'), signal);
    await place.remove('snapshots/one/contents.json', signal);
    await place.remove('snapshots/one/contents.json', signal);
    expect(await place.read('snapshots/one/contents.json', bytesMax, signal)).toBeUndefined();
    await place.close();
  });

  test(`${name}: lists all that begins with a name, over several pages, and when it was written`, async () => {
    const place = await open();
    expect(await place.list('snapshots/', signal)).toEqual([]);
    const names = Array.from(
      { length: 12 },
      (_, index) => `snapshots/one/blocks.dat.${String(index).padStart(4, '0')}`,
    );
    for (const object of [...names, 'latest.json']) await place.write(object, Buffer.from('x'), signal);
    const listed = await place.list('snapshots/', signal);
    expect(listed.map((object) => object.name).sort()).toEqual(names);
    for (const { changedAtMs } of listed) expect(changedAtMs).toBeGreaterThan(Date.UTC(2020, 0));
    await place.close();
  });

  test(`${name}: refuses to read more than it was told to expect`, async () => {
    const place = await open();
    await place.write('latest.json', Buffer.alloc(100_000), signal);
    await expect(place.read('latest.json', bytesMax, signal)).rejects.toThrow(/absurdly large|more bytes than/);
    await place.close();
  });
}
