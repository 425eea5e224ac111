// A position that moves forward over the establishments of one partition of a snapshot, in key order. Blocks that hold nothing of
// what is sought are not read.

import { keyLow, partitionOf } from '../files/cnpj-key.ts';
import { BlockCursor, blockBytes } from '../snapshot/block.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

export class EntryWalk {
  readonly cursor: BlockCursor;
  /** The key of the entry it stands on; above every key once the end is reached. */
  high = 0;
  low = 0;
  readonly #snapshot: Snapshot;
  readonly #buffer = Buffer.allocUnsafeSlow(blockBytes);
  readonly #partitions: number;
  readonly #partition: number;
  readonly #end: number;
  #block: number;
  #isRead = false;

  /** Walks over the entries of `partition` of `partitions`; the snapshot may have fewer partitions. */
  constructor(snapshot: Snapshot, partition: number, partitions: number) {
    this.#snapshot = snapshot;
    this.cursor = new BlockCursor(this.#buffer);
    const { partitionStarts, partitionBlocks } = snapshot.index;
    const own = partition & (partitionStarts.length - 1);
    this.#partition = partition;
    this.#partitions = partitions === partitionStarts.length ? 0 : partitions;
    this.#block = partitionStarts[own] as number;
    this.#end = this.#block + (partitionBlocks[own] as number);
  }

  get isAtEnd(): boolean {
    return this.#block >= this.#end;
  }

  /** To the next entry, or to the first. */
  advance(): void {
    for (; this.#block < this.#end; this.#nextBlock()) {
      if (!this.#isRead) this.#read();
      while (this.cursor.advance()) {
        if (!this.#isWanted()) continue;
        this.high = this.cursor.high;
        this.low = keyLow(this.cursor.low, this.cursor.branch);
        return;
      }
    }
    this.high = Number.POSITIVE_INFINITY;
  }

  /** Moves to the first entry that is not before the key. A caller must seek keys in their order. */
  seek(high: number, low: number): void {
    const { keyHigh, keyLow: keyLows } = this.#snapshot.index;
    if (this.#isRead && !isBefore(this.high, this.low, high, low)) return;
    let block = this.#block;
    while (block + 1 < this.#end && !isBefore(high, low, keyHigh[block + 1] as number, keyLows[block + 1] as number)) {
      block++;
    }
    if (block !== this.#block) {
      this.#block = block;
      this.#isRead = false;
    }
    do this.advance();
    while (!this.isAtEnd && isBefore(this.high, this.low, high, low));
  }

  #read(): void {
    this.#snapshot.readBlock(this.#block, this.#buffer);
    this.cursor.rewind();
    this.#isRead = true;
  }

  #nextBlock(): void {
    this.#block++;
    this.#isRead = false;
  }

  #isWanted(): boolean {
    if (this.#partitions === 0) return true;
    return partitionOf(this.cursor.high, this.cursor.low, this.#partitions) === this.#partition;
  }
}

function isBefore(high: number, low: number, otherHigh: number, otherLow: number): boolean {
  return high < otherHigh || (high === otherHigh && low < otherLow);
}
