// The second file of a snapshot, `records.dat`: blocks and pieces, `records-index.dat` with their lengths and CRC-32, `tables.json`.
// The manifest holds the hash of the index and of the tables, the index the CRC of every block: each read proves itself.

import { hash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { SnapshotDamage } from '../../datasets/folder/damage.ts';
import type { Manifest, RecordsManifest } from '../snapshot/manifest.ts';
import { recordsFormat } from './layout.ts';
import { createUnpack, type Unpack } from './packing/unpacking.ts';
import { PartnerPieces } from './read/partner-pieces.ts';
import { RecordCursor } from './read/record-cursor.ts';
import { decodeTables, type RecordTables, TextsByCode } from './tables.ts';

export const recordsFile = 'records.dat';
export const recordsIndexFile = 'records-index.dat';
export const tablesFile = 'tables.json';

/** The blocks of a partition lie side by side and begin at a multiple of this. */
export const pageBytes = 4096;

export interface RecordsIndex {
  /** Where each partition begins, in pages. */
  readonly partitionPages: Uint32Array;
  readonly partitionBlocks: Uint32Array;
  /** `lengths` holds the length of every block, partition by partition. */
  readonly lengths: Uint32Array;
  readonly checksums: Uint32Array;
}

export function encodeRecordsIndex(index: RecordsIndex): Buffer {
  const columns = [index.partitionPages, index.partitionBlocks, index.lengths, index.checksums];
  return Buffer.concat(columns.map((column) => Buffer.from(column.buffer, column.byteOffset, column.byteLength)));
}

function decodeRecordsIndex(bytes: Buffer, partitions: number, blocks: number): RecordsIndex {
  if (bytes.length !== 8 * (partitions + blocks)) throw new SnapshotDamage('records-index.dat has the wrong size.');
  const column = (from: number, length: number): Uint32Array =>
    new Uint32Array(bytes.buffer, bytes.byteOffset + 4 * from, length);
  return {
    partitionPages: column(0, partitions),
    partitionBlocks: column(partitions, partitions),
    lengths: column(2 * partitions, blocks),
    checksums: column(2 * partitions + blocks, blocks),
  };
}

export class RecordsFile {
  readonly about: RecordsManifest;
  readonly index: RecordsIndex;
  readonly texts: TextsByCode;
  readonly #fd: number;
  /** Number of the first block of each partition. */
  readonly #firstBlocks: Uint32Array;
  readonly #offsets: Float64Array;
  readonly #unpack: Unpack;
  #packed = Buffer.allocUnsafeSlow(16 * 1024);

  constructor(about: RecordsManifest, index: RecordsIndex, tables: RecordTables, fd: number) {
    this.about = about;
    this.index = index;
    this.texts = new TextsByCode(tables);
    this.#fd = fd;
    this.#unpack = createUnpack(tables.dictionary === undefined ? undefined : Buffer.from(tables.dictionary, 'base64'));
    this.#firstBlocks = new Uint32Array(index.partitionBlocks.length);
    this.#offsets = new Float64Array(index.lengths.length);
    let block = 0;
    for (let partition = 0; partition < index.partitionBlocks.length; partition++) {
      this.#firstBlocks[partition] = block;
      let offset = (index.partitionPages[partition] as number) * pageBytes;
      for (const end = block + (index.partitionBlocks[partition] as number); block < end; block++) {
        this.#offsets[block] = offset;
        offset += index.lengths[block] as number;
      }
    }
  }

  createCursor(): RecordCursor {
    return new RecordCursor(this.#readBlock, this.#unpack, this.texts);
  }

  /** `factsBlocks` are the blocks of the verification snapshot in each partition: the pieces come after as many of ours. */
  createPartnerPieces(factsBlocks: Uint32Array): PartnerPieces {
    const readPiece = (partition: number, piece: number): Buffer =>
      this.#readBlock(partition, (factsBlocks[partition] as number) + piece);
    return new PartnerPieces(readPiece, this.#unpack, this.texts);
  }

  /** Proves that a block is the one that was written there. Valid until the next read. */
  readonly #readBlock = (partition: number, blockInPartition: number): Buffer =>
    this.#readPacked(this.#numberOf(partition, blockInPartition));

  #numberOf(partition: number, blockInPartition: number): number {
    if (blockInPartition >= (this.index.partitionBlocks[partition] as number))
      throw new SnapshotDamage('records.dat has no block for an establishment that blocks.dat holds.');
    return (this.#firstBlocks[partition] as number) + blockInPartition;
  }

  /** Proves that what stands on the disk is what was written there, without unpacking it. */
  checkBlock(partition: number, blockInPartition: number): void {
    this.#readPacked((this.#firstBlocks[partition] as number) + blockInPartition);
  }

  #readPacked(block: number): Buffer {
    const length = this.index.lengths[block] as number;
    if (this.#packed.length < length) this.#packed = Buffer.allocUnsafeSlow(length);
    const packed = this.#packed.subarray(0, length);
    // A read can be cut short by a signal, so a short one is tried again before it is damage.
    for (let bytes = 0; bytes < length; ) {
      const more = readSync(this.#fd, packed, bytes, length - bytes, (this.#offsets[block] as number) + bytes);
      if (more === 0) throw new SnapshotDamage(`records.dat ends before block ${block}.`);
      bytes += more;
    }
    if (crc32(packed) !== this.index.checksums[block])
      throw new SnapshotDamage(`Block ${block} of records.dat is damaged.`);
    return packed;
  }

  close(): void {
    closeSync(this.#fd);
  }

  [Symbol.dispose](): void {
    this.close();
  }
}

/** Returns undefined if the snapshot was imported without records. Throws SnapshotDamage or a system error. */
export function openRecordsFile(directory: string, manifest: Manifest): RecordsFile | undefined {
  const about = manifest.records;
  if (about === null) return undefined;
  if (about.format !== recordsFormat)
    throw new SnapshotDamage('The records were written in another format: import the files again.');
  const indexBytes = readFileSync(join(directory, recordsIndexFile));
  if (hash('sha256', indexBytes, 'hex') !== about.index_sha256)
    throw new SnapshotDamage('records-index.dat is damaged.');
  const tables = readFileSync(join(directory, tablesFile), 'utf8');
  if (hash('sha256', tables, 'hex') !== about.tables_sha256) throw new SnapshotDamage('tables.json is damaged.');
  const index = decodeRecordsIndex(indexBytes, manifest.partitions, about.blocks);
  const fd = openSync(join(directory, recordsFile), 'r');
  if (fstatSync(fd).size !== about.file_bytes) {
    closeSync(fd);
    throw new SnapshotDamage('records.dat has the wrong size.');
  }
  return new RecordsFile(about, index, decodeTables(tables), fd);
}
