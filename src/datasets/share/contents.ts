// The two small documents of a depot. `latest.json` names the snapshots that are there and is written last, so that nothing
// unfinished is ever found; `contents.json` of each lists its files, cut into pieces, with the hash of every piece.

import type { DatasetName } from '../../app/datasets/dataset-name.ts';
import { SnapshotDamage } from '../folder/damage.ts';
import type { SnapshotManifest } from '../folder/dataset.ts';
import { type DocumentKind, encodeDocument, parseDocument } from '../folder/sealed-document.ts';

export const latestName = 'latest.json';
const idForm = /^[0-9A-Za-z-]{8,64}$/;
const fileForm = /^[a-z][a-z-]{0,40}\.(?:dat|json)$/;
const hashForm = /^[0-9a-f]{64}$/;
const signatureForm = /^[A-Za-z0-9+/]{86}==$/;
/** A piece is held in memory whole, packed and unpacked: what a list declares is bounded before anything of it is fetched. */
export const pieceBytesMax = 32 << 20;

export interface SharedSnapshot extends SnapshotManifest {
  /** The size counts the bytes of the files as they lie on the disk. */
  readonly bytes: number;
  readonly contents_sha256: string;
  /** The publisher signs all of the fields above. The value is undefined if the snapshot was published without a signature. */
  readonly signature?: string;
}

export interface Latest {
  readonly published_at: string;
  /** The first one is what nodes shall take; never empty. */
  readonly snapshots: readonly SharedSnapshot[];
}

export interface Piece {
  /** The name of the object that holds it. */
  readonly object: string;
  readonly bytes: number;
  /** The size counts the bytes as they are stored. */
  readonly stored_bytes: number;
  readonly encoding: 'identity' | 'zstd';
  /** The hash covers the bytes as they lie in the file. */
  readonly sha256: string;
}

export interface SharedFile {
  readonly name: string;
  readonly bytes: number;
  readonly pieces: readonly Piece[];
}

export interface Contents {
  readonly id: string;
  readonly files: readonly SharedFile[];
}

export function toContentsName(id: string): string {
  return `snapshots/${id}/contents.json`;
}

/** Returns a name that identifies the content: an equal name and size mean the same piece, from any writer. */
export function toPieceName(id: string, file: string, index: number, sha256: string): string {
  return `snapshots/${id}/${file}.${String(index).padStart(4, '0')}-${sha256.slice(0, 16)}`;
}

export function encodeShared(dataset: DatasetName, document: Latest | Contents): Buffer {
  return Buffer.from(encodeDocument(toDocumentKind(dataset), document, 1));
}

/** Throws SnapshotDamage. */
export function parseLatest(dataset: DatasetName, bytes: Buffer): Latest {
  const latest = decode(dataset, bytes, latestName) as unknown as Latest;
  const isGood = Array.isArray(latest.snapshots) && latest.snapshots.length > 0 && latest.snapshots.every(isSnapshot);
  if (!isGood) throw new SnapshotDamage(`${latestName} does not name a snapshot.`);
  return latest;
}

/** Throws SnapshotDamage. No name that is taken from here can lead out of the snapshot's own folder. */
export function parseContents(dataset: DatasetName, bytes: Buffer, id: string): Contents {
  const name = toContentsName(id);
  const contents = decode(dataset, bytes, name) as unknown as Contents;
  const isGood =
    contents.id === id && Array.isArray(contents.files) && contents.files.every((file) => isFile(file, id));
  if (!isGood) throw new SnapshotDamage(`${name} is not the list of a snapshot's files.`);
  return contents;
}

function isSnapshot(value: Partial<SharedSnapshot> | null): boolean {
  return (
    isText(value?.id, idForm) &&
    isText(value?.data_as_of, /^\d{4}-\d{2}-\d{2}$/) &&
    isText(value?.imported_at, /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/) &&
    isText(value?.contents_sha256, hashForm) &&
    (value?.signature === undefined || isText(value.signature, signatureForm)) &&
    isSize(value?.bytes)
  );
}

function isFile(value: Partial<SharedFile> | null, id: string): boolean {
  const { name = '', bytes, pieces } = value ?? {};
  if (!isText(name, fileForm) || !isSize(bytes) || !Array.isArray(pieces)) return false;
  const isWhole = pieces.every((piece: Partial<Piece> | null, index) => isPiece(piece, id, name, index));
  return isWhole && pieces.reduce((sum, piece) => sum + piece.bytes, 0) === bytes;
}

function isPiece(value: Partial<Piece> | null, id: string, file: string, index: number): boolean {
  const { object, bytes, stored_bytes, encoding, sha256 = '' } = value ?? {};
  return (
    isText(sha256, hashForm) &&
    object === toPieceName(id, file, index, sha256) &&
    isSize(bytes, pieceBytesMax) &&
    isSize(stored_bytes, pieceBytesMax) &&
    (encoding === 'zstd' || encoding === 'identity')
  );
}

function isText(value: unknown, form: RegExp): boolean {
  return typeof value === 'string' && form.test(value);
}

function isSize(value: unknown, max = Number.MAX_SAFE_INTEGER): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= max;
}

function decode(dataset: DatasetName, bytes: Buffer, name: string): Record<string, unknown> {
  return parseDocument(bytes.toString('utf8'), name, toDocumentKind(dataset), {
    foreign: `${name} was not written by \`${dataset.name} publish\`.`,
    otherVersion: `${name} was written by another version of Confere: upgrade this one first.`,
  });
}

function toDocumentKind({ name }: DatasetName): DocumentKind {
  return { format: `confere-${name}-share`, version: 1 };
}
