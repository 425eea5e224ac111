// Where the command line talks to a person: results on the standard output, faults on the standard error. Nothing of the command line
// writes there by another way, so that no text of others reaches a terminal as it came.

import { Writable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';

export function print(text: string): void {
  process.stdout.write(`${toCleanText(text)}\n`);
}

export function printFault(text: string): void {
  process.stderr.write(`${toCleanText(text)}\n`);
}

export function printJson(value: unknown): void {
  process.stdout.write(`${toCleanJson(JSON.stringify(value, null, 2))}\n`);
}

/** As `printJson` prints a list, of which one at a time is in memory. */
export async function printJsonList(values: AsyncIterable<unknown>): Promise<void> {
  let isFirst = true;
  for await (const value of values) {
    const text = toCleanJson(JSON.stringify(value, null, 2)).replaceAll(/^/gm, '  ');
    process.stdout.write(isFirst ? `[\n${text}` : `,\n${text}`);
    isFirst = false;
  }
  print(isFirst ? '[]' : '\n]');
}

type Row = readonly string[];

/** Columns as wide as their longest cell. */
export function printTable(header: Row, rows: readonly Row[]): void {
  for (const line of toTableLines(header, rows)) print(line);
}

export function toTableLines(header: Row, rows: readonly Row[]): readonly string[] {
  const clean = [header, ...rows].map(toCleanRow);
  const widths = toWidths(clean);
  return clean.map((row) => toTableLine(row, widths));
}

const rowsAtOnce = 1_000;

/** As `printTable` does, with columns that get wider on the way: any number of rows. False where there was none. */
export async function printLongTable(header: Row, rows: AsyncIterable<Row>): Promise<boolean> {
  let widths = toWidths([header]);
  let waiting: Row[] = [];
  let isBegun = false;
  const flush = () => {
    widths = toWidths(waiting, widths);
    if (!isBegun) printRow(header, widths);
    for (const row of waiting) printRow(row, widths);
    isBegun = true;
    waiting = [];
  };
  for await (const row of rows) {
    waiting.push(toCleanRow(row));
    if (waiting.length === rowsAtOnce) flush();
  }
  if (waiting.length > 0) flush();
  return isBegun;
}

const toCleanRow = (row: Row): Row => row.map(toCleanCell);

function toWidths(rows: readonly Row[], least: readonly number[] = []): readonly number[] {
  const widths = [...least];
  for (const row of rows) {
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, cell.length);
  }
  return widths;
}

function printRow(row: Row, widths: readonly number[]): void {
  print(toTableLine(row, widths));
}

function toTableLine(row: Row, widths: readonly number[]): string {
  return row
    .map((cell, column) => cell.padEnd(widths[column] ?? 0))
    .join('  ')
    .trimEnd();
}

/** A line that the next one replaces; only where a person looks. */
export function showPassing(line: string): void {
  const { stderr } = process;
  if (!stderr.isTTY) return;
  stderr.write(`\r\x1b[K${toCleanCell(line).slice(0, Math.max(stderr.columns || 80, 2) - 1)}`);
}

/** A question, whose answer follows in the same line. */
export function showQuestion(text: string): void {
  process.stderr.write(`${toCleanText(text)}: `);
}

export function endLine(): void {
  process.stderr.write('\n');
}

/** The standard output for data: exact for a program, and clean for a terminal. */
export function openDataOutput(): Writable {
  const { stdout } = process;
  if (!stdout.isTTY) return stdout;
  const decoder = new StringDecoder();
  return new Writable({
    write: (chunk: Buffer, _encoding, done) => void stdout.write(toCleanText(decoder.write(chunk)), done),
  });
}

/** All that a terminal obeys or hides, except the line break and the tab. */
const unseen = /[^\P{Cc}\n\t]|[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * Text of others on its way to a terminal. A terminal obeys escapes and turns the reading direction: what is shown must be what is there.
 * Shows what cannot be seen as its code point: `\u{202e}`.
 */
function toCleanText(text: string): string {
  return text.replace(unseen, toEscape);
}

/** The same of a text that has a place in a line: it must neither end the line nor shift what follows. */
function toCleanCell(text: string): string {
  return toCleanText(text).replace(/[\n\t]/g, toEscape);
}

/** JSON escapes control characters only in part; written like this the values are the same to every program. */
function toCleanJson(json: string): string {
  return json.replace(unseen, (character) =>
    Array.from({ length: character.length }, (_, unit) => toUnitEscape(character.charCodeAt(unit))).join(''),
  );
}

function toEscape(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

function toUnitEscape(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`;
}
