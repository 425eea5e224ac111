// Whether a table was cut short, by how it ends: in the middle of a row. Lines of text below a table are broken rows as well, but whole
// lines.

import { open } from 'node:fs/promises';
import type { FileMember } from '../../../datasets/files/file-member.ts';

/** A line end, and the mark that old programs write behind the last one. */
const wholeEnd = /[\r\n]\x1a?$/;

export class LastRows {
  /** `quote`: since the last whole row a quotation mark was opened that nothing closed. */
  #end: 'whole' | 'broken' | 'quote' = 'whole';

  add(fault: string | undefined): void {
    if (fault === undefined) this.#end = 'whole';
    else if (fault === 'unclosed_quote') this.#end = 'quote';
    else if (this.#end === 'whole') this.#end = 'broken';
  }

  /** A zip vouches for its content; of an extracted file only its end tells. */
  async areCut({ path, csvBytes, crc32 }: FileMember): Promise<boolean> {
    if (crc32 !== undefined || this.#end === 'whole') return false;
    return this.#end === 'quote' || !wholeEnd.test(await readEnd(path, csvBytes));
  }
}

async function readEnd(path: string, bytes: number): Promise<string> {
  await using handle = await open(path, 'r');
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, Math.max(0, bytes - 2));
  return buffer.subarray(0, bytesRead).toString('latin1');
}
