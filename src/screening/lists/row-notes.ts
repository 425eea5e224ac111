// Reads the cells that many lists have in common, and counts the dates that could not be read.

import { parseDate } from '../../domain/dates/date-format.ts';
import { isCpf, maskCpfInName } from '../../domain/numbers/cpf.ts';
import type { ListEntry } from '../../domain/screening/entry/list-entry.ts';

/** Nothing is imposed so long before it begins: a later year was mistyped. */
const yearsAheadMax = 10;

export class RowNotes {
  /** The day of the data. */
  readonly #asOf: string;
  unreadableDates = 0;

  constructor(asOf: string) {
    this.#asOf = asOf;
  }

  /** Null where nothing is written, or no day that exists. */
  readDay(text: string): string | null {
    if (text === '') return null;
    const day = toDay(text);
    if (day === undefined) this.unreadableDates++;
    return day ?? null;
  }

  /** Of what has happened: a day after the data is none either (2063, 2925). */
  readPastDay(text: string): string | null {
    if (text === '') return null;
    const day = toDay(text);
    if (day !== undefined && day <= this.#asOf) return day;
    this.unreadableDates++;
    return null;
  }

  /** Since when and until when. Where these days cannot be right, they do not say that it is over, or not yet in force. */
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
function toDay(text: string): string | undefined {
  const day = text.replace(/[T ]\d{2}:\d{2}[\s\S]*$/, '');
  return parseDate(day, 'dd/mm/yyyy') ?? parseDate(day, 'yyyy-mm-dd');
}

/** What a publisher writes where it knows nothing. */
const unknown = /^(?:sem informa[cç][aã]o|n[aã]o informad[ao]|-|-0-)\.?$/i;
const unknownMax = 'Sem informação.'.length;
const untidy = /^\s|\s$|\s\s|[^\S ]/;

export function cleanCell(text: string): string {
  const clean = untidy.test(text) ? text.replace(/\s+/g, ' ').trim() : text;
  return clean.length <= unknownMax && unknown.test(clean) ? '' : clean;
}

/** Free text, or a name: CPFs in it are those of others. */
export function toText(text: string): string | null {
  return text === '' ? null : maskCpfs(text);
}

/** What else a row says: each fact after its name, and free text behind them. */
export function toRemarks(facts: Readonly<Record<string, string>>, more = ''): string | null {
  const told = Object.entries(facts).flatMap(([name, text]) => (text === '' ? [] : `${name}: ${text}`));
  return toText((more === '' ? told : [...told, more]).join('. '));
}

const anyDash = /\d ?[-\u2010-\u2015\u2212] ?\d/;
/** As clerks and word processors write it: with dashes of any kind, and between all groups. */
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
export function toNames(...names: readonly string[]): readonly string[] {
  return [...new Set(names.filter((name) => name !== '').map(maskCpfs))];
}
