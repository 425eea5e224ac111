// A line that was pasted whole, from a spreadsheet, a message or a form: the number in it, and beside it a name and a birth date.

import { isRealDay } from '../../src/domain/dates/calendar.ts';
import { parseCnpj } from '../../src/domain/numbers/cnpj.ts';
import { parseCpf } from '../../src/domain/numbers/cpf.ts';
import { fromDay, toMasked } from '../design/fields/number.ts';

export interface Pasted {
  /** Letters and digits alone. */
  readonly number: string;
  readonly name: string;
  /** `31/12/1990`, or empty. */
  readonly birthDate: string;
}

// The forms in which people write them; spaces inside a number are those of a PDF.
const cnpjForm =
  /(?<![0-9A-Za-z])[0-9A-Za-z]{2}[.\s]?[0-9A-Za-z]{3}[.\s]?[0-9A-Za-z]{3}[/\s]?[0-9A-Za-z]{4}[-\s]?\d{2}(?!\d)/g;
const cpfForm = /(?<!\d)\d{3}[.\s]?\d{3}[.\s]?\d{3}[-\s]?\d{2}(?!\d)/g;
const dayForms = [/(?<!\d)(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?!\d)/, /(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)/] as const;
/** The pattern matches labels that people write before a value. */
const labels =
  /(?<!\p{L})(?:cpf|cnpj|nome(?: completo)?|raz[aã]o social|data de nascimento|nascimento|nasc|dn)(?!\p{L})\.?\s*[:=]?/giu;

/** A line with more than the number in it fills a form; what it does not name stays. */
export function pasteInto(set: (changes: Partial<Pasted>) => void) {
  return (event: ClipboardEvent): void => {
    const pasted = parsePasted(event.clipboardData?.getData('text') ?? '');
    if (pasted === undefined) return;
    event.preventDefault();
    set({
      number: toMasked(pasted.number),
      ...(pasted.name === '' ? {} : { name: pasted.name }),
      ...(pasted.birthDate === '' ? {} : { birthDate: pasted.birthDate }),
    });
  };
}

/** Returns undefined if the text contains no number with valid check digits. */
export function parsePasted(given: string): Pasted | undefined {
  const text = given.replace(/\p{Cf}/gu, '');
  const found = findNumber(text);
  if (found === undefined) return undefined;
  const rest = text.replace(found.written, ' ');
  const day = found.isCompany ? undefined : findDay(rest);
  const name = (day === undefined ? rest : rest.replace(day.written, ' '))
    .replace(labels, ' ')
    .split(/[\t;|,"\r\n]+/)
    .map((part) => part.replace(/^[\s:.\-–—]+|[\s:\-–—]+$/g, '').replace(/\s+/g, ' '))
    .filter((part) => /\p{L}.*\p{L}/su.test(part))
    .sort((a, b) => b.length - a.length)[0];
  return {
    number: found.number,
    name: (name ?? '').slice(0, 200),
    birthDate: day === undefined ? '' : fromDay(day.day),
  };
}

function findNumber(text: string) {
  const companies = [...text.matchAll(cnpjForm)].map(([written]) => ({
    written,
    parsed: parseCnpj(toPlainNumber(written)),
    isCompany: true,
  }));
  const people = [...text.matchAll(cpfForm)].map(([written]) => ({
    written,
    parsed: parseCpf(toPlainNumber(written)),
    isCompany: false,
  }));
  const right = [...companies, ...people].find(({ parsed }) => parsed.kind === 'valid');
  if (right === undefined) return undefined;
  return { written: right.written, number: toPlainNumber(right.written), isCompany: right.isCompany };
}

function toPlainNumber(written: string): string {
  return written.replace(/[^0-9A-Za-z]/g, '').toUpperCase();
}

function findDay(text: string): { readonly written: string; readonly day: string } | undefined {
  const brazil = dayForms[0].exec(text);
  const iso = dayForms[1].exec(text);
  const day =
    brazil !== null
      ? `${brazil[3]}-${String(brazil[2]).padStart(2, '0')}-${String(brazil[1]).padStart(2, '0')}`
      : iso?.[0];
  if (day === undefined || !isRealDay(day)) return undefined;
  return { written: (brazil ?? iso)?.[0] as string, day };
}
