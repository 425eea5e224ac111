// The partners and the tax regimes of one company: each once, in an order that does not depend on which file or thread they came from.

import { partnerNumberBytes, textEnd } from '../../records/layout.ts';

/** Before the numbers of a partner stand kind and age, qualification, day of entry (2) and flags. */
const dayAt = 2;
const flagsAt = 4;
const headBytes = 5;

/** Offsets of payloads (length in two bytes, then the record). Only rows that agree in every column count as the same. */
export function keepDistinctPartners(records: Uint8Array, partners: number[]): number[] {
  const bytes = Buffer.from(records.buffer, records.byteOffset, records.byteLength);
  const nameOf = (at: number): Buffer => {
    const from = at + 2 + headBytes + partnerNumberBytes(bytes[at + 2 + flagsAt] as number);
    return bytes.subarray(from, bytes.indexOf(textEnd, from));
  };
  // Who came first is listed first; the same day, by name.
  const dayOf = (at: number): number => bytes.readUInt16LE(at + 2 + dayAt);
  return keepDistinct(bytes, partners, (a, b) => dayOf(a) - dayOf(b) || nameOf(a).compare(nameOf(b)));
}

/** By year, which is what a regime's payload begins with. */
export function keepDistinctRegimes(records: Uint8Array, regimes: number[]): number[] {
  const bytes = Buffer.from(records.buffer, records.byteOffset, records.byteLength);
  return keepDistinct(bytes, regimes, (a, b) => bytes.readUInt16LE(a + 2) - bytes.readUInt16LE(b + 2));
}

function keepDistinct(bytes: Buffer, offsets: number[], order: (a: number, b: number) => number): number[] {
  if (offsets.length === 1) return offsets;
  const payload = (at: number): Buffer => bytes.subarray(at + 2, at + 2 + bytes.readUInt16LE(at));
  offsets.sort((a, b) => order(a, b) || payload(a).compare(payload(b)));
  return offsets.filter((at, index) => index === 0 || !payload(at).equals(payload(offsets[index - 1] as number)));
}
