// How much two names must have in common to be looked at, beside what agrees otherwise. People change a given name or a surname, and
// clerks mistype them; a key that agrees makes less of a name enough.

import type { SharedWords } from '../../names/foreign/shared-words.ts';

/**
 * This many bits leave three chance matches among 200,000 people on lists; two bits less leave a dozen. Three words more rarely belong to another
 * person.
 */
export const aloneBits = 16;
export const threeWordsBits = 14;

/**
 * Beside nothing else: all words of one of the names, without a typing error, which are half of the other at least, or its first and its
 * last one, and tell enough. José da Silva and José da Silva Lima are not enough, João Rossetti and João Carlos Moura Rossetti are.
 */
export function isEnoughAlone(shared: SharedWords): boolean {
  const { whole, weight, slips, askedLeft, listedLeft, isFirstShared, isLastShared, areRelatives } = shared;
  if (areRelatives || slips > 0 || whole < 2) return false;
  if (askedLeft > 0 && listedLeft > 0) return false;
  if (whole < askedLeft + listedLeft && !(isFirstShared && isLastShared)) return false;
  return weight >= (whole === 2 ? aloneBits : threeWordsBits);
}

/** Every name except the six most common of Brazil carries at least this many bits. */
const oneWordBits = 6;
/** Two words of which one in some hundred people has each, and another in hundreds. */
const twoWordsBits = 14;

/**
 * Beside the six digits of a CPF, which one in a million has: any word but Maria, José, Silva, Santos, Oliveira and Souza. One of these
 * is enough as the last word of both, or where it is half of each name.
 */
export function isEnoughBesideDigits({ whole, weight, isLastShared, askedLeft, listedLeft }: SharedWords): boolean {
  if (whole === 0) return false;
  return weight >= oneWordBits || isLastShared || whole >= Math.max(askedLeft, listedLeft);
}

/** Beside a birth date, which one in some twenty thousand has: two words that tell something, or all words of one of the names. */
export function isEnoughBesideBirthDate({ whole, weight, askedLeft, listedLeft }: SharedWords): boolean {
  return whole >= 2 && (weight >= twoWordsBits || askedLeft === 0 || listedLeft === 0);
}
