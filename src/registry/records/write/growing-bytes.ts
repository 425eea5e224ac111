// Bytes that are appended to and used again: no new array for every group of an import.

export class GrowingBytes {
  bytes = new Uint8Array(4096);
  length = 0;

  /** Short copies, hundreds of millions of them: a loop beats a call into the engine. */
  copy(source: Uint8Array, from: number, count: number): void {
    const bytes = this.#room(count);
    const at = this.length;
    for (let index = 0; index < count; index++) bytes[at + index] = source[from + index] as number;
    this.length = at + count;
  }

  put(byte: number): void {
    this.#room(1)[this.length++] = byte;
  }

  putVarint(value: number): void {
    let rest = value;
    for (; rest >= 128; rest >>>= 7) this.put((rest & 127) | 128);
    this.put(rest);
  }

  putThree(value: number): void {
    this.put(value);
    this.put(value >>> 8);
    this.put(value >>> 16);
  }

  /** Valid until the next change. */
  view(): Uint8Array {
    return this.bytes.subarray(0, this.length);
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
