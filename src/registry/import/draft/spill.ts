// Rows on their way from the files to the snapshot: compact records, sorted into partitions by root and written to one file
// per thread in extents of one partition each. Only lives while an import runs.

import { writeSync } from 'node:fs';
import { partitionOf } from '../../files/cnpj-key.ts';
import { payloadBytesMax } from '../../records/write/row-payload.ts';

export const recordKinds = { company: 0, simples: 1, partner: 2, establishment: 3 } as const;
/** Where whole records are imported, each row is followed by the length (2) and the bytes of its other columns. */
/** Kind and flags (1), root (6). */
export const recordHead = 7;
/** Head, branch (3), start date (3), length of the trade name (1). */
export const establishmentHead = recordHead + 7;
/** Head, length of the legal name (1). */
export const companyHead = recordHead + 1;
/** Head, MEI exclusion date (3). */
export const simplesHead = recordHead + 3;
/** Set in the first byte of a Simples row with an option for MEI. */
export const meiOpted = 1 << 2;
/** Set in the first byte of a row of kind `partner` that is a tax regime: both only add to what a company has. */
export const isTaxRegime = 1 << 2;
/** Longer names are cut: the Receita's longest are 150 (legal) and 55 (trade). */
export const nameBytesMax = 255;
const recordBytesMax = establishmentHead + nameBytesMax + 2 + payloadBytesMax;
const extentBytes = 32 * 1024;

export interface Extent {
  readonly partition: number;
  readonly offset: number;
  readonly bytes: number;
}

export class SpillWriter {
  readonly extents: Extent[] = [];
  /** The caller writes the record's bytes here, from `at` on, after `begin` and before `end`. */
  readonly bytes: Uint8Array;
  readonly #fd: number;
  readonly #partitions: number;
  readonly #used: Uint32Array;
  #partition = 0;
  #fileBytes = 0;

  constructor(fd: number, partitions: number) {
    this.#fd = fd;
    this.#partitions = partitions;
    this.#used = new Uint32Array(partitions);
    this.bytes = new Uint8Array(partitions * extentBytes);
  }

  /** Writes kind, flags and root, and returns where the rest of the record goes. */
  begin(kindAndFlags: number, high: number, low: number): number {
    const partition = partitionOf(high, low, this.#partitions);
    if ((this.#used[partition] as number) + recordBytesMax > extentBytes) this.#flush(partition);
    this.#partition = partition;
    const at = partition * extentBytes + (this.#used[partition] as number);
    const bytes = this.bytes;
    bytes[at] = kindAndFlags;
    bytes[at + 1] = high;
    bytes[at + 2] = high >>> 8;
    bytes[at + 3] = high >>> 16;
    bytes[at + 4] = high >>> 24;
    bytes[at + 5] = low;
    bytes[at + 6] = low >>> 8;
    return at + recordHead;
  }

  /** Keeps the record begun last. Without this call the next record overwrites it. */
  end(at: number): void {
    this.#used[this.#partition] = at - this.#partition * extentBytes;
  }

  flush(): void {
    for (let partition = 0; partition < this.#partitions; partition++) this.#flush(partition);
  }

  #flush(partition: number): void {
    const bytes = this.#used[partition] as number;
    if (bytes === 0) return;
    const from = partition * extentBytes;
    writeAll(this.#fd, this.bytes.subarray(from, from + bytes), this.#fileBytes);
    this.extents.push({ partition, offset: this.#fileBytes, bytes });
    this.#fileBytes += bytes;
    this.#used[partition] = 0;
  }
}

/** `writeSync` may write less than asked, on a disk that is nearly full. */
export function writeAll(fd: number, bytes: Uint8Array, position: number): void {
  let done = 0;
  while (done < bytes.length) done += writeSync(fd, bytes, done, bytes.length - done, position + done);
}
