// The snapshot's unit of storage: a block of fixed size with establishments in key order, read with one pread.
// Owns the bytes inside a block, writing and reading; where blocks lie and whether one is intact is snapshot.ts's affair.

import { type Company, companyStatuses } from '../../domain/company/company.ts';
import type { Cnpj } from '../../domain/numbers/cnpj.ts';
import { firstBranch, keyLow } from '../files/cnpj-key.ts';
import { fromPackedDate } from '../files/quirks.ts';

/** Holds about 40 establishments. Reading and checking 4 KiB took 3.5 µs, 2 KiB 2.5 µs, and the country's index stays under 30 MB. */
export const blockBytes = 2048;

/*
 * An entry, little-endian:
 *   1  flags: bit 0 same root as the entry before, bits 1-3 status, bit 4 head office, bit 5 special situation,
 *      bit 6 branch is 0001, bit 7 set in every entry (0 is the padding at the end of a block)
 *   unless the root is the same as before:
 *     4  upper 32 bits of the root
 *     2  lower 10 bits of the root; bit 10 MEI option, bit 11 an exclusion date follows
 *     1  length of the legal name, then the name in Latin-1
 *    (3) MEI exclusion date
 *  (3) branch, unless it is 0001
 *   3  start date, 0 for none
 *   1  length of the trade name, then the name in Latin-1
 */
const sameRoot = 1;
const statusBits = 1;
const headOffice = 1 << 4;
const special = 1 << 5;
const branchIsFirst = 1 << 6;
const present = 1 << 7;
const meiOption = 1 << 10;
const meiExcluded = 1 << 11;
const rootLowMask = 1023;
/** These flags state facts of an establishment, and not how its entry is written. */
const factFlags = (7 << statusBits) | headOffice | special;

/** All establishments of one root share these facts; `names` holds the legal name. */
export interface RootFacts {
  high: number;
  low: number;
  meiOpted: boolean;
  /** Packed day, 0 for none. */
  meiExcludedOn: number;
  names: Uint8Array;
  nameAt: number;
  nameBytes: number;
}

export interface EstablishmentFacts {
  branch: number;
  status: number;
  headOffice: boolean;
  specialSituation: boolean;
  /** Packed day, 0 for none. */
  startedOn: number;
  names: Uint8Array;
  nameAt: number;
  nameBytes: number;
}

/** Writes entries into blocks one after another, in a buffer that grows. */
export class BlockWriter {
  bytes = new Uint8Array(256 * blockBytes);
  /** Key of the first entry of each block, as two words each. */
  readonly firstKeys: number[] = [];
  #at = 0;
  #blockEnd = 0;
  #high = -1;
  #low = -1;

  get blocks(): number {
    return this.#blockEnd / blockBytes;
  }

  reset(): void {
    this.bytes.fill(0, 0, this.#blockEnd);
    this.firstKeys.length = 0;
    this.#at = 0;
    this.#blockEnd = 0;
  }

  append(root: RootFacts, establishment: EstablishmentFacts): void {
    const shortBytes = 5 + (establishment.branch === firstBranch ? 0 : 3) + establishment.nameBytes;
    const fullBytes = shortBytes + 7 + root.nameBytes + (root.meiExcludedOn === 0 ? 0 : 3);
    let continues = this.#high === root.high && this.#low === root.low && this.#at > 0;
    if (this.#at + (continues ? shortBytes : fullBytes) > this.#blockEnd) {
      this.#nextBlock(root, establishment);
      continues = false;
    }
    const bytes = this.bytes;
    let at = this.#at;
    bytes[at++] =
      present |
      (continues ? sameRoot : 0) |
      (establishment.status << statusBits) |
      (establishment.headOffice ? headOffice : 0) |
      (establishment.specialSituation ? special : 0) |
      (establishment.branch === firstBranch ? branchIsFirst : 0);
    if (!continues) at = this.#appendRoot(root, at);
    if (establishment.branch !== firstBranch) at = putThree(bytes, at, establishment.branch);
    at = putThree(bytes, at, establishment.startedOn);
    this.#at = putName(bytes, at, establishment);
  }

  #appendRoot(root: RootFacts, from: number): number {
    const bytes = this.bytes;
    let at = from;
    const low = root.low | (root.meiOpted ? meiOption : 0) | (root.meiExcludedOn === 0 ? 0 : meiExcluded);
    bytes[at++] = root.high;
    bytes[at++] = root.high >>> 8;
    bytes[at++] = root.high >>> 16;
    bytes[at++] = root.high >>> 24;
    bytes[at++] = low;
    bytes[at++] = low >>> 8;
    at = putName(bytes, at, root);
    if (root.meiExcludedOn !== 0) at = putThree(bytes, at, root.meiExcludedOn);
    this.#high = root.high;
    this.#low = root.low;
    return at;
  }

  #nextBlock(root: RootFacts, establishment: EstablishmentFacts): void {
    this.#at = this.#blockEnd;
    this.#blockEnd += blockBytes;
    this.firstKeys.push(root.high, keyLow(root.low, establishment.branch));
    if (this.#blockEnd <= this.bytes.length) return;
    const larger = new Uint8Array(this.bytes.length * 2);
    larger.set(this.bytes);
    this.bytes = larger;
  }
}

function putThree(bytes: Uint8Array, at: number, value: number): number {
  bytes[at] = value;
  bytes[at + 1] = value >>> 8;
  bytes[at + 2] = value >>> 16;
  return at + 3;
}

function putName(
  bytes: Uint8Array,
  at: number,
  source: { names: Uint8Array; nameAt: number; nameBytes: number },
): number {
  const { names, nameAt, nameBytes } = source;
  bytes[at] = nameBytes;
  for (let index = 0; index < nameBytes; index++) bytes[at + 1 + index] = names[nameAt + index] as number;
  return at + 1 + nameBytes;
}

/** A position that walks over the entries of one block. */
export class BlockCursor {
  high = 0;
  low = 0;
  branch = 0;
  readonly #block: Buffer;
  #next = 0;
  #flags = 0;
  #rootFlags = 0;
  #legalNameAt = 0;
  #excludedOnAt = 0;
  #startedOnAt = 0;

  constructor(block: Buffer) {
    this.#block = block;
  }

  rewind(): void {
    this.#next = 0;
  }

  /** Moves to the next entry; false at the end of the block. */
  advance(): boolean {
    const block = this.#block;
    let at = this.#next;
    // The smallest entry that repeats its root has five bytes; less room than that is padding.
    if (at + 5 > blockBytes) return false;
    const flags = block[at++] as number;
    if (flags === 0) return false;
    this.#flags = flags;
    if ((flags & sameRoot) === 0) {
      this.high =
        ((block[at] as number) |
          ((block[at + 1] as number) << 8) |
          ((block[at + 2] as number) << 16) |
          ((block[at + 3] as number) << 24)) >>>
        0;
      const low = (block[at + 4] as number) | ((block[at + 5] as number) << 8);
      this.low = low & rootLowMask;
      this.#rootFlags = low;
      this.#legalNameAt = at + 6;
      at += 7 + (block[at + 6] as number);
      this.#excludedOnAt = at;
      if ((low & meiExcluded) !== 0) at += 3;
    }
    if ((flags & branchIsFirst) !== 0) {
      this.branch = firstBranch;
    } else {
      this.branch = getThree(block, at);
      at += 3;
    }
    this.#startedOnAt = at;
    this.#next = at + 4 + (block[at + 3] as number);
    return true;
  }

  /** Packed days, 0 for none; without the cost of a whole company. */
  get startedOn(): number {
    return getThree(this.#block, this.#startedOnAt);
  }

  get meiExcludedOn(): number {
    return (this.#rootFlags & meiExcluded) === 0 ? 0 : getThree(this.#block, this.#excludedOnAt);
  }

  /** Tells whether both cursors stand on entries with the same facts, even if the establishments differ. */
  saysTheSame(other: BlockCursor): boolean {
    if (((this.#flags ^ other.#flags) & factFlags) !== 0 || this.startedOn !== other.startedOn) return false;
    if (((this.#rootFlags ^ other.#rootFlags) & meiOption) !== 0 || this.meiExcludedOn !== other.meiExcludedOn)
      return false;
    return (
      hasSameName(this.#block, this.#legalNameAt, other.#block, other.#legalNameAt) &&
      hasSameName(this.#block, this.#startedOnAt + 3, other.#block, other.#startedOnAt + 3)
    );
  }

  toCompany(cnpj: Cnpj): Company {
    const block = this.#block;
    const flags = this.#flags;
    return {
      cnpj,
      legalName: getName(block, this.#legalNameAt),
      tradeName: getName(block, this.#startedOnAt + 3),
      status: companyStatuses[(flags >>> statusBits) & 7] ?? 'unknown',
      foundationDate: fromPackedDate(this.startedOn),
      meiOpted: (this.#rootFlags & meiOption) !== 0,
      meiExcludedOn: fromPackedDate(this.meiExcludedOn),
      headOffice: (flags & headOffice) !== 0,
      specialSituation: (flags & special) !== 0,
    };
  }
}

function hasSameName(block: Buffer, at: number, other: Buffer, otherAt: number): boolean {
  const bytes = block[at] as number;
  for (let index = 0; index <= bytes; index++) if (block[at + index] !== other[otherAt + index]) return false;
  return true;
}

function getThree(block: Buffer, at: number): number {
  return (block[at] as number) | ((block[at + 1] as number) << 8) | ((block[at + 2] as number) << 16);
}

function getName(block: Buffer, at: number): string | null {
  const bytes = block[at] as number;
  return bytes === 0 ? null : block.toString('latin1', at + 1, at + 1 + bytes);
}
