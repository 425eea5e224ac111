// One reading of an edition from its beginning to its end: where each of its rows stands, and whom it names. Single rows can be read again.

import { addCode, finishHash, hashBegun } from '../../lookup/keys/key-hash.ts';
import { openRows, type PlacedLine, type Rows, readPlacedLines } from '../../snapshot/entries.ts';
import type { ListManifest } from '../../snapshot/manifest.ts';
import { type RowPlace, RowPlaces } from '../../snapshot/row-places.ts';

export interface Edition {
  readonly folder: string;
  readonly manifest: ListManifest;
}

// A quote inside of a text has a backslash before it, so that this is nothing but the name of a field.
const field = 'document":';
const objectEnd = 125;

export class EditionReading {
  /** `row` is the number of the last line that was read, and -1 before the first. */
  row = -1;
  readonly #lines: Iterator<PlacedLine>;
  readonly #places: RowPlaces;
  readonly #documents: Uint32Array;
  readonly #folder: string;
  #rows: Rows | undefined;

  constructor({ folder, manifest }: Edition) {
    this.#folder = folder;
    this.#lines = readPlacedLines(folder, manifest);
    const { entries } = manifest.counts;
    this.#places = new RowPlaces(entries);
    this.#documents = new Uint32Array(entries);
  }

  /** Returns undefined at the end. Throws SnapshotDamage there if the edition differs from what the import wrote. */
  next(): string | undefined {
    const { value, done } = this.#lines.next();
    if (done === true) return undefined;
    this.row++;
    this.#places.keep(this.row, value);
    this.#documents[this.row] = hashDocument(value.line);
    return value.line;
  }

  lineAt(row: number): string {
    this.#rows ??= openRows(this.#folder);
    return this.#rows.read(this.placeOf(row));
  }

  close(): void {
    this.#rows?.close();
  }

  placeOf(row: number): RowPlace {
    return this.#places.get(row);
  }

  /** Rows that may name one of them, by their hashes. */
  *findDocuments(hashes: ReadonlySet<number>): Generator<number> {
    for (let row = 0; row <= this.row; row++) if (hashes.has(this.#documents[row] as number)) yield row;
  }
}

/** Returns the hash of a number as the line has it, or 0 if it has none. */
export function hashDocument(line: string): number {
  const start = line.indexOf(field) + field.length;
  if (line[start] !== '{') return 0;
  let sum = hashBegun;
  for (let index = start; index < line.length; index++) {
    const code = line.charCodeAt(index);
    if (code === objectEnd) break;
    sum = addCode(sum, code);
  }
  return finishHash(sum);
}
