// Older editions that stay on the disk, so that a screening which was recorded with one can be made again; and the room that they take.

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { StoredEditions } from '../../app/screening/lists/list-counts.ts';
import { type DatasetPaths, listFolderNames } from '../../datasets/folder/store.ts';
import { toListPaths } from './list-dataset.ts';
import { readListManifest } from './manifest.ts';

const dayMs = 86_400_000;

/** The ids of editions that answered within so many days: each did until the next one was imported. */
export async function listServedWithin(directory: string, days: number, nowMs: number): Promise<readonly string[]> {
  const served: string[] = [];
  for (const list of listFolderNames(directory)) {
    const editions = readEditions(toListPaths(directory, list), list);
    for (const [index, { id }] of editions.entries()) {
      const next = editions[index + 1];
      if (next === undefined || nowMs - next.importedAtMs <= days * dayMs) served.push(id);
    }
    await setImmediate();
  }
  return served;
}

/** The oldest first. One that cannot be read is of no use to anybody. */
function readEditions({ snapshots }: DatasetPaths, list: string): readonly { id: string; importedAtMs: number }[] {
  const editions = listFolderNames(snapshots).flatMap((id) => {
    try {
      return [{ id, importedAtMs: Date.parse(readListManifest(join(snapshots, id), list).imported_at) }];
    } catch {
      return [];
    }
  });
  return editions.sort((one, other) => one.importedAtMs - other.importedAtMs);
}

/** Returns the stored editions, including the live one and the one before. A file that several editions share counts once. */
export function readStored({ snapshots }: DatasetPaths): StoredEditions {
  const editions = listFolderNames(snapshots);
  const sizes = new Map<string, number>();
  for (const id of editions) {
    for (const name of listFolderNames(join(snapshots, id))) {
      const found = statSync(join(snapshots, id, name), { throwIfNoEntry: false });
      if (found?.isFile() === true) sizes.set(`${found.dev}:${found.ino}`, found.size);
    }
  }
  return { editions: editions.length, bytes: sizes.values().reduce((sum, bytes) => sum + bytes, 0) };
}
