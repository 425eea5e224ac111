// Amounts as invoices have them: `R$ 1.234,56`, `1,234.56`, `0.659`, or with a sign where something is given back.

/** `SignedMoney` counts ten-thousandths of a real; it is below 0 where it is a credit. */
export type SignedMoney = bigint;

const unit = 10_000n;

/** The sign before the fraction. `unknown` belongs to a column in which a point could be either. */
export type DecimalSign = 'comma' | 'point' | 'unknown';

/** Tells how a column writes its amounts: Brazil writes `1.234,56`, and programs write `1234.56`. */
export function findDecimalSign(cells: readonly string[]): DecimalSign {
  const texts = cells.map(stripSigns);
  const lasts = texts.flatMap((text) => /([.,])\d+$/.exec(text)?.[1] ?? []);
  const isMixed = (one: string, other: string) =>
    texts.some((text) => text.includes(one) && text.lastIndexOf(other) > text.indexOf(one));
  if (isMixed('.', ',')) return 'comma';
  if (isMixed(',', '.')) return 'point';
  if (lasts.includes(',')) return 'comma';
  if (!lasts.includes('.')) return 'point';
  // Three digits behind every point: thousands, or thousandths of a real.
  return texts.every((text) => !text.includes('.') || /^[1-9]\d{0,2}(?:\.\d{3})+$/.test(text)) ? 'unknown' : 'point';
}

/** Rounds half up, away from zero, beyond four decimals, as spreadsheets keep them. Returns undefined for a text that is no amount. */
export function readAmount(cell: string, sign: Exclude<DecimalSign, 'unknown'>): SignedMoney | undefined {
  const isNegative = /^\(.*\)$/.test(cell.trim()) || /^[^\d]*[-−]|-$/.test(cell.trim());
  const [group, decimal] = sign === 'comma' ? ['.', ','] : [',', '.'];
  const [whole = '', fraction = '', ...more] = stripSigns(cell).replaceAll(group, '').split(decimal);
  if (more.length > 0 || !/^\d{1,12}$/.test(whole) || !/^\d*$/.test(fraction)) return undefined;
  const kept = BigInt(whole) * unit + BigInt(fraction.slice(0, 4).padEnd(4, '0'));
  const amount = kept + ((fraction[4] ?? '0') >= '5' ? 1n : 0n);
  return isNegative ? -amount : amount;
}

function stripSigns(cell: string): string {
  return cell.replace(/R\$|BRL|[\s()+−-]/gi, '');
}
