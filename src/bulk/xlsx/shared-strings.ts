// The texts that cells refer to by number. Kept as bytes, in memory up to a bound and then in a file that is deleted with the run.

import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readXml } from './xml-events.ts';

export interface SharedStrings {
  /** Empty where there is no such text. */
  get(index: number): string;
  close(): void;
}

const memoryBytes = 64 * 1024 * 1024;
const firstBytes = 1024 * 1024;

export async function readSharedStrings(pieces: AsyncIterable<string> | undefined): Promise<SharedStrings> {
  const store = new TextStore();
  if (pieces === undefined) return store;
  let text: string | undefined;
  let isPhonetic = false;
  let isText = false;
  try {
    await readXml(pieces, {
      open(name) {
        if (name === 'si') text = '';
        else if (name === 'rPh') isPhonetic = true;
        else if (name === 't') isText = true;
      },
      text(more) {
        if (isText && !isPhonetic && text !== undefined) text += more;
      },
      close(name) {
        if (name === 't') isText = false;
        else if (name === 'rPh') isPhonetic = false;
        else if (name === 'si') store.add(text ?? '');
      },
    });
  } catch (error) {
    store.close();
    throw error;
  }
  return store;
}

class TextStore implements SharedStrings {
  #bytes = Buffer.allocUnsafe(firstBytes);
  /** Where each text ends. */
  #ends = new Float64Array(1024);
  #count = 0;
  #used = 0;
  /** What lies in the file, in front of what is in memory. */
  #filed = 0;
  #file: { readonly descriptor: number; readonly folder: string } | undefined;

  add(text: string): void {
    const bytes = Buffer.from(text);
    if (this.#used + bytes.length > memoryBytes) this.#spill();
    if (this.#used + bytes.length > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#used + bytes.length));
      this.#bytes.copy(larger, 0, 0, this.#used);
      this.#bytes = larger;
    }
    bytes.copy(this.#bytes, this.#used);
    this.#used += bytes.length;
    if (this.#count === this.#ends.length) {
      const larger = new Float64Array(this.#count * 2);
      larger.set(this.#ends);
      this.#ends = larger;
    }
    this.#ends[this.#count++] = this.#filed + this.#used;
  }

  get(index: number): string {
    const end = this.#ends[index];
    if (end === undefined || index >= this.#count) return '';
    const start = index === 0 ? 0 : (this.#ends[index - 1] as number);
    if (start >= this.#filed) return this.#bytes.toString('utf8', start - this.#filed, end - this.#filed);
    const bytes = Buffer.allocUnsafe(end - start);
    readSync(this.#file?.descriptor as number, bytes, 0, bytes.length, start);
    return bytes.toString('utf8');
  }

  close(): void {
    if (this.#file === undefined) return;
    closeSync(this.#file.descriptor);
    rmSync(this.#file.folder, { recursive: true, force: true });
    this.#file = undefined;
  }

  /** A text is all in the file or all in memory. */
  #spill(): void {
    if (this.#file === undefined) {
      const folder = mkdtempSync(join(tmpdir(), 'confere-verify-'));
      this.#file = { folder, descriptor: openSync(join(folder, 'texts'), 'wx+', 0o600) };
    }
    const { descriptor } = this.#file;
    for (let from = 0; from < this.#used; ) {
      from += writeSync(descriptor, this.#bytes, from, this.#used - from, this.#filed + from);
    }
    this.#filed += this.#used;
    this.#used = 0;
  }
}
