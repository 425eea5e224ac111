// The inside of Node's zstd streams, which can be written to at once and keep their context and dictionary between frames. It is
// documented nowhere: whoever uses it proves it first and has the documented call beside it.

import { constants, type ZstdCompress, type ZstdDecompress } from 'node:zlib';

export type KeptStream = (ZstdCompress | ZstdDecompress) & {
  readonly _handle?: {
    writeSync?(
      ...of: [flush: number, Uint8Array, from: number, length: number, Uint8Array, from: number, length: number]
    ): void;
  } | null;
  /** The two numbers count the bytes of the output and of the input that were left over. */
  readonly _writeState?: Uint32Array;
};

/** One whole frame through the stream: how many bytes of `output` it filled; undefined where this Node's stream is made differently. */
export function writeFrame(stream: KeptStream, input: Uint8Array, output: Uint8Array): number | undefined {
  const handle = stream._handle;
  const left = stream._writeState;
  if (!handle?.writeSync || left === undefined) return undefined;
  handle.writeSync(constants.ZSTD_e_end, input, 0, input.length, output, 0, output.length);
  if (stream.destroyed || left[1] !== 0) return undefined;
  return output.length - (left[0] as number);
}

/** A stream whose faults are seen in `destroyed`; unheard, the event of the same fault would end the process. */
export function withoutFaults<Stream extends ZstdCompress | ZstdDecompress>(stream: Stream): Stream {
  stream.on('error', () => {});
  return stream;
}
