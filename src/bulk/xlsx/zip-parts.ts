// The parts of a zip, which a spreadsheet is. What it unpacks to is bounded, so that a small file cannot fill memory or time.

import { Readable } from 'node:stream';
import { type Entry, fromRandomAccessReaderPromise, openPromise, RandomAccessReader, type ZipFile } from 'yauzl';
import { TableError } from '../../app/bulk/table.ts';
import type { ScratchFile } from '../scratch-file.ts';

export interface ZipParts {
  has(name: string): boolean;
  /** The text of a part, in pieces. Throws a TableError where it is damaged or unpacks to too much. */
  read(name: string): AsyncGenerator<string>;
  /** The same as bytes, of text whose encoding is not known. */
  readBytes(name: string): AsyncGenerator<Uint8Array>;
  /** Throws where the rows of a table hold so many characters, counted from the first one, as no file of this size would. */
  refuseMoreText(characters: number): void;
  /** All of them, in their order. */
  entries(): readonly Entry[];
  /** A part as it lies packed in the file. */
  readPacked(entry: Entry): Promise<Readable>;
  close(): void;
}

/** A spreadsheet of a million rows and thirty columns has some 2 GB. */
const partBytesMax = 8 * 1024 ** 3;
/** Deflate makes at most 1032 bytes of one. Tables as people make them stay under 40, those of a program that repeats itself under 100. */
const ratioMax = 200;
/** Below this, nothing is a bomb. */
const harmlessBytes = 64 * 1024 * 1024;
const entriesMax = 10_000;

/** From a file by its path, or from what was put aside. `bytesMax` bounds what one part may unpack to. */
export async function openZipParts(from: string | ScratchFile, bytesMax = partBytesMax): Promise<ZipParts> {
  const opening =
    typeof from === 'string'
      ? openPromise(from, { autoClose: false })
      : fromRandomAccessReaderPromise(new ScratchReader(from), from.bytes, { autoClose: false });
  const zip = await opening.catch((error: unknown) => {
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
    read: (name) => decode(readPart(zip, entries.get(name.toLowerCase()), { name, bytesMax })),
    readBytes: (name) => readPart(zip, entries.get(name.toLowerCase()), { name, bytesMax }),
    refuseMoreText: (characters) => refuseBomb(characters, zip.fileSize, bytesMax),
    entries: () => [...entries.values()],
    readPacked: (entry) => zip.openReadStreamPromise(entry, { decodeFileData: false }),
    close: () => zip.close(),
  };
}

class ScratchReader extends RandomAccessReader {
  readonly #file: ScratchFile;

  constructor(file: ScratchFile) {
    super();
    this.#file = file;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#file.pieces(start, end), { objectMode: false });
  }
}

async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  let packedBytes = 0;
  for await (const entry of zip.eachEntry()) {
    if (entries.size >= entriesMax) {
      throw new TableError({
        en: 'The spreadsheet has too many parts.',
        pt: 'A planilha tem partes demais.',
      });
    }
    if ((entry.generalPurposeBitFlag & 1) !== 0)
      throw new TableError({
        en: 'The file is protected by a password. Save it without one.',
        pt: 'O arquivo está protegido por senha. Salve-o sem senha.',
      });
    packedBytes += entry.compressedSize;
    if (packedBytes > zip.fileSize) throw toDamaged(new Error('its parts lie upon each other or beyond its end'));
    entries.set(entry.fileName.toLowerCase(), entry);
  }
  return entries;
}

async function* decode(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8');
  for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

async function* readPart(
  zip: ZipFile,
  entry: Entry | undefined,
  { name, bytesMax }: { readonly name: string; readonly bytesMax: number },
): AsyncGenerator<Uint8Array> {
  if (entry === undefined) {
    throw new TableError(`The file is no spreadsheet (.xlsx): it has no part ${name}.`, {
      en: 'The file is an archive, but no spreadsheet (.xlsx).',
      pt: 'O arquivo é compactado, mas não é uma planilha (.xlsx).',
    });
  }
  refuseBomb(entry.uncompressedSize, entry.compressedSize, bytesMax);
  let bytes = 0;
  let stream: Readable | undefined;
  try {
    stream = await zip.openReadStreamPromise(entry);
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      refuseBomb(bytes, entry.compressedSize, bytesMax);
      yield chunk;
    }
  } catch (error) {
    throw error instanceof TableError ? error : toDamaged(error);
  } finally {
    stream?.destroy();
  }
}

function refuseBomb(bytes: number, packedBytes: number, bytesMax: number): void {
  if (bytes > bytesMax || (bytes > harmlessBytes && bytes > packedBytes * ratioMax)) {
    throw new TableError({
      en: 'The file unpacks to far more than a table of its size would. It is not read. Save it as CSV.',
      pt: 'Descompactado, o arquivo tem muito mais do que uma tabela desse tamanho teria. Ele não é lido. Salve-o como CSV.',
    });
  }
}

function toDamaged(error: unknown): TableError {
  const why = error instanceof Error ? error.message : 'unknown fault';
  return new TableError(`The spreadsheet is damaged or not whole (${why}). Save it again.`, {
    en: 'The spreadsheet is damaged or not whole. Save it again.',
    pt: 'A planilha está danificada ou incompleta. Salve-a de novo.',
  });
}
