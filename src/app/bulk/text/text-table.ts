// Opens CSV or NDJSON from a stream of bytes: its encoding, its separator and its columns are told by how it begins. The rows come
// in blocks, which can be read here or by another thread that is handed the dialect.

import { withContractColumns } from '../columns.ts';
import { lookAhead } from '../look-ahead.ts';
import { type CsvStyle, plainCsv, type Row, refuseManyColumns, type Table, TableError } from '../table.ts';
import { readCsvRows, readCsvStart } from './csv.ts';
import { readNdjsonColumns, readNdjsonRows } from './ndjson.ts';
import { refuseMarkup, refuseOthers } from './other-files.ts';
import { type RowBlock, toRowBlocks } from './row-blocks.ts';
import { type BlockText, decodeLines, type Encoding, openText } from './text-encoding.ts';

/** All that is needed to read a block; it can be sent to another thread. */
export interface TextDialect {
  readonly format: 'csv' | 'ndjson';
  readonly columns: readonly string[];
  /** `delimiter` stands between two cells of CSV. */
  readonly delimiter: string;
  readonly lineEnd: '\n' | '\r';
  /** `lineBreak` states how lines end, so that later output can match. */
  readonly lineBreak: '\n' | '\r\n' | '\r';
  readonly hasHeader: boolean;
  readonly encoding: Encoding | undefined;
  /** Rows begin after this line. */
  readonly headLines: number;
  /** NDJSON: whether a field that is no column is a fault. */
  readonly isClosed: boolean;
}

export interface TextTable extends Table {
  readonly dialect: TextDialect;
  /** In place of `rows`, which uses them up. The first ones may hold the header, which `readBlock` leaves out. */
  readonly blocks: AsyncIterable<RowBlock>;
  /** `seen` counts the lines that `rows` has returned so far: those read as Latin-1, and those of UTF-8 beside them. */
  readonly seen: { latinLines: number; utf8Lines: number };
}

export interface TextTableOptions {
  /** The value is undefined if the first character decides the format. */
  readonly format?: 'csv' | 'ndjson' | undefined;
  readonly delimiter?: string | undefined;
  readonly encoding?: Encoding | undefined;
  readonly hasHeader?: boolean | undefined;
  readonly isClosed?: boolean | undefined;
  /** Names of columns that were told: a row that has one of them is the header. */
  readonly names?: readonly string[] | undefined;
  /** NDJSON: whether objects of another kind than the first ones may follow, by the names of the API. */
  readonly mayDiffer?: boolean | undefined;
}

const sampleBytes = 64 * 1024;
/** The reader looks at this many rows of NDJSON to learn what its fields hold. */
const rowsLooked = 20;
const lineFeed = 10;
const carriageReturn = 13;

/** Throws a TableError where it is neither, or empty. */
export async function openTextTable(
  bytes: AsyncIterable<Uint8Array>,
  options: TextTableOptions = {},
): Promise<TextTable> {
  const ahead = await lookAhead(bytes, sampleBytes);
  await refuseOthers(ahead);
  const opened = await openText(ahead.sample, ahead.chunks, options.encoding);
  const wide = await lookAhead(opened.chunks, sampleBytes);
  const { sample } = wide;
  refuseMarkup(sample);
  const lineEnd = sample.includes(lineFeed) || !sample.includes(carriageReturn) ? '\n' : '\r';
  const endByte = lineEnd === '\n' ? lineFeed : carriageReturn;
  const last = sample.lastIndexOf(endByte);
  // Half a line would make half a header; a first line longer than the sample is cut all the same.
  const start = decodeLines(last > 0 ? sample.subarray(0, last + 1) : sample, endByte, options.encoding);
  const { text } = start;
  const format = options.format ?? findFormat(text);
  if (format === 'csv' && text.trimStart().startsWith('{"')) throw toJsonAsCsv();
  const head = format === 'csv' ? readCsvStart(text, toCsvOptions(options)) : toNdjsonStart(text, options);
  refuseManyColumns(head.columns.length);
  const dialect: TextDialect = {
    format,
    columns: head.columns,
    delimiter: head.delimiter,
    lineEnd,
    lineBreak: lineEnd === '\n' && text.includes('\r\n') ? '\r\n' : lineEnd,
    hasHeader: head.hasHeader,
    encoding: options.encoding === 'utf-16' ? 'utf-8' : options.encoding,
    headLines: head.headLines,
    isClosed: options.isClosed ?? false,
  };
  const delimiter = format === 'csv' ? dialect.delimiter.charCodeAt(0) : undefined;
  const blocks = toRowBlocks(wide.chunks, { delimiter, lineEnd: endByte });
  const { firstRow, headerLine, sample: firstRows } = head;
  const isLatin = options.encoding === 'latin1' || start.latinLines > 0;
  const hasMark = opened.hasMark || isLatin || isOfSpreadsheet(dialect, text);
  const csv: CsvStyle =
    format === 'csv'
      ? { delimiter: dialect.delimiter, lineBreak: dialect.lineBreak, hasMark, isSame: true, guardsText: false }
      : plainCsv;
  const seen = { latinLines: 0, utf8Lines: 0 };
  return {
    format,
    columns: dialect.columns,
    firstRow,
    headerLine,
    sample: firstRows,
    csv,
    dialect,
    blocks,
    seen,
    rows: toRows(blocks, dialect, seen),
  };
}

/** As Excel saves CSV in Brazil, with no accent that would tell its encoding: what is added has some, and Excel knows them by the mark. */
function isOfSpreadsheet({ delimiter, lineBreak }: TextDialect, text: string): boolean {
  return delimiter === ';' && lineBreak === '\r\n' && !/[^\0-\x7f]/.test(text);
}

async function* toRows(
  blocks: AsyncIterable<RowBlock>,
  dialect: TextDialect,
  seen: TextTable['seen'],
): AsyncGenerator<readonly Row[]> {
  for await (const block of blocks) {
    const { rows, latinLines, utf8Lines } = readBlock(block, dialect);
    seen.latinLines += latinLines;
    seen.utf8Lines += utf8Lines;
    yield rows;
  }
}

export interface ReadBlock extends Pick<BlockText, 'latinLines' | 'utf8Lines'> {
  readonly rows: readonly Row[];
}

export function readBlock(block: RowBlock, dialect: TextDialect): ReadBlock {
  const endByte = dialect.lineEnd === '\n' ? lineFeed : carriageReturn;
  const { text, latinLines, utf8Lines, mixedLines } = decodeLines(block.bytes, endByte, dialect.encoding);
  if (block.fault !== undefined) {
    const row: Row = { line: block.line, cells: [], text: text.trimEnd(), fault: block.fault };
    return { rows: [row], latinLines, utf8Lines };
  }
  let rows =
    dialect.format === 'csv'
      ? readCsvRows(text, block.line, { ...dialect, columnCount: dialect.columns.length })
      : readNdjsonRows(text, block.line, dialect);
  if (block.line <= dialect.headLines) rows = rows.filter((row) => row.line > dialect.headLines);
  if (mixedLines.length > 0)
    rows = markMixed(
      rows,
      mixedLines.map((index) => block.line + index),
    );
  return { rows, latinLines, utf8Lines };
}

function markMixed(rows: readonly Row[], lines: readonly number[]): Row[] {
  // Both are in their order.
  let next = 0;
  return rows.map((row) => {
    const end = row.line + (row.text?.split(/\r\n|\n|\r/).length ?? 1);
    while ((lines[next] ?? end) < row.line) next++;
    const isMixed = (lines[next] ?? end) < end;
    return isMixed ? { ...row, fault: row.fault ?? 'mixed_encoding' } : row;
  });
}

function toCsvOptions({ delimiter, hasHeader, names = [] }: TextTableOptions) {
  if (delimiter !== undefined && !/^[\t\x20-\x7e]$/.test(delimiter)) {
    throw new TableError('A delimiter is one character of ASCII, such as ; or a tab.');
  }
  return { delimiter, hasHeader, names };
}

function toNdjsonStart(text: string, { mayDiffer }: TextTableOptions) {
  const found = readNdjsonColumns(text);
  const columns = mayDiffer === true ? withContractColumns(found) : found;
  const sample = readNdjsonRows(text, 1, { columns, isClosed: false }).slice(0, rowsLooked);
  return {
    columns,
    delimiter: ',',
    hasHeader: false,
    headLines: 0,
    firstRow: undefined,
    headerLine: undefined,
    sample: sample.map(({ cells }) => cells),
  };
}

/** A row would be taken for the header, and its cells for names of columns. */
function toJsonAsCsv(): TableError {
  return new TableError('The file is JSON and not CSV.', {
    en: 'The file begins with a JSON object. Send it with `Content-Type: application/x-ndjson`.',
    pt: 'O arquivo começa com um objeto JSON. Envie-o com `Content-Type: application/x-ndjson`.',
  });
}

function findFormat(text: string): 'csv' | 'ndjson' {
  const start = text.trimStart();
  if (start.startsWith('[')) {
    throw new TableError('The file is one JSON list. Make one object in each line of it: jq -c ".[]" FILE');
  }
  return start.startsWith('{') ? 'ndjson' : 'csv';
}
