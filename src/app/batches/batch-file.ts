// The file that a batch came from, where it came from one: what its results are written beside. It is sealed in front of the first row.

import type { Columns } from '../bulk/columns.ts';
import { type ResultRules, toResultRules } from '../bulk/run/results.ts';
import type { Table, TableFormat } from '../bulk/table.ts';
import type { TextDialect } from '../bulk/text-table.ts';
import type { Seal } from '../seal.ts';
import type { InputChunk } from './ports.ts';

export interface BatchFile {
  /** As its owner calls it, which may be a person's name. */
  readonly name: string;
  readonly format: TableFormat;
  readonly rules: ResultRules;
}

/** The place in front of all rows, which are counted from 1. */
export const filePlace = 0;

/** Throws a TableError where the file holds results already. Results are opened by spreadsheets, which know UTF-8 by its mark. */
export function toBatchFile(
  name: string,
  table: Table & { readonly dialect?: TextDialect },
  columns: Columns,
): BatchFile {
  const rules = { ...toResultRules(table, columns, 'csv'), hasMark: true, isSameCsv: false, isNdjson: false };
  return { name, format: table.format, rules };
}

export function sealFile(seal: Seal, id: string, file: BatchFile): InputChunk {
  return { firstRow: filePlace, sealed: seal.close(JSON.stringify(file), toPlace(id)) };
}

export function openFile(seal: Seal, id: string, { sealed }: InputChunk): BatchFile {
  return JSON.parse(seal.open(sealed, toPlace(id))) as BatchFile;
}

function toPlace(id: string): string {
  return `batch ${id} file`;
}
