// What is known of a word before it is compared. It tells in a few steps, without a text, that no comparison of people's names would take
// the word for a certain other one. The comparisons themselves are in `foreign-name`, `shared-words` and `person-name`.

import { dropParticles } from '../name-text.ts';
import { abbreviationLettersMax, likenessMin } from '../person-name.ts';
import { foldSpelling, jaroWinkler } from '../word-likeness.ts';
import { agnomes, hear } from './foreign-name.ts';
import { areNicknames, findWholeNames } from './nicknames.ts';
import { soundsMin } from './shared-words.ts';
import { isOneSlip } from './word-sound.ts';

export interface WordSketch {
  readonly word: string;
  readonly spelled: string;
  readonly heard: string;
  /** Bits that the word tells of whom it may mean. */
  readonly weight: number;
  /** `particle` counts in no comparison, `article` in the Brazilian one alone, `agnome` at some places, `name` in all. */
  readonly kind: 'particle' | 'article' | 'agnome' | 'name';
  /** Each letter that the word has sets a bit. */
  readonly letters: number;
  /** The sums of the numbers of its letters, as it is written and as it is heard. */
  readonly sum: number;
  readonly heardSum: number;
  readonly isShortForm: boolean;
}

const plain = /^[A-Z0-9]{1,30}$/;
/** A comparison may join these to the word after them, or read them as another word. */
const joined = /^(?:D$|JR$|ABD)/;
const spelledAgnomes = new Set([...agnomes].map(foldSpelling));

/** Takes a folded word. Returns undefined for a word of which a sketch would not say enough. */
export function toWordSketch(word: string): WordSketch | undefined {
  if (!plain.test(word) || joined.test(word)) return undefined;
  const { skeleton, weight, isParticle } = hear(word);
  const spelled = foldSpelling(word);
  const kind = dropParticles([word]).length === 0 ? 'particle' : isParticle ? 'article' : 'name';
  return {
    word,
    spelled,
    heard: skeleton,
    weight,
    kind: spelledAgnomes.has(spelled) ? 'agnome' : kind,
    letters: toLetters(word),
    sum: toSum(word),
    heardSum: toSum(skeleton),
    isShortForm: findWholeNames(word) !== undefined,
  };
}

function toLetters(word: string): number {
  let letters = 0;
  for (let index = 0; index < word.length; index++) letters |= 1 << (word.charCodeAt(index) & 31);
  return letters;
}

/** As if by chance, so that two sums hardly ever differ by as much as two letters do. */
function toNumber(code: number): number {
  const mixed = Math.imul(code, 0x9e3779b1);
  return Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b) >>> 8;
}

function toSum(word: string): number {
  let sum = 0;
  for (let index = 0; index < word.length; index++) sum += toNumber(word.charCodeAt(index));
  return sum;
}

/** The sums of two texts that are one but for a slip differ by one of these: a letter more, or another one, in any place. */
const slips = new Set<number>();
const numbers = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'].map((letter) => toNumber(letter.charCodeAt(0)));
for (const one of [0, ...numbers]) for (const other of [0, ...numbers]) slips.add(Math.abs(one - other));
/** Their last bits, so that most differences need no look into the set. */
const lastBits = 0xffff;
const slipEnds = new Uint8Array(lastBits + 1);
for (const slip of slips) slipEnds[slip & lastBits] = 1;

/** Tells of the difference of two sums whether the texts may be one but for a slip of the keys. */
export function mayBeSlip(difference: number): boolean {
  const apart = Math.abs(difference);
  return slipEnds[apart & lastBits] === 1 && slips.has(apart);
}

/** Tells whether any comparison may take one for the other. It may say so of a pair that none does, and never the other way round. */
export function mayBeAkin(one: WordSketch, other: WordSketch): boolean {
  if (one.spelled === other.spelled || one.heard === other.heard) return true;
  const [short, long] = one.word.length < other.word.length ? [one.word, other.word] : [other.word, one.word];
  if (short.length <= abbreviationLettersMax && long.startsWith(short)) return true;
  if (mayBeSlip(one.sum - other.sum) && isOneSlip(one.word, other.word)) return true;
  const heardMin = Math.min(one.heard.length, other.heard.length);
  if (heardMin >= soundsMin && mayBeSlip(one.heardSum - other.heardSum) && isOneSlip(one.heard, other.heard))
    return true;
  if ((one.isShortForm || other.isShortForm) && areNicknames(one.word, other.word)) return true;
  return mayBeAlike(one, other) && jaroWinkler(one.word, other.word) >= likenessMin;
}

/** Jaro's share of letters in common without which a beginning in common helps no pair over `likenessMin`. */
const jaroMin = 0.75;

/** A letter that the other word does not have is shared by none of them. */
function mayBeAlike(one: WordSketch, other: WordSketch): boolean {
  const [oneLength, otherLength] = [one.word.length, other.word.length];
  const shared = Math.min(
    oneLength - countBits(one.letters & ~other.letters),
    otherLength - countBits(other.letters & ~one.letters),
  );
  return shared / oneLength + shared / otherLength + 1 >= 3 * jaroMin - 1e-9;
}

export function countBits(bits: number): number {
  let count = bits - ((bits >>> 1) & 0x55555555);
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333);
  return Math.imul((count + (count >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
