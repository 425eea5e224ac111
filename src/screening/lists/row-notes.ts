// Reads the cells that many lists have in common, and counts the dates that could not be read.

import { parseDate } from '../../domain/dates/date-format.ts';
import { isCpf, maskCpfInName } from '../../domain/numbers/cpf.ts';
import type { ListEntry } from '../../domain/screening/entry/list-entry.ts';

/** No sanction is imposed more than this many years before it begins, so a later year is a typing error. */
const yearsAheadMax = 10;

export class RowNotes {
  /** The day of the data. */
  readonly #asOf: string;
  unreadableDates = 0;

  constructor(asOf: string) {
    this.#asOf = asOf;
  }

  /** Returns the day, or null if the text is empty or no such day exists. */
  readDay(text: string): string | null {
    if (text === '') return null;
    const day = findNotedDay(text);
    if (day === undefined) this.unreadableDates++;
    return day ?? null;
  }

  /** Reads the day of a past event. A day after that of the data is invalid (2063, 2925). */
  readPastDay(text: string): string | null {
    if (text === '') return null;
    const day = findNotedDay(text);
    if (day !== undefined && day <= this.#asOf) return day;
    this.unreadableDates++;
    return null;
  }

  /** Reads the first and the last day. Days that cannot be right do not prove that the entry has ended or is not yet in force. */
  readSpan(from: string, until: string, yearsAhead = yearsAheadMax): Pick<ListEntry, 'from' | 'until'> {
    const latest = `${Number(this.#asOf.slice(0, 4)) + yearsAhead}${this.#asOf.slice(4)}`;
    const written = this.readDay(from);
    const [start, end] = [written !== null && written > latest ? null : written, this.readDay(until)];
    const isReversed = start !== null && end !== null && end < start;
    if (isReversed || start !== written) this.unreadableDates++;
    return isReversed ? { from: null, until: null } : { from: start, until: end };
  }
}

/** Services and databases write the time of day behind it: `2024-01-31T00:00:00`, `2024-01-31 10:00:00`. */
function findNotedDay(text: string): string | undefined {
  const day = text.replace(/[T ]\d{2}:\d{2}[\s\S]*$/, '');
  return parseDate(day, 'dd/mm/yyyy') ?? parseDate(day, 'yyyy-mm-dd');
}

/** A publisher writes one of these texts if it has no information. */
const unknown = /^(?:sem informa[cç][aã]o|n[aã]o informad[ao]|-|-0-)\.?$/i;
const unknownMax = 'Sem informação.'.length;
const untidy = /^\s|\s$|\s\s|[^\S ]/;

export function cleanCell(text: string): string {
  const clean = untidy.test(text) ? text.replace(/\s+/g, ' ').trim() : text;
  return clean.length <= unknownMax && unknown.test(clean) ? '' : clean;
}

/** Free text, or a name: CPFs in it are those of others. */
export function toMaskedText(text: string): string | null {
  return text === '' ? null : maskCpfs(text);
}

/** Returns the further content of a row: each fact after its name, then free text. */
export function toRemarks(facts: Readonly<Record<string, string>>, more = ''): string | null {
  const told = Object.entries(facts).flatMap(([name, text]) => (text === '' ? [] : `${name}: ${text}`));
  const texts = more === '' ? told : [...told, more];
  return toMaskedText(texts.map((text, at) => (at < texts.length - 1 ? withoutStop(text) : text)).join('. '));
}

/** Many texts of publishers end with one. */
function withoutStop(text: string): string {
  return text.endsWith('.') ? text.slice(0, -1) : text;
}

const anyDash = /\d ?[-\u2010-\u2015\u2212] ?\d/;
/** The pattern covers the forms that clerks and word processors write: dashes of any kind, between all groups. */
const dashedCpf =
  /(?<!\d)(\d{3})[-. \u2010-\u2015\u2212]{0,3}(\d{3})[-. \u2010-\u2015\u2212]{0,3}(\d{3})[-. \u2010-\u2015\u2212]{0,3}(\d{2})(?!\d)/g;

export function maskCpfs(text: string): string {
  const masked = maskCpfInName(text);
  if (!anyDash.test(masked)) return masked;
  return masked.replace(dashedCpf, (written, first: string, second: string, third: string, check: string) =>
    isCpf(first + second + third + check) ? `***${second}${third}**` : written,
  );
}

/** Each once, in their order. */
export function toMaskedNames(...names: readonly string[]): readonly string[] {
  return [...new Set(names.filter((name) => name !== '').map(maskCpfs))];
}
