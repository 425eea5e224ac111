// The file that a batch came from, where it came from one: what its results are written beside. It is sealed in front of the first row.

import type { Columns } from '../bulk/columns.ts';
import { type ResultRules, toResultRules } from '../bulk/run/results.ts';
import { type CsvStyle, plainCsv, type Table } from '../bulk/table.ts';
import { filePlace, toFilePlace } from '../kept/batches.ts';
import type { Seal } from '../seal.ts';
import type { InputChunk } from './ports.ts';

export interface BatchFile {
  /** As its owner calls it, which may be a person's name. */
  readonly name: string;
  readonly format: string;
  readonly rules: ResultRules;
}

/** Throws a TableError where the file holds results already. Results are opened by spreadsheets, which know UTF-8 by its mark. */
export function toBatchFile(
  name: string,
  table: Table,
  { columns, isScreened }: { readonly columns: Columns; readonly isScreened: boolean },
): BatchFile {
  const asks = isScreened ? 'verify_and_screen' : 'verify';
  const csv = { ...table.csv, hasMark: true, isSame: false };
  return {
    name,
    format: table.format,
    rules: { ...toResultRules(table, columns, { format: 'csv', asks }), csv, isNdjson: false },
  };
}

export function sealFile(seal: Seal, id: string, file: BatchFile): InputChunk {
  return { firstRow: filePlace, sealed: seal.close(JSON.stringify(file), toFilePlace(id)) };
}

export function openFile(seal: Seal, id: string, { sealed }: InputChunk): BatchFile {
  const file = JSON.parse(seal.open(sealed, toFilePlace(id))) as BatchFile | EarlierFile;
  return 'csv' in file.rules ? (file as BatchFile) : fromEarlier(file as EarlierFile);
}

/** Files had this description before it stated how their CSV is written. */
interface EarlierFile extends Omit<BatchFile, 'rules'> {
  readonly rules: Omit<ResultRules, 'csv'> & Pick<CsvStyle, 'delimiter' | 'lineBreak'>;
}

function fromEarlier({ rules: { delimiter, lineBreak, ...rules }, ...file }: EarlierFile): BatchFile {
  const csv = { ...plainCsv, delimiter, lineBreak, hasMark: true, guardsText: file.format === 'xlsx' };
  return { ...file, rules: { ...rules, csv } };
}
