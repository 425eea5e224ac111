// The text in a file that was published, zipped or not: streams it, checked against the zip's own CRC-32 and size. Never extracts to
// disk, never holds a whole file in memory.

import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { type Entry, openPromise } from 'yauzl';
import { DamagedFile } from '../../app/datasets/damaged-file.ts';
import { codeOf, OperatorError } from '../../errors.ts';

export interface FileMember {
  readonly path: string;
  /** The zip's member, or the file itself. */
  readonly member: string;
  /** `csvBytes` counts the bytes of the member's text. */
  readonly csvBytes: number;
  readonly dataStart: number;
  readonly storedBytes: number;
  readonly compression: 'stored' | 'deflated';
  /** The value is undefined for an extracted file, whose content no checksum proves. */
  readonly crc32: number | undefined;
}

const stored = 0;
const deflated = 8;
const encrypted = 1;
/** A publisher's zip has some ten entries. */
const entriesMax = 10_000;
/** Deflate makes at most so many bytes of one, and some of nothing. */
const [ratioMax, bytesBeside] = [1_032, 1_024];
/** Large pieces: at 1 MiB the cost of a stream's events disappears. The buffer lets a pool thread inflate ahead of the reader. */
const chunkBytes = 1024 * 1024;
const bufferedBytes = 4 * chunkBytes;

type IsWanted = (member: string) => boolean;

/** Lists the wanted members: those in a zip, or any other file itself. */
export async function listMembers(path: string, isZip: boolean, isWanted: IsWanted): Promise<readonly FileMember[]> {
  if (isZip) return listZip(path, isWanted);
  return isWanted(basename(path)) ? [await toPlainMember(path)] : [];
}

async function toPlainMember(path: string): Promise<FileMember> {
  const bytes = (await stat(path)).size;
  const plain = { dataStart: 0, compression: 'stored', crc32: undefined } as const;
  return { ...plain, path, member: basename(path), csvBytes: bytes, storedBytes: bytes };
}

async function listZip(path: string, isWanted: IsWanted): Promise<FileMember[]> {
  const damaged = (error: unknown): OperatorError =>
    findUnreadable(error, path) ??
    new DamagedFile(
      {
        en: `${path} is not a whole zip file (${error instanceof Error ? error.message : 'unknown fault'}): it is damaged or its download was cut short. Download it again.`,
        pt: `${path} não é um arquivo zip inteiro: está danificado, ou o download foi interrompido. Baixe-o de novo.`,
      },
      path,
    );
  const zip = await openPromise(path, { autoClose: false }).catch((error: unknown) => {
    throw damaged(error);
  });
  try {
    const members: FileMember[] = [];
    let [entries, packedBytes] = [0, 0];
    for await (const entry of zip.eachEntry()) {
      packedBytes += entry.compressedSize;
      if (++entries > entriesMax) throw damaged(new Error(`it has more than ${entriesMax} entries`));
      if (packedBytes > zip.fileSize) throw damaged(new Error('its parts lie upon each other or beyond its end'));
      if (!isWanted(entry.fileName)) continue;
      if (isImpossible(entry)) throw damaged(new Error(`${entry.fileName} cannot have the size that it says`));
      const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
      members.push({
        path,
        member: entry.fileName,
        csvBytes: entry.uncompressedSize,
        storedBytes: entry.compressedSize,
        dataStart: fileDataStart,
        compression: toCompression(entry, path),
        crc32: entry.crc32,
      });
    }
    return members;
  } catch (error) {
    throw error instanceof OperatorError ? error : damaged(error);
  } finally {
    zip.close();
  }
}

/** Tells whether the stated size is false. A plan by a false size would take memory and disk without end. */
function isImpossible({ compressionMethod, compressedSize, uncompressedSize }: Entry): boolean {
  if (compressionMethod === stored) return uncompressedSize !== compressedSize;
  return uncompressedSize > compressedSize * ratioMax + bytesBeside;
}

function toCompression(entry: Entry, path: string): FileMember['compression'] {
  const method = entry.compressionMethod;
  if ((entry.generalPurposeBitFlag & encrypted) === 0 && method === deflated) return 'deflated';
  if ((entry.generalPurposeBitFlag & encrypted) === 0 && method === stored) return 'stored';
  throw new OperatorError({
    en: `${path} is encrypted or packed in a way that is not supported (method ${method}): use the files as published.`,
    pt: `${path} está cifrado ou compactado de um modo que não pode ser lido aqui (método ${method}): use os arquivos como foram publicados.`,
  });
}

/** Yields the text in large pieces. Throws an OperatorError where the file is damaged, after at most the damaged part was yielded. */
export async function* readMember(member: FileMember): AsyncGenerator<Uint8Array> {
  let checksum = 0;
  let bytes = 0;
  const damaged = (what: string): OperatorError =>
    new DamagedFile(
      {
        en: `${member.path} is damaged (${what}): download it again.`,
        pt: `${member.path} está danificado: baixe-o de novo.`,
      },
      member.path,
    );
  try {
    for await (const chunk of openText(member)) {
      bytes += chunk.length;
      if (member.crc32 !== undefined) checksum = crc32(chunk, checksum);
      if (bytes > member.csvBytes) throw damaged('it holds more than its directory says');
      yield chunk;
    }
  } catch (error) {
    const code = codeOf(error);
    if (code.startsWith('Z_') || code === 'ERR_STREAM_PREMATURE_CLOSE') throw damaged('its content cannot be unpacked');
    throw findUnreadable(error, member.path) ?? error;
  }
  if (bytes !== member.csvBytes) throw damaged('it is shorter than its directory says');
  if (member.crc32 !== undefined && checksum !== member.crc32) throw damaged('its CRC-32 does not match');
}

function openText(member: FileMember): AsyncIterable<Uint8Array> {
  if (member.storedBytes === 0) return emptyText();
  const file = createReadStream(member.path, {
    start: member.dataStart,
    end: member.dataStart + member.storedBytes - 1,
    highWaterMark: chunkBytes,
  });
  if (member.compression === 'stored') return file;
  const text = createInflateRaw({ chunkSize: chunkBytes, highWaterMark: bufferedBytes } as { chunkSize: number });
  // Errors of either stream surface at the reader of `text`.
  pipeline(file, text, () => {});
  return text;
}

/** Returns the error of a file that the system does not let us read. The file may be whole, and calling it damaged would mislead its owner. */
export function findUnreadable(error: unknown, path: string): OperatorError | undefined {
  if (!(error instanceof Error && 'syscall' in error && 'code' in error)) return undefined;
  const isRefused = error.code === 'EACCES' || error.code === 'EPERM';
  const hint = isRefused ? 'give this user the right to read it' : 'check the disk';
  return new OperatorError({
    en: `${path} cannot be read (${error.code}): ${hint}.`,
    pt: `${path} não pode ser lido (${error.code}): ${isRefused ? 'dê a este usuário o direito de ler' : 'verifique o disco'}.`,
  });
}

async function* emptyText(): AsyncGenerator<Uint8Array> {}
