// Writes all of a chunk: a disk that fills up may take a part of it, and refuse the rest at the next call.

import type { FileHandle } from 'node:fs/promises';

export async function writeChunk(handle: FileHandle, chunk: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < chunk.length; ) {
    done += (await handle.write(chunk, done, chunk.length - done, position + done)).bytesWritten;
  }
}
