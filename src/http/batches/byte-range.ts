// `Range: bytes=…` (RFC 9110, 14.1): which bytes are wanted, and those bytes of a text that comes in pieces. One range; whoever asks
// for several, or in other units, gets all.

import type { IncomingHttpHeaders } from 'node:http';

/** Both included. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/** Returns undefined if the client wants the whole, also because the representation has changed since the download began (`If-Range`). */
export function readRangeHeader(headers: IncomingHttpHeaders, entityTag: string): string | undefined {
  const { range } = headers;
  const condition = headers['if-range'];
  if (range === undefined || (condition !== undefined && condition !== entityTag)) return undefined;
  return /^bytes=(?:\d{1,15}-\d{0,15}|-\d{1,15})$/.test(range) ? range : undefined;
}

/** Places the range within this many bytes; returns undefined if none of them is in the range. */
export function placeRange(range: string, bytes: number): ByteRange | undefined {
  const [from = '', to = ''] = range.slice('bytes='.length).split('-');
  const first = from === '' ? Math.max(0, bytes - Number(to)) : Number(from);
  const last = from === '' || to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1);
  return first <= last && first < bytes ? { first, last } : undefined;
}

/** Throws where the text ends before: a shorter body than was announced would keep its reader waiting. */
export async function* takeBytes(
  pieces: AsyncIterable<string>,
  skipped: number,
  wanted: number,
): AsyncGenerator<Uint8Array> {
  let [toSkip, left] = [skipped, wanted];
  for await (const piece of pieces) {
    const bytes = Buffer.from(piece);
    const taken = bytes.subarray(Math.min(toSkip, bytes.length), Math.min(toSkip + left, bytes.length));
    toSkip = Math.max(0, toSkip - bytes.length);
    left -= taken.length;
    if (taken.length > 0) yield taken;
    if (left === 0) return;
  }
  throw new Error('The results ended before the range did');
}
