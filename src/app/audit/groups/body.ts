// What is sealed of a row: the texts of its records, and the salts of their commitments. As long as nothing of a group was erased, its salts
// follow from one seed; after that those that are left stand there one by one, and of what is gone its commitments alone.

import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { commitmentBytes, saltsBytes, seedBytes, toSalts } from './commitments.ts';

/** The salts of one record, or of one that was erased the hashes that it committed to. */
export type KeptSalts =
  | { readonly kind: 'salts'; readonly bytes: Buffer }
  | { readonly kind: 'erased'; readonly bytes: Buffer };

/** The salts belong to one committed group. */
export type PartSalts =
  | { readonly kind: 'seed'; readonly seed: Buffer }
  | { readonly kind: 'each'; readonly records: readonly KeptSalts[] };

export interface ContentsBody {
  /** `salts` holds the salts of each group of the row. */
  readonly salts: readonly PartSalts[];
  /** `contents` holds the content of each record. The value is null for a record that was erased. */
  readonly contents: readonly (string | null)[];
}

const format = 1;
const plain = 0;
const zstd = 1;
/** Below that, compressing costs more than it saves: a call takes 25 µs. */
const compressedMin = 16;
const level = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
const [isSeed, isEach] = [0, 1];
const [isKept, isErased] = [0, 1];

/** No text has a line break of its own: each is JSON, or empty for one that is gone. */
function writeTexts(texts: readonly (string | null)[]): Buffer {
  return Buffer.from(texts.map((text) => text ?? '').join('\n'));
}

function readTexts(bytes: Buffer, count: number): readonly (string | null)[] {
  const texts = bytes.toString('utf8').split('\n');
  if (texts.length !== count) throw new Error('A group of the audit has another number of records than its row says');
  return texts.map((text) => (text === '' ? null : text));
}

function pack(body: Buffer, count: number): Buffer {
  const isCompressed = count >= compressedMin;
  const start = Buffer.of(format, isCompressed ? zstd : plain);
  return Buffer.concat([start, isCompressed ? zstdCompressSync(body, level) : body]);
}

function unpack(packed: Uint8Array): Buffer {
  const [written, form] = packed;
  if (written !== format) throw new Error('A newer version of Confere wrote this group of the audit');
  const body = packed.subarray(2);
  return form === zstd ? zstdDecompressSync(body) : Buffer.from(body.buffer, body.byteOffset, body.length);
}

export function writeContents({ salts, contents }: ContentsBody): Buffer {
  const pieces: Uint8Array[] = [];
  for (const part of salts) {
    if (part.kind === 'seed') pieces.push(Buffer.of(isSeed), part.seed);
    else {
      pieces.push(Buffer.of(isEach));
      for (const { kind, bytes } of part.records) pieces.push(Buffer.of(kind === 'salts' ? isKept : isErased), bytes);
    }
  }
  pieces.push(writeTexts(contents));
  return pack(Buffer.concat(pieces), contents.length);
}

/** `counts`: how many records each group of the row has. */
export function readContents(packed: Uint8Array, counts: readonly number[]): ContentsBody {
  const body = unpack(packed);
  let at = 0;
  const take = (length: number) => {
    at += length;
    return body.subarray(at - length, at);
  };
  const salts = counts.map((count): PartSalts => {
    if (body[at++] === isSeed) return { kind: 'seed', seed: take(seedBytes) };
    const records = Array.from({ length: count }, (): KeptSalts => {
      if (body[at++] === isKept) return { kind: 'salts', bytes: take(saltsBytes) };
      return { kind: 'erased', bytes: take(commitmentBytes) };
    });
    return { kind: 'each', records };
  });
  const count = counts.reduce((sum, each) => sum + each, 0);
  return { salts, contents: readTexts(body.subarray(at), count) };
}

/** One by one, as they are when a record of the group is to go. */
export function listSalts(part: PartSalts, count: number): readonly KeptSalts[] {
  if (part.kind === 'each') return part.records;
  const all = toSalts(part.seed, count);
  return Array.from({ length: count }, (_, index) => ({
    kind: 'salts',
    bytes: all.subarray(index * saltsBytes, (index + 1) * saltsBytes),
  }));
}

export function writeEvidence(details: readonly (string | null)[]): Buffer {
  return pack(writeTexts(details), details.length);
}

export function readEvidence(packed: Uint8Array, count: number): readonly (string | null)[] {
  return readTexts(unpack(packed), count);
}
