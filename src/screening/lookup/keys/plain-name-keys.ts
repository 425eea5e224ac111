// The keys of a plain name in lists of the world: those that `toAskedName` makes, in its order, without a text or an array for each word.
// Keys that no row has are left out, which are nearly all. Rare names are left to the long way.

import { aloneBits } from '../../../domain/screening/match/enough-in-common.ts';
import type { KeyFilter } from './key-filter.ts';
import {
  addCode,
  addUp,
  finishHash,
  hashBegun,
  toBornKey,
  toJoinedKey,
  toLessOneKey,
  toMisspeltKey,
  toPairKey,
  toShortenedKey,
  toSlippedKey,
  toTripleKey,
} from './key-hash.ts';
import { isLikelyWhole, manyWordsMin, noLetter, slippedWordsMax, type Whole, wordsMax } from './name-keys.ts';
import { type AskedName, toPartsMin } from './row-keys.ts';
import { blank, foldedCodes, WordTable, wordKinds } from './word-table.ts';

const room = 'foreign';
/** More words than that a plain name does not have. */
const allWordsMax = 24;
const table = new WordTable();
const noKeys: readonly number[] = [];
const unknown: AskedName = { room, custom: room, parts: noKeys, partsMin: 1, others: noKeys };

export class PlainNameKeys {
  readonly #filter: KeyFilter;
  #found: number[] = [];
  /** `#slots` holds the word slots of the current name. */
  readonly #slots = new Uint32Array(wordsMax);
  #count = 0;
  /** `#writtenCount` includes a Neto at the end of the name. */
  #writtenCount = 0;
  #joined = 0;
  /** `#joinedBefore` and `#countBefore` hold the values of `#joined` and `#count` before the name's last word. */
  #joinedBefore = 0;
  #countBefore = 0;
  #lastKind = 0;

  constructor(filter: KeyFilter) {
    this.#filter = filter;
  }

  /** `year` is the hash of the year of birth. Undefined: the long way has to tell. */
  find(name: string, year: number | undefined): AskedName | undefined {
    if (!this.#read(name) || this.#count === 0 || this.#count >= manyWordsMin) return undefined;
    if (this.#count === 2) this.#addPairs();
    else this.#addTriples();
    const parts = this.#take();
    this.#addMisspelt();
    this.#addSlipped();
    this.#addShortened();
    this.#add(toJoinedKey(finishHash(this.#joined), room));
    if (year !== undefined) this.#addBorn(year);
    this.#addTellingPairs();
    this.#addSpeltOut();
    const others = this.#take();
    if (parts.length === 0 && others.length === 0) return unknown;
    return { room, custom: room, parts, partsMin: toPartsMin(this.#count), others };
  }

  #read(name: string): boolean {
    table.makeRoom(allWordsMax);
    this.#count = 0;
    this.#lastKind = 0;
    this.#joined = hashBegun;
    let [start, sum, words] = [0, hashBegun, 0];
    for (let index = 0; index <= name.length; index++) {
      const code = index < name.length ? (foldedCodes[name.charCodeAt(index)] ?? 0) : blank;
      if (code === 0) return false;
      if (code !== blank) {
        sum = addCode(sum, code);
        continue;
      }
      if (index > start && (++words > allWordsMax || !this.#takeWord(sum, name, start, index))) return false;
      start = index + 1;
      sum = hashBegun;
    }
    this.#writtenCount = this.#count;
    if (this.#lastKind === wordKinds.agnome && this.#count > 2)
      [this.#count, this.#joined] = [this.#countBefore, this.#joinedBefore];
    return true;
  }

  #takeWord(sum: number, name: string, start: number, end: number): boolean {
    const slot = table.find(sum, name, start, end);
    if (slot === -1) return false;
    const kind = table.kinds[slot] as number;
    if (kind === wordKinds.particle) return true;
    if (kind === wordKinds.odd || this.#count === wordsMax) return false;
    this.#countBefore = this.#count;
    this.#joinedBefore = this.#joined;
    this.#lastKind = kind;
    this.#slots[this.#count++] = slot;
    let joined = this.#joined;
    for (let index = start; index < end; index++)
      joined = addCode(joined, foldedCodes[name.charCodeAt(index)] as number);
    this.#joined = joined;
    return true;
  }

  #hashAt(index: number): number {
    return table.hashes[this.#slots[index] as number] as number;
  }

  #add(key: number): void {
    if (this.#filter.mayHave(key)) this.#found.push(key);
  }

  #take(): readonly number[] {
    if (this.#found.length === 0) return noKeys;
    const taken = this.#found;
    this.#found = [];
    return taken;
  }

  #addPairs(): void {
    this.#add(toPairKey(addUp(this.#hashAt(0), this.#hashAt(1)), room));
  }

  #addTriples(): void {
    for (let one = 0; one < this.#count; one++) {
      for (let two = one + 1; two < this.#count; two++) {
        const pair = addUp(this.#hashAt(one), this.#hashAt(two));
        for (let three = two + 1; three < this.#count; three++)
          this.#add(toTripleKey(addUp(pair, this.#hashAt(three)), room));
      }
    }
  }

  #addBorn(year: number): void {
    for (let one = 0; one < this.#count; one++) {
      for (let two = one + 1; two < this.#count; two++)
        this.#add(toBornKey(toPairKey(addUp(this.#hashAt(one), this.#hashAt(two)), room), year, room));
    }
  }

  #addTellingPairs(): void {
    if (this.#count < 3) return;
    for (let one = 0; one < this.#count; one++) {
      for (let two = one + 1; two < this.#count; two++)
        if (this.#weightAt(one) + this.#weightAt(two) >= aloneBits)
          this.#add(toPairKey(addUp(this.#hashAt(one), this.#hashAt(two)), room));
    }
  }

  #addSpeltOut(): void {
    for (let index = 0; index < this.#count; index++) {
      const wholes = table.wholes[this.#slots[index] as number] as readonly Whole[];
      for (const { hash, weight } of wholes) this.#addWhole(index, hash, weight);
    }
  }

  #addWhole(index: number, hash: number, weight: number): void {
    for (let one = 0; one < this.#count; one++) {
      if (one === index) continue;
      const pair = addUp(hash, this.#hashAt(one));
      if (this.#count === 2 || weight + this.#weightAt(one) >= aloneBits) this.#add(toPairKey(pair, room));
      for (let two = one + 1; two < this.#count; two++)
        if (two !== index) this.#add(toTripleKey(addUp(pair, this.#hashAt(two)), room));
    }
  }

  #weightAt(index: number): number {
    return table.weights[this.#slots[index] as number] as number;
  }

  #addMisspelt(): void {
    if (this.#count === 2) {
      this.#addLessOne(this.#hashAt(0), 1);
      this.#addLessOne(this.#hashAt(1), 0);
    }
    if (this.#count !== 3) return;
    this.#addThird(0, 1, 2);
    this.#addThird(0, 2, 1);
    this.#addThird(1, 2, 0);
  }

  #addSlipped(): void {
    const count = this.#writtenCount;
    if (count < 2 || count > slippedWordsMax) return;
    let all = 0;
    for (let index = 0; index < count; index++) all = addUp(all, table.written[this.#slots[index] as number] as number);
    for (let index = 0; index < count; index++) {
      const [slot, next] = [this.#slots[index] as number, this.#slots[index + 1] as number];
      const others = addUp(all, -(table.written[slot] as number));
      const [beginning, end] = [table.beginnings[slot] as number, table.ends[slot] as number];
      this.#add(toSlippedKey(others, beginning, room));
      this.#add(toSlippedKey(others, end, room));
      if (count === 2) continue;
      this.#add(toSlippedKey(others, addUp(beginning, end), room));
      if (index + 1 === count) continue;
      const rest = addUp(others, -(table.written[next] as number));
      this.#add(toSlippedKey(rest, addUp(beginning, table.ends[next] as number), room));
    }
  }

  /** Two words are right, and the third may be misspelt. */
  #addThird(first: number, second: number, doubtful: number): void {
    const pair = addUp(this.#hashAt(first), this.#hashAt(second));
    if (!this.#tells(first) && !this.#tells(second)) {
      if (this.#tells(doubtful)) this.#addLessOne(pair, doubtful);
      return;
    }
    const slot = this.#slots[doubtful] as number;
    const [initial, letter] = [table.initials[slot] as number, table.firstLetters[slot] as number];
    const next = table.secondLetters[slot] as number;
    this.#add(toMisspeltKey(pair, initial, room));
    if (letter !== initial) this.#add(toMisspeltKey(pair, letter, room));
    if (next !== letter && next !== initial) this.#add(toMisspeltKey(pair, next, room));
    if (table.singles[slot] === 1) this.#add(toMisspeltKey(pair, noLetter, room));
  }

  #addShortened(): void {
    for (let one = 0; one < this.#count; one++) {
      for (let two = one + 1; two < this.#count; two++) {
        const isLikely = isLikelyWhole(one, two, this.#count, room);
        const pair = addUp(this.#hashAt(one), this.#hashAt(two));
        for (let third = 0; third < this.#count; third++) {
          if (third === one || third === two) continue;
          const slot = this.#slots[third] as number;
          const letter = table.initials[slot] as number;
          if (table.shorts[slot] === 1) this.#add(toShortenedKey(pair, letter, 'asked', room));
          if (isLikely) this.#add(toShortenedKey(pair, letter, 'listed', room));
        }
      }
    }
  }

  #tells(index: number): boolean {
    return table.tells[this.#slots[index] as number] === 1;
  }

  #addLessOne(right: number, doubtful: number): void {
    const forms = table.forms[this.#slots[doubtful] as number] as Uint32Array;
    for (let index = 0; index < forms.length; index++) this.#add(toLessOneKey(right, forms[index] as number, room));
  }
}
