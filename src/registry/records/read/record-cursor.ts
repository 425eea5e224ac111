// Walks over the establishments of a block of records. A block is a list of groups, each a frame of its own. A group is rows one behind
// the other, each with its length before it. To read a row, the cursor unpacks its group and steps over the rows before it.

import { SnapshotDamage } from '../../../datasets/folder/damage.ts';
import { rowFlags } from '../layout.ts';
import type { Unpack } from '../packing/unpacking.ts';
import type { TextsByCode } from '../tables.ts';
import { decodeRoot, type RootRecord } from './decode-root.ts';
import { decodeRow, type RowRecord } from './decode-row.ts';
import { RowReader } from './row-reader.ts';

interface Span {
  bytes: Buffer;
  from: number;
  end: number;
}

/** The packed bytes of a block. */
type ReadBlock = (partition: number, block: number) => Buffer;

export class RecordCursor {
  /** `hasRoot` tells whether the cursor has passed the beginning of the row's company since it was loaded or moved. */
  hasRoot = false;
  /** `begins` tells whether the company begins with this row. */
  begins = false;
  readonly #readBlock: ReadBlock;
  readonly #unpack: Unpack;
  readonly #texts: TextsByCode;
  readonly #reader = new RowReader();
  readonly #row: Span = { bytes: Buffer.alloc(0), from: 0, end: 0 };
  /** The company that began last; its group may be one before that of the row. */
  readonly #root: Span = { bytes: Buffer.alloc(0), from: 0, end: 0 };
  /** Groups of the block that are still to come. */
  #groups: Buffer[] = [];
  #group: Buffer = Buffer.alloc(0);
  #at = 0;

  constructor(readBlock: ReadBlock, unpack: Unpack, texts: TextsByCode) {
    this.#readBlock = readBlock;
    this.#unpack = unpack;
    this.#texts = texts;
  }

  /** Stands at one establishment, counted in its block. */
  moveTo(partition: number, block: number, row: number): void {
    const bytes = this.#readBlock(partition, block);
    const rowsInGroup = bytes[0] as number;
    const wanted = Math.trunc(row / rowsInGroup);
    this.#begin([], this.#unpack(groupOf(bytes, wanted)));
    for (let step = row % rowsInGroup; step >= 0; step--)
      if (!this.advance()) throw new SnapshotDamage('A block of records holds fewer establishments than blocks.dat.');
  }

  /** Stands before the first establishment of a block. */
  load(partition: number, block: number): void {
    const bytes = this.#readBlock(partition, block);
    const [first, ...others] = groupsOf(bytes).map(this.#unpack);
    this.#begin(others, first ?? Buffer.alloc(0));
  }

  /** Moves to the next establishment; false at the end of the block. */
  advance(): boolean {
    if (this.#at === this.#group.length) {
      const next = this.#groups.shift();
      if (next === undefined) return false;
      this.#group = next;
      this.#at = 0;
    }
    const group = this.#group;
    const from = this.#at + 2;
    const end = from + ((group[this.#at] as number) | ((group[this.#at + 1] as number) << 8));
    if (end > group.length) throw new SnapshotDamage('A group of records ends too early.');
    this.#row.bytes = group;
    this.#row.from = from;
    this.#row.end = end;
    this.#at = end;
    this.begins = ((group[from] as number) & rowFlags.beginsRoot) !== 0;
    if (this.begins) this.#advanceRoot(end);
    return true;
  }

  decodeRow(): RowRecord {
    const { bytes, from, end } = this.#row;
    return decodeRow(this.#reader.begin(bytes, from, end), this.#texts);
  }

  decodeRoot(): RootRecord {
    const { bytes, from, end } = this.#root;
    return decodeRoot(this.#reader.begin(bytes, from, end), this.#texts);
  }

  /** Tells whether every byte of the block was read. The decoding proves that each row and company is as long as its values. */
  isAtEnd(): boolean {
    return this.#groups.length === 0 && this.#at === this.#group.length;
  }

  #begin(groups: Buffer[], group: Buffer): void {
    this.#groups = groups;
    this.#group = group;
    this.#at = 0;
    this.hasRoot = false;
    this.begins = false;
  }

  #advanceRoot(at: number): void {
    const group = this.#group;
    const bytes = (group[at] as number) | ((group[at + 1] as number) << 8) | ((group[at + 2] as number) << 16);
    this.#root.bytes = group;
    this.#root.from = at + 3;
    this.#root.end = at + 3 + bytes;
    if (!(this.#root.end <= group.length)) throw new SnapshotDamage('A group of records ends too early.');
    this.#at = this.#root.end;
    this.hasRoot = true;
  }
}

/** A block begins with how many rows a group has, how many groups there are, and three bytes of length for each. */
function groupOf(block: Buffer, wanted: number): Buffer {
  const groups = block[1] as number;
  if (!(wanted < groups)) throw new SnapshotDamage('A block of records holds fewer establishments than blocks.dat.');
  let at = 2 + 3 * groups;
  for (let group = 0; group < wanted; group++) at += block.readUIntLE(2 + 3 * group, 3);
  return block.subarray(at, at + block.readUIntLE(2 + 3 * wanted, 3));
}

function groupsOf(block: Buffer): Buffer[] {
  return Array.from({ length: block[1] as number }, (_, group) => groupOf(block, group));
}
