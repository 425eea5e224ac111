// Writes a zip to a file: parts as they lay packed in another, and new ones in a stream. Sizes are filled in when they are known, so that
// every reader of zips can read it; beyond 4 GiB that form ends.

import { type FileHandle, open } from 'node:fs/promises';
import type { Entry } from 'yauzl';
import { TableError } from '../../../app/bulk/table.ts';
import { pack, sizesBehind, toDirectory, toLocalHeader, toPackedPart, type ZipPart } from './zip-records.ts';

const sizeMax = 0xffff_fffe;

export class ZipWriter {
  readonly #file: FileHandle;
  readonly #parts: ZipPart[] = [];
  #at = 0;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Creates the file. Only its owner may read it. */
  static async create(path: string): Promise<ZipWriter> {
    return new ZipWriter(await open(path, 'w', 0o600));
  }

  async copy(entry: Entry, packed: AsyncIterable<Buffer>): Promise<void> {
    const part = await this.#begin({
      name: entry.fileNameRaw,
      flags: entry.generalPurposeBitFlag & ~sizesBehind,
      method: entry.compressionMethod,
      time: entry.lastModFileTime,
      date: entry.lastModFileDate,
      offset: this.#at,
      crc: entry.crc32,
      packed: entry.compressedSize,
      unpacked: entry.uncompressedSize,
    });
    for await (const chunk of packed) await this.#write(chunk);
    await this.#end(part);
  }

  async add(name: Buffer, pieces: AsyncIterable<string>): Promise<void> {
    const part = await this.#begin(toPackedPart(name, this.#at));
    for await (const chunk of pack(pieces, part)) await this.#write(chunk);
    await this.#end(part);
  }

  /** The directory at the end; what was written outlives a loss of power. */
  async finish(): Promise<void> {
    await this.#write(toDirectory(this.#parts, this.#at));
    await this.#file.sync();
  }

  close(): Promise<void> {
    return this.#file.close();
  }

  async #begin(part: ZipPart): Promise<ZipPart> {
    refuseTooLarge(part);
    await this.#write(toLocalHeader(part));
    return part;
  }

  async #end(part: ZipPart): Promise<void> {
    refuseTooLarge(part);
    await this.#writeAt(toLocalHeader(part), part.offset);
    this.#parts.push(part);
  }

  async #write(bytes: Uint8Array): Promise<void> {
    if (this.#at + bytes.length > sizeMax) throw toTooLarge();
    await this.#writeAt(bytes, this.#at);
    this.#at += bytes.length;
  }

  async #writeAt(bytes: Uint8Array, place: number): Promise<void> {
    for (let from = 0; from < bytes.length; ) {
      const { bytesWritten } = await this.#file.write(bytes, from, bytes.length - from, place + from);
      from += bytesWritten;
    }
  }
}

function refuseTooLarge({ unpacked, packed }: ZipPart): void {
  if (unpacked > sizeMax || packed > sizeMax) throw toTooLarge();
}

function toTooLarge(): TableError {
  return new TableError('With the results the spreadsheet would be larger than 4 GiB. Write CSV: --format csv');
}
