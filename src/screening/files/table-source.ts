// The rows of a list that is a table, each with what the files beside it say.

import { TableError } from '../../app/bulk/table.ts';
import type { FileMember } from '../../datasets/files/file-member.ts';
import type { BesideFile, Cell, TableList } from '../lists/list-kind.ts';
import { cleanCell } from '../lists/row-notes.ts';
import type { EntrySource, RejectedRow, SourceRow } from './entry-source.ts';
import type { ListTexts } from './list-file.ts';
import { foldNames, type Header, readHeader } from './tables/header.ts';
import { LastRows } from './tables/last-rows.ts';
import type { ListRow, ListRows } from './tables/list-row.ts';
import { openListRows } from './tables/list-rows.ts';

/** The map holds the content of a file beside the main one, keyed by the number of the row. */
type BesideRows = ReadonlyMap<string, readonly Cell<string>[]>;

/** Files of two days differ in some rows; where more is missing, the main file may be cut. A short file differs in a larger share. */
const [orphanShareMax, fewOrphans, fewOrphansShareMax] = [0.02, 5, 0.2];
const dosEnd = '\x1a';
const nowhere: Header = { places: new Map(), changes: { moved: [], added: [], missing: [] } };

/** Throws an OperatorError where a needed column is missing, and a TableError where the whole cannot be read. */
export async function openTableSource({ main, beside }: ListTexts, list: TableList): Promise<EntrySource> {
  const besideFaults: RejectedRow[] = [];
  const sides = new Map<string, BesideRows>();
  for (const file of list.beside ?? []) {
    const member = beside.get(file.file);
    if (member !== undefined) sides.set(file.file, await readBeside(member, list, file, besideFaults));
  }
  const used = new Set<string>();
  const table = await openListRows(main, list, list.layout);
  const { isEmpty = false } = table;
  const { places, changes } = isEmpty ? nowhere : readHeader(table, list);
  const [joint = ''] = list.layout.map(({ key }) => key);
  const toRow = (row: ListRow): SourceRow => {
    const cell = toCellReader(row, places);
    return {
      line: row.line,
      fault: findRowFault(row, table, list),
      map(notes) {
        const number = cell(joint);
        used.add(number);
        return list.map(cell, notes, (file) => sides.get(file)?.get(number) ?? []);
      },
    };
  };
  return {
    rows: mapRows(table, toRow),
    besideFaults,
    isEmpty,
    finish() {
      for (const [file, rows] of sides) refuseOrphans(file, rows, used);
      return changes;
    },
  };
}

async function readBeside(
  member: FileMember,
  list: TableList,
  { file, layout }: BesideFile,
  faults: RejectedRow[],
): Promise<BesideRows> {
  const table = await openListRows(member, list, layout);
  const { places } = readHeader(table, { ...list, layout, layoutRule: 'open' });
  const [joint = ''] = layout.map(({ key }) => key);
  const found = new Map<string, Cell<string>[]>();
  const lastRows = new LastRows();
  for await (const rows of mapRows(table, (row) => row)) {
    for (const row of rows) {
      const fault = findRowFault(row, table, list);
      lastRows.add(fault);
      if (fault !== undefined) {
        faults.push({ file, line: row.line, reason: fault });
        continue;
      }
      const cell = toCellReader(row, places);
      const before = found.get(cell(joint));
      if (before === undefined) found.set(cell(joint), [cell]);
      else before.push(cell);
    }
  }
  if (await lastRows.areCut(member))
    throw new TableError(`${member.member} ends in the middle of a row: it is cut short.`);
  return found;
}

async function* mapRows<Mapped>(
  { rows, columns }: ListRows,
  map: (row: ListRow) => Mapped,
): AsyncGenerator<readonly Mapped[]> {
  const isHeader = createIsHeader(columns);
  // Old programs write a mark behind the last row. Files that were put together have the header of each.
  for await (const block of rows) yield block.filter(({ cells }) => cells[0] !== dosEnd && !isHeader(cells)).map(map);
}

function createIsHeader(columns: readonly string[]): (cells: readonly string[]) => boolean {
  const names = foldNames(columns);
  return (cells) =>
    cells.length > 1 &&
    cells.length === names.length &&
    cells[0]?.trim().length === columns[0]?.trim().length &&
    foldNames(cells).every((cell, place) => cell === names[place]);
}

/** Spreadsheets leave empty cells out at the end of a row; publishers do not. */
function findRowFault({ fault, cells }: ListRow, { columns }: ListRows, { layoutRule }: TableList): string | undefined {
  return fault ?? (layoutRule !== 'own' && cells.length < columns.length ? 'wrong_column_count' : undefined);
}

function toCellReader({ cells }: ListRow, places: ReadonlyMap<string, number>): Cell<string> {
  return (key) => cleanCell(cells[places.get(key) ?? -1] ?? '');
}

function refuseOrphans(file: string, rows: BesideRows, used: ReadonlySet<string>): void {
  const orphans = [...rows.keys()].filter((number) => !used.has(number)).length;
  if (orphans > Math.max(rows.size * orphanShareMax, Math.min(fewOrphans, rows.size * fewOrphansShareMax)))
    throw new TableError(
      `${file} does not belong to it: ${orphans} of ${rows.size} of its numbers are not there. Download all files again, on one day.`,
    );
}
