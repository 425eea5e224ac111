// Bytes of a record: its length in two of them, then numbers, low byte first, and texts with their end.

import { textEnd } from '../layout.ts';

export class PayloadBytes {
  target: Uint8Array = new Uint8Array(0);
  at = 0;
  #lastFrom = 0;

  /** Leaves room for the length. */
  begin(target: Uint8Array, from: number): void {
    this.target = target;
    this.at = from + 2;
  }

  /** Returns where the record ends. */
  finish(from: number): number {
    const bytes = this.at - from - 2;
    this.#lastFrom = from + 2;
    this.target[from] = bytes;
    this.target[from + 1] = bytes >>> 8;
    return this.at;
  }

  /** The record that was written last, without its length; valid until the next. */
  get last(): Uint8Array {
    return this.target.subarray(this.#lastFrom, this.at);
  }

  putOne(value: number): void {
    this.target[this.at++] = value;
  }

  putTwo(value: number): void {
    this.target[this.at++] = value;
    this.target[this.at++] = value >>> 8;
  }

  putThree(value: number): void {
    this.putTwo(value);
    this.target[this.at++] = value >>> 16;
  }

  putFour(value: number): void {
    this.putThree(value);
    this.target[this.at++] = value >>> 24;
  }

  putVarint(value: number): void {
    let rest = value;
    while (rest >= 128) {
      this.target[this.at++] = 128 + (rest % 128);
      rest = Math.floor(rest / 128);
    }
    this.target[this.at++] = rest;
  }

  putEnd(): void {
    this.target[this.at++] = textEnd;
  }
}
