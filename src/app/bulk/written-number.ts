// A CPF or CNPJ as files have it: without its leading zeros, with another mask, as a number of a spreadsheet. Nothing is guessed:
// what is mended closes by its check digits, and is reported.

import { type Cnpj, parseCnpj } from '../../domain/numbers/cnpj.ts';
import { type Cpf, parseCpf } from '../../domain/numbers/cpf.ts';
import type { RowFault } from '../../domain/rows/row-words.ts';

export const mends = ['leading_zeros', 'number_form'] as const;
export type Mend = (typeof mends)[number];

export type WrittenNumber =
  | { readonly kind: 'cpf'; readonly value: Cpf; readonly mend: Mend | undefined }
  | { readonly kind: 'cnpj'; readonly value: Cnpj; readonly mend: Mend | undefined }
  | { readonly kind: 'fault'; readonly fault: RowFault };

const cpfLength = 11;
const cnpjLength = 14;
/** With fewer digits left, one in a hundred pieces of junk would close, and a person would be asked about by mistake. */
const cpfDigitsMin = 7;
/** Banco do Brasil's 00000000000191 is 191 in a spreadsheet. */
const cnpjDigitsMin = 3;
/** A label, a mask and blanks around a number need half of it. */
const cellLengthMax = 64;
/** Zero-width spaces, soft hyphens and marks of direction, which web pages and messages put between digits. */
const unseen = /\p{Cf}/gu;

/** `wanted` is what the column holds; `document` is either. */
export function readNumber(cell: string, wanted: 'cpf' | 'cnpj' | 'document'): WrittenNumber {
  // The form that most files have needs none of what follows.
  const asIs = wanted === 'cnpj' ? undefined : parseCpf(cell);
  if (asIs?.kind === 'valid') return { kind: 'cpf', value: asIs.value, mend: undefined };
  const company = wanted === 'cpf' ? undefined : parseCnpj(cell);
  if (company?.kind === 'valid') return { kind: 'cnpj', value: company.value, mend: undefined };
  const text = cell.replace(unseen, '').trim();
  if (text.length > cellLengthMax) return toNumberFault('invalid_format');
  return unwrapText(text).trim() === '' ? toNumberFault('empty_number') : readUnusual(text, wanted);
}

function readUnusual(text: string, wanted: 'cpf' | 'cnpj' | 'document'): WrittenNumber {
  const bare = toBare(text);
  if (bare === undefined)
    return toNumberFault(/^\d+(?:[.,]\d*)?e\+?\d+$/i.test(text) ? 'shortened_number' : 'invalid_format');
  const cpf = wanted === 'cnpj' ? undefined : completeCpf(bare);
  const cnpj = wanted === 'cpf' ? undefined : completeCnpj(bare);
  const isShort = bare.length !== cpfLength && bare.length !== cnpjLength;
  if (cpf?.kind === 'cpf' && cnpj?.kind === 'cnpj' && isShort) return toNumberFault('ambiguous_number');
  if (cpf?.kind === 'cpf') return cpf;
  if (cnpj?.kind === 'cnpj') return cnpj;
  const faults = [cpf, cnpj].flatMap((read) => (read?.kind === 'fault' ? [read.fault] : []));
  return toNumberFault(faults.includes('invalid_check_digits') ? 'invalid_check_digits' : 'invalid_format');
}

/** `="07691852312"` is how programs keep a spreadsheet from taking zeros away. */
export function unwrapText(cell: string): string {
  const text = cell.trim();
  return text.length > 2 && text.startsWith('="') && text.endsWith('"')
    ? text.slice(2, -1).replaceAll('""', '"')
    : cell;
}

/**
 * What people write in front of a number, apart from it: `CPF 404…`, `CPF/CNPJ: 404…`, `Nº 404…`. A digit must follow, which no separator
 * is: else each separator given back would be a try of its own.
 */
const label = /^(?:(?:CPF|CNPJ|MF|DOC(?:UMENTO)?|N(?=[º°o.]))[\s/:.º°o-]+)+(?=\d[\d\s.\-/]*$)/i;

/** Without blanks, separators and what spreadsheets add; undefined where something else is in it. Letters stay letters. */
function toBare(text: string): string | undefined {
  const plain = unwrapText(text)
    .trim()
    .replace(/^['‘’"]/, '')
    .replace(label, '')
    .replace(/^(\d+)[.,]0+$/, '$1');
  const whole = expandScientific(plain) ?? plain;
  const bare = whole.replace(/[\s.\-/\u2010-\u2015\u00a0]+/g, '');
  return /^[0-9A-Za-z]{1,14}$/.test(bare) && !/e\+/i.test(whole) ? bare : undefined;
}

/** `1.2345678909E+10` has all its digits; `1.23457E+10` has lost some, and stays as it is. */
function expandScientific(text: string): string | undefined {
  const match = /^(\d)[.,](\d+)e\+?(\d+)$/i.exec(text);
  if (match === null) return undefined;
  const [, first = '', fraction = '', exponent = ''] = match;
  return fraction.length === Number(exponent) ? first + fraction : undefined;
}

function completeCpf(bare: string): WrittenNumber {
  if (!/^\d+$/.test(bare) || bare.length > cpfLength || bare.length < cpfDigitsMin)
    return toNumberFault('invalid_format');
  const parsed = parseCpf(bare.padStart(cpfLength, '0'));
  if (parsed.kind === 'invalid') return toNumberFault(parsed.fault);
  return { kind: 'cpf', value: parsed.value, mend: bare.length < cpfLength ? 'leading_zeros' : 'number_form' };
}

/** A number with letters is text to a spreadsheet, and loses no zeros. */
function completeCnpj(bare: string): WrittenNumber {
  const isWhole = bare.length === cnpjLength;
  if (!isWhole && (!/^\d+$/.test(bare) || bare.length < cnpjDigitsMin)) return toNumberFault('invalid_format');
  const parsed = parseCnpj(bare.padStart(cnpjLength, '0'));
  if (parsed.kind === 'invalid') return toNumberFault(parsed.fault);
  return { kind: 'cnpj', value: parsed.value, mend: isWhole ? 'number_form' : 'leading_zeros' };
}

function toNumberFault(fault: RowFault): WrittenNumber {
  return { kind: 'fault', fault };
}
