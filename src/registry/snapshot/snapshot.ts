// One snapshot on disk: `blocks.dat` (the establishments), `index.dat` (first key and CRC-32 of every block) and `manifest.json`
// (what it is, and the hash of the index). The chain manifest -> index -> block makes every single read prove itself.

import { hash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { CompanyLookup } from '../../app/verify/ports.ts';
import { SnapshotDamage } from '../../datasets/folder/damage.ts';
import type { Company } from '../../domain/company/company.ts';
import { type Cnpj, type CnpjRoot, completeCnpj } from '../../domain/numbers/cnpj.ts';
import { fromQuad, keyLow, partitionOf, rootHigh, rootLow, toQuad } from '../files/cnpj-key.ts';
import { BlockCursor, blockBytes } from './block.ts';
import { type Manifest, readManifest } from './manifest.ts';

export const blocksFile = 'blocks.dat';
export const indexFile = 'index.dat';

/** The index in memory: four columns, one row per block, in the order of the file; and where each partition begins. */
export interface SnapshotIndex {
  readonly partitionStarts: Uint32Array;
  readonly partitionBlocks: Uint32Array;
  readonly keyHigh: Uint32Array;
  readonly keyLow: Uint32Array;
  readonly checksums: Uint32Array;
}

/** An establishment lies at this place: its partition, the block counted in that partition, and the entry counted in that block. */
export interface EntryPlace {
  readonly partition: number;
  readonly block: number;
  readonly entry: number;
  readonly company: Company;
}

export function encodeIndex(index: SnapshotIndex): Buffer {
  const columns = [index.partitionStarts, index.partitionBlocks, index.keyHigh, index.keyLow, index.checksums];
  return Buffer.concat(columns.map((column) => Buffer.from(column.buffer, column.byteOffset, column.byteLength)));
}

function decodeIndex(bytes: Buffer, partitions: number, blocks: number): SnapshotIndex {
  if (bytes.length !== 4 * (2 * partitions + 3 * blocks)) throw new SnapshotDamage('index.dat has the wrong size.');
  let at = bytes.byteOffset;
  const column = (length: number): Uint32Array => {
    const values = new Uint32Array(bytes.buffer, at, length);
    at += 4 * length;
    return values;
  };
  return {
    partitionStarts: column(partitions),
    partitionBlocks: column(partitions),
    keyHigh: column(blocks),
    keyLow: column(blocks),
    checksums: column(blocks),
  };
}

export class Snapshot {
  readonly manifest: Manifest;
  readonly index: SnapshotIndex;
  readonly #fd: number;
  readonly #block = Buffer.allocUnsafeSlow(blockBytes);
  readonly #cursor = new BlockCursor(this.#block);

  constructor(manifest: Manifest, index: SnapshotIndex, fd: number) {
    this.manifest = manifest;
    this.index = index;
    this.#fd = fd;
  }

  /** One read of one block. Throws SnapshotDamage or a system error; never answers from bytes that do not match the index. */
  find(cnpj: Cnpj): CompanyLookup {
    const dataAsOf = this.manifest.data_as_of;
    const second = toQuad(cnpj, 4);
    const high = rootHigh(toQuad(cnpj, 0), second);
    const low = rootLow(second);
    const branch = toQuad(cnpj, 8);
    const block = this.#findBlock(high, low, branch);
    if (block < 0) return { kind: 'not_found', dataAsOf };
    this.readBlock(block, this.#block);
    const cursor = this.#cursor;
    cursor.rewind();
    while (cursor.advance()) {
      if (cursor.high === high && cursor.low === low && cursor.branch === branch) {
        return { kind: 'found', company: cursor.toCompany(cnpj), dataAsOf };
      }
    }
    return { kind: 'not_found', dataAsOf };
  }

  /** As `find`, and where the answer stands. */
  locate(cnpj: Cnpj): EntryPlace | undefined {
    const branch = toQuad(cnpj, 8);
    const [place] = this.walkRoot(cnpj.slice(0, 8) as string as CnpjRoot, branch);
    return place?.company.cnpj === cnpj ? place : undefined;
  }

  /** The establishments of a root in the order of their branches, from `fromBranch` on. To be used up at once. */
  *walkRoot(root: CnpjRoot, fromBranch: number): Generator<EntryPlace> {
    const second = toQuad(root, 4);
    const high = rootHigh(toQuad(root, 0), second);
    const low = rootLow(second);
    const partition = partitionOf(high, low, this.index.partitionStarts.length);
    const first = this.index.partitionStarts[partition] as number;
    const end = first + (this.index.partitionBlocks[partition] as number);
    const buffer = Buffer.allocUnsafe(blockBytes);
    const cursor = new BlockCursor(buffer);
    for (let block = Math.max(first, this.#findBlock(high, low, fromBranch)); block < end; block++) {
      this.readBlock(block, buffer);
      cursor.rewind();
      for (let entry = 0; cursor.advance(); entry++) {
        if (cursor.high > high || (cursor.high === high && cursor.low > low)) return;
        if (cursor.high !== high || cursor.low !== low || cursor.branch < fromBranch) continue;
        const company = cursor.toCompany(completeCnpj(`${root}${fromQuad(cursor.branch)}`));
        yield { partition, block: block - first, entry, company };
      }
    }
  }

  /** Reads a block and proves that it is the one that was written there. */
  readBlock(block: number, target: Buffer): void {
    // A read can be cut short by a signal, so a short one is tried again before it is damage.
    let bytes = 0;
    while (bytes < blockBytes) {
      const more = readSync(this.#fd, target, bytes, blockBytes - bytes, block * blockBytes + bytes);
      if (more === 0) throw new SnapshotDamage(`blocks.dat ends before block ${block}.`);
      bytes += more;
    }
    if (crc32(target) !== this.index.checksums[block])
      throw new SnapshotDamage(`Block ${block} of blocks.dat is damaged.`);
  }

  close(): void {
    closeSync(this.#fd);
  }

  [Symbol.dispose](): void {
    this.close();
  }

  /** The last block of the root's partition whose first key is not after the key; -1 where even the first one is. */
  #findBlock(high: number, low: number, branch: number): number {
    const { partitionStarts, partitionBlocks, keyHigh, keyLow: keyLows } = this.index;
    const partition = partitionOf(high, low, partitionStarts.length);
    const wantedLow = keyLow(low, branch);
    let before = (partitionStarts[partition] as number) - 1;
    let after = before + 1 + (partitionBlocks[partition] as number);
    const first = before;
    while (after - before > 1) {
      const middle = (before + after) >>> 1;
      const middleHigh = keyHigh[middle] as number;
      if (middleHigh < high || (middleHigh === high && (keyLows[middle] as number) <= wantedLow)) before = middle;
      else after = middle;
    }
    return before === first ? -1 : before;
  }
}

/** Opens a snapshot of any size in milliseconds: it reads the manifest and the index, not the blocks. Throws SnapshotDamage or a system error. */
export function openSnapshot(directory: string): Snapshot {
  const manifest = readManifest(directory);
  const indexBytes = readFileSync(join(directory, indexFile));
  if (hash('sha256', indexBytes, 'hex') !== manifest.index_sha256) throw new SnapshotDamage('index.dat is damaged.');
  const index = decodeIndex(indexBytes, manifest.partitions, manifest.blocks);
  const fd = openSync(join(directory, blocksFile), 'r');
  if (fstatSync(fd).size !== manifest.blocks * blockBytes) {
    closeSync(fd);
    throw new SnapshotDamage('blocks.dat has the wrong size.');
  }
  return new Snapshot(manifest, index, fd);
}
