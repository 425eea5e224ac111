// The partners of a company with very many of them: pieces of a hundred, unpacked when somebody asks for them.

import type { Partner } from '../../../domain/company/company-record.ts';
import { piecePartners } from '../layout.ts';
import type { Unpack } from '../packing/unpacking.ts';
import type { TextsByCode } from '../tables.ts';
import { decodePartners, type PartnersApart } from './decode-root.ts';
import { RowReader } from './row-reader.ts';

/** The packed bytes of a piece, counted among those of its partition. */
export type ReadPiece = (partition: number, piece: number) => Buffer;

export class PartnerPieces {
  readonly #readPiece: ReadPiece;
  readonly #unpack: Unpack;
  readonly #texts: TextsByCode;
  readonly #reader = new RowReader();

  constructor(readPiece: ReadPiece, unpack: Unpack, texts: TextsByCode) {
    this.#readPiece = readPiece;
    this.#unpack = unpack;
    this.#texts = texts;
  }

  /** At most `count` of them, from the given one on. */
  read(partition: number, { total, firstPiece }: PartnersApart, from: number, count: number): Partner[] {
    const end = Math.min(from + count, total);
    const partners: Partner[] = [];
    for (let piece = Math.trunc(from / piecePartners); piece * piecePartners < end; piece++) {
      const bytes = this.#unpack(this.#readPiece(partition, firstPiece + piece));
      const read = this.#reader.begin(bytes, 0, bytes.length);
      partners.push(...decodePartners(read, read.varint(), this.#texts));
    }
    const skipped = from % piecePartners;
    return partners.slice(skipped, skipped + Math.max(0, end - from));
  }
}
