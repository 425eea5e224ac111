// The proof of an erasure: every file of the data directory is searched for what was erased. The registry, published lists and their
// downloads are public files, and hold nothing that anybody asked; the operator's own lists are theirs, and are searched.

import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { OperatorError } from '../../errors.ts';
import { databaseNames } from '../backup/copy-database.sqlite.ts';
import { cleanDatabase, foldLog } from './clean-database.sqlite.ts';
import { createFinder } from './find-bytes.ts';

const publicFolders = new Set(['registry', 'downloads']);
/**
 * The pattern matches folders that a restore or a move to a shared database set aside. It also matches what a killed restore or a killed move back
 * left.
 */
const oldData = /^(?:replaced-|taken-over-|left-behind-|coming-from-store$|\.restoring$)/;

/** Lists folders in the data directory that no process works on and that an erasure cannot reach. */
export function listOldData(dataDirectory: string): readonly string[] {
  return listEntryNames(dataDirectory)
    .filter((name) => oldData.test(name))
    .map((name) => join(dataDirectory, name));
}

/** Refuses to begin while folders exist that an erasure cannot reach. */
export function refuseOldData(dataDirectory: string): void {
  const [old] = listOldData(dataDirectory);
  if (old === undefined) return;
  throw new OperatorError(
    `${old} holds data from before a restore or a move to or from PostgreSQL, where nobody can be erased. Remove it, then run this again. Nothing was changed.`,
  );
}

/** Throws an OperatorError that says what is in the way. */
export async function cleanDatabases(dataDirectory: string, pieces: ReadonlySet<string>): Promise<void> {
  const find = createFinder(pieces);
  for (const name of databaseNames) await cleanDatabase(join(dataDirectory, name), find);
}

/** Folds the logs, so that replaced data leaves them too. An open reader of an older state limits this. */
export async function foldLogs(dataDirectory: string): Promise<void> {
  for (const name of databaseNames) foldLog(join(dataDirectory, name));
}

/** Files of the operator's own lists in which a piece is found: of the live edition, or of one before it. */
export async function findInOwnLists(dataDirectory: string, pieces: ReadonlySet<string>): Promise<readonly string[]> {
  const find = createFinder(pieces);
  const found: string[] = [];
  for (const path of listFilesBelow(dataDirectory)) {
    if (toOwnList(dataDirectory, path) !== undefined && (await find(path)).length > 0) found.push(path);
  }
  return found;
}

/** The same with every other file: throws an OperatorError that names the one in which something is left. */
export async function cleanDirectory(dataDirectory: string, pieces: ReadonlySet<string>): Promise<void> {
  await cleanDatabases(dataDirectory, pieces);
  const find = createFinder(pieces);
  const databases = databaseNames.map((name) => join(dataDirectory, name));
  for (const path of listFilesBelow(dataDirectory)) {
    if (databases.some((database) => path === database || path.startsWith(`${database}-`))) continue;
    if (toOwnList(dataDirectory, path) !== undefined) continue;
    if ((await find(path)).length === 0) continue;
    throw new OperatorError(
      `Erased from the databases, but ${path} still holds this person: a file that Confere does not keep. Remove it, then run this again.`,
      1,
    );
  }
  refuseOwnLists(dataDirectory, await findInOwnLists(dataDirectory, pieces));
}

/** Operators alone may change their own lists. An erasure names the places and stays incomplete until the operator has changed them. */
function refuseOwnLists(dataDirectory: string, paths: readonly string[]): void {
  if (paths.length === 0) return;
  const lists = [...new Set(paths.map((path) => toOwnList(dataDirectory, path)))].join(', ');
  throw new OperatorError(
    `Erased from the databases, but lists of your own still name this person: ${lists}. Import each without them (confere lists import NAME FILE), remove its older editions (confere lists forget NAME --older --yes), then run this again. Found in: ${paths.join(', ')}`,
    1,
  );
}

export function toOwnList(dataDirectory: string, path: string): string | undefined {
  const [folder, list] = relative(dataDirectory, path).split(/[/\\]/);
  return folder === 'lists' && list?.startsWith('own-') ? list : undefined;
}

function listFilesBelow(directory: string): string[] {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !isPublic(relative(directory, path).split(/[/\\]/)));
}

function isPublic([folder = '', list = '']: readonly string[]): boolean {
  return publicFolders.has(folder) || (folder === 'lists' && !list.startsWith('own-'));
}

function listEntryNames(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
