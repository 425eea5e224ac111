// Reads the values of one record. They lie one behind the other, in the order in which the import writes them.

import { SnapshotDamage } from '../../../datasets/folder/damage.ts';
import { textEnd } from '../layout.ts';

const lineEnd = String.fromCharCode(textEnd);

export class RowReader {
  #bytes: Buffer = Buffer.alloc(0);
  #from = 0;
  #end = 0;
  #at = 0;
  /** All bytes of the record as characters, made once: to cut texts out of it is cheaper than to make each out of bytes. */
  #characters: string | undefined;

  begin(bytes: Buffer, from: number, end: number): this {
    this.#bytes = bytes;
    this.#from = from;
    this.#end = end;
    this.#at = from;
    this.#characters = undefined;
    return this;
  }

  one(): number {
    return this.#bytes[this.#at++] as number;
  }

  two(): number {
    const at = this.#at;
    this.#at = at + 2;
    return (this.#bytes[at] as number) | ((this.#bytes[at + 1] as number) << 8);
  }

  three(): number {
    return this.two() | (this.one() << 16);
  }

  four(): number {
    return (this.two() | (this.two() << 16)) >>> 0;
  }

  varint(): number {
    let value = 0;
    for (let scale = 1; this.#at < this.#end; scale *= 128) {
      const byte = this.one();
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
    throw new SnapshotDamage('A record ends too early.');
  }

  text(): string | null {
    this.#characters ??= this.#bytes.toString('latin1', this.#from, this.#end);
    const characters = this.#characters;
    const from = this.#at - this.#from;
    const end = characters.indexOf(lineEnd, from);
    if (end < 0) throw new SnapshotDamage('A record ends too early.');
    this.#at = this.#from + end + 1;
    return end === from ? null : characters.slice(from, end);
  }
}
