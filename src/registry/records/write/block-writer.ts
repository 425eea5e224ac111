// Puts the records of establishments, companies and partners into groups of rows and packs each group. Blocks follow those of the
// verification snapshot, one by one, so that a record needs no key, name or status of its own.

import { crc32 } from 'node:zlib';
import { groupRows, partnersInlineMax, piecePartners, rootFlags, rowFlags, textEnd } from '../layout.ts';
import { createPack, type Pack } from '../packing/packing.ts';
import { GrowingBytes } from './growing-bytes.ts';

const none = -1;

/** A company adds these payloads to its first establishment; the values are offsets, and -1 stands for none. */
export interface RootPayloads {
  company: number;
  simples: number;
  taxRegimes: readonly number[];
  partners: readonly number[];
  establishments: number;
  /** Branch of the head office, -1 for none. Only looked at where there are several establishments. */
  headBranch: number;
}

export interface WrittenBlocks {
  readonly bytes: Uint8Array;
  /** `lengths` holds the lengths of the blocks, and after them those of the pieces. */
  readonly lengths: Uint32Array;
  readonly checksums: Uint32Array;
}

export class RecordBlockWriter {
  readonly #pack: Pack;
  readonly #group = new GrowingBytes();
  readonly #root = new GrowingBytes();
  /** Packed groups of the block that is being written. */
  readonly #groups: Uint8Array[] = [];
  readonly #blocks: Uint8Array[] = [];
  /** Partners of companies that have very many. */
  readonly #pieces: Uint8Array[] = [];
  #source: Uint8Array = new Uint8Array(0);
  #block = 0;
  #rows = 0;
  #begun: RootPayloads | undefined;

  constructor(dictionary: Uint8Array) {
    this.#pack = createPack(dictionary);
  }

  /** `source` holds all payloads of the partition. */
  reset(source: Uint8Array): void {
    this.#source = source;
    for (const list of [this.#groups, this.#blocks, this.#pieces]) list.length = 0;
    this.#block = 0;
    this.#group.length = 0;
    this.#rows = 0;
    this.#begun = undefined;
  }

  /** The company's own values go behind the next row. */
  beginRoot(root: RootPayloads): void {
    this.#begun = root;
  }

  /** `payload` is where the record's two bytes of length stand; `factsBlock` the block of its entry, counted in its partition. */
  append(payload: number, factsBlock: number): void {
    if (factsBlock !== this.#block) {
      this.#closeBlock();
      this.#block = factsBlock;
    } else if (this.#rows === groupRows) this.#closeGroup();
    this.#rows++;
    const group = this.#group;
    const flagsAt = group.length + 2;
    group.copy(this.#source, payload, 2 + this.#lengthAt(payload));
    if (this.#begun === undefined) return;
    group.bytes[flagsAt] = (group.bytes[flagsAt] as number) | rowFlags.beginsRoot;
    this.#putRoot(this.#begun);
    group.putThree(this.#root.length);
    group.copy(this.#root.bytes, 0, this.#root.length);
    this.#begun = undefined;
  }

  finish(): WrittenBlocks {
    if (this.#rows > 0) this.#closeBlock();
    const all = [...this.#blocks, ...this.#pieces];
    return {
      bytes: Buffer.concat(all),
      lengths: Uint32Array.from(all, (bytes) => bytes.length),
      checksums: Uint32Array.from(all, (bytes) => crc32(bytes)),
    };
  }

  #putRoot(root: RootPayloads): void {
    const { company, simples, partners, taxRegimes } = root;
    const several = root.establishments > 1;
    const isApart = partners.length > partnersInlineMax;
    const federativeAt = company === none ? none : this.#federativeAt(company + 2);
    const hasFederative = federativeAt !== none && this.#source[federativeAt] !== textEnd;
    const target = this.#root;
    target.length = 0;
    target.put(
      (company === none ? 0 : rootFlags.company) |
        (simples === none ? 0 : rootFlags.simples) |
        (partners.length === 0 || isApart ? 0 : rootFlags.partners) |
        (several ? rootFlags.several : 0) |
        (hasFederative ? rootFlags.federative : 0) |
        (taxRegimes.length === 0 ? 0 : rootFlags.taxRegimes) |
        (isApart ? rootFlags.partnersApart : 0),
    );
    if (company !== none) {
      const end = hasFederative ? company + 2 + this.#lengthAt(company) : federativeAt;
      target.copy(this.#source, company + 2, end - company - 2);
    }
    if (simples !== none) target.copy(this.#source, simples + 2, this.#lengthAt(simples));
    if (several) {
      target.putVarint(root.establishments);
      target.putVarint(root.headBranch + 1);
    }
    if (taxRegimes.length > 0) this.#putAll(target, taxRegimes);
    if (isApart) {
      target.putVarint(partners.length);
      target.putVarint(this.#pieces.length);
      this.#writePieces(partners);
    } else if (partners.length > 0) this.#putAll(target, partners);
  }

  #putAll(target: GrowingBytes, payloads: readonly number[]): void {
    target.putVarint(payloads.length);
    for (const payload of payloads) target.copy(this.#source, payload + 2, this.#lengthAt(payload));
  }

  #writePieces(partners: readonly number[]): void {
    const piece = new GrowingBytes();
    for (let from = 0; from < partners.length; from += piecePartners) {
      piece.length = 0;
      this.#putAll(piece, partners.slice(from, from + piecePartners));
      this.#pieces.push(this.#pack(piece.view()));
    }
  }

  /** After nature, qualification and size stands the capital, as many bytes as have their upper bit set and one more. */
  #federativeAt(company: number): number {
    let at = company + 4;
    while ((this.#source[at] as number) >= 128) at++;
    return at + 1;
  }

  #lengthAt(at: number): number {
    return (this.#source[at] as number) | ((this.#source[at + 1] as number) << 8);
  }

  #closeGroup(): void {
    this.#groups.push(this.#pack(this.#group.view()));
    this.#group.length = 0;
    this.#rows = 0;
  }

  #closeBlock(): void {
    this.#closeGroup();
    const head = Buffer.alloc(2 + 3 * this.#groups.length);
    head[0] = groupRows;
    head[1] = this.#groups.length;
    for (const [group, { length }] of this.#groups.entries()) head.writeUIntLE(length, 2 + 3 * group, 3);
    this.#blocks.push(Buffer.concat([head, ...this.#groups]));
    this.#groups.length = 0;
  }
}
