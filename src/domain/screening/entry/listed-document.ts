// The number by which a list names somebody: whole, masked by its publisher, or of no use.

import { type Cnpj, formatCnpj, parseCnpj } from '../../numbers/cnpj.ts';
import { type Cpf, maskCpf, parseCpf } from '../../numbers/cpf.ts';

export type ListedDocument =
  | { readonly kind: 'cpf'; readonly number: Cpf }
  | { readonly kind: 'cnpj'; readonly number: Cnpj }
  /** The fourth to the ninth digit of a CPF. */
  | { readonly kind: 'masked_cpf'; readonly digits: string }
  /** The document is a foreign one, cut short or mistyped, so that a search finds the entry only by its name. */
  | { readonly kind: 'unusable' };

/** Publishers put these characters between the digits, or leave them out. */
const marks = /[\s./\-\u2010-\u2015]/g;
const maskedForm = /^[*X]{3}(\d{6})[*X]{2}$/i;
/** One or two zeros short of a CPF or of a CNPJ. */
const shortForm = /^(?:\d{9,10}|\d{12,13})$/;

/** Returns null if the text is empty. */
export function readListedDocument(text: string): ListedDocument | null {
  const written = text.replace(marks, '');
  if (written === '') return null;
  const cpf = parseCpf(written);
  if (cpf.kind === 'valid') return { kind: 'cpf', number: cpf.value };
  const cnpj = parseCnpj(written);
  if (cnpj.kind === 'valid') return { kind: 'cnpj', number: cnpj.value };
  const digits = maskedForm.exec(written)?.[1];
  return digits === undefined ? { kind: 'unusable' } : { kind: 'masked_cpf', digits };
}

/**
 * A spreadsheet takes a number for a sum, drops the zeros in front and writes `.0` behind: zeros are put back where the check digits then
 * hold.
 */
export function readTabledDocument(text: string): ListedDocument | null {
  const digits = text.trim().replace(/\.0$/, '');
  const document = readListedDocument(digits);
  if (document?.kind !== 'unusable' || !shortForm.test(digits)) return document;
  const whole = readListedDocument(digits.padStart(digits.length < 11 ? 11 : 14, '0'));
  return whole?.kind === 'cpf' || whole?.kind === 'cnpj' ? whole : document;
}

/** The six digits in the middle of a CPF, which publishers show. */
export function findCpfDigits(document: ListedDocument | null): string | null {
  if (document?.kind === 'cpf') return document.number.slice(3, 9);
  return document?.kind === 'masked_cpf' ? document.digits : null;
}

/** Returns the document as a person may see it; a CPF is always masked. */
export function showDocument(document: ListedDocument | null): string | null {
  if (document === null || document.kind === 'unusable') return null;
  if (document.kind === 'cnpj') return formatCnpj(document.number);
  if (document.kind === 'cpf') return maskCpf(document.number);
  return `***.${document.digits.slice(0, 3)}.${document.digits.slice(3)}-**`;
}
