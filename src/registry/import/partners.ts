// The partners of one company: each once, in an order that does not depend on which file or thread they came from.

/** Offsets of payloads (length in two bytes, then the record). Only rows that agree in every column count as the same. */
export function keepDistinct(records: Uint8Array, partners: number[]): number[] {
  if (partners.length === 1) return partners;
  const bytes = Buffer.from(records.buffer, records.byteOffset, records.byteLength);
  const payload = (at: number): Buffer => bytes.subarray(at + 2, at + 2 + bytes.readUInt16LE(at));
  // The day of entry stands in the third and fourth byte: who came first is listed first.
  const dayOf = (at: number): number => bytes.readUInt16LE(at + 4);
  partners.sort((a, b) => dayOf(a) - dayOf(b) || payload(a).compare(payload(b)));
  return partners.filter((at, index) => index === 0 || !payload(at).equals(payload(partners[index - 1] as number)));
}
