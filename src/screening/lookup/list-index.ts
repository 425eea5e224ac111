// One edition of a list in memory: where each row stands in its file, and by which keys it is found. A row itself is read from the
// file when it is needed, so that 350,000 rows take little memory in each process.

import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { SnapshotDamage } from '../../datasets/folder/damage.ts';
import type { ListEntry } from '../../domain/screening/list-entry.ts';
import { entriesFile, readLines } from '../snapshot/entries.ts';
import { readListManifest } from '../snapshot/manifest.ts';
import { type KeyRows, KeyRowsBuilder } from './key-rows.ts';
import { toEntryKeys } from './row-keys.ts';

export class ListIndex {
  readonly dataAsOf: string;
  readonly #fd: number;
  /** Where each row begins, and where the last one ends. */
  readonly #starts: Float64Array;
  readonly #rows: KeyRows;

  private constructor(dataAsOf: string, fd: number, starts: Float64Array, rows: KeyRows) {
    this.dataAsOf = dataAsOf;
    this.#fd = fd;
    this.#starts = starts;
    this.#rows = rows;
  }

  /** Reads all of it, and lets others work in between. Throws SnapshotDamage where it is not what the import wrote. */
  static async open(folder: string, list: string): Promise<ListIndex> {
    const manifest = readListManifest(folder, list);
    const starts = new Float64Array(manifest.counts.entries + 1);
    const keys = new KeyRowsBuilder();
    let [row, end] = [0, 0];
    for (const { lines } of readLines(folder, manifest)) {
      for (const line of lines) {
        for (const key of toEntryKeys(JSON.parse(line))) keys.add(key, row);
        end += Buffer.byteLength(line) + 1;
        starts[++row] = end;
      }
      await setImmediate();
    }
    return new ListIndex(manifest.data_as_of, openSync(join(folder, entriesFile), 'r'), starts, keys.build());
  }

  /** Rows that may have one of these keys, each once. */
  find(keys: readonly number[]): ReadonlySet<number> {
    const found = new Set<number>();
    for (const key of keys) this.#rows.forEach(key, (row) => found.add(row));
    return found;
  }

  readEntry(row: number): ListEntry {
    const start = this.#starts[row] as number;
    const line = Buffer.allocUnsafe((this.#starts[row + 1] as number) - start - 1);
    if (readSync(this.#fd, line, 0, line.length, start) !== line.length)
      throw new SnapshotDamage(`${entriesFile} has become shorter.`);
    return JSON.parse(line.toString());
  }

  close(): void {
    closeSync(this.#fd);
  }
}
