// Where the rows come from: a file, or the standard input. How it begins is looked at before anything is read, and stands for all of
// it when an interrupted run goes on.

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { lookAhead } from '../app/bulk/look-ahead.ts';
import { OperatorError } from '../errors.ts';

export interface Input {
  /** The path, or `-`. */
  readonly path: string;
  readonly chunks: AsyncIterable<Uint8Array>;
  /** The value is undefined if the size is not known in advance. */
  readonly size: number | undefined;
  bytesRead(): number;
  /** Equal for the same content, as far as can be told before it is read. */
  readonly fingerprint: string;
}

const sampleBytes = 64 * 1024;
/** Large pieces, so that reading costs nothing beside what is done with them. */
const chunkBytes = 256 * 1024;

export async function openInput(path: string): Promise<Input> {
  const size = path === '-' ? undefined : await findSize(path);
  const stream: AsyncIterable<Uint8Array> =
    path === '-' ? process.stdin : createReadStream(path, { highWaterMark: chunkBytes });
  let bytesRead = 0;
  const { sample, chunks } = await lookAhead(
    counted(stream, (bytes) => {
      bytesRead += bytes;
    }),
    sampleBytes,
  );
  const start = createHash('sha256').update(sample).digest('base64url');
  return {
    path,
    chunks,
    size,
    bytesRead: () => bytesRead,
    fingerprint: `${size ?? 'stream'} ${start}`,
  };
}

/** A pipe or a device has no size that says anything. */
async function findSize(path: string): Promise<number | undefined> {
  const found = await stat(path);
  if (found.isDirectory()) throw new OperatorError(`${path} is a folder; a file is needed.`);
  return found.isFile() ? found.size : undefined;
}

async function* counted(
  stream: AsyncIterable<Uint8Array>,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream) {
    onBytes(chunk.length);
    yield chunk;
  }
}
