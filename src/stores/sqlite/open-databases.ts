// Which data directories the processes of this machine work with. Read from /proc, so elsewhere it finds none.

import { readdirSync, readlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { toDatabasePath } from './database.ts';

const databaseName = basename(toDatabasePath(''));

/** Lists the data directories of running services. Only root finds those of other users. */
export function findServedDirectories(): readonly string[] {
  const files = listOrNone('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => listOrNone(`/proc/${pid}/fd`).map((fd) => readTarget(join('/proc', pid, 'fd', fd))));
  const found = files.filter((file) => basename(file) === databaseName).map(dirname);
  return [...new Set(found)].sort();
}

/** A process may end, or belong to another user. */
function listOrNone(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function readTarget(link: string): string {
  try {
    return readlinkSync(link);
  } catch {
    return '';
  }
}
