// Writes a zip to a file: parts as they lay packed in another, and new ones in a stream. Sizes are filled in when they are known, so that
// every reader of zips can read it; beyond 4 GiB that form ends.

import { once } from 'node:events';
import { type FileHandle, open } from 'node:fs/promises';
import { crc32, createDeflateRaw } from 'node:zlib';
import type { Entry } from 'yauzl';
import { TableError } from '../../../app/bulk/table.ts';

interface Part {
  readonly name: Buffer;
  readonly flags: number;
  readonly method: number;
  readonly time: number;
  readonly date: number;
  readonly offset: number;
  crc: number;
  packed: number;
  unpacked: number;
}

const sizeMax = 0xffff_fffe;
const utf8Names = 0x0800;
const sizesBehind = 0x0008;
const deflated = 8;
const versionNeeded = 20;
/** The first day that a zip knows. */
const noDate = 0x21;

export class ZipWriter {
  readonly #file: FileHandle;
  readonly #parts: Part[] = [];
  #at = 0;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Nobody but its owner may read it. */
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
    });
    for await (const chunk of packed) await this.#write(chunk);
    await this.#end(part, { crc: entry.crc32, unpacked: entry.uncompressedSize });
  }

  async add(name: Buffer, pieces: AsyncIterable<string>): Promise<void> {
    const part = await this.#begin({ name, flags: utf8Names, method: deflated, time: 0, date: noDate });
    const packer = createDeflateRaw();
    let [crc, unpacked] = [0, 0];
    const feeding = (async () => {
      for await (const piece of pieces) {
        const bytes = Buffer.from(piece);
        crc = crc32(bytes, crc);
        unpacked += bytes.length;
        if (!packer.write(bytes)) await once(packer, 'drain');
      }
      packer.end();
    })().catch((error: Error) => void packer.destroy(error));
    for await (const chunk of packer) await this.#write(chunk as Buffer);
    await feeding;
    await this.#end(part, { crc, unpacked });
  }

  /** The directory at the end; what was written outlives a loss of power. */
  async finish(): Promise<void> {
    const start = this.#at;
    for (const part of this.#parts) await this.#write(toDirectoryEntry(part));
    const end = Buffer.alloc(22);
    end.writeUInt32LE(0x06054b50, 0);
    end.writeUInt16LE(this.#parts.length, 8);
    end.writeUInt16LE(this.#parts.length, 10);
    end.writeUInt32LE(this.#at - start, 12);
    end.writeUInt32LE(start, 16);
    await this.#write(end);
    await this.#file.sync();
  }

  close(): Promise<void> {
    return this.#file.close();
  }

  async #begin(head: Pick<Part, 'name' | 'flags' | 'method' | 'time' | 'date'>): Promise<Part> {
    const part = { ...head, offset: this.#at, crc: 0, packed: 0, unpacked: 0 };
    await this.#write(toLocalHeader(part));
    return part;
  }

  async #end(part: Part, known: { readonly crc: number; readonly unpacked: number }): Promise<void> {
    const header = toLocalHeader(part).length;
    Object.assign(part, known, { packed: this.#at - part.offset - header });
    if (part.unpacked > sizeMax || part.packed > sizeMax) throw toTooLarge();
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

function toLocalHeader(part: Part): Buffer {
  const signature = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
  return Buffer.concat([signature, toFields(part), part.name]);
}

function toDirectoryEntry(part: Part): Buffer {
  const start = Buffer.from([0x50, 0x4b, 0x01, 0x02, versionNeeded, 0]);
  // No comment, one disk, no attributes.
  const end = Buffer.alloc(14);
  end.writeUInt32LE(part.offset, 10);
  return Buffer.concat([start, toFields(part), end, part.name]);
}

/** What both headers have, in this order. */
function toFields({ name, flags, method, time, date, crc, packed, unpacked }: Part): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(versionNeeded, 0);
  fields.writeUInt16LE(flags, 2);
  fields.writeUInt16LE(method, 4);
  fields.writeUInt16LE(time, 6);
  fields.writeUInt16LE(date, 8);
  fields.writeUInt32LE(crc, 10);
  fields.writeUInt32LE(packed, 14);
  fields.writeUInt32LE(unpacked, 18);
  fields.writeUInt16LE(name.length, 22);
  return fields;
}

function toTooLarge(): TableError {
  return new TableError('With the results the spreadsheet would be larger than 4 GiB. Write CSV: --format csv');
}
