import { expect, test } from 'vitest';
import { upTo } from './whole-number.ts';

test.each(['1', '16'])('%s is a whole number from 1 to 16', (text) => {
  expect(upTo(16)(text)).toBe(Number(text));
});

test.each(['', '0', '17', '1.5', '-1', 'many'])('"%s" is refused in a sentence', (text) => {
  expect(() => upTo(16)(text)).toThrow('Write a whole number from 1 to 16.');
});
