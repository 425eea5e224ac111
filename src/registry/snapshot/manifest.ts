// The manifest of a snapshot: what it holds, from which files, and the hash that its index must have.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordCounts, RecordsInfo, SnapshotCounts } from '../../app/registry/registry-snapshot.ts';
import { manifestFile } from '../../datasets/folder/dataset.ts';
import { encodeDocument, parseDocument } from '../../datasets/folder/sealed-document.ts';
import { blockBytes } from './block.ts';

/** The version grows with every change to the bytes of a snapshot; a reader refuses any other. */
const kind = { format: 'confere-registry', version: 1 };
const says = {
  foreign: 'manifest.json is not one of a registry snapshot.',
  otherVersion: 'The snapshot was written in another format version: import the files again.',
};

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
  /** The value is null if the import left the records out. */
  readonly records: RecordsManifest | null;
}

/** The second file beside the blocks. Verification does not need it. */
export interface RecordsManifest {
  /** `format` is the format of the bytes in records.dat: `recordsFormat`. */
  readonly format: number;
  readonly blocks: number;
  readonly file_bytes: number;
  readonly index_sha256: string;
  readonly tables_sha256: string;
  /** `partners` tells whether the files of partners were among those imported. */
  readonly partners: boolean;
  /** `tax_regimes` tells whether the files of tax regimes were among those imported. */
  readonly tax_regimes: boolean;
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
  return encodeDocument(kind, { block_bytes: blockBytes, ...manifest }, 2);
}

export function readManifest(directory: string): Manifest {
  const text = readFileSync(join(directory, manifestFile), 'utf8');
  const isKnown = (body: Record<string, unknown>) => body['block_bytes'] === blockBytes;
  return parseDocument(text, manifestFile, kind, says, isKnown) as unknown as Manifest;
}
