// Drops rows whose names nobody could take for the one in question, without a text of any of them. Few words make up most names, so the
// sketches of words are kept for the next question; what a word is to somebody is found once in a question.

import { toWordSketch, type WordSketch } from '../../domain/names/foreign/word-sketch.ts';
import { type NameBound, NameTally } from '../../domain/screening/match/name-bound.ts';
import { weakShare } from '../../domain/screening/match/name-scorer.ts';
import { addCode, hashBegun } from './keys/key-hash.ts';
import { weakMark } from './keys/row-keys.ts';
import type { RowTexts } from './row-texts.ts';

const slots = 1 << 15;
/** The table empties itself at this size, because long probes begin at two thirds of its slots. */
const wordsMax = 20_000;
/** A search stops after this many steps, so that words chosen to collide cannot cause long probes. */
const stepsMax = 32;
/** A long text is no word, and would only fill the memory. */
const lettersMax = 30;

const [blank, newLine, weak] = [32, 10, weakMark.charCodeAt(0)];

const none: readonly string[] = [];

export class NameSieve {
  readonly #words: string[] = new Array(slots).fill('');
  /** `#sketches` is undefined for a word of which no sketch says enough. */
  readonly #sketches: (WordSketch | undefined)[] = new Array(slots).fill(undefined);
  /** The question for which `#akin` was found; questions count from 1. */
  readonly #askedBy = new Uint32Array(slots);
  readonly #akin = new Uint32Array(slots);
  readonly #tally = new NameTally();
  #bound: NameBound | undefined;
  #question = 0;
  #count = 0;

  /** Returns the names of a row that may be as similar, or be found as a part. */
  findNames(bound: NameBound, texts: RowTexts, row: number, similarityMin: number, isPartEnough: boolean) {
    return this.#pick(bound, texts, row, (tally, isWeak) =>
      bound.mayBeFound(tally, similarityMin, isWeak ? weakShare : 1, isPartEnough && !isWeak),
    );
  }

  /** Tells whether any name of a row may share so many words, or be as similar. */
  mayShare(bound: NameBound, texts: RowTexts, row: number, wordsMin: number, similarityMin: number): boolean {
    return this.#pick(bound, texts, row, (tally) => bound.mayShare(tally, wordsMin, similarityMin)).length > 0;
  }

  #pick(
    bound: NameBound,
    texts: RowTexts,
    row: number,
    isWanted: (tally: NameTally, isWeak: boolean) => boolean,
  ): readonly string[] {
    this.#begin(bound);
    const [{ bytes }, rowEnd] = [texts, texts.end(row)];
    let picked = none;
    for (let start = texts.start(row); start < rowEnd; ) {
      let end = start;
      while (end < rowEnd && bytes[end] !== newLine) end++;
      const isWeak = bytes[start] === weak;
      const isRead = this.#read(bound, bytes, isWeak ? start + 1 : start, end);
      if (!isRead || isWanted(this.#tally, isWeak)) picked = [...picked, bytes.toString('utf8', start, end)];
      start = end + 1;
    }
    return picked;
  }

  #begin(bound: NameBound): void {
    if (bound === this.#bound) return;
    this.#bound = bound;
    this.#question++;
    if (this.#count < wordsMax && this.#question < 0xffffffff) return;
    this.#words.fill('');
    this.#askedBy.fill(0);
    this.#count = 0;
    this.#question = 1;
  }

  /** Sums up a name. False: it has a word that has no sketch. */
  #read(bound: NameBound, bytes: Buffer, from: number, end: number): boolean {
    this.#tally.clear();
    let [start, sum] = [from, hashBegun];
    for (let index = from; index <= end; index++) {
      const code = index < end ? (bytes[index] as number) : blank;
      if (code !== blank) {
        sum = addCode(sum, code);
        continue;
      }
      if (index > start && !this.#addWord(bound, bytes, start, index, sum)) return false;
      start = index + 1;
      sum = hashBegun;
    }
    return true;
  }

  #addWord(bound: NameBound, bytes: Buffer, start: number, end: number, sum: number): boolean {
    const slot = this.#find(bytes, start, end, sum);
    const sketch = slot === -1 ? undefined : this.#sketches[slot];
    if (sketch === undefined) return false;
    if (this.#askedBy[slot] !== this.#question) {
      this.#askedBy[slot] = this.#question;
      this.#akin[slot] = bound.findAkin(sketch);
    }
    this.#tally.add(sketch, this.#akin[slot] as number);
    return true;
  }

  /** Returns -1 where there is no slot for the word. */
  #find(bytes: Buffer, start: number, end: number, sum: number): number {
    if (end - start > lettersMax) return -1;
    for (let step = 0; step < stepsMax; step++) {
      const slot = (sum + step) & (slots - 1);
      const word = this.#words[slot] as string;
      if (word === '') {
        this.#count++;
        const added = bytes.toString('latin1', start, end);
        this.#words[slot] = added;
        this.#sketches[slot] = toWordSketch(added);
        return slot;
      }
      if (isWord(word, bytes, start, end)) return slot;
    }
    return -1;
  }
}

/** Compares byte by byte: a word of other letters has no sketch, whatever it is read as. */
function isWord(word: string, bytes: Buffer, start: number, end: number): boolean {
  if (word.length !== end - start) return false;
  for (let index = 0; index < word.length; index++) if (word.charCodeAt(index) !== bytes[start + index]) return false;
  return true;
}
