// One edition of a list in memory: where each row stands in its file, its names, and by which keys it is found. A row itself is read
// from the file when it is needed, so that 350,000 rows take little memory in each process.

import { setImmediate } from 'node:timers/promises';
import { hasUnreadLetters } from '../../domain/names/foreign/latin-letters.ts';
import type { SharedWords } from '../../domain/names/foreign/shared-words.ts';
import type { ListEntry } from '../../domain/screening/entry/list-entry.ts';
import type { RowsAre } from '../../domain/screening/group-hits.ts';
import { hasOnlyNames, hasOnlyNumber } from '../../domain/screening/match/missing-facts.ts';
import {
  foldListedName,
  type NameCustom,
  type NameScorer,
  type NamesOf,
  weakShare,
} from '../../domain/screening/match/name-scorer.ts';
import type { Screened } from '../../domain/screening/screened.ts';
import {
  defaultSensitivities,
  findSensitivity,
  neededLikeness,
  type Sensitivity,
} from '../../domain/screening/sensitivity.ts';
import { getList, getRowsAre } from '../lists/catalogue.ts';
import { openRows, type PlacedLine, type Rows, readPlacedLines } from '../snapshot/entries.ts';
import { readListManifest } from '../snapshot/manifest.ts';
import { type RowPlace, RowPlaces } from '../snapshot/row-places.ts';
import { toFreshDay } from '../snapshot/staleness.ts';
import type { NameRoom } from './keys/key-hash.ts';
import { type KeyRows, KeyRowsBuilder } from './keys/key-rows.ts';
import { type AskedName, toNameKeys, toNumberKeys, toRowNames, weakMark } from './keys/row-keys.ts';
import { NameSieve } from './name-sieve.ts';
import { type RowTexts, RowTextsBuilder } from './row-texts.ts';

interface AboutList {
  readonly list: string;
  readonly rowsAre: RowsAre;
  readonly namesOf: NamesOf;
  readonly sensitivity: Sensitivity;
  readonly dataAsOf: string;
  /** The last day on which it is known to be what its publisher offers. */
  readonly freshDay: string;
}

interface Parts {
  readonly about: AboutList;
  readonly rows: Rows;
  readonly placed: RowPlaces;
  readonly keys: KeyRows;
  /** The names of a row, one to a line. */
  readonly names: RowTexts;
  /** A bit is set for each year in which somebody of the row may have been born; years of one bit are 32 apart. */
  readonly years: Uint32Array;
  readonly rooms: ReadonlySet<NameRoom>;
  /** Rows without a usable number may mean these kinds of parties. */
  readonly onlyNamed: ReadonlySet<Screened['kind']>;
  /** Rows without a name may mean these kinds of parties. */
  readonly onlyNumbered: ReadonlySet<Screened['kind']>;
}

/** A row whose name is like the one in question. */
export interface LikeRow {
  readonly row: number;
  readonly similarity: number;
}

interface OpenOptions {
  /** The sensitivity defaults to that of a list that the settings do not mention. */
  readonly sensitivity?: Sensitivity | undefined;
  readonly signal?: AbortSignal | undefined;
  /** The index covers only these rows, of an edition that was read and found whole. */
  readonly places?: readonly RowPlace[];
}

/** The build handles this many rows, some milliseconds of work at about 25 µs each, and then lets requests run. */
const rowsPerTurn = 64;
const kinds = ['person', 'company'] as const;
const sieve = new NameSieve();

export class ListIndex {
  readonly about: AboutList;
  readonly #parts: Parts;
  /** Each element counts the parts that a row shares with the name in question; all are zero between two searches. */
  readonly #shared: Uint16Array;

  private constructor(parts: Parts) {
    this.about = parts.about;
    this.#parts = parts;
    this.#shared = new Uint16Array(parts.placed.rows);
  }

  get entries(): number {
    return this.#parts.placed.rows;
  }

  /** Every key that one of its rows has; some more than once. */
  get keys(): Uint32Array {
    return this.#parts.keys.keys;
  }

  /**
   * Reads all of it, and lets others work in between. Throws SnapshotDamage where it is not what the import wrote, and what the signal
   * says.
   */
  static async open(folder: string, list: string, options: OpenOptions = {}): Promise<ListIndex> {
    const { signal, places, sensitivity = findSensitivity(list, defaultSensitivities) } = options;
    const manifest = readListManifest(folder, list);
    const namesOf = getList(list).namesOf ?? 'brazil';
    const entries = places?.length ?? manifest.counts.entries;
    const placed = new RowPlaces(entries);
    const keys = new KeyRowsBuilder();
    const texts = new RowTextsBuilder(entries);
    const years = new Uint32Array(entries);
    const rooms = new Set<NameRoom>();
    const [onlyNamed, onlyNumbered] = [new Set<Screened['kind']>(), new Set<Screened['kind']>()];
    const rows = openRows(folder);
    try {
      let row = 0;
      for (const each of places === undefined ? readPlacedLines(folder, manifest) : readPlaces(rows, places)) {
        const entry: ListEntry = JSON.parse(each.line);
        for (const key of toNumberKeys(entry)) keys.add(key, row);
        for (const kind of kinds) {
          if (hasOnlyNames(entry, kind)) onlyNamed.add(kind);
          if (hasOnlyNumber(entry, kind)) onlyNumbered.add(kind);
        }
        const [names, ...others] = toRowNames(entry, namesOf);
        for (const one of names === undefined ? [] : [names, ...others]) {
          rooms.add(one.room);
          for (const key of toNameKeys(one, sensitivity)) keys.add(key, row);
        }
        texts.add(names?.names.join('\n') ?? '');
        for (const birth of entry.births) years[row] = (years[row] as number) | toYearBit(birth);
        placed.keep(row, each);
        if (++row % rowsPerTurn !== 0) continue;
        await setImmediate();
        signal?.throwIfAborted();
      }
      const built = await keys.build();
      signal?.throwIfAborted();
      const { data_as_of: dataAsOf } = manifest;
      const freshDay = toFreshDay(dataAsOf, manifest.seen_on);
      const about = { list, rowsAre: getRowsAre(list), namesOf, sensitivity, dataAsOf, freshDay };
      const names = texts.build();
      return new ListIndex({ about, rows, placed, keys: built, names, years, rooms, onlyNamed, onlyNumbered });
    } catch (error) {
      rows.close();
      throw error;
    }
  }

  /** Tells whether the list has rows about this kind of party that no number finds. */
  hasOnlyNames(kind: Screened['kind']): boolean {
    return this.#parts.onlyNamed.has(kind);
  }

  /** Tells whether the list has rows about this kind of party that no name finds. */
  hasOnlyNumbers(kind: Screened['kind']): boolean {
    return this.#parts.onlyNumbered.has(kind);
  }

  /** Tells whether the list has rows about this kind of party. */
  has(kind: Screened['kind']): boolean {
    const { rooms } = this.#parts;
    return kind === 'person'
      ? rooms.has('brazilian') || rooms.has('foreign')
      : rooms.has('company') || rooms.has('numbered company');
  }

  /** Rows that may have the key. */
  forEach(key: number, visit: (row: number) => void): void {
    this.#parts.keys.forEach(key, visit);
  }

  /**
   * Rows with a name that is similar enough, which is less beside the year of birth; at a sensitivity that takes parts also with one that is
   * a part of the name in question, or has it as a part.
   */
  findNames(asked: AskedName, scorer: NameScorer, birthDate: string | null): readonly LikeRow[] {
    const { keys, rooms, names, years } = this.#parts;
    if (!rooms.has(asked.room)) return [];
    const { isPartEnough, besideYear, nameAlone } = neededLikeness[this.about.sensitivity];
    const yearBit = birthDate === null ? 0 : toYearBit(birthDate);
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
      const similarityMin = ((years[row] as number) & yearBit) === 0 ? nameAlone : besideYear;
      const { bound } = scorer;
      const left = bound && sieve.findNames(bound, names, row, similarityMin, isPartEnough);
      if (left?.length === 0) continue;
      const similarity = this.#scoreBest(left ?? this.#listNames(row), asked.custom, scorer);
      if (similarity >= similarityMin) found.push({ row, similarity });
      else if (isPartEnough && this.#isPart(left ?? this.#listNames(row), asked.custom, scorer))
        found.push({ row, similarity: this.score(row, asked.custom, scorer) });
    }
    return found;
  }

  #listNames(row: number): readonly string[] {
    return this.#parts.names.get(row).split('\n');
  }

  #isPart(names: readonly string[], custom: NameCustom, scorer: NameScorer): boolean {
    return names.some((name) => !name.startsWith(weakMark) && scorer.isPart(this.#fold(name, custom), custom));
  }

  #fold(name: string, custom: NameCustom): string {
    return custom === 'foreign' ? name : foldListedName(name, custom);
  }

  /** Tells whether the row has a name. Some publishers know no more than a number. */
  hasName(row: number): boolean {
    return this.#parts.names.get(row) !== '';
  }

  /** Tells whether one of the names of a row is in letters that Confere can read. */
  hasReadName(row: number): boolean {
    return this.#listNames(row).some((name) => !hasUnreadLetters(name));
  }

  /** Returns the similarity of the best name of a row, judged by the names in memory. */
  score(row: number, custom: NameCustom, scorer: NameScorer): number {
    return this.#scoreBest(this.#listNames(row), custom, scorer);
  }

  #scoreBest(names: readonly string[], custom: NameCustom, scorer: NameScorer): number {
    let best = 0;
    for (const name of names) {
      const isWeak = name.startsWith(weakMark);
      const listed = isWeak ? name.slice(1) : name;
      let similarity = scorer.score(listed, custom);
      // A row has its names as one custom folds them: as those of a person, and of a foreigner, where several may be meant.
      const folded = this.#fold(listed, custom);
      if (folded !== listed) similarity = Math.max(similarity, scorer.score(folded, custom));
      best = Math.max(best, isWeak ? similarity * weakShare : similarity);
    }
    return best;
  }

  /** Tells whether any name of the row may share so many words with the one in question, or be as similar. It spares a comparison. */
  mayShare(row: number, { bound }: NameScorer, wordsMin: number, similarityMin: number): boolean {
    return bound === undefined || sieve.mayShare(bound, this.#parts.names, row, wordsMin, similarityMin);
  }

  /** Tells whether any name of the row shares enough with the one in question. */
  shares(row: number, scorer: NameScorer, isEnough: (shared: SharedWords) => boolean): boolean {
    return this.#listNames(row).some((name) =>
      isEnough(scorer.share(name.startsWith(weakMark) ? name.slice(1) : name)),
    );
  }

  readEntry(row: number): ListEntry {
    const { rows, placed } = this.#parts;
    return JSON.parse(rows.read(placed.get(row)));
  }

  close(): void {
    this.#parts.rows.close();
  }
}

/** Takes a day, a month or a year. */
function toYearBit(birth: string): number {
  return 1 << (Number(birth.slice(0, 4)) & 31);
}

function* readPlaces(rows: Rows, places: readonly RowPlace[]): Generator<PlacedLine> {
  for (const place of places) yield { line: rows.read(place), ...place };
}
