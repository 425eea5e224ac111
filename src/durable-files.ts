// Files that must be on the disk before anybody relies on them: syncing, copying, hashing.

import { createHash } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  createReadStream,
  fsyncSync,
  linkSync,
  openSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** A folder is synced likewise: then the names in it are on the disk. */
export function syncFile(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** The folders of these paths up to the root of them all, each once, deepest first. */
export function syncFolders(root: string, paths: readonly string[]): void {
  const folders = new Set<string>();
  for (const path of paths) {
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) folders.add(folder);
  }
  for (const folder of [...folders].sort((a, b) => b.length - a.length)) syncFile(join(root, folder));
  syncFile(root);
}

/** Copies a file and shares its bytes if the file system can. The owner alone may read the copy, regardless of the permissions of the original. */
export function copyDurably(from: string, to: string): void {
  copyFileSync(from, to, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
  chmodSync(to, 0o600);
  syncFile(to);
}

/** Links or copies a file that is never written again. A second name takes no room; across file systems the function makes a copy. */
export function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'EEXIST') throw error;
    copyDurably(from, to);
  }
}

export async function hashFile(path: string): Promise<{ readonly bytes: number; readonly sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 2 ** 20 })) {
    bytes += (chunk as Buffer).length;
    hash.update(chunk as Buffer);
  }
  return { bytes, sha256: hash.digest('hex') };
}
