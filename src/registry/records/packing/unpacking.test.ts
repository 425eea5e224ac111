import { createHook } from 'node:async_hooks';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toDictionary } from './dictionary.ts';
import { createPack } from './packing.ts';
import { createUnpack } from './unpacking.ts';

describe('unpacking with a kept context', () => {
  it('gives back whatever was packed, frame after frame', () => {
    const unpack = createUnpack();
    const some = fc.uint8Array({ maxLength: 2000 });
    fc.assert(
      fc.property(some, fc.integer({ min: 1, max: 200 }), (bytes, times) => {
        const raw = Buffer.concat(Array.from({ length: times }, () => bytes));
        expect(unpack(zstdCompressSync(raw)).equals(raw)).toBe(true);
      }),
    );
  });

  it('gives each call bytes of its own', () => {
    const unpack = createUnpack();
    const first = unpack(zstdCompressSync('the first'));
    unpack(zstdCompressSync('another 1'));
    expect(first.toString()).toBe('the first');
  });

  it.each([
    ['cut short', (frame: Buffer) => frame.subarray(0, frame.length - 5)],
    ['damaged', (frame: Buffer) => Buffer.from(frame).fill(0xff, 9, 60)],
    ['no frame at all', () => Buffer.from('hardly a frame, is it')],
    ['empty', () => Buffer.alloc(0)],
    ['shorter inside than its header says', (frame: Buffer) => withLength(frame, 40_000)],
    ['longer inside than its header says', (frame: Buffer) => withLength(frame, 300)],
  ])('refuses what is %s, and reads the next frame', (_, spoil) => {
    const unpack = createUnpack();
    const raw = Buffer.from(Array.from({ length: 3000 }, (_, index) => (index * index) % 251));
    const frame = zstdCompressSync(raw);
    expect(unpack(frame).equals(raw)).toBe(true);
    expect(() => unpack(spoil(frame))).toThrow();
    expect(unpack(frame).equals(raw)).toBe(true);
  });

  it('makes no context for a frame: this Node lets one be kept', () => {
    const unpack = createUnpack();
    const frame = zstdCompressSync('a block of records');
    let contexts = 0;
    const hook = createHook({
      init: (_, type) => {
        if (type === 'ZLIB') contexts++;
      },
    }).enable();
    for (let call = 0; call < 20; call++) unpack(frame);
    hook.disable();
    expect(contexts).toBe(0);
  });
});

/** A frame of 256 bytes to 64 KB holds its length in two bytes, less 256. */
function withLength(frame: Buffer, length: number): Buffer {
  const changed = Buffer.from(frame);
  changed.writeUInt16LE(length - 256, 5);
  return changed;
}

describe('packing with a kept context and a dictionary', () => {
  const dictionary = toDictionary([Buffer.from('RUA DAS FLORES\nCENTRO\n'), Buffer.from('AVENIDA BRASIL\n')]);

  it('is read by the documented call and by the kept context, group after group', () => {
    const [pack, unpack] = [createPack(dictionary), createUnpack(dictionary)];
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 3000 }), fc.integer({ min: 1, max: 60 }), (bytes, times) => {
        const raw = Buffer.concat(Array.from({ length: times }, () => bytes));
        const packed = Buffer.from(pack(raw));
        expect(zstdDecompressSync(packed, { dictionary }).equals(raw)).toBe(true);
        expect(unpack(packed).equals(raw)).toBe(true);
      }),
    );
  });

  it('makes no context for a group, and takes fewer bytes than without the dictionary', () => {
    const [pack, unpack] = [createPack(dictionary), createUnpack(dictionary)];
    const raw = Buffer.from('RUA DAS FLORES\nCENTRO\nAVENIDA BRASIL\n');
    let contexts = 0;
    const hook = createHook({
      init: (_, type) => {
        if (type === 'ZLIB') contexts++;
      },
    }).enable();
    for (let call = 0; call < 20; call++) expect(unpack(Buffer.from(pack(raw))).equals(raw)).toBe(true);
    hook.disable();
    expect(contexts).toBe(0);
    expect(pack(raw).length).toBeLessThan(zstdCompressSync(raw).length / 1.5);
  });

  it('has a dictionary that is the same in whatever order the rows come, of bounded size, and one without rows', () => {
    const rows = Array.from({ length: 3000 }, (_, index) => Buffer.from(`RUA ${index} ${'X'.repeat(index % 90)}\n`));
    expect(toDictionary(rows).equals(toDictionary(rows.toReversed()))).toBe(true);
    expect(toDictionary(rows).length).toBeLessThan(34 * 1024);
    const raw = Buffer.from('AVENIDA');
    expect(createUnpack(toDictionary([]))(Buffer.from(createPack(toDictionary([]))(raw))).equals(raw)).toBe(true);
  });
});
