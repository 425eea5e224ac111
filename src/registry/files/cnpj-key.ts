// A CNPJ without its check digits as integers: twelve characters of base 36 are 63 bits, more than a JavaScript number holds.
// So the key is three 21-bit numbers (two halves of the root, and the branch), or two 32-bit words that compare in the same order.

import { toCheckDigit } from '../../domain/numbers/check-digit.ts';

/** The value of `0001`, the branch number of nearly every establishment. */
export const firstBranch = 1;

const invalid = 0x80;
const characterValues = new Uint8Array(256).fill(invalid);
for (let digit = 0; digit < 10; digit++) characterValues[48 + digit] = digit;
for (let letter = 0; letter < 26; letter++) characterValues[65 + letter] = 10 + letter;

/** Reads four characters of `[0-9A-Z]`; -1 where one of them is something else. */
export function readQuad(bytes: Uint8Array, at: number): number {
  const a = characterValues[bytes[at] as number] as number;
  const b = characterValues[bytes[at + 1] as number] as number;
  const c = characterValues[bytes[at + 2] as number] as number;
  const d = characterValues[bytes[at + 3] as number] as number;
  return (a | b | c | d) >= invalid ? -1 : ((a * 36 + b) * 36 + c) * 36 + d;
}

/** The same for a string that is already known to be a CNPJ. */
export function toQuad(characters: string, at: number): number {
  let value = 0;
  for (let index = at; index < at + 4; index++)
    value = value * 36 + (characterValues[characters.charCodeAt(index) & 255] as number);
  return value;
}

export function fromQuad(value: number): string {
  return value.toString(36).toUpperCase().padStart(4, '0');
}

/** The upper 32 of the root's 42 bits. */
export function rootHigh(firstQuad: number, secondQuad: number): number {
  return ((firstQuad << 11) | (secondQuad >>> 10)) >>> 0;
}

/** The lower 10 of the root's 42 bits. */
export function rootLow(secondQuad: number): number {
  return secondQuad & 1023;
}

/** The lower word of a whole key: ten bits of the root, then the branch. The upper word is `rootHigh`. */
export function keyLow(low: number, branch: number): number {
  return (low << 21) | branch;
}

/** The twelve characters of a key in three parts, as a block has them. */
export function fromKey(high: number, low: number, branch: number): string {
  return fromQuad(high >>> 11) + fromQuad(((high & 2047) << 10) | low) + fromQuad(branch);
}

/** Spreads roots evenly over `partitions` (a power of two), in any numbering of the Receita. The result is part of the file format. */
export function partitionOf(high: number, low: number, partitions: number): number {
  let mixed = Math.imul(high, 0x9e3779b1) ^ Math.imul(low + 1, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0xc2b2ae35);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0x27d4eb2f);
  return (mixed ^ (mixed >>> 16)) & (partitions - 1);
}

/** Tells whether the two digits at `checkAt` close the twelve characters given as two places (the columns of a row). */
export function checkDigitsClose(bytes: Uint8Array, rootAt: number, branchAt: number, checkAt: number): boolean {
  let first = 0;
  let second = 0;
  for (let index = 0; index < 12; index++) {
    const value = (bytes[index < 8 ? rootAt + index : branchAt + index - 8] as number) - 48;
    first += value * (index < 4 ? 5 - index : 13 - index);
    second += value * (index < 5 ? 6 - index : 14 - index);
  }
  const firstDigit = toCheckDigit(first);
  if ((bytes[checkAt] as number) - 48 !== firstDigit) return false;
  return (bytes[checkAt + 1] as number) - 48 === toCheckDigit(second + firstDigit * 2);
}
