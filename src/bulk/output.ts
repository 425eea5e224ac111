// Where results go: a file that can be cut back to what is certain and written on, or the standard output.

import { once } from 'node:events';
import { type FileHandle, open } from 'node:fs/promises';
import type { Output } from '../app/bulk/run/run.ts';

/** Opens the file and keeps its first `bytes`. Only the owner of the file may read its contents. */
export async function openFileOutput(path: string, bytes: number): Promise<Output & AsyncDisposable> {
  const file: FileHandle = await open(path, bytes === 0 ? 'w' : 'r+', 0o600);
  await file.truncate(bytes);
  let written = bytes;
  return {
    get bytes() {
      return written;
    },
    async write(piece) {
      const data = typeof piece === 'string' ? Buffer.from(piece) : piece;
      for (let from = 0; from < data.length; ) {
        const { bytesWritten } = await file.write(data, from, data.length - from, written + from);
        from += bytesWritten;
      }
      written += data.length;
    },
    sync: () => file.datasync(),
    [Symbol.asyncDispose]: () => file.close(),
  };
}

export function toStreamOutput(stream: NodeJS.WritableStream): Output {
  let written = 0;
  return {
    get bytes() {
      return written;
    },
    async write(piece) {
      const data = typeof piece === 'string' ? Buffer.from(piece) : piece;
      written += data.length;
      if (!stream.write(data)) await once(stream, 'drain');
    },
    sync: async () => {},
  };
}
