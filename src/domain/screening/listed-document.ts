// The number by which a list names somebody: whole, masked by its publisher, or of no use.

import { type Cnpj, formatCnpj, parseCnpj } from '../numbers/cnpj.ts';
import { type Cpf, maskCpf, parseCpf } from '../numbers/cpf.ts';

export type ListedDocument =
  | { readonly kind: 'cpf'; readonly number: Cpf }
  | { readonly kind: 'cnpj'; readonly number: Cnpj }
  /** The fourth to the ninth digit of a CPF. */
  | { readonly kind: 'masked_cpf'; readonly digits: string }
  /** Of a foreigner, cut short or mistyped: the entry can only be found by its name. */
  | { readonly kind: 'unusable' };

/** `***.456.789-**`, with or without its points. */
const maskedForm = /^\*{3}\.?(\d{3})\.?(\d{3})-?\*{2}$/;

/** Null where nothing is written. */
export function readListedDocument(text: string): ListedDocument | null {
  const written = text.trim();
  if (written === '') return null;
  const cpf = parseCpf(written);
  if (cpf.kind === 'valid') return { kind: 'cpf', number: cpf.value };
  const cnpj = parseCnpj(written);
  if (cnpj.kind === 'valid') return { kind: 'cnpj', number: cnpj.value };
  const masked = maskedForm.exec(written);
  return masked === null ? { kind: 'unusable' } : { kind: 'masked_cpf', digits: `${masked[1]}${masked[2]}` };
}

/** As a person may see it: a CPF always masked. */
export function showDocument(document: ListedDocument | null): string | null {
  if (document === null || document.kind === 'unusable') return null;
  if (document.kind === 'cnpj') return formatCnpj(document.number);
  if (document.kind === 'cpf') return maskCpf(document.number);
  return `***.${document.digits.slice(0, 3)}.${document.digits.slice(3)}-**`;
}
