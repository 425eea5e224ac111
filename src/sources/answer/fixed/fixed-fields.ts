// Reads the fields of a header or record at their places. What does not fit the layout makes the whole answer unreadable.

import type { FixedFieldDescription } from '../../schema/calls/fixed.ts';
import { holdsControl } from './fixed-text.ts';

export type FixedValue = string | number;
export type FixedFields = Readonly<Record<string, FixedValue>>;

/** Thrown and caught within this folder; it never says what was found. */
export class UnfitString extends Error {}

/** Beyond it a JavaScript number loses digits. */
const digitsMax = 15;

/** `mayEndAfter`: the field after which the text may end. */
export function readFields(
  text: string,
  fields: readonly FixedFieldDescription[],
  mayEndAfter?: string | undefined,
): FixedFields {
  const values: Record<string, FixedValue> = {};
  let at = 0;
  for (const field of fields) {
    const end = at + field.width;
    if (end > text.length) throw new UnfitString();
    const value = readField(text.slice(at, end), field);
    if (field.name !== undefined && value !== undefined) values[field.name] = value;
    at = end;
    if (at === text.length && field.name !== undefined && field.name === mayEndAfter) break;
  }
  return values;
}

export function sumWidths(fields: readonly { readonly width: number }[]): number {
  return fields.reduce((sum, { width }) => sum + width, 0);
}

function readField(raw: string, { kind, decimals = 0, blank, value }: FixedFieldDescription): FixedValue | undefined {
  const text = readFixedText(raw);
  if (value !== undefined && text !== value) throw new UnfitString();
  if (text === '' || text === blank) return undefined;
  return kind === 'integer' ? readDigits(text) / 10 ** decimals : text;
}

export function readFixedText(raw: string): string {
  if (holdsControl(raw)) throw new UnfitString();
  return raw.trim();
}

export function readDigits(text: string): number {
  const digits = /^\d+$/.test(text) ? text.replace(/^0+(?=\d)/, '') : '';
  if (digits === '' || digits.length > digitsMax) throw new UnfitString();
  return Number(digits);
}
