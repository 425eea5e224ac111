import { createHook } from 'node:async_hooks';
import { zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
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
