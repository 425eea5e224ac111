// Reads and writes all of a chunk, however many calls that takes.

import type { FileHandle } from 'node:fs/promises';

/** Returns undefined if the file ends before. */
export async function readChunk(handle: FileHandle, bytes: number, position: number): Promise<Buffer | undefined> {
  const chunk = Buffer.allocUnsafe(bytes);
  for (let done = 0; done < bytes; ) {
    const { bytesRead } = await handle.read(chunk, done, bytes - done, position + done);
    if (bytesRead === 0) return undefined;
    done += bytesRead;
  }
  return chunk;
}

/** A disk that fills up may take a part of it, and refuse the rest at the next call. */
export async function writeChunk(handle: FileHandle, chunk: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < chunk.length; ) {
    done += (await handle.write(chunk, done, chunk.length - done, position + done)).bytesWritten;
  }
}
