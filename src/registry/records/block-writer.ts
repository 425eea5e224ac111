// Sorts the records of establishments, companies and partners into the columns of a block and packs each block with zstd.
// Blocks follow those of the verification snapshot, pair by pair, so that a record needs no key, name or status of its own.

import { constants, crc32, zstdCompressSync } from 'node:zlib';
import { unlistedActivity } from './codes.ts';
import {
  columnCount,
  columns,
  factsBlocksPerBlock,
  partnerFlags,
  partnerNumberBytes,
  rareFlags,
  rootFlags,
  rowFlags,
  rowTexts,
  textEnd,
} from './layout.ts';

/** Level 3 took 0.7 µs an establishment and 46 bytes; 1 is not faster on blocks of 8 KB, 9 takes four times as long for 2 % less. */
const compression = { params: { [constants.ZSTD_c_compressionLevel]: 3 }, chunkSize: 16 * 1024 };
const none = -1;

/** What a company adds to its first establishment; offsets of payloads, -1 for none. */
export interface RootPayloads {
  company: number;
  simples: number;
  partners: readonly number[];
  establishments: number;
  /** Branch of the head office, -1 for none. Only looked at where there are several establishments. */
  headBranch: number;
}

export interface WrittenBlocks {
  readonly bytes: Uint8Array;
  readonly lengths: Uint32Array;
  readonly checksums: Uint32Array;
}

class Column {
  bytes = new Uint8Array(1024);
  length = 0;

  copy(source: Uint8Array, from: number, count: number): void {
    const bytes = this.#room(count);
    const at = this.length;
    for (let index = 0; index < count; index++) bytes[at + index] = source[from + index] as number;
    this.length = at + count;
  }

  copyAll(other: Column): void {
    this.#room(other.length).set(other.bytes.subarray(0, other.length), this.length);
    this.length += other.length;
  }

  put(byte: number): void {
    this.#room(1)[this.length++] = byte;
  }

  putVarint(value: number): void {
    let rest = value;
    for (; rest >= 128; rest >>>= 7) this.put((rest & 127) | 128);
    this.put(rest);
  }

  #room(count: number): Uint8Array {
    if (this.length + count > this.bytes.length) {
      const larger = new Uint8Array(2 * (this.length + count));
      larger.set(this.bytes);
      this.bytes = larger;
    }
    return this.bytes;
  }
}

export class RecordBlockWriter {
  readonly #columns = Array.from({ length: columnCount }, () => new Column());
  readonly #head = new Column();
  readonly #raw = new Column();
  readonly #packed: Uint8Array[] = [];
  readonly #checksums: number[] = [];
  #source: Uint8Array = new Uint8Array(0);
  #block = 0;
  #rows = 0;
  #firstRows = 0;
  #root: RootPayloads | undefined;

  /** `source` holds all payloads of the partition. */
  reset(source: Uint8Array): void {
    this.#source = source;
    this.#packed.length = 0;
    this.#checksums.length = 0;
    this.#block = 0;
    this.#clear();
    this.#root = undefined;
  }

  /** The company's own columns go before the next row, in the same block. */
  beginRoot(root: RootPayloads): void {
    this.#root = root;
  }

  /** `payload` is where the record's two bytes of length stand; `factsBlock` the block of its entry, counted in its partition. */
  append(payload: number, factsBlock: number): void {
    const block = Math.trunc(factsBlock / factsBlocksPerBlock);
    if (block !== this.#block) {
      this.#close();
      this.#block = block;
    }
    this.#rows++;
    if (factsBlock % factsBlocksPerBlock === 0) this.#firstRows++;
    const begins = this.#root === undefined ? 0 : rowFlags.beginsRoot;
    this.#appendRow(payload + 2, begins);
    if (this.#root !== undefined) this.#appendRoot(this.#root);
    this.#root = undefined;
  }

  finish(): WrittenBlocks {
    if (this.#rows > 0) this.#close();
    return {
      bytes: Buffer.concat(this.#packed),
      lengths: Uint32Array.from(this.#packed, (packed) => packed.length),
      checksums: Uint32Array.from(this.#checksums),
    };
  }

  #appendRow(from: number, begins: number): void {
    const source = this.#source;
    let at = from;
    const flags = source[at++] as number;
    this.#put(columns.rowFlags, flags | begins);
    const rare = (flags & rowFlags.rare) === 0 ? 0 : (source[at++] as number);
    if (rare !== 0) this.#put(columns.rowRare, rare);
    if ((flags & rowFlags.ownSince) !== 0) at = this.#copy(columns.since, at, 2);
    at = this.#copy(columns.reason, at, 1);
    at = this.#copy(columns.activity, at, this.#activityBytes(at));
    if ((flags & rowFlags.otherActivities) !== 0) at = this.#copyOtherActivities(at);
    at = this.#copy(columns.postalCode, at, 4);
    at = this.#copy(columns.municipality, at, 2);
    at = this.#copy(columns.state, at, 1);
    if ((flags & rowFlags.phone) !== 0) at = this.#copy(columns.phones, at, 5);
    if ((flags & rowFlags.secondPhone) !== 0) at = this.#copy(columns.phones, at, 5);
    if ((flags & rowFlags.fax) !== 0) at = this.#copy(columns.phones, at, 5);
    if ((rare & rareFlags.statusCode) !== 0) at = this.#copy(columns.rareNumbers, at, 1);
    if ((rare & rareFlags.country) !== 0) at = this.#copy(columns.rareNumbers, at, 2);
    if ((rare & rareFlags.special) !== 0) at = this.#copy(columns.rareNumbers, at, 2);
    for (const text of rowTexts) at = this.#copyText(columns[text], at);
    if ((rare & rareFlags.cityAbroad) !== 0) at = this.#copyText(columns.rareTexts, at);
    if ((rare & rareFlags.special) !== 0) this.#copyText(columns.rareTexts, at);
  }

  #appendRoot(root: RootPayloads): void {
    const several = root.establishments > 1;
    const federativeAt = root.company === none ? none : this.#federativeAt(root.company + 2);
    const hasFederative = federativeAt !== none && this.#source[federativeAt] !== textEnd;
    this.#put(
      columns.rootFlags,
      (root.company === none ? 0 : rootFlags.company) |
        (root.simples === none ? 0 : rootFlags.simples) |
        (root.partners.length === 0 ? 0 : rootFlags.partners) |
        (several ? rootFlags.several : 0) |
        (hasFederative ? rootFlags.federative : 0),
    );
    if (root.company !== none) {
      this.#copy(columns.company, root.company + 2, 4);
      this.#copy(columns.capital, root.company + 6, federativeAt - root.company - 6);
      if (hasFederative) this.#copyText(columns.federative, federativeAt);
    }
    if (root.simples !== none) this.#copy(columns.simples, root.simples + 2, this.#lengthAt(root.simples));
    if (several) {
      const column = this.#columns[columns.several] as Column;
      column.putVarint(root.establishments);
      column.putVarint(root.headBranch + 1);
    }
    if (root.partners.length === 0) return;
    (this.#columns[columns.partners] as Column).putVarint(root.partners.length);
    for (const partner of root.partners) this.#appendPartner(partner + 2);
  }

  #appendPartner(from: number): void {
    let at = this.#copy(columns.partnerKinds, from, 2);
    at = this.#copy(columns.partnerDays, at, 2);
    const flags = this.#source[at++] as number;
    this.#put(columns.partnerFlags, flags);
    at = this.#copy(columns.partnerNumbers, at, partnerNumberBytes(flags));
    at = this.#copyText(columns.partnerTexts, at);
    if ((flags & partnerFlags.cnpj) !== 0) at = this.#copyText(columns.partnerTexts, at);
    if ((flags & partnerFlags.representative) !== 0) this.#copyText(columns.partnerTexts, at);
  }

  /** After nature, qualification and size stands the capital, as many bytes as have their upper bit set and one more. */
  #federativeAt(company: number): number {
    let at = company + 4;
    while ((this.#source[at] as number) >= 128) at++;
    return at + 1;
  }

  #activityBytes(at: number): number {
    return this.#lengthAt(at) === unlistedActivity ? 5 : 2;
  }

  #copyOtherActivities(from: number): number {
    let at = from + 1;
    for (let count = this.#source[from] as number; count > 0; count--) at += this.#activityBytes(at);
    return this.#copy(columns.otherActivities, from, at - from);
  }

  #copyText(column: number, from: number): number {
    const source = this.#source;
    let end = from;
    while (source[end] !== textEnd) end++;
    return this.#copy(column, from, end + 1 - from);
  }

  #copy(column: number, from: number, count: number): number {
    (this.#columns[column] as Column).copy(this.#source, from, count);
    return from + count;
  }

  #put(column: number, byte: number): void {
    (this.#columns[column] as Column).put(byte);
  }

  #lengthAt(at: number): number {
    return (this.#source[at] as number) | ((this.#source[at + 1] as number) << 8);
  }

  #close(): void {
    const head = this.#head;
    head.length = 0;
    head.putVarint(this.#rows);
    head.putVarint(this.#firstRows);
    for (const column of this.#columns) head.putVarint(column.length);
    const raw = this.#raw;
    raw.length = 0;
    raw.copyAll(head);
    for (const column of this.#columns) raw.copyAll(column);
    const packed = zstdCompressSync(raw.bytes.subarray(0, raw.length), compression);
    this.#packed.push(packed);
    this.#checksums.push(crc32(packed));
    this.#clear();
  }

  #clear(): void {
    for (const column of this.#columns) column.length = 0;
    this.#rows = 0;
    this.#firstRows = 0;
  }
}
