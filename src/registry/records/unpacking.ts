// Unpacks zstd frames with one context that is kept. Node's own zstdDecompressSync makes and collects a stream and a context for
// every call, which took half of the reading of a record; nothing here is trusted that was not looked at.

import { constants, createZstdDecompress, type ZstdDecompress, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** A block is some 4 KB; a company with thousands of partners makes one larger, and nothing honest makes it this large. */
const unpackedBytesMax = 256 * 1024 * 1024;
const unpacking = { chunkSize: 8 * 1024, maxOutputLength: unpackedBytesMax };

export type Unpack = (packed: Buffer) => Buffer;

/** What Node's stream has inside; documented nowhere, so that its form and what it answers are proven before it is used. */
interface KeptStream extends ZstdDecompress {
  readonly _handle?: {
    writeSync?(
      ...of: [flush: number, Buffer, from: number, length: number, Buffer, from: number, length: number]
    ): void;
  } | null;
  /** How many bytes of the output and of the input were left over. */
  readonly _writeState?: Uint32Array;
}

/** Unpacks as zstdDecompressSync does and throws what that throws. Each call gives bytes of its own. */
export function createUnpack(): Unpack {
  let stream = openStream();
  return (packed) => {
    const bytes = stream === undefined ? undefined : tryUnpack(stream, packed);
    if (bytes !== undefined) return bytes;
    // Frames of unknown size, and what is no frame: the slow way, with its own faults, and a new context for the next.
    stream?.destroy();
    stream = openStream();
    return zstdDecompressSync(packed, unpacking);
  };
}

function tryUnpack(stream: KeptStream, packed: Buffer): Buffer | undefined {
  const length = findContentLength(packed);
  const handle = stream._handle;
  const left = stream._writeState;
  if (length === undefined || length > unpackedBytesMax || !handle?.writeSync || left === undefined) return undefined;
  const bytes = Buffer.allocUnsafe(length);
  handle.writeSync(constants.ZSTD_e_end, packed, 0, packed.length, bytes, 0, length);
  return !stream.destroyed && left[0] === 0 && left[1] === 0 ? bytes : undefined;
}

/** Undefined where this Node's stream is made differently: proven with two frames, the second shorter than the first. */
function openStream(): KeptStream | undefined {
  const stream: KeptStream = createZstdDecompress({ chunkSize: 64 });
  // A fault is seen in `destroyed`; unheard, the event of the same fault would end the process.
  stream.on('error', () => {});
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

/** What a frame's header says about the length of what is inside (RFC 8878, 3.1.1.1); undefined where it does not say. */
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
