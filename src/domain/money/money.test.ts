import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  findRoundedAverage,
  formatMoney,
  formatRoundedCentavos,
  type Money,
  multiplyMoney,
  parseMoney,
  shareMoney,
} from './money.ts';

const money = fc.bigInt({ min: 0n, max: 10n ** 12n - 1n });
const abs = (value: bigint) => (value < 0n ? -value : value);
const sum = (amounts: readonly Money[]) => amounts.reduce((one, other) => one + other, 0n);

describe('an amount', () => {
  test.each([
    ['0', 0n],
    ['0.017', 170n],
    ['0.659', 6_590n],
    ['9', 90_000n],
    ['0.0001', 1n],
    ['999999999.9999', 9_999_999_999_999n],
  ])('%s is read exactly', (text, expected) => expect(parseMoney(text)).toBe(expected));

  test.each(['', '-1', '+1', '0,659', '1e3', '.5', '1.', '0.00001', '1 000', 'NaN', '1234567890'])(
    '%j is none',
    (text) => expect(parseMoney(text)).toBeUndefined(),
  );

  test('is read back from what was written', () =>
    fc.assert(fc.property(money, (amount) => parseMoney(formatMoney(amount)) === amount)));

  // What YAML gives for `0.659` is a binary fraction: its shortest form is the text that was written, up to 15 digits.
  test('survives a number of YAML', () =>
    fc.assert(
      fc.property(money, (amount) => {
        const text = String(Number(formatMoney(amount)));
        return text.includes('e') || parseMoney(text) === amount;
      }),
    ));
});

test('whole centavos are the nearest, half up', () => {
  expect([49n, 50n, 149n, 150n].map((amount) => formatRoundedCentavos(amount))).toEqual([
    '0.00',
    '0.01',
    '0.01',
    '0.02',
  ]);
  expect(formatRoundedCentavos(12_345_678_950n)).toBe('1,234,567.90');
  fc.assert(
    fc.property(money, (amount) => {
      const shown = parseMoney(formatRoundedCentavos(amount).replaceAll(',', '')) as Money;
      return shown - amount <= 50n && amount - shown < 50n;
    }),
  );
});

test('an average is the nearest amount, half up, and there is none of nothing', () => {
  expect([findRoundedAverage(1n, 2), findRoundedAverage(1n, 3), findRoundedAverage(5n, 0)]).toEqual([
    1n,
    0n,
    undefined,
  ]);
  fc.assert(
    fc.property(money, fc.integer({ min: 1, max: 1_000_000 }), (total, count) => {
      const average = findRoundedAverage(total, count) as Money;
      const off = 2n * (multiplyMoney(average, count) - total);
      return off <= BigInt(count) && off > -BigInt(count);
    }),
  );
});

test('shares add up to the total, and none is a whole unit away from what is exact', () => {
  expect(shareMoney(10n, [1, 1, 1])).toEqual([4n, 3n, 3n]);
  expect(shareMoney(0n, [0, 0])).toEqual([0n, 0n]);
  fc.assert(
    fc.property(
      money,
      fc
        .array(fc.nat(1_000_000), { minLength: 1, maxLength: 40 })
        .filter((weights) => weights.some((each) => each > 0)),
      (total, weights) => {
        const shares = shareMoney(total, weights);
        const all = weights.reduce((one, other) => one + other, 0);
        expect(sum(shares)).toBe(total);
        for (const [index, share] of shares.entries())
          expect(abs(multiplyMoney(share, all) - multiplyMoney(total, weights[index] as number))).toBeLessThan(
            BigInt(all),
          );
      },
    ),
  );
});
