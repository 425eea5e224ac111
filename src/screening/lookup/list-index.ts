// One edition of a list in memory: where each row stands in its file, its names, and by which keys it is found. A row itself is read
// from the file when it is needed, so that 350,000 rows take little memory in each process.

import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { SnapshotDamage } from '../../datasets/folder/damage.ts';
import { hasOnlyNames } from '../../domain/screening/judge-entry.ts';
import type { ListEntry } from '../../domain/screening/list-entry.ts';
import { foldListedName, type NameCustom, type NameScorer, weakShare } from '../../domain/screening/name-scorer.ts';
import type { Screened } from '../../domain/screening/screened.ts';
import { entriesFile, readLines } from '../snapshot/entries.ts';
import { readListManifest } from '../snapshot/manifest.ts';
import { type KeyRows, KeyRowsBuilder } from './key-rows.ts';
import { type AskedName, type NameRoom, toNameKeys, toNumberKeys, toRowNames, weakMark } from './row-keys.ts';
import { RowTextsBuilder } from './row-texts.ts';

interface Parts {
  readonly dataAsOf: string;
  readonly fd: number;
  /** Where each row begins, and where the last one ends. */
  readonly starts: Float64Array;
  readonly keys: KeyRows;
  /** The names of a row, one to a line. */
  readonly names: (row: number) => string;
  readonly rooms: ReadonlySet<NameRoom>;
  /** Whom rows without a usable number may mean. */
  readonly onlyNamed: ReadonlySet<Screened['kind']>;
}

/** A row whose name is like the one in question. */
export interface LikeRow {
  readonly row: number;
  readonly similarity: number;
}

/** Some milliseconds of work, after which requests have their turn: a row takes about 25 µs. */
const rowsPerTurn = 64;
const kinds = ['person', 'company'] as const;

export class ListIndex {
  readonly #parts: Parts;
  /** How many parts each row has in common with the name in question; all zero between two searches. */
  readonly #shared: Uint16Array;

  private constructor(parts: Parts) {
    this.#parts = parts;
    this.#shared = new Uint16Array(parts.starts.length);
  }

  get dataAsOf(): string {
    return this.#parts.dataAsOf;
  }

  /** Reads all of it, and lets others work in between. Throws SnapshotDamage where it is not what the import wrote. */
  static async open(folder: string, list: string): Promise<ListIndex> {
    const manifest = readListManifest(folder, list);
    const starts = new Float64Array(manifest.counts.entries + 1);
    const keys = new KeyRowsBuilder();
    const texts = new RowTextsBuilder(manifest.counts.entries);
    const rooms = new Set<NameRoom>();
    const onlyNamed = new Set<Screened['kind']>();
    let [row, end] = [0, 0];
    for (const { lines } of readLines(folder, manifest)) {
      for (const line of lines) {
        const entry: ListEntry = JSON.parse(line);
        for (const key of toNumberKeys(entry)) keys.add(key, row);
        for (const kind of kinds) if (hasOnlyNames(entry, kind)) onlyNamed.add(kind);
        const [names, ...others] = toRowNames(entry);
        for (const one of names === undefined ? [] : [names, ...others]) {
          rooms.add(one.room);
          for (const key of toNameKeys(one)) keys.add(key, row);
        }
        texts.add(names?.names.join('\n') ?? '');
        end += Buffer.byteLength(line) + 1;
        starts[++row] = end;
        if (row % rowsPerTurn === 0) await setImmediate();
      }
    }
    const fd = openSync(join(folder, entriesFile), 'r');
    return new ListIndex({
      dataAsOf: manifest.data_as_of,
      fd,
      starts,
      keys: keys.build(),
      names: texts.build(),
      rooms,
      onlyNamed,
    });
  }

  /** Whether it has rows about such that no number finds. */
  hasOnlyNames(kind: Screened['kind']): boolean {
    return this.#parts.onlyNamed.has(kind);
  }

  /** Rows that may have the key. */
  forEach(key: number, visit: (row: number) => void): void {
    this.#parts.keys.forEach(key, visit);
  }

  /** Rows with a name of at least that similarity. */
  findNames(asked: AskedName, scorer: NameScorer, similarityMin: number): readonly LikeRow[] {
    const { keys, rooms } = this.#parts;
    if (!rooms.has(asked.room)) return [];
    const shared = this.#shared;
    const seen: number[] = [];
    const count = (weight: number) => (row: number) => {
      const before = shared[row] as number;
      if (before === 0) seen.push(row);
      shared[row] = before + weight;
    };
    for (const key of asked.parts) keys.forEach(key, count(1));
    for (const key of asked.others) keys.forEach(key, count(asked.partsMin));
    const found: LikeRow[] = [];
    for (const row of seen) {
      const isEnough = (shared[row] as number) >= asked.partsMin;
      shared[row] = 0;
      if (!isEnough) continue;
      const similarity = this.score(row, asked.custom, scorer);
      if (similarity >= similarityMin) found.push({ row, similarity });
    }
    return found;
  }

  /** How alike the best name of a row is, by the names in memory. */
  score(row: number, custom: NameCustom, scorer: NameScorer): number {
    let best = 0;
    for (const name of this.#parts.names(row).split('\n')) {
      const isWeak = name.startsWith(weakMark);
      const listed = isWeak ? name.slice(1) : name;
      let similarity = scorer(listed, custom);
      // Where nobody says what a row names, its names are kept as those of a person, with their legal forms.
      if (custom === 'company') similarity = Math.max(similarity, scorer(foldListedName(listed, custom), custom));
      best = Math.max(best, isWeak ? similarity * weakShare : similarity);
    }
    return best;
  }

  readEntry(row: number): ListEntry {
    const { fd, starts } = this.#parts;
    const start = starts[row] as number;
    const line = Buffer.allocUnsafe((starts[row + 1] as number) - start - 1);
    if (readSync(fd, line, 0, line.length, start) !== line.length)
      throw new SnapshotDamage(`${entriesFile} has become shorter.`);
    return JSON.parse(line.toString());
  }

  close(): void {
    closeSync(this.#parts.fd);
  }
}
