// The manifest of one edition of a list: of which day, from which file, how many entries, and the hash that they must have.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ListCounts, ListInfo } from '../../app/screening/lists/list-counts.ts';
import { SnapshotDamage } from '../../datasets/folder/damage.ts';
import { manifestFile, type SnapshotManifest } from '../../datasets/folder/dataset.ts';
import { encodeDocument, parseDocument } from '../../datasets/folder/sealed-document.ts';

/** The version grows with every change to the entries' form; a reader refuses any other. */
const kind = { format: 'confere-list', version: 2 };

export interface ListManifest extends SnapshotManifest {
  readonly list: string;
  /** The publisher itself last offered the edition on this day; null means that no source has stated such a day. */
  readonly seen_on?: string | null;
  /** The day of the first edition with these entries; not there in older manifests. */
  readonly unchanged_since?: string;
  readonly counts: ListCounts;
  readonly source: { readonly member: string; readonly bytes: number; readonly crc32: string | null };
  readonly entries_bytes: number;
  readonly entries_sha256: string;
}

export function encodeListManifest(manifest: ListManifest): string {
  return encodeDocument(kind, manifest, 2);
}

/** Throws SnapshotDamage, also for the edition of another list. */
export function readListManifest(folder: string, list: string): ListManifest {
  const text = readFileSync(join(folder, manifestFile), 'utf8');
  const manifest = parseDocument(text, manifestFile, kind, {
    foreign: 'manifest.json is not one of a list.',
    otherVersion: 'The list was written in another format version: import its file again.',
  }) as unknown as ListManifest;
  if (manifest.list !== list) throw new SnapshotDamage(`manifest.json is that of the list ${manifest.list}.`);
  return manifest;
}

export function toListInfo({ id, data_as_of, imported_at, counts }: ListManifest): ListInfo {
  return { id, dataAsOf: data_as_of, importedAt: imported_at, counts };
}
