// The records of a zip, for both writers of spreadsheets: the headers of a part, what is packed into it, and the directory at the end.

import { once } from 'node:events';
import { crc32, createDeflateRaw } from 'node:zlib';

export interface ZipPart {
  readonly name: Buffer;
  readonly flags: number;
  readonly method: number;
  readonly time: number;
  readonly date: number;
  /** `offset` gives the position of the part's header. */
  readonly offset: number;
  crc: number;
  packed: number;
  unpacked: number;
}

/** Sizes stand behind the part, and not in its header. */
export const sizesBehind = 0x0008;
const utf8Names = 0x0800;
const deflated = 8;
const versionNeeded = 20;
/** The first day that a zip knows. */
const noDate = 0x21;

/** One that `pack` fills. */
export function toPackedPart(name: Buffer, offset: number, flags = 0): ZipPart {
  const unknown = { time: 0, date: noDate, crc: 0, packed: 0, unpacked: 0 };
  return { name, offset, flags: utf8Names | flags, method: deflated, ...unknown };
}

/** Counts in `part` what goes in and what comes out. */
export async function* pack(pieces: AsyncIterable<string>, part: ZipPart): AsyncGenerator<Buffer> {
  const packer = createDeflateRaw();
  const feeding = (async () => {
    for await (const piece of pieces) {
      const bytes = Buffer.from(piece);
      part.crc = crc32(bytes, part.crc);
      part.unpacked += bytes.length;
      if (!packer.write(bytes)) await once(packer, 'drain');
    }
    packer.end();
  })().catch((error: Error) => void packer.destroy(error));
  for await (const chunk of packer) {
    part.packed += chunk.length;
    yield chunk as Buffer;
  }
  await feeding;
}

export function toLocalHeader(part: ZipPart): Buffer {
  return Buffer.concat([toNumbers([0x04034b50, 4]), toFields(part), part.name]);
}

export function toSizesBehind({ crc, packed, unpacked }: ZipPart): Buffer {
  return toNumbers([0x08074b50, 4], [crc, 4], [packed, 4], [unpacked, 4]);
}

/** `at`: where it begins. */
export function toDirectory(parts: readonly ZipPart[], at: number): Buffer {
  const count = parts.length;
  const entries = Buffer.concat(parts.map(toDirectoryEntry));
  const end = toNumbers([0x06054b50, 4], [0, 4], [count, 2], [count, 2], [entries.length, 4], [at, 4], [0, 2]);
  return Buffer.concat([entries, end]);
}

function toDirectoryEntry(part: ZipPart): Buffer {
  // No comment, one disk, no attributes.
  const rest = toNumbers([0, 2], [0, 2], [0, 2], [0, 4], [part.offset, 4]);
  return Buffer.concat([toNumbers([0x02014b50, 4], [versionNeeded, 2]), toFields(part), rest, part.name]);
}

/** Returns the fields that both headers share, in this order. */
function toFields({ name, flags, method, time, date, crc, packed, unpacked }: ZipPart): Buffer {
  const form = toNumbers([versionNeeded, 2], [flags, 2], [method, 2], [time, 2], [date, 2]);
  return Buffer.concat([form, toNumbers([crc, 4], [packed, 4], [unpacked, 4], [name.length, 2], [0, 2])]);
}

function toNumbers(...numbers: readonly (readonly [value: number, bytes: 2 | 4])[]): Buffer {
  const buffer = Buffer.alloc(numbers.reduce((sum, [, bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [value, bytes] of numbers) at = buffer.writeUIntLE(value, at, bytes);
  return buffer;
}
