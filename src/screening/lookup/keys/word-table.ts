// What the keys of a name need of each of its words, found without making a text of the word. Few words make up most names.

import { foldForeign, hasAttachedArticle, toForeignName } from '../../../domain/names/foreign/foreign-name.ts';
import { hash } from './key-hash.ts';
import { isShort, toEnds, toForms, toWholes, type Whole } from './name-keys.ts';

/** `particle`: it carries nothing. `agnome`: nor does it at the end of a name. `odd`: what it means depends on the words beside it. */
export const wordKinds = { particle: 1, odd: 2, telling: 3, agnome: 4 } as const;

export const blank = 32;
/** The folded form of each Latin-1 character; 0 where that is not one character, or depends on those beside it, as a digit does. */
export const foldedCodes = Uint8Array.from({ length: 256 }, (_, code) => {
  const letter = foldForeign(String.fromCharCode(code));
  if ("'`´&0123456789".includes(String.fromCharCode(code))) return 0;
  if (letter === '') return blank;
  return letter.length === 1 && letter.charCodeAt(0) < 128 ? letter.charCodeAt(0) : 0;
});

const slots = 1 << 16;
/** The table empties itself at this size, because long probes begin at two thirds of its slots. */
const wordsMax = 30_000;
/** A search stops after this many steps, so that words chosen to collide cannot cause long probes. */
const stepsMax = 32;
/** A long text is no word, and would only fill the memory. */
const lettersMax = 30;

const noForms = new Uint32Array();

export class WordTable {
  /** Folded. */
  readonly #words: string[] = new Array(slots).fill('');
  /** 0 where there is none. */
  readonly kinds = new Uint8Array(slots);
  /** `hashes` holds the hash of each word as it sounds. */
  readonly hashes = new Uint32Array(slots);
  /** Hashes of the word as it is written, of its first letters and of its last ones. */
  readonly written = new Uint32Array(slots);
  readonly beginnings = new Uint32Array(slots);
  readonly ends = new Uint32Array(slots);
  /** The value holds the text as it is written. */
  readonly initials = new Uint16Array(slots);
  /** These arrays hold the first letters of each word as it sounds. The second letter repeats the first if there is no other. */
  readonly firstLetters = new Uint16Array(slots);
  readonly secondLetters = new Uint16Array(slots);
  /** 1 where one letter is heard, and no more. */
  readonly singles = new Uint8Array(slots);
  /** The hashes of its forms with a letter less. */
  readonly forms: Uint32Array[] = new Array(slots).fill(noForms);
  readonly tells = new Uint8Array(slots);
  /** Bits that it tells. */
  readonly weights = new Uint8Array(slots);
  /** `wholes` holds the longer words that each word shortens. */
  readonly wholes: (readonly Whole[])[] = new Array(slots).fill([]);
  /** 1 where it may stand for a longer word. */
  readonly shorts = new Uint8Array(slots);
  #count = 0;

  /** Makes room before the reading of a name with this many words, because the words found for it must stay until the end. */
  makeRoom(words: number): void {
    if (this.#count + words <= wordsMax) return;
    this.kinds.fill(0);
    this.#count = 0;
  }

  /** The slot of the word between two places of a name, `sum` being the hash of its folded letters; -1 where there is none for it. */
  find(sum: number, name: string, start: number, end: number): number {
    if (end - start > lettersMax) return -1;
    for (let step = 0; step < stepsMax; step++) {
      const slot = (sum + step) & (slots - 1);
      if (this.kinds[slot] === 0) return this.#add(slot, foldForeign(name.slice(start, end)));
      if (isWord(this.#words[slot] as string, name, start, end)) return slot;
    }
    return -1;
  }

  #add(slot: number, word: string): number {
    this.#count++;
    this.#words[slot] = word;
    this.kinds[slot] = toWordKind(word);
    const { skeletons, tells, weights } = toForeignName(word);
    const skeleton = skeletons[0] ?? '';
    this.hashes[slot] = hash(skeleton);
    this.written[slot] = hash(word);
    [this.beginnings[slot], this.ends[slot]] = toEnds(word);
    this.initials[slot] = word.charCodeAt(0);
    this.firstLetters[slot] = skeleton.charCodeAt(0);
    this.secondLetters[slot] = skeleton.charCodeAt(skeleton.length > 1 ? 1 : 0);
    this.singles[slot] = skeleton.length === 1 ? 1 : 0;
    this.forms[slot] = Uint32Array.from(toForms(skeleton).map(hash));
    this.tells[slot] = tells[0] === true ? 1 : 0;
    this.wholes[slot] = toWholes(word, 'foreign');
    this.weights[slot] = weights[0] ?? 0;
    this.shorts[slot] = isShort(word) ? 1 : 0;
    return slot;
  }
}

function isWord(word: string, name: string, start: number, end: number): boolean {
  if (word.length !== end - start) return false;
  for (let index = 0; index < word.length; index++)
    if (word.charCodeAt(index) !== foldedCodes[name.charCodeAt(start + index)]) return false;
  return true;
}

/** Tried at the end of a name of two other words. */
function toWordKind(word: string): number {
  const { words, agnome } = toForeignName(`QX QY ${word}`);
  if (agnome === word) return wordKinds.agnome;
  if (agnome !== undefined || word.startsWith('ABD') || hasAttachedArticle(word)) return wordKinds.odd;
  if (words.length === 2) return wordKinds.particle;
  return words.length === 3 && words[2] === word ? wordKinds.telling : wordKinds.odd;
}
