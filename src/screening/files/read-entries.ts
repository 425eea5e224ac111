// From the text of a file to entries, row by row: what cannot be read is counted and named by its line, and the others go on.

import { hash } from 'node:crypto';
import { TableError } from '../../app/bulk/table.ts';
import type { HeaderChanges, ListCounts } from '../../app/screening/list-counts.ts';
import type { FileMember } from '../../datasets/files/file-member.ts';
import type { ListEntry } from '../../domain/screening/list-entry.ts';
import { OperatorError } from '../../errors.ts';
import type { ListKind, MappedRow } from '../lists/list-kind.ts';
import { cleanCell, RowNotes } from '../lists/row-notes.ts';
import { readHeader } from './header.ts';
import { openListRows } from './open-rows.ts';

export interface RejectedRow {
  readonly line: number;
  readonly reason: string;
}

export interface ReadList {
  readonly counts: ListCounts;
  readonly header: HeaderChanges;
  readonly rejected: readonly RejectedRow[];
}

/** So many are listed; all are counted. */
const rejectedListedMax = 10_000;

export async function readEntries(
  member: FileMember,
  list: ListKind,
  onEntry: (entry: ListEntry) => void,
): Promise<ReadList> {
  try {
    return await readAll(member, list, onEntry);
  } catch (error) {
    throw error instanceof TableError ? new OperatorError(`${member.path} cannot be read: ${error.message}`) : error;
  }
}

async function readAll(member: FileMember, list: ListKind, onEntry: (entry: ListEntry) => void): Promise<ReadList> {
  const table = await openListRows(member, list);
  const { places, changes } = readHeader(table.columns, list);
  const notes = new RowNotes();
  const ids = new RowIds();
  const rejected: RejectedRow[] = [];
  const counts = { rows: 0, entries: 0, rejected: 0 };
  const reject = (line: number, reason: string): void => {
    if (counts.rejected++ < rejectedListedMax) rejected.push({ line, reason });
  };
  let isLastBroken = false;
  for await (const rows of table.rows) {
    for (const { line, cells, fault } of rows) {
      counts.rows++;
      // Spreadsheets leave empty cells out at the end of a row; publishers do not.
      isLastBroken = fault !== undefined || (list.isLayoutFixed && cells.length < table.columns.length);
      if (isLastBroken) {
        reject(line, fault ?? 'wrong_column_count');
        continue;
      }
      const mapped = list.map((key) => cleanCell(cells[places.get(key) ?? -1] ?? ''), notes);
      if (mapped === undefined) {
        reject(line, 'names_nobody');
        continue;
      }
      const { number, ...entry } = mapped;
      counts.entries++;
      onEntry({ id: ids.take(number || toContentId(mapped)), ...entry });
    }
  }
  // A zip vouches for its content; of an extracted file only its last row tells.
  if (isLastBroken && member.crc32 === undefined)
    throw new OperatorError(
      `${member.path} ends in the middle of a row: it is cut short. Download or extract it again.`,
    );
  return {
    counts: {
      ...counts,
      without_document: notes.withoutDocument,
      unusable_documents: notes.unusableDocuments,
      unreadable_dates: notes.unreadableDates,
      repeated_ids: ids.repeated,
    },
    header: changes,
    rejected,
  };
}

/** Of a row without a number of its own: the same row has it in the next edition, too. */
function toContentId(row: MappedRow): string {
  return hash('sha256', JSON.stringify(row)).slice(0, 16);
}

/** The same number twice is two entries: `123`, `123-2`. */
class RowIds {
  repeated = 0;
  readonly #taken = new Map<string, number>();

  take(id: string): string {
    const before = this.#taken.get(id) ?? 0;
    this.#taken.set(id, before + 1);
    if (before === 0) return id;
    this.repeated++;
    return `${id}-${before + 1}`;
  }
}
