import { expect, test } from 'vitest';
import { placeRange, readRangeHeader, takeBytes } from './byte-range.ts';

test.each([
  ['bytes=0-', 0, 99],
  ['bytes=10-19', 10, 19],
  ['bytes=90-200', 90, 99],
  ['bytes=99-', 99, 99],
  ['bytes=-10', 90, 99],
  ['bytes=-500', 0, 99],
])('%s of a hundred bytes', (range, first, last) => {
  expect(placeRange(range, 100)).toEqual({ first, last });
});

test.each(['bytes=100-', 'bytes=20-10', 'bytes=-0'])('%s of a hundred bytes is none', (range) => {
  expect(placeRange(range, 100)).toBeUndefined();
});

test.each([
  [{}],
  [{ range: 'rows=1-2' }],
  [{ range: 'bytes=0-1,5-6' }],
  [{ range: 'bytes=-' }],
  [{ range: 'bytes=0-', 'if-range': '"other"' }],
])('%j wants all', (headers) => {
  expect(readRangeHeader(headers, '"tag"')).toBeUndefined();
});

test('what was begun with is gone on with', () => {
  expect(readRangeHeader({ range: 'bytes=5-', 'if-range': '"tag"' }, '"tag"')).toBe('bytes=5-');
});

test('bytes are those of the text, wherever its pieces and its letters are cut', async () => {
  const text = 'São Paulo\nMaringá\nJoão\n';
  const whole = Buffer.from(text);
  async function* pieces() {
    for (let at = 0; at < text.length; at += 4) yield text.slice(at, at + 4);
  }
  for (let first = 0; first < whole.length; first++) {
    for (let wanted = 1; first + wanted <= whole.length; wanted++) {
      const taken = Buffer.concat(await Array.fromAsync(takeBytes(pieces(), first, wanted)));
      expect(taken.equals(whole.subarray(first, first + wanted))).toBe(true);
    }
  }
  await expect(Array.fromAsync(takeBytes(pieces(), 1, whole.length))).rejects.toThrow('ended before');
});
