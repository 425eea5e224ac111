// Where the command line talks to a person: results on the standard output, faults on the standard error. Nothing of the command line
// writes there by another way, so that no text of others reaches a terminal as it came.

import { Writable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { toCleanCell, toCleanJson, toCleanText } from './clean-text.ts';

export function print(text: string): void {
  process.stdout.write(`${toCleanText(text)}\n`);
}

export function printFault(text: string): void {
  process.stderr.write(`${toCleanText(text)}\n`);
}

export function printJson(value: unknown): void {
  process.stdout.write(`${toCleanJson(JSON.stringify(value, null, 2))}\n`);
}

/** Columns as wide as their longest cell. */
export function printTable(header: readonly string[], rows: readonly (readonly string[])[]): void {
  const clean = [header, ...rows].map((row) => row.map(toCleanCell));
  const widths = header.map((_, column) => Math.max(...clean.map((row) => row[column]?.length ?? 0)));
  for (const row of clean) {
    print(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  }
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
