// The texts that cells refer to by number. Kept as bytes, in memory up to a bound and then in a scratch file.

import { TableError } from '../../app/bulk/table.ts';
import { createScratchFile, type ScratchFile } from '../scratch-file.ts';
import { rowTextMax } from './cell-text.ts';
import { readXml } from './xml-events.ts';

export interface SharedStrings {
  /** Returns undefined if there is no such text. */
  get(index: number): string | undefined;
  close(): void;
}

const memoryBytes = 64 * 1024 * 1024;
const firstBytes = 1024 * 1024;

interface SharedStringsBounds {
  readonly memoryBytesMax?: number;
  /** Where each text ends is kept in memory, also of those that say nothing. */
  readonly textsMax?: number;
}

export async function readSharedStrings(
  pieces: AsyncIterable<string> | undefined,
  { memoryBytesMax = memoryBytes, textsMax = Number.POSITIVE_INFINITY }: SharedStringsBounds = {},
): Promise<SharedStrings> {
  const store = new TextStore(memoryBytesMax);
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
        // A row refuses a longer text, so that its rest is not needed.
        if (isText && !isPhonetic && text !== undefined && text.length <= rowTextMax) text += more;
      },
      close(name) {
        if (name === 't') isText = false;
        else if (name === 'rPh') isPhonetic = false;
        else if (name === 'si') {
          if (store.count >= textsMax) throw toManyTexts();
          store.add(text ?? '');
        }
      },
    });
  } catch (error) {
    store.close();
    throw error;
  }
  return store;
}

class TextStore implements SharedStrings {
  readonly #memoryBytes: number;
  #bytes = Buffer.allocUnsafe(firstBytes);
  /** `#ends` holds the end position of each text. */
  #ends = new Float64Array(1024);
  count = 0;
  #used = 0;
  /** `#filed` counts the bytes in the file, which come before those in memory. */
  #filed = 0;
  #file: ScratchFile | undefined;

  constructor(memoryBytesMax: number) {
    this.#memoryBytes = memoryBytesMax;
  }

  add(text: string): void {
    const bytes = Buffer.from(text);
    if (this.#used + bytes.length > this.#memoryBytes) this.#spill();
    if (this.#used + bytes.length > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#used + bytes.length));
      this.#bytes.copy(larger, 0, 0, this.#used);
      this.#bytes = larger;
    }
    bytes.copy(this.#bytes, this.#used);
    this.#used += bytes.length;
    if (this.count === this.#ends.length) {
      const larger = new Float64Array(this.count * 2);
      larger.set(this.#ends);
      this.#ends = larger;
    }
    this.#ends[this.count++] = this.#filed + this.#used;
  }

  get(index: number): string | undefined {
    const end = this.#ends[index];
    if (end === undefined || index >= this.count) return undefined;
    const start = index === 0 ? 0 : (this.#ends[index - 1] as number);
    if (start >= this.#filed) return this.#bytes.toString('utf8', start - this.#filed, end - this.#filed);
    return (this.#file as ScratchFile).read(start, end).toString('utf8');
  }

  close(): void {
    this.#file?.close();
    this.#file = undefined;
  }

  /** A text is all in the file or all in memory. */
  #spill(): void {
    this.#file ??= createScratchFile();
    this.#file.append(this.#bytes.subarray(0, this.#used));
    this.#filed += this.#used;
    this.#used = 0;
  }
}

function toManyTexts(): TableError {
  return new TableError({
    en: 'The spreadsheet has more texts than rows could hold. Save it as CSV.',
    pt: 'A planilha tem mais textos do que cabem nas linhas. Salve-a como CSV.',
  });
}
