// From the texts of a list to entries, row by row: what cannot be read is counted and named by its line, and the others go on.

import type { HeaderChanges, ListCounts } from '../../app/screening/lists/list-counts.ts';
import type { ListEntry } from '../../domain/screening/entry/list-entry.ts';
import { hasUnreadNames } from '../../domain/screening/match/missing-facts.ts';
import { OperatorError } from '../../errors.ts';
import type { ListKind, MappedRow } from '../lists/list-kind.ts';
import { RowNotes } from '../lists/row-notes.ts';
import { type EntrySource, type RejectedRow, type SourceRow, toUnreadableFile } from './entry-source.ts';
import type { ListTexts } from './list-file.ts';
import { RowIds } from './row-ids.ts';
import { openTableSource } from './table-source.ts';
import { LastRows } from './tables/last-rows.ts';
import { openXml } from './xml-source.ts';

export interface ReadList {
  readonly counts: ListCounts;
  readonly header: HeaderChanges;
  readonly rejected: readonly RejectedRow[];
  /** The first of the entries whose every name is in an alphabet that no comparison reads, by their ids. */
  readonly unreadNames: readonly string[];
  /** Tells whether the publisher itself declares the list empty. */
  readonly isEmpty: boolean;
}

/** The report lists at most this many rejected rows, and counts all of them. */
const rejectedListedMax = 10_000;
const unreadNamesListedMax = 20;

/** `asOf` is the day of the data. */
export async function readEntries(
  texts: ListTexts,
  list: ListKind,
  asOf: string,
  onEntry: (entry: ListEntry) => void,
): Promise<ReadList> {
  const { path } = texts.main;
  try {
    const source = list.format === 'xml' ? openXml(texts.main, list) : await openTableSource(texts, list);
    const read = new EntryCounter(list, asOf, onEntry);
    for await (const rows of source.rows) for (const row of rows) read.add(row);
    if (await read.lastRows.areCut(texts.main))
      throw new OperatorError({
        en: `${path} ends in the middle of a row: it is cut short. Download or extract it again.`,
        pt: 'O arquivo termina no meio de uma linha: está cortado. Baixe ou extraia de novo.',
      });
    return read.finish(source);
  } catch (error) {
    throw toUnreadableFile(error, path);
  }
}

/** Returns the row if it can be found. A row with no name and no whole number is dropped, and a row with weak names alone is found by them. */
function toFindable(row: MappedRow): readonly MappedRow[] {
  if (row.names.length > 0) return [row];
  if (row.weakNames.length > 0) return [{ ...row, names: row.weakNames, weakNames: [] }];
  return row.document?.kind === 'cpf' || row.document?.kind === 'cnpj' ? [row] : [];
}

class EntryCounter {
  readonly lastRows = new LastRows();
  readonly #list: ListKind;
  readonly #notes: RowNotes;
  readonly #onEntry: (entry: ListEntry) => void;
  readonly #ids = new RowIds();
  readonly #rejected: RejectedRow[] = [];
  readonly #unreadNames: string[] = [];
  readonly #counts = {
    rows: 0,
    entries: 0,
    rejected: 0,
    left_out: 0,
    joined: 0,
    without_document: 0,
    unusable_documents: 0,
    unread_names: 0,
  };
  /** Waits for the next row, which may tell more of it. */
  #last: MappedRow | undefined;
  /** The reader holds all rows of a list here if the list settles them together. */
  readonly #held: MappedRow[] = [];

  constructor(list: ListKind, asOf: string, onEntry: (entry: ListEntry) => void) {
    this.#list = list;
    this.#notes = new RowNotes(asOf);
    this.#onEntry = onEntry;
  }

  add({ line, fault, map }: SourceRow): void {
    this.#counts.rows++;
    this.lastRows.add(fault);
    const mapped = fault === undefined ? map(this.#notes) : undefined;
    if (mapped === 'left_out') this.#counts.left_out++;
    else if (typeof mapped === 'string') this.#reject({ line, reason: mapped });
    else {
      const found = [mapped ?? []].flat().flatMap(toFindable);
      if (found.length === 0) this.#reject({ line, reason: fault ?? 'names_nobody' });
      for (const row of found) this.#take(row);
    }
  }

  finish(source: EntrySource): ReadList {
    this.#handOn();
    if (this.#list.format === 'table') for (const row of this.#list.settle?.(this.#held) ?? []) this.#write(row);
    for (const fault of source.besideFaults) this.#reject(fault);
    return {
      counts: {
        ...this.#counts,
        unreadable_dates: this.#notes.unreadableDates,
        repeated_ids: this.#ids.repeated,
      },
      header: source.finish(),
      rejected: this.#rejected,
      unreadNames: this.#unreadNames,
      isEmpty: source.isEmpty,
    };
  }

  #take(row: MappedRow): void {
    const last = this.#last;
    const both = last === undefined || this.#list.format === 'xml' ? undefined : this.#list.join?.(last, row);
    if (both === undefined) this.#handOn();
    else this.#counts.joined++;
    this.#last = both ?? row;
  }

  #handOn(): void {
    if (this.#last === undefined) return;
    if (this.#list.format === 'table' && this.#list.settle !== undefined) this.#held.push(this.#last);
    else this.#write(this.#last);
    this.#last = undefined;
  }

  #write(row: MappedRow): void {
    const { number: _, ...entry } = row;
    this.#counts.entries++;
    if (entry.document === null) this.#counts.without_document++;
    else if (entry.document.kind === 'unusable') this.#counts.unusable_documents++;
    const id = this.#ids.take(row);
    if (hasUnreadNames(entry) && this.#counts.unread_names++ < unreadNamesListedMax) this.#unreadNames.push(id);
    this.#onEntry({ id, ...entry });
  }

  #reject(row: RejectedRow): void {
    if (this.#counts.rejected++ < rejectedListedMax) this.#rejected.push(row);
  }
}
