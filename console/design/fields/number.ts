// What is typed into the field for the number: which kind it is, its mask, and whether its check digits close, by the code that the
// server uses itself.

import { isRealDay } from '../../../src/domain/dates/calendar.ts';
import { parseCnpj } from '../../../src/domain/numbers/cnpj.ts';
import { parseCpf } from '../../../src/domain/numbers/cpf.ts';

export type NumberKind = 'cpf' | 'cnpj';
export type NumberState =
  | { readonly kind: 'empty' }
  | { readonly kind: 'typing'; readonly of: NumberKind; readonly missing: number }
  | { readonly kind: 'wrong'; readonly of: NumberKind }
  | { readonly kind: 'right'; readonly of: NumberKind; readonly value: string };

const cpfLength = 11;
const cnpjLength = 14;

/** Letters and digits alone, in upper case, as many as a CNPJ has. */
export function withoutMask(text: string): string {
  return text
    .replace(/[^0-9A-Za-z]/g, '')
    .toUpperCase()
    .slice(0, cnpjLength);
}

/** A letter or a twelfth character makes it a CNPJ. */
function toNumberKind(plain: string): NumberKind {
  return plain.length > cpfLength || /[A-Z]/.test(plain) ? 'cnpj' : 'cpf';
}

const masks: Readonly<Record<NumberKind, Readonly<Record<number, string>>>> = {
  cpf: { 3: '.', 6: '.', 9: '-' },
  cnpj: { 2: '.', 5: '.', 8: '/', 12: '-' },
};

export function toMasked(plain: string): string {
  const mask = masks[toNumberKind(plain)];
  return [...plain].map((character, index) => (mask[index] ?? '') + character).join('');
}

export function judgeNumber(plain: string): NumberState {
  if (plain === '') return { kind: 'empty' };
  const of = toNumberKind(plain);
  const missing = (of === 'cpf' ? cpfLength : cnpjLength) - plain.length;
  if (missing > 0) return { kind: 'typing', of, missing };
  const parsed = of === 'cpf' ? parseCpf(plain) : parseCnpj(plain);
  return parsed.kind === 'valid' ? { kind: 'right', of, value: parsed.value } : { kind: 'wrong', of };
}

/** `31/12/1990` while it is typed. */
export function toMaskedDay(text: string): string {
  const digits = text.replace(/\D/g, '').slice(0, 8);
  return [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].filter((part) => part !== '').join('/');
}

/** `31/12/1990` becomes `1990-12-31`; undefined while it is not whole. */
export function findTypedDay(masked: string): string | undefined {
  const match = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(masked);
  return match === null ? undefined : `${match[3]}-${match[2]}-${match[1]}`;
}

/** Reads a typed day. Returns null if nothing was typed, and undefined if the text is not a valid day yet. */
export function readDay(typed: string): string | null | undefined {
  if (typed === '') return null;
  const day = findTypedDay(typed);
  return day !== undefined && isRealDay(day) ? day : undefined;
}

export function fromDay(day: string): string {
  return day.split('-').reverse().join('/');
}
