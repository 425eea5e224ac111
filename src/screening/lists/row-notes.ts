// Reads the cells that many lists have in common, and counts what could not be read.

import { parseDate } from '../../domain/dates/date-format.ts';
import { maskCpfInName } from '../../domain/numbers/cpf.ts';
import { type ListedDocument, readListedDocument } from '../../domain/screening/listed-document.ts';

export class RowNotes {
  withoutDocument = 0;
  unusableDocuments = 0;
  unreadableDates = 0;

  /** Null where nothing is written, or no day that exists. */
  readDay(text: string): string | null {
    if (text === '') return null;
    // A service writes the time of day behind it: `2024-01-31T00:00:00`.
    const day = parseDate(text, 'dd/mm/yyyy') ?? parseDate(text.replace(/T.*$/, ''), 'yyyy-mm-dd');
    if (day === undefined) this.unreadableDates++;
    return day ?? null;
  }

  readDocument(text: string): ListedDocument | null {
    const document = readListedDocument(text);
    if (document === null) this.withoutDocument++;
    else if (document.kind === 'unusable') this.unusableDocuments++;
    return document;
  }
}

/** What a publisher writes where it knows nothing. */
const unknown = /^(?:sem informa[cç][aã]o|n[aã]o informad[ao]|-)\.?$/i;

export function cleanCell(text: string): string {
  const clean = text.replace(/\s+/g, ' ').trim();
  return unknown.test(clean) ? '' : clean;
}

/** Free text, or a name: CPFs in it are those of others. */
export function toText(text: string): string | null {
  return text === '' ? null : maskCpfInName(text);
}

/** Each once, in their order. */
export function toNames(...names: readonly string[]): readonly string[] {
  return [...new Set(names.filter((name) => name !== '').map(maskCpfInName))];
}
