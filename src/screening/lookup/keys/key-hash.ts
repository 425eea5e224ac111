// Keys of rows and of questions as numbers of 32 bits. Whoever makes the same key by another way uses these, too.

/** A corner of the table: rows that somebody with a number can only be found in by it are not searched by name then. */
export type NameRoom = 'brazilian' | 'foreign' | 'numbered company' | 'company';

/** A hash made step by step: begun, each character's code added, finished. */
export const hashBegun = 0x811c9dc5;
export const addCode = (sum: number, code: number): number => Math.imul(sum ^ code, 0x01000193);
/** Mixes it, because buckets are cut by its first bits. */
export function finishHash(sum: number): number {
  const mixed = Math.imul(sum ^ (sum >>> 15), 0x2c1b3c6d);
  return (mixed ^ (mixed >>> 13)) >>> 0;
}

export function hash(text: string): number {
  return finishHash(addTo(hashBegun, text));
}

/** FNV-1a over the characters' codes. */
function addTo(sum: number, text: string): number {
  let after = sum;
  for (let index = 0; index < text.length; index++) after = addCode(after, text.charCodeAt(index));
  return after;
}

const [cpfBegun, digitsBegun, birthBegun, identityBegun] = [
  addTo(hashBegun, 'cpf '),
  addTo(hashBegun, 'digits '),
  addTo(hashBegun, 'birth '),
  addTo(hashBegun, 'identity '),
];
export const toCpfKey = (cpf: string): number => finishHash(addTo(cpfBegun, cpf));
/** Takes the six digits that publishers show. */
export const toDigitsKey = (digits: string): number => finishHash(addTo(digitsBegun, digits));
export const toBirthKey = (birthDate: string): number => finishHash(addTo(birthBegun, birthDate));
export const toIdentityKey = (number: string): number => finishHash(addTo(identityBegun, number));

/** Adds up the hashes of several words, independent of their order. */
export function addUp(one: number, other: number): number {
  return (one + other) >>> 0;
}

const salts: Readonly<Record<NameRoom, number>> = {
  brazilian: 0x1b873593,
  foreign: 0x27d4eb2f,
  'numbered company': 0x165667b1,
  company: 0x1656_67c5,
};

function mix(one: number, other: number, room: NameRoom): number {
  let sum = Math.imul(one ^ salts[room], 0x85ebca6b) ^ Math.imul(other, 0xc2b2ae35);
  sum = Math.imul(sum ^ (sum >>> 15), 0x2c1b3c6d);
  sum = Math.imul(sum ^ (sum >>> 13), 0x297a2d39);
  return (sum ^ (sum >>> 16)) >>> 0;
}

export const toPairKey = (sum: number, room: NameRoom): number => mix(sum, 2, room);
export const toTripleKey = (sum: number, room: NameRoom): number => mix(sum, 3, room);
/** Takes the hash of two words, and a letter of a third that may be misspelt. */
export const toMisspeltKey = (sum: number, letter: number, room: NameRoom): number => mix(sum, letter, room);
/** Takes the hash of two words, and the first letter of a third that one side has shortened. */
export const toShortenedKey = (sum: number, letter: number, side: 'listed' | 'asked', room: NameRoom): number =>
  mix(sum, letter ^ (side === 'listed' ? 0x3c6ef372 : 0x5a827999), room);
/** Takes the hash of all words in one. */
export const toJoinedKey = (joined: number, room: NameRoom): number => mix(joined, 1, room);
/** Takes the hash of a word, and that of another one without one of its letters. */
export const toLessOneKey = (right: number, form: number, room: NameRoom): number =>
  mix(right, form ^ 0x5bd1e995, room);
/** Takes all words of a name but one as they are written, and what is left of that one at one of its ends. */
export const toSlippedKey = (others: number, end: number, room: NameRoom): number =>
  mix(others, end ^ 0x2545f491, room);
/** Takes the key of two words, and the hash of a year. */
export const toBornKey = (pair: number, year: number, room: NameRoom): number => mix(pair, year, room);
