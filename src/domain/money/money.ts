// Amounts in reais, without binary fractions: a bigint counts ten-thousandths of a real, since a call may cost R$ 0.017. Sums and products
// are exact. What is divided is rounded, half up, and says so in its name.

/** In ten-thousandths of a real, never below 0. */
export type Money = bigint;

const decimals = 4;
const unit = 10n ** BigInt(decimals);
const centavo = unit / 100n;
const written = /^(\d{1,9})(?:\.(\d{1,4}))?$/;

/** Returns undefined for a text that is no amount: one with a sign, a comma, an exponent, or more than four decimals. */
export function parseMoney(text: string): Money | undefined {
  const [, whole, fraction = ''] = written.exec(text) ?? [];
  return whole === undefined ? undefined : BigInt(whole + fraction.padEnd(decimals, '0'));
}

/** All four decimals, for programs: `0.6590`. */
export function formatMoney(money: bigint): string {
  if (money < 0n) return `-${formatMoney(-money)}`;
  return `${money / unit}.${String(money % unit).padStart(decimals, '0')}`;
}

/** Returns a number for charts and metrics; sums of such numbers are not exact. */
export function toReais(money: Money): number {
  return Number(money) / Number(unit);
}

/** Whole centavos, half up and away from zero: an amount that somebody else states may be below 0. */
export function roundToCentavos(money: bigint): bigint {
  return money < 0n ? -divideRounded(-money, centavo) : divideRounded(money, centavo);
}

/** Whole centavos, for people: `1,234.57`. */
export function formatRoundedCentavos(money: bigint): string {
  return formatCentavos(roundToCentavos(money));
}

/** The same of an amount in centavos. */
export function formatCentavos(amount: bigint): string {
  if (amount < 0n) return `-${formatCentavos(-amount)}`;
  const whole = (amount / 100n).toLocaleString('en-US');
  return `${whole}.${String(amount % 100n).padStart(2, '0')}`;
}

export function multiplyMoney(each: Money, count: number): Money {
  return each * BigInt(count);
}

/** Returns undefined if the count is zero. */
export function findRoundedAverage(total: Money, count: number): Money | undefined {
  return count === 0 ? undefined : divideRounded(total, BigInt(count));
}

/**
 * Shares a total out by weight. The shares add up to the total, and each is less than one unit away from its exact value: all are rounded
 * down, and the units that are left go to those that lost most, of equals to the first.
 */
export function shareMoney(total: Money, weights: readonly number[]): Money[] {
  const sum = weights.reduce((left, weight) => left + BigInt(weight), 0n);
  if (sum === 0n) return weights.map(() => 0n);
  const exact = weights.map((weight) => total * BigInt(weight));
  const shares = exact.map((each) => each / sum);
  const left = Number(total - shares.reduce((one, other) => one + other, 0n));
  const byLoss = exact
    .map((each, index) => ({ index, lost: each % sum }))
    .sort((a, b) => (a.lost < b.lost ? 1 : a.lost > b.lost ? -1 : 0));
  for (const { index } of byLoss.slice(0, left)) shares[index] = (shares[index] as Money) + 1n;
  return shares;
}

/** Half up. */
function divideRounded(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor);
}
