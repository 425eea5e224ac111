// The manifest of a snapshot: what it holds, from which files, and the hash that its index must have.
// It carries a checksum of itself, so that a damaged date or count is noticed too.

import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordCounts, RecordsInfo, SnapshotCounts } from '../../app/registry/registry-snapshot.ts';
import { blockBytes } from './block.ts';
import { SnapshotDamage } from './damage.ts';

export const manifestFile = 'manifest.json';
const format = 'confere-registry';
/** Grows with every change to the bytes of a snapshot; a reader refuses any other. */
const formatVersion = 1;

export interface Manifest {
  readonly format: string;
  readonly format_version: number;
  readonly block_bytes: number;
  readonly id: string;
  /** YYYY-MM-DD: the day on which the Receita extracted the data. */
  readonly data_as_of: string;
  readonly imported_at: string;
  readonly partitions: number;
  readonly blocks: number;
  readonly bytes: number;
  readonly counts: SnapshotCounts;
  readonly sources: readonly ManifestSource[];
  readonly index_sha256: string;
  /** Null where the records were left out, undefined in snapshots of before there were any. */
  readonly records?: RecordsManifest | null;
}

/** The second file beside the blocks. Verification does not need it. */
export interface RecordsManifest {
  /** Of the bytes in records.dat; undefined is 1. A reader knows its own and all before. */
  readonly format?: number;
  readonly blocks: number;
  readonly file_bytes: number;
  readonly index_sha256: string;
  readonly tables_sha256: string;
  /** Whether the files of partners were among those imported. */
  readonly partners: boolean;
  /** Whether the files of tax regimes were; undefined in snapshots of before they were read. */
  readonly tax_regimes?: boolean;
  readonly counts: RecordCounts;
}

export interface ManifestSource {
  readonly file: string;
  readonly member: string;
  readonly rows: number;
  readonly bytes: number;
  readonly crc32: string;
}

export function toRecordsInfo({ file_bytes, blocks, partners, counts }: RecordsManifest): RecordsInfo {
  // The index takes eight bytes a block.
  return { bytes: file_bytes + 8 * blocks, partners, counts };
}

type Described = Omit<Manifest, 'format' | 'format_version' | 'block_bytes'>;

export function encodeManifest(manifest: Described): string {
  const body = { format, format_version: formatVersion, block_bytes: blockBytes, ...manifest };
  return `${JSON.stringify({ ...body, checksum: checksumOf(body) }, undefined, 2)}\n`;
}

export function readManifest(directory: string): Manifest {
  let parsed: Manifest & { checksum?: string };
  try {
    parsed = JSON.parse(readFileSync(join(directory, manifestFile), 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) throw new SnapshotDamage('manifest.json is not JSON.');
    throw error;
  }
  const { checksum, ...manifest } = parsed;
  if (manifest.format !== format) throw new SnapshotDamage('manifest.json is not one of a registry snapshot.');
  if (manifest.format_version !== formatVersion || manifest.block_bytes !== blockBytes) {
    throw new SnapshotDamage('The snapshot was written in another format version: import the files again.');
  }
  if (checksum !== checksumOf(manifest)) throw new SnapshotDamage('manifest.json is damaged.');
  return manifest;
}

function checksumOf(body: object): string {
  return hash('sha256', JSON.stringify(body), 'hex');
}
