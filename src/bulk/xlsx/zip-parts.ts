// The parts of a spreadsheet file, which is a zip. What it unpacks to is bounded, so that a small file cannot fill memory or time.

import type { Readable } from 'node:stream';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { TableError } from '../../app/bulk/table.ts';

export interface ZipParts {
  has(name: string): boolean;
  /** The text of a part, in pieces. Throws a TableError where it is damaged or unpacks to too much. */
  read(name: string): AsyncGenerator<string>;
  close(): void;
}

/** A spreadsheet of a million rows and thirty columns has some 2 GB. */
const partBytesMax = 8 * 1024 ** 3;
/** Deflate makes at most 1032 bytes of one. Tables as people make them stay under 40, those of a program that repeats itself under 100. */
const ratioMax = 200;
/** Below this, nothing is a bomb. */
const harmlessBytes = 64 * 1024 * 1024;
const entriesMax = 10_000;

export async function openZipParts(path: string): Promise<ZipParts> {
  const zip = await openPromise(path, { autoClose: false }).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    if (typeof code === 'string') throw error;
    throw toDamaged(error);
  });
  const entries = await listEntries(zip).catch((error: unknown) => {
    zip.close();
    throw error instanceof TableError ? error : toDamaged(error);
  });
  return {
    has: (name) => entries.has(name.toLowerCase()),
    read: (name) => readPart(zip, entries.get(name.toLowerCase()), name),
    close: () => zip.close(),
  };
}

async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    if (entries.size >= entriesMax) throw new TableError('The spreadsheet has too many parts.');
    if ((entry.generalPurposeBitFlag & 1) !== 0)
      throw new TableError('The spreadsheet is encrypted. Save it without a password.');
    entries.set(entry.fileName.toLowerCase(), entry);
  }
  return entries;
}

async function* readPart(zip: ZipFile, entry: Entry | undefined, name: string): AsyncGenerator<string> {
  if (entry === undefined) throw new TableError(`The file is no spreadsheet (.xlsx): it has no part ${name}.`);
  refuseBomb(entry.uncompressedSize, entry.compressedSize);
  const decoder = new TextDecoder('utf-8');
  let bytes = 0;
  let stream: Readable | undefined;
  try {
    stream = await zip.openReadStreamPromise(entry);
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      refuseBomb(bytes, entry.compressedSize);
      yield decoder.decode(chunk, { stream: true });
    }
    yield decoder.decode();
  } catch (error) {
    throw error instanceof TableError ? error : toDamaged(error);
  } finally {
    stream?.destroy();
  }
}

function refuseBomb(bytes: number, packedBytes: number): void {
  if (bytes > partBytesMax || (bytes > harmlessBytes && bytes > packedBytes * ratioMax)) {
    throw new TableError(
      'The spreadsheet unpacks to far more than a table of its size would. It is not read. Save it as CSV.',
    );
  }
}

function toDamaged(error: unknown): TableError {
  const why = error instanceof Error ? error.message : 'unknown fault';
  return new TableError(`The spreadsheet is damaged or not whole (${why}). Save it again.`);
}
