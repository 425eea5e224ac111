// The first format: walks over the establishments of one unpacked block, moving through all its columns at once.
// Snapshots of before the second format are read by this; nothing writes it any more.

import { SnapshotDamage } from '../../../datasets/folder/damage.ts';
import { unlistedActivity } from '../codes.ts';
import {
  columnCount,
  columns,
  partnerFlags,
  partnerNumberBytes,
  rareFlags,
  rootFlags,
  rowFlags,
  rowTexts,
  simplesFlags,
  textEnd,
} from '../layout.ts';
import type { TextsByCode } from '../tables.ts';
import { ColumnReader } from './column-reader.ts';
import { decodeRoot, type RootRecord } from './decode-root.ts';
import { decodeRow, type RowRecord } from './decode-row.ts';
import type { ReadBlock, RecordCursor } from './record-cursor.ts';

/** Where each column stands: at the row that is looked at, or at the company that began last. */
export type Positions = Int32Array;

const rowColumnsEnd = columns.rootFlags;

export class ColumnCursor implements RecordCursor {
  #rows = 0;
  /** Whether the company of the row began in this block. */
  hasRoot = false;
  /** Whether it begins with this row. */
  begins = false;
  readonly #next: Positions = new Int32Array(columnCount);
  readonly #ends: Positions = new Int32Array(columnCount);
  readonly #row: Positions = new Int32Array(columnCount);
  readonly #root: Positions = new Int32Array(columnCount);
  readonly #reader = new ColumnReader();
  readonly #texts: TextsByCode;
  readonly #readBlock: ReadBlock;
  #block: Buffer = Buffer.alloc(0);
  #end = 0;
  #read = 0;

  constructor(readBlock: ReadBlock, texts: TextsByCode) {
    this.#readBlock = readBlock;
    this.#texts = texts;
  }

  moveTo(partition: number, block: number, row: number): void {
    this.load(partition, block);
    for (let step = 0; step <= row; step++)
      if (!this.advance()) throw new SnapshotDamage('A block of records holds fewer establishments than blocks.dat.');
  }

  load(partition: number, number: number): void {
    const block = this.#readBlock(partition, number);
    this.#block = block;
    this.#end = 0;
    this.#rows = this.#takeVarint();
    // The rows of the first of two blocks of the verification snapshot, in a form that never left the session.
    this.#takeVarint();
    for (let column = 0; column < columnCount; column++) this.#ends[column] = this.#takeVarint();
    let at = this.#end;
    for (let column = 0; column < columnCount; column++) {
      this.#next[column] = at;
      at += this.#ends[column] as number;
      this.#ends[column] = at;
    }
    if (at !== block.length) throw new SnapshotDamage('A block of records does not have the length of its columns.');
    this.#read = 0;
    this.hasRoot = false;
    this.begins = false;
  }

  /** Moves to the next establishment; false at the end of the block. */
  advance(): boolean {
    if (this.#read === this.#rows) return false;
    this.#read++;
    const block = this.#block;
    const next = this.#next;
    for (let column = 0; column < rowColumnsEnd; column++) this.#row[column] = next[column] as number;
    const flags = this.#take(columns.rowFlags, 1);
    const rare = (flags & rowFlags.rare) === 0 ? 0 : this.#take(columns.rowRare, 1);
    if ((flags & rowFlags.ownSince) !== 0) this.#skip(columns.since, 2);
    this.#skip(columns.reason, 1);
    this.#skipActivity(columns.activity);
    if ((flags & rowFlags.otherActivities) !== 0)
      for (let count = this.#take(columns.otherActivities, 1); count > 0; count--)
        this.#skipActivity(columns.otherActivities);
    this.#skip(columns.postalCode, 4);
    this.#skip(columns.municipality, 2);
    this.#skip(columns.state, 1);
    const phones = ((flags >>> 2) & 1) + ((flags >>> 3) & 1) + ((flags >>> 4) & 1);
    this.#skip(columns.phones, 5 * phones);
    if (rare !== 0) this.#skipRare(rare);
    const firstText = columns[rowTexts[0]];
    for (let column = firstText; column < firstText + rowTexts.length; column++) {
      let at = next[column] as number;
      while (at < block.length && block[at] !== textEnd) at++;
      next[column] = at + 1;
    }
    this.begins = (flags & rowFlags.beginsRoot) !== 0;
    if (this.begins) this.#advanceRoot();
    return true;
  }

  /** Whether every column was read to its last byte. */
  isAtEnd(): boolean {
    return this.#next.every((at, column) => at === this.#ends[column]);
  }

  decodeRow(): RowRecord {
    return decodeRow(this.#reader.begin(this.#block, this.#row), this.#texts);
  }

  decodeRoot(): RootRecord {
    return decodeRoot(this.#reader.begin(this.#block, this.#root), this.#texts);
  }

  #advanceRoot(): void {
    for (let column = rowColumnsEnd; column < columnCount; column++) this.#root[column] = this.#next[column] as number;
    this.hasRoot = true;
    const flags = this.#take(columns.rootFlags, 1);
    if ((flags & rootFlags.company) !== 0) {
      this.#skip(columns.company, 4);
      this.#skipVarint(columns.capital);
    }
    if ((flags & rootFlags.federative) !== 0) this.#skipText(columns.federative);
    if ((flags & rootFlags.simples) !== 0) {
      const simples = this.#take(columns.simples, 2);
      for (let flag: number = simplesFlags.optedOn; flag <= simplesFlags.meiExcludedOn; flag <<= 1)
        if ((simples & flag) !== 0) this.#skip(columns.simples, 2);
    }
    if ((flags & rootFlags.several) !== 0) {
      this.#skipVarint(columns.several);
      this.#skipVarint(columns.several);
    }
    if ((flags & rootFlags.partners) !== 0) this.#skipPartners();
  }

  #skipPartners(): void {
    this.#end = this.#next[columns.partners] as number;
    const count = this.#takeVarint();
    this.#next[columns.partners] = this.#end;
    this.#skip(columns.partnerKinds, 2 * count);
    this.#skip(columns.partnerDays, 2 * count);
    for (let partner = 0; partner < count; partner++) {
      const flags = this.#take(columns.partnerFlags, 1);
      this.#skip(columns.partnerNumbers, partnerNumberBytes(flags));
      this.#skipText(columns.partnerTexts);
      if ((flags & partnerFlags.cnpj) !== 0) this.#skipText(columns.partnerTexts);
      if ((flags & partnerFlags.representative) !== 0) this.#skipText(columns.partnerTexts);
    }
  }

  #skipRare(rare: number): void {
    const numbers =
      ((rare & rareFlags.statusCode) === 0 ? 0 : 1) +
      ((rare & rareFlags.country) === 0 ? 0 : 2) +
      ((rare & rareFlags.special) === 0 ? 0 : 2);
    this.#skip(columns.rareNumbers, numbers);
    if ((rare & rareFlags.cityAbroad) !== 0) this.#skipText(columns.rareTexts);
    if ((rare & rareFlags.special) !== 0) this.#skipText(columns.rareTexts);
  }

  #skipActivity(column: number): void {
    if (this.#take(column, 2) === unlistedActivity) this.#skip(column, 3);
  }

  #skipText(column: number): void {
    const end = this.#block.indexOf(textEnd, this.#next[column] as number);
    this.#next[column] = end + 1;
  }

  #skipVarint(column: number): void {
    let at = this.#next[column] as number;
    while ((this.#block[at] as number) >= 128) at++;
    this.#next[column] = at + 1;
  }

  #skip(column: number, bytes: number): void {
    this.#next[column] = (this.#next[column] as number) + bytes;
  }

  #take(column: number, bytes: 1 | 2): number {
    const at = this.#next[column] as number;
    this.#next[column] = at + bytes;
    const first = this.#block[at] as number;
    return bytes === 1 ? first : first | ((this.#block[at + 1] as number) << 8);
  }

  #takeVarint(): number {
    let value = 0;
    let scale = 1;
    for (;;) {
      const byte = this.#block[this.#end++];
      if (byte === undefined) throw new SnapshotDamage('A block of records ends too early.');
      value += (byte & 127) * scale;
      if (byte < 128) return value;
      scale *= 128;
    }
  }
}
