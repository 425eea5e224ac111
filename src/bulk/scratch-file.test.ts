import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createScratchFile } from './scratch-file.ts';

test('any part of what was written is read again, at any place', async () => {
  const file = createScratchFile();
  const content = randomBytes(200_003);
  for (let at = 0; at < content.length; at += 7_001) file.append(content.subarray(at, at + 7_001));
  expect(file.bytes).toBe(content.length);
  fc.assert(
    fc.property(fc.nat(content.length), fc.nat(content.length), (one, other) => {
      const [start, end] = [Math.min(one, other), Math.max(one, other)];
      expect(file.read(start, end).equals(content.subarray(start, end))).toBe(true);
    }),
    { numRuns: 200 },
  );
  const pieces: Buffer[] = [];
  for await (const piece of file.pieces(3, content.length)) pieces.push(piece);
  expect(Buffer.concat(pieces).equals(content.subarray(3))).toBe(true);
  expect(() => file.read(content.length - 1, content.length + 1)).toThrow(RangeError);
  file.close();
});
