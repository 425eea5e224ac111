// Rows of text with a separator between cells: which separator it is, and from the text of whole rows to their cells.

import { findHeader, hasKnownName, isHeader } from '../columns.ts';
import { type Row, toEmptyTable } from '../table.ts';

const usualDelimiters = [';', ',', '\t', '|'] as const;

/** The first lines tell this about the rest of the text. */
export interface CsvStart {
  readonly delimiter: string;
  readonly columns: readonly string[];
  readonly hasHeader: boolean;
  /** Lines before the first row of data. */
  readonly headLines: number;
  /** The value is the first row if there is no header. */
  readonly firstRow: readonly string[] | undefined;
  /** The line of the header. */
  readonly headerLine: number | undefined;
  /** The first rows of data. */
  readonly sample: readonly (readonly string[])[];
}

interface CsvStartOptions {
  readonly delimiter: string | undefined;
  /** The value is undefined if the first row itself decides: it is a header if one of its names is known. */
  readonly hasHeader: boolean | undefined;
  /** Names of columns that were told. */
  readonly names: readonly string[];
}

const looked = 20;

export function readCsvStart(text: string, options: CsvStartOptions): CsvStart {
  const lines = toLines(text);
  // Excel writes `sep=;` where a file is to be opened by machines with another custom.
  const told = /^sep=(.)$/i.exec(lines[0] ?? '')?.[1];
  const skipped = told === undefined ? 0 : 1;
  const body = lines.slice(skipped).join('\n');
  const delimiter = options.delimiter ?? told ?? guessDelimiter(body, options.names);
  const rows = readRows(body, delimiter);
  const cells = rows.map((row) => row.cells);
  const place = options.hasHeader === false ? 0 : findHeader(cells, options.names);
  const head = rows[place];
  if (head === undefined) throw toEmptyTable();
  const hasHeader = options.hasHeader ?? isHeader(head.cells, options.names);
  return {
    delimiter,
    columns: head.cells.map((cell, index) => (hasHeader ? cell.trim() : `column_${index + 1}`)),
    hasHeader,
    headLines: skipped + head.line + (hasHeader ? head.text.split('\n').length : 0),
    firstRow: hasHeader ? undefined : head.cells,
    headerLine: hasHeader ? skipped + head.line + 1 : undefined,
    sample: cells.slice(hasHeader ? place + 1 : place),
  };
}

/** The one that gives a header with known names, and then the most columns, the same in every row. */
function guessDelimiter(text: string, names: readonly string[]): string {
  let best: { readonly delimiter: string; readonly score: number } = { delimiter: ',', score: 0 };
  for (const delimiter of usualDelimiters) {
    const all = readRows(text, delimiter).map((row) => row.cells);
    const rows = all.slice(findHeader(all, names));
    const columns = rows[0]?.length ?? 1;
    const equal = rows.filter((cells) => cells.length === columns).length / rows.length;
    const score = (columns > 1 && hasKnownName(rows[0] ?? [], names) ? 1000 : 0) + (columns > 1 ? equal * columns : 0);
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

interface StartRow {
  /** Where it begins, counted from 0. */
  readonly line: number;
  readonly text: string;
  readonly cells: string[];
}

function readRows(text: string, delimiter: string): StartRow[] {
  const rows: StartRow[] = [];
  let line = 0;
  for (let at = 0; at < text.length && rows.length < looked; ) {
    const end = findRowEnd(text, at, delimiter, '\n') ?? text.length;
    const row = text.slice(at, end);
    const cells = parseCells(row, delimiter);
    if (!isBlankRow(cells)) rows.push({ line, text: row, cells });
    line += countOf(row, '\n') + 1;
    at = end + 1;
  }
  return rows;
}

function toLines(text: string): string[] {
  return text.replaceAll('\r\n', '\n').replaceAll('\r', '\n').split('\n');
}

export interface CsvRules {
  readonly delimiter: string;
  readonly columnCount: number;
  /** `\n`, or `\r` in files of an old Macintosh. */
  readonly lineEnd: string;
}

/** The rows in a text of whole rows, the first of which stands in `line`. Lines with nothing in any cell are none. */
export function readCsvRows(text: string, line: number, rules: CsvRules): Row[] {
  return text.includes('"') ? readQuotedRows(text, line, rules) : readPlainRows(text, line, rules);
}

/** Most blocks have no quotation mark at all. */
function readPlainRows(text: string, line: number, rules: CsvRules): Row[] {
  const { delimiter, columnCount, lineEnd } = rules;
  const rows: Row[] = [];
  let current = line;
  for (let at = 0; at < text.length; current++) {
    const found = text.indexOf(lineEnd, at);
    const end = found < 0 ? text.length : found;
    const bare = toBareLine(text, at, end);
    if (!isBlankLine(bare, delimiter)) rows.push(toRow(current, bare, bare.split(delimiter), columnCount));
    at = end + 1;
  }
  return rows;
}

function readQuotedRows(text: string, line: number, rules: CsvRules): Row[] {
  const { delimiter, columnCount, lineEnd } = rules;
  const rows: Row[] = [];
  let current = line;
  let brokenEnd = 0;
  for (let at = 0; at < text.length; ) {
    // What has no mark in it, up to the line of the next one, is read as what it is.
    const mark = text.indexOf('"', at);
    const plainEnd = mark < 0 ? text.length : text.lastIndexOf(lineEnd, mark) + 1;
    if (plainEnd > at) {
      const plain = text.slice(at, plainEnd);
      for (const row of readPlainRows(plain, current, rules)) rows.push(row);
      current += countOf(plain, lineEnd);
      at = plainEnd;
      continue;
    }
    const lineBreak = at < brokenEnd ? text.indexOf(lineEnd, at) : -1;
    if (
      lineBreak >= 0 &&
      lineBreak < brokenEnd &&
      findRowEnd(text.slice(at, lineBreak), 0, delimiter, lineEnd) === undefined
    ) {
      // Its marks run on to the end of the broken row that it was taken from. To try each of its lines up to there would be without end.
      rows.push({ line: current, cells: [], text: text.slice(at, lineBreak), fault: 'unclosed_quote' });
      current++;
      at = lineBreak + 1;
      continue;
    }
    const end = findRowEnd(text, at, delimiter, lineEnd) ?? text.length;
    const bare = toBareLine(text, at, end);
    const { cells, isLoose } = parseQuoted(bare, delimiter);
    const row = toRow(current, bare, cells, columnCount);
    const inner = row.fault === undefined && !isLoose ? -1 : bare.indexOf(lineEnd);
    if (inner >= 0) {
      // A mark that was opened and not closed has taken the next rows with it: this line is broken, they need not be.
      rows.push({ line: current, cells: [], text: bare.slice(0, inner), fault: 'unclosed_quote' });
      current++;
      at += inner + 1;
      brokenEnd = end;
      continue;
    }
    if (!isBlankRow(cells)) rows.push(row);
    current += countOf(bare, lineEnd) + 1;
    at = end + 1;
  }
  return rows;
}

/** Spreadsheets leave lines of nothing but separators behind. */
function isBlankLine(line: string, delimiter: string): boolean {
  const separator = delimiter.charCodeAt(0);
  for (let at = 0; at < line.length; at++) {
    const code = line.charCodeAt(at);
    if (code !== separator && code !== 32 && code !== 9) return false;
  }
  return true;
}

function isBlankRow(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.trim() === '');
}

function toBareLine(text: string, from: number, end: number): string {
  const isReturn = end > from && text.charCodeAt(end - 1) === 13;
  return text.slice(from, isReturn ? end - 1 : end);
}

function toRow(line: number, text: string, cells: readonly string[], columnCount: number): Row {
  return { line, cells, text, fault: isMisshapen(cells, columnCount) ? 'wrong_column_count' : undefined };
}

/** Cells may be left out at the end, as spreadsheets do, and a separator may stand behind the last one. */
function isMisshapen(cells: readonly string[], columnCount: number): boolean {
  for (let index = columnCount; index < cells.length; index++) if (cells[index] !== '') return true;
  // One cell in place of many, and another separator in it: this line is written otherwise than the header.
  return cells.length === 1 && columnCount > 1 && usualDelimiters.some((other) => cells[0]?.includes(other));
}

/**
 * Returns the end of the row that begins at `from`: an unquoted line break or the end of the text. Returns undefined if the quotation marks are
 * unclosed.
 */
function findRowEnd(text: string, from: number, delimiter: string, lineEnd: string): number | undefined {
  let isStart = true;
  for (let at = from; at < text.length; at++) {
    const character = text[at];
    if (character === lineEnd) return at;
    if (character === '"' && isStart) {
      at = findClosing(text, at + 1);
      if (at >= text.length) return undefined;
    }
    isStart = character === delimiter;
  }
  return text.length;
}

/** The quotation mark that closes a cell whose content begins at `from`; the end of the text where none does. */
function findClosing(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 2)) if (text[at + 1] !== '"') return at;
  return text.length;
}

function parseCells(row: string, delimiter: string): string[] {
  return parseQuoted(row, delimiter).cells;
}

/** `isLoose`: something stands behind a closing mark. It belongs to the cell as it is, but shows that the mark was none. */
function parseQuoted(row: string, delimiter: string): { readonly cells: string[]; readonly isLoose: boolean } {
  const cells: string[] = [];
  let isLoose = false;
  let at = 0;
  for (;;) {
    let cell = '';
    const isQuoted = row[at] === '"';
    if (isQuoted) {
      const closing = findClosing(row, at + 1);
      cell = row.slice(at + 1, closing).replaceAll('""', '"');
      at = closing + 1;
    }
    let end = row.indexOf(delimiter, at);
    if (end < 0) end = row.length;
    if (end > at) {
      cell += row.slice(at, end);
      isLoose ||= isQuoted;
    }
    cells.push(cell);
    if (end >= row.length) return { cells, isLoose };
    at = end + 1;
  }
}

function countOf(text: string, wanted: string): number {
  let count = 0;
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) count++;
  return count;
}
