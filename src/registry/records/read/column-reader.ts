// Reads values out of the columns of an unpacked block of the first format, from copies of a cursor's positions.

import { columnCount, textEnd } from '../layout.ts';
import type { ValueReader } from './value-reader.ts';

export class ColumnReader implements ValueReader {
  #block: Buffer = Buffer.alloc(0);
  /** One array for all reads: making a new one each time took a tenth of a lookup. */
  readonly #at = new Int32Array(columnCount);

  /** Begins to read at a copy of the positions. */
  begin(block: Buffer, positions: Int32Array): this {
    this.#block = block;
    this.#at.set(positions);
    return this;
  }

  one(column: number): number {
    return this.#block[this.#move(column, 1)] as number;
  }

  two(column: number): number {
    const at = this.#move(column, 2);
    return (this.#block[at] as number) | ((this.#block[at + 1] as number) << 8);
  }

  three(column: number): number {
    return this.two(column) | (this.one(column) << 16);
  }

  four(column: number): number {
    return this.#block.readUInt32LE(this.#move(column, 4));
  }

  varint(column: number): number {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.one(column);
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  }

  text(column: number): string | null {
    const from = this.#at[column] as number;
    let end = from;
    while (end < this.#block.length && this.#block[end] !== textEnd) end++;
    this.#at[column] = end + 1;
    return end === from ? null : this.#block.toString('latin1', from, end);
  }

  #move(column: number, bytes: number): number {
    const at = this.#at[column] as number;
    this.#at[column] = at + bytes;
    return at;
  }
}
