// How alike two names of people can be at most, by their single words. Most names that share a key with somebody are of somebody else, which
// is told here in a few steps. It passes by no name that `name-scorer` would find.

import { countBits, mayBeAkin, mayBeSlip, toWordSketch, type WordSketch } from '../../names/foreign/word-sketch.ts';
import { aloneBits, threeWordsBits } from './enough-in-common.ts';

/** More words than any real name has, and few enough for the bits of a number. */
const wordsMax = 24;
/** Both comparisons round to hundredths. */
const rounding = 0.005 + 1e-9;
/** A word that belongs to none of the other name costs at least this much: the first if it was asked about, the second if it is listed. */
const [askedLeftOut, listedLeftOut] = [0.8, 0.15];
/** A name with the same first and last word is this much alike, whatever stands between them. */
const sameEnds = 0.85;

/** The words of a listed name, summed up; one after the other is added. */
export class NameTally {
  /** A bit is set for each asked word that may belong to one of these. */
  akin = 0;
  /** `names` counts words that every comparison counts, `others` those that some do. */
  names = 0;
  others = 0;
  agnomes = 0;
  /** `strangers` counts the `names` that belong to no asked word. */
  strangers = 0;
  /** Bits that the words tell which may belong to an asked one. */
  weight = 0;
  /** The sum of all words, of those that are no particle in any language, and of those without agnomes. */
  sum = 0;
  tellingSum = 0;
  nameSum = 0;
  first: WordSketch | undefined;
  last: WordSketch | undefined;
  lastName: WordSketch | undefined;

  clear(): void {
    this.akin = this.names = this.others = this.agnomes = this.strangers = this.weight = 0;
    this.sum = this.tellingSum = this.nameSum = 0;
    this.first = this.last = this.lastName = undefined;
  }

  /** `akin` has a bit for each asked word to which this one may belong. */
  add(word: WordSketch, akin: number): void {
    const { kind } = word;
    this.sum += word.sum;
    if (kind === 'particle') return;
    this.akin |= akin;
    this.first ??= word;
    this.last = word;
    if (kind === 'article') {
      this.others++;
      return;
    }
    this.tellingSum += word.sum;
    if (akin !== 0) this.weight += word.weight;
    if (kind === 'agnome') {
      this.others++;
      this.agnomes++;
      return;
    }
    this.nameSum += word.sum;
    this.lastName = word;
    this.names++;
    if (akin === 0) this.strangers++;
  }
}

/** The bound on somebody who is looked for. */
export class NameBound {
  readonly #words: readonly WordSketch[];
  readonly #asked = new NameTally();
  /** Bits of the words that every comparison counts, and of those that are no article. */
  #names = 0;
  #telling = 0;

  private constructor(all: readonly WordSketch[]) {
    this.#words = all.filter(({ kind }) => kind !== 'particle');
    for (const word of all) this.#asked.add(word, -1);
    this.#words.forEach(({ kind }, index) => {
      if (kind === 'name') this.#names |= 1 << index;
      if (kind !== 'article') this.#telling |= 1 << index;
    });
  }

  /** Takes a folded name. Returns undefined for a name about which single words do not say enough. */
  static of(folded: string): NameBound | undefined {
    const sketches = folded.split(' ').map(toWordSketch);
    const words = sketches.filter((word) => word !== undefined);
    const isWhole = words.length === sketches.length && words.length <= wordsMax;
    const bound = isWhole ? new NameBound(words) : undefined;
    return bound === undefined || bound.#asked.names === 0 ? undefined : bound;
  }

  /** Returns a bit for each asked word to which a listed one may belong. */
  findAkin(word: WordSketch): number {
    let akin = 0;
    for (let index = 0; index < this.#words.length; index++)
      if (mayBeAkin(this.#words[index] as WordSketch, word)) akin |= 1 << index;
    return akin;
  }

  /** Tells whether the score of the name may be so high, or the name found as a part. `share` is what it counts for. */
  mayBeFound(listed: NameTally, similarityMin: number, share: number, isPartEnough: boolean): boolean {
    if (listed.names + listed.others > wordsMax || listed.names === 0 || this.#mayBeSlip(listed)) return true;
    const { pairs, askedLeft, listedLeft } = this.#pair(listed);
    const min = similarityMin / share - rounding;
    if (pairs >= min * (pairs + askedLeftOut * askedLeft + listedLeftOut * listedLeft)) return true;
    if (sameEnds >= min && this.#mayHaveSameEnds(listed)) return true;
    return isPartEnough && (askedLeft === 0 || listedLeft === 0) && this.#mayTellEnough(listed);
  }

  /** Tells whether so many words of the two names may belong together, or their score may be so high. */
  mayShare(listed: NameTally, wordsMin: number, similarityMin: number): boolean {
    const words = Math.min(countBits(listed.akin & this.#telling), listed.names + listed.agnomes - listed.strangers);
    return (
      words >= wordsMin || (words > 0 && this.mayBeFound(listed, similarityMin, 1, false)) || this.#mayBeSlip(listed)
    );
  }

  /** The most words that may belong together, and the fewest that are left. */
  #pair(listed: NameTally) {
    const asked = this.#asked;
    const strangers = countBits(this.#names & ~listed.akin);
    const pairs = Math.min(asked.names + asked.others - strangers, listed.names + listed.others - listed.strangers);
    const askedLeft = Math.max(strangers, asked.names - pairs);
    return { pairs, askedLeft, listedLeft: Math.max(listed.strangers, listed.names - pairs) };
  }

  #mayBeSlip(listed: NameTally): boolean {
    const asked = this.#asked;
    if (mayBeSlip(asked.sum - listed.sum) || mayBeSlip(asked.tellingSum - listed.tellingSum)) return true;
    return this.#mayBeJoined(listed);
  }

  /** Kim Jong Un is Kim Jongun: the same letters in all. */
  #mayBeJoined(listed: NameTally): boolean {
    const asked = this.#asked;
    const apart = asked.nameSum - listed.nameSum;
    const [ofAsked, ofListed] = [asked.tellingSum - asked.nameSum, listed.tellingSum - listed.nameSum];
    return apart === 0 || apart === -ofAsked || apart === ofListed || apart === ofListed - ofAsked;
  }

  #mayHaveSameEnds({ first, last, lastName }: NameTally): boolean {
    const asked = this.#asked;
    if (first?.word !== asked.first?.word) return false;
    const ends = [asked.last?.word, asked.lastName?.word];
    return ends.includes(last?.word) || ends.includes(lastName?.word);
  }

  #mayTellEnough(listed: NameTally): boolean {
    const asked = this.#asked;
    if (asked.names + asked.agnomes === listed.names + listed.agnomes) return false;
    let [weight, words] = [0, 0];
    for (let index = 0; index < this.#words.length; index++) {
      if ((((listed.akin & this.#telling) >> index) & 1) === 0) continue;
      weight += (this.#words[index] as WordSketch).weight;
      words++;
    }
    return Math.min(weight, listed.weight) >= (words < 3 ? aloneBits : threeWordsBits);
  }
}
