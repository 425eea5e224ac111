// Unpacks zstd frames with one context that is kept. Node's own zstdDecompressSync makes and collects a stream and a context for
// every call, which took half of the reading of a record; nothing here is trusted that was not looked at.

import { createZstdDecompress, type ZstdOptions, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { type KeptStream, withoutFaults, writeFrame } from './kept-stream.ts';

/** A group is some 1 KB; in the first format a company with thousands of partners made a block larger. Nothing honest makes it this large. */
const unpackedBytesMax = 256 * 1024 * 1024;

export type Unpack = (packed: Buffer) => Buffer;

/** Unpacks as zstdDecompressSync does and throws what that throws. Each call gives bytes of its own. */
export function createUnpack(dictionary?: Uint8Array): Unpack {
  const known: ZstdOptions = dictionary === undefined ? {} : { dictionary };
  let stream = openStream(known);
  return (packed) => {
    const bytes = stream === undefined ? undefined : tryUnpack(stream, packed);
    if (bytes !== undefined) return bytes;
    // Frames of unknown size, and what is no frame: the slow way, with its own faults, and a new context for the next.
    stream?.destroy();
    stream = openStream(known);
    return zstdDecompressSync(packed, { ...known, chunkSize: 8 * 1024, maxOutputLength: unpackedBytesMax });
  };
}

function tryUnpack(stream: KeptStream, packed: Buffer): Buffer | undefined {
  const length = findContentLength(packed);
  if (length === undefined || length > unpackedBytesMax) return undefined;
  const bytes = Buffer.allocUnsafe(length);
  return writeFrame(stream, packed, bytes) === length ? bytes : undefined;
}

/** Returns undefined if this Node builds its stream differently. The test uses two frames, the second shorter than the first. */
function openStream(known: ZstdOptions): KeptStream | undefined {
  const stream: KeptStream = withoutFaults(createZstdDecompress({ ...known, chunkSize: 64 }));
  const isProven = ['a first frame, a first frame', 'a second'].every((text) => {
    try {
      return tryUnpack(stream, zstdCompressSync(text))?.toString() === text;
    } catch {
      return false;
    }
  });
  if (isProven) return stream;
  stream.destroy();
  return undefined;
}

const magic = 0xfd2fb528;

/** Returns the content length that a frame's header states (RFC 8878, 3.1.1.1), or undefined if it states none. */
function findContentLength(frame: Buffer): number | undefined {
  if (frame.length < 10 || frame.readUInt32LE(0) !== magic) return undefined;
  const descriptor = frame[4] as number;
  const isSingleSegment = (descriptor & 32) !== 0;
  const at = 5 + (isSingleSegment ? 0 : 1);
  if ((descriptor & 3) !== 0) return undefined;
  const size = descriptor >>> 6;
  if (size === 0) return isSingleSegment ? frame[at] : undefined;
  if (size === 1) return frame.readUInt16LE(at) + 256;
  return size === 2 ? frame.readUInt32LE(at) : undefined;
}
