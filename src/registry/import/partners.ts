// The partners of one company: each once, in an order that does not depend on which file or thread they came from.

import { partnerNumberBytes, textEnd } from '../records/layout.ts';

/** Before the numbers of a partner stand kind and age, qualification, day of entry (2) and flags. */
const dayAt = 2;
const flagsAt = 4;
const headBytes = 5;

/** Offsets of payloads (length in two bytes, then the record). Only rows that agree in every column count as the same. */
export function keepDistinct(records: Uint8Array, partners: number[]): number[] {
  if (partners.length === 1) return partners;
  const bytes = Buffer.from(records.buffer, records.byteOffset, records.byteLength);
  const payload = (at: number): Buffer => bytes.subarray(at + 2, at + 2 + bytes.readUInt16LE(at));
  const nameOf = (at: number): Buffer => {
    const from = at + 2 + headBytes + partnerNumberBytes(bytes[at + 2 + flagsAt] as number);
    return bytes.subarray(from, bytes.indexOf(textEnd, from));
  };
  // Who came first is listed first; the same day, by name.
  const dayOf = (at: number): number => bytes.readUInt16LE(at + 2 + dayAt);
  partners.sort((a, b) => dayOf(a) - dayOf(b) || nameOf(a).compare(nameOf(b)) || payload(a).compare(payload(b)));
  return partners.filter((at, index) => index === 0 || !payload(at).equals(payload(partners[index - 1] as number)));
}
