// Writes a zip with one member, piece by piece, with ZIP64 fields where the size needs them.
// The file appears under its name only when it is whole.

import { closeSync, openSync, renameSync, writeSync } from 'node:fs';
import { constants, crc32, deflateRawSync } from 'node:zlib';

interface ZipFileOptions {
  readonly path: string;
  readonly member: string;
  /** YYYY-MM-DD */
  readonly date: string;
  readonly level: number;
  readonly zip64: boolean;
}

const zip64Version = 45;
const plainVersion = 20;
const inTheExtraField = 0xffff_ffff;

export function createZipFile(options: ZipFileOptions) {
  const partial = `${options.path}.part`;
  const file = openSync(partial, 'w');
  const name = Buffer.from(options.member, 'latin1');
  let [crc, plainBytes, packedBytes] = [0, 0, 0];
  const headerBytes = localHeader(options, name, 0, 0, 0).length;
  let position = headerBytes;

  const append = (bytes: Uint8Array): void => {
    for (let done = 0; done < bytes.length; )
      done += writeSync(file, bytes, done, bytes.length - done, position + done);
    position += bytes.length;
  };
  const deflate = (piece: Uint8Array, finishFlush: number): void => {
    const packed = deflateRawSync(piece, { level: options.level, finishFlush });
    packedBytes += packed.length;
    append(packed);
  };
  return {
    write(piece: Uint8Array): void {
      crc = crc32(piece, crc);
      plainBytes += piece.length;
      // Each piece ends on a byte boundary, so that the pieces together are one deflate stream.
      deflate(piece, constants.Z_SYNC_FLUSH);
    },
    close(): void {
      deflate(new Uint8Array(0), constants.Z_FINISH);
      const directoryAt = position;
      append(directoryEntry(options, name, crc, plainBytes, packedBytes));
      append(endOfDirectory(options, directoryAt, position - directoryAt));
      const header = localHeader(options, name, crc, plainBytes, packedBytes);
      writeSync(file, header, 0, header.length, 0);
      closeSync(file);
      renameSync(partial, options.path);
    },
  };
}

function localHeader(options: ZipFileOptions, name: Buffer, crc: number, plain: number, packed: number): Buffer {
  const extra = sizesExtra(options.zip64, plain, packed);
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  writeCommon(header, 4, options, { crc, plain, packed, nameBytes: name.length, extraBytes: extra.length });
  return Buffer.concat([header, name, extra]);
}

function directoryEntry(options: ZipFileOptions, name: Buffer, crc: number, plain: number, packed: number): Buffer {
  const extra = sizesExtra(options.zip64, plain, packed);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(options.zip64 ? zip64Version : plainVersion, 4);
  writeCommon(entry, 6, options, { crc, plain, packed, nameBytes: name.length, extraBytes: extra.length });
  return Buffer.concat([entry, name, extra]);
}

interface Sizes {
  readonly crc: number;
  readonly plain: number;
  readonly packed: number;
  readonly nameBytes: number;
  readonly extraBytes: number;
}

/** The fields that the header before the data and the entry in the directory share. */
function writeCommon(target: Buffer, at: number, options: ZipFileOptions, sizes: Sizes): void {
  const [year = 0, month = 0, day = 0] = options.date.split('-').map(Number);
  target.writeUInt16LE(options.zip64 ? zip64Version : plainVersion, at);
  target.writeUInt16LE(8, at + 4);
  target.writeUInt16LE(((year - 1980) << 9) | (month << 5) | day, at + 8);
  target.writeUInt32LE(sizes.crc, at + 10);
  target.writeUInt32LE(options.zip64 ? inTheExtraField : sizes.packed, at + 14);
  target.writeUInt32LE(options.zip64 ? inTheExtraField : sizes.plain, at + 18);
  target.writeUInt16LE(sizes.nameBytes, at + 22);
  target.writeUInt16LE(sizes.extraBytes, at + 24);
}

function sizesExtra(zip64: boolean, plain: number, packed: number): Buffer {
  if (!zip64) return Buffer.alloc(0);
  const extra = Buffer.alloc(20);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(16, 2);
  extra.writeBigUInt64LE(BigInt(plain), 4);
  extra.writeBigUInt64LE(BigInt(packed), 12);
  return extra;
}

function endOfDirectory(options: ZipFileOptions, directoryAt: number, directoryBytes: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(directoryBytes, 12);
  end.writeUInt32LE(options.zip64 ? inTheExtraField : directoryAt, 16);
  if (!options.zip64) return end;
  const large = Buffer.alloc(56);
  large.writeUInt32LE(0x06064b50, 0);
  large.writeBigUInt64LE(44n, 4);
  large.writeUInt16LE(zip64Version, 12);
  large.writeUInt16LE(zip64Version, 14);
  large.writeBigUInt64LE(1n, 24);
  large.writeBigUInt64LE(1n, 32);
  large.writeBigUInt64LE(BigInt(directoryBytes), 40);
  large.writeBigUInt64LE(BigInt(directoryAt), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(directoryAt + directoryBytes), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([large, locator, end]);
}
