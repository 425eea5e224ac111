import { describe, expect, it } from 'vitest';
import { findDecimalSign, readAmount } from './written-amount.ts';

describe('amounts of an invoice', () => {
  it.each([
    ['comma', ['1.234,56', '0,659']],
    ['comma', ['R$ 12,30', '1.234']],
    ['point', ['1,234.56', '12']],
    ['point', ['0.659', '1.234']],
    ['point', ['38.6', '1.234']],
    ['point', ['12', '7']],
    ['unknown', ['1.234', '2.000']],
  ])('tell that the sign before their fraction is a %s: %j', (sign, cells) => {
    expect(findDecimalSign(cells)).toBe(sign);
  });

  it.each([
    ['R$ 1.234,56', 'comma', 12_345_600n],
    ['1,234.5', 'point', 12_345_000n],
    ['0.65905', 'point', 6_591n],
    ['0.30000000000000004', 'point', 3_000n],
    ['-12,30', 'comma', -123_000n],
    ['R$ -12,30', 'comma', -123_000n],
    ['(12,30)', 'comma', -123_000n],
    ['12,30-', 'comma', -123_000n],
    ['', 'comma', undefined],
    ['doze', 'comma', undefined],
    ['1,2,3', 'comma', undefined],
    ['1e3', 'point', undefined],
  ] as const)('are read exactly: %s with a %s', (cell, sign, amount) => {
    expect(readAmount(cell, sign)).toBe(amount);
  });
});
