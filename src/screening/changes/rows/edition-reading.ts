// One reading of an edition from its beginning to its end: where each of its rows stands, and whom it names. Single rows can be read again.

import { addCode, finish, hashBegun } from '../../lookup/keys/key-hash.ts';
import { openRows, type RowPlace, type Rows, readLines, toRowSum } from '../../snapshot/entries.ts';
import type { ListManifest } from '../../snapshot/manifest.ts';

export interface Edition {
  readonly folder: string;
  readonly manifest: ListManifest;
}

// A quote inside of a text has a backslash before it, so that this is nothing but the name of a field.
const field = 'document":';
const objectEnd = 125;

export class EditionReading {
  /** Of the last line that was read; -1 before the first. */
  row = -1;
  readonly #lines: Iterator<string>;
  readonly #starts: Float64Array;
  readonly #lengths: Uint32Array;
  readonly #sums: Float64Array;
  readonly #documents: Uint32Array;
  readonly #folder: string;
  #rows: Rows | undefined;
  #end = 0;

  constructor({ folder, manifest }: Edition) {
    this.#folder = folder;
    this.#lines = toLines(folder, manifest);
    const { entries } = manifest.counts;
    this.#starts = new Float64Array(entries);
    this.#lengths = new Uint32Array(entries);
    this.#sums = new Float64Array(entries);
    this.#documents = new Uint32Array(entries);
  }

  /** Undefined at the end. Throws SnapshotDamage there where the edition is not what the import wrote. */
  next(): string | undefined {
    const { value, done } = this.#lines.next();
    if (done === true) return undefined;
    const bytes = Buffer.byteLength(value);
    this.row++;
    this.#starts[this.row] = this.#end;
    this.#lengths[this.row] = bytes;
    this.#sums[this.row] = toRowSum(value);
    this.#documents[this.row] = hashDocument(value);
    this.#end += bytes + 1;
    return value;
  }

  lineAt(row: number): string {
    this.#rows ??= openRows(this.#folder);
    return this.#rows.read(this.placeOf(row));
  }

  close(): void {
    this.#rows?.close();
  }

  placeOf(row: number): RowPlace {
    return {
      start: this.#starts[row] as number,
      bytes: this.#lengths[row] as number,
      sum: this.#sums[row] as number,
    };
  }

  /** Rows that may name one of them, by their hashes. */
  *findDocuments(hashes: ReadonlySet<number>): Generator<number> {
    for (let row = 0; row <= this.row; row++) if (hashes.has(this.#documents[row] as number)) yield row;
  }
}

function* toLines(folder: string, manifest: ListManifest): Generator<string> {
  for (const { lines } of readLines(folder, manifest)) yield* lines;
}

/** Of a number as the line has it; 0 where it has none. */
export function hashDocument(line: string): number {
  const start = line.indexOf(field) + field.length;
  if (line[start] !== '{') return 0;
  let sum = hashBegun;
  for (let index = start; index < line.length; index++) {
    const code = line.charCodeAt(index);
    if (code === objectEnd) break;
    sum = addCode(sum, code);
  }
  return finish(sum);
}
