// Which encoding a text has, told by its bytes: the mark at its beginning, the zeros of UTF-16, and line by line whether it is
// UTF-8. Latin-1 with an accent is never valid UTF-8 by accident for long, so a line that is not UTF-8 is Windows-1252.

import { TableError } from '../table.ts';

export const encodings = ['utf-8', 'latin1', 'utf-16'] as const;
export type Encoding = (typeof encodings)[number];

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });
const looseUtf8 = new TextDecoder('utf-8');
/** Programs that say Latin-1 mean this encoding. It has the euro sign and the quotation marks of Windows, which Latin-1 lacks. */
const windows1252 = new TextDecoder('windows-1252');

export interface TextStart {
  /** UTF-16 becomes UTF-8, and the mark is gone. */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** The first of them, for a look; they are in `chunks`, too. */
  readonly sample: Uint8Array;
  readonly hasMark: boolean;
}

/** `sample` is how the bytes begin, all of them where there are few; `chunks` has them again. */
export async function openText(
  sample: Uint8Array,
  chunks: AsyncIterable<Uint8Array>,
  encoding: Encoding | undefined,
): Promise<TextStart> {
  const wide = findWide(sample, encoding);
  if (wide !== undefined) {
    const decoded = decodeWide(chunks, wide);
    const iterator = decoded[Symbol.asyncIterator]();
    const first = await iterator.next();
    const text = first.done === true ? new Uint8Array(0) : first.value;
    return { chunks: chain(text, iterator), sample: text, hasMark: true };
  }
  if (sample.subarray(0, 4096).includes(0)) {
    throw new TableError('The file is not text. CSV, NDJSON and XLSX can be read.', {
      en: 'The file is not text. Send CSV or NDJSON.',
      pt: 'O arquivo não é de texto. Envie CSV ou NDJSON.',
    });
  }
  const hasMark = sample[0] === 0xef && sample[1] === 0xbb && sample[2] === 0xbf;
  return hasMark
    ? { chunks: withoutFirst(chunks, 3), sample: sample.subarray(3), hasMark }
    : { chunks, sample, hasMark };
}

function findWide(sample: Uint8Array, encoding: Encoding | undefined): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second] = sample;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (encoding !== undefined && encoding !== 'utf-16') return undefined;
  // A header is ASCII for the most part: every second byte is zero.
  const looked = sample.subarray(0, 200);
  let [even, odd] = [0, 0];
  for (const [index, byte] of looked.entries()) if (byte === 0) index % 2 === 0 ? even++ : odd++;
  const most = looked.length * 0.4;
  if (looked.length >= 4 && odd > most && even === 0) return 'utf-16le';
  if (looked.length >= 4 && even > most && odd === 0) return 'utf-16be';
  return encoding === 'utf-16' ? 'utf-16le' : undefined;
}

async function* decodeWide(chunks: AsyncIterable<Uint8Array>, encoding: string): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder(encoding);
  const encoder = new TextEncoder();
  for await (const chunk of chunks) {
    const bytes = encoder.encode(decoder.decode(chunk, { stream: true }));
    if (bytes.length > 0) yield bytes;
  }
  const rest = encoder.encode(decoder.decode());
  if (rest.length > 0) yield rest;
}

async function* chain(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}

async function* withoutFirst(chunks: AsyncIterable<Uint8Array>, count: number): AsyncGenerator<Uint8Array> {
  let left = count;
  for await (const chunk of chunks) {
    const dropped = Math.min(left, chunk.length);
    left -= dropped;
    if (dropped < chunk.length) yield chunk.subarray(dropped);
  }
}

export interface BlockText {
  readonly text: string;
  /** Lines that are not UTF-8, of those that are not plain ASCII either. */
  readonly latinLines: number;
  /** Lines of UTF-8 in a block that has others; not counted in one that has none. */
  readonly utf8Lines: number;
  /** `mixedLines` lists the lines that mix both encodings. Lines count from 0 within the block. */
  readonly mixedLines: readonly number[];
}

/** The text of whole lines. `encoding` overrules what the bytes say. */
export function decodeLines(bytes: Uint8Array, lineEnd: number, encoding: Encoding | undefined): BlockText {
  if (encoding === 'latin1') return { text: windows1252.decode(bytes), latinLines: 0, utf8Lines: 0, mixedLines: [] };
  try {
    return { text: strictUtf8.decode(bytes), latinLines: 0, utf8Lines: 0, mixedLines: [] };
  } catch {
    return encoding === undefined
      ? decodeEach(bytes, lineEnd)
      : { text: looseUtf8.decode(bytes), latinLines: 0, utf8Lines: 0, mixedLines: [] };
  }
}

function decodeEach(bytes: Uint8Array, lineEnd: number): BlockText {
  let text = '';
  let [latinLines, utf8Lines, line] = [0, 0, 0];
  const mixedLines: number[] = [];
  for (let from = 0; from < bytes.length; line++) {
    const found = bytes.indexOf(lineEnd, from);
    const end = found < 0 ? bytes.length : found + 1;
    const piece = bytes.subarray(from, end);
    const kind = kindOf(piece);
    text += (kind === 'latin1' ? windows1252 : looseUtf8).decode(piece);
    if (kind === 'latin1') latinLines++;
    else if (kind === 'utf-8') utf8Lines++;
    else if (kind === 'mixed') mixedLines.push(line);
    from = end;
  }
  return { text, latinLines, utf8Lines, mixedLines };
}

function kindOf(line: Uint8Array): 'ascii' | 'utf-8' | 'latin1' | 'mixed' {
  let [sequences, strays] = [0, 0];
  for (let at = 0; at < line.length; at++) {
    const byte = line[at] as number;
    if (byte < 0x80) continue;
    const more =
      byte >= 0xc2 && byte <= 0xdf ? 1 : byte >= 0xe0 && byte <= 0xef ? 2 : byte >= 0xf0 && byte <= 0xf4 ? 3 : 0;
    let good = 0;
    while (good < more && ((line[at + good + 1] ?? 0) & 0xc0) === 0x80) good++;
    if (more > 0 && good === more) {
      sequences++;
      at += more;
    } else {
      strays++;
    }
  }
  if (strays === 0) return sequences === 0 ? 'ascii' : 'utf-8';
  return sequences === 0 ? 'latin1' : 'mixed';
}
