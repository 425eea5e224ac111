// Where an edition lies on this machine. Another machine may have imported the same entries under another name: they are known by their hash.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { SeenEdition } from '../../app/watches/lists/list-comparer.ts';
import { toListPaths } from '../snapshot/list-dataset.ts';
import { readListManifest } from '../snapshot/manifest.ts';

/** The folder of its name where neither it nor its content is here. */
export function toEditionFolder(directory: string, { list, edition, content }: SeenEdition): string {
  const { snapshots } = toListPaths(directory, list);
  const named = join(snapshots, edition);
  if (content === undefined || existsSync(named) || !existsSync(snapshots)) return named;
  const folders = readdirSync(snapshots).map((name) => join(snapshots, name));
  return folders.find((folder) => findContent(folder, list) === content) ?? named;
}

/** The hash of its entries; undefined where nobody can read it. */
export function findContent(folder: string, list: string): string | undefined {
  try {
    return readListManifest(folder, list).entries_sha256;
  } catch {
    return undefined;
  }
}
