// Writes a zip with one member, piece by piece, with ZIP64 fields where the size needs them.
// The file appears under its name only when it is whole.

import { closeSync, openSync, renameSync, writeSync } from 'node:fs';
import { constants, crc32, deflateRawSync } from 'node:zlib';
import { toDirectory, toLocalHeader, type ZipPart } from '../../src/bulk/xlsx/write/zip-records.ts';

interface ZipFileOptions {
  readonly path: string;
  readonly member: string;
  /** YYYY-MM-DD */
  readonly date: string;
  readonly level: number;
  readonly zip64: boolean;
}

const zip64Version = 45;
const inTheExtraField = 0xffff_ffff;
const endBytes = 22;

export function createZipFile(options: ZipFileOptions) {
  const partial = `${options.path}.part`;
  const file = openSync(partial, 'w');
  const part = beginPart(options);
  const toHeader = options.zip64 ? toLargeHeader : toLocalHeader;
  let position = toHeader(part).length;

  const append = (bytes: Uint8Array): void => {
    for (let done = 0; done < bytes.length; )
      done += writeSync(file, bytes, done, bytes.length - done, position + done);
    position += bytes.length;
  };
  const deflate = (piece: Uint8Array, finishFlush: number): void => {
    const packed = deflateRawSync(piece, { level: options.level, finishFlush });
    part.packed += packed.length;
    append(packed);
  };
  return {
    write(piece: Uint8Array): void {
      part.crc = crc32(piece, part.crc);
      part.unpacked += piece.length;
      // Each piece ends on a byte boundary, so that the pieces together are one deflate stream.
      deflate(piece, constants.Z_SYNC_FLUSH);
    },
    close(): void {
      deflate(new Uint8Array(0), constants.Z_FINISH);
      append((options.zip64 ? toLargeDirectory : toPlainDirectory)(part, position));
      const header = toHeader(part);
      writeSync(file, header, 0, header.length, 0);
      closeSync(file);
      renameSync(partial, options.path);
    },
  };
}

function beginPart({ member, date }: ZipFileOptions): ZipPart {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const written = { time: 0, date: ((year - 1980) << 9) | (month << 5) | day };
  const name = Buffer.from(member, 'latin1');
  return { name, flags: 0, method: 8, ...written, offset: 0, crc: 0, packed: 0, unpacked: 0 };
}

const toPlainDirectory = (part: ZipPart, at: number) => toDirectory([part], at);

/** Sizes stand in an extra field behind the name. */
const withoutSizes = (part: ZipPart): ZipPart => ({ ...part, packed: inTheExtraField, unpacked: inTheExtraField });

function toLargeHeader(part: ZipPart): Buffer {
  return withExtra(toLocalHeader(withoutSizes(part)), 4, part);
}

function toLargeDirectory(part: ZipPart, at: number): Buffer {
  const plain = toDirectory([withoutSizes(part)], inTheExtraField);
  const entry = withExtra(plain.subarray(0, -endBytes), 6, part);
  entry.writeUInt16LE(zip64Version, 4);
  const end = plain.subarray(-endBytes);
  end.writeUInt32LE(entry.length, 12);
  const large = Buffer.alloc(56);
  large.writeUInt32LE(0x06064b50, 0);
  large.writeBigUInt64LE(44n, 4);
  large.writeUInt16LE(zip64Version, 12);
  large.writeUInt16LE(zip64Version, 14);
  large.writeBigUInt64LE(1n, 24);
  large.writeBigUInt64LE(1n, 32);
  large.writeBigUInt64LE(BigInt(entry.length), 40);
  large.writeBigUInt64LE(BigInt(at), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(at + entry.length), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([entry, large, locator, end]);
}

/** The header with the sizes behind it; `at` is where it says which version it needs. */
function withExtra(header: Buffer, at: number, { unpacked, packed }: ZipPart): Buffer {
  const extra = Buffer.alloc(20);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(16, 2);
  extra.writeBigUInt64LE(BigInt(unpacked), 4);
  extra.writeBigUInt64LE(BigInt(packed), 12);
  header.writeUInt16LE(zip64Version, at);
  header.writeUInt16LE(extra.length, at + 24);
  return Buffer.concat([header, extra]);
}
