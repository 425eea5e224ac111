// Sees to it that nothing of what was erased is left in the bytes of a SQLite file and its log, while others may use it: the log is
// folded in and cut to nothing, copies in free space are overwritten, and the file is searched again until nothing is found.

import { closeSync, fsyncSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { OperatorError } from '../../errors.ts';
import { type SqliteDatabase, withDispose } from '../sqlite/connection.ts';
import type { FindInFile, FoundPiece } from './find-bytes.ts';
import { type ByteRange, findFreeSpace } from './page-space.sqlite.ts';

const attemptsMax = 5;
/** A backup holds the log for as long as it copies. */
const quietTries = 600;
const quietPauseMs = 50;
const lockWaitMs = 5_000;
/** Beyond it the first byte of a page may be part of a page's number, and not tell its kind. */
const pagesMax = 2 ** 24;

/** Throws an OperatorError that says what is in the way. */
export async function cleanDatabase(path: string, find: FindInFile): Promise<void> {
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return;
  using database = withDispose(new Database(path, { timeout: lockWaitMs, fileMustExist: true }));
  database.pragma('secure_delete = ON');
  for (let attempt = 1; ; attempt++) {
    await whileQuiet(database, path, () => {});
    const found = await find(path);
    if (found.length === 0 && (await find(`${path}-wal`)).length === 0) return;
    if (attempt > attemptsMax) throw toLeftOver(path);
    const isFree = await whileQuiet(database, path, () => overwrite(path, found));
    // Rewrites the whole file, and those who write wait for it: only for what is not in the free space of a page.
    if (!isFree || attempt === attemptsMax) database.exec('VACUUM');
  }
}

/** Folds the log in and cuts it to nothing, unless somebody reads an older state just now. */
export function foldLog(path: string): void {
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return;
  using database = withDispose(new Database(path, { timeout: lockWaitMs, fileMustExist: true }));
  database.pragma('wal_checkpoint(TRUNCATE)');
}

/**
 * Runs the work while the log is empty and no process can write to it. Until the work ends, the file holds all of the data. Other processes read
 * their memory anew because of a commit.
 */
async function whileQuiet<Result>(database: SqliteDatabase, path: string, work: () => Result): Promise<Result> {
  for (let left = quietTries; ; left--) {
    const [{ busy } = { busy: 1 }] = database.pragma('wal_checkpoint(TRUNCATE)') as { readonly busy: number }[];
    if (busy === 0) {
      database.exec('BEGIN IMMEDIATE');
      try {
        if ((statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) === 0) {
          const result = work();
          database.pragma(`user_version = ${database.pragma('user_version', { simple: true })}`);
          return result;
        }
      } finally {
        database.exec('COMMIT');
      }
    }
    if (left === 0) throw toHeld(path);
    await sleep(quietPauseMs);
  }
}

/** Tells whether all of the pieces lay in free space. */
function overwrite(path: string, found: readonly FoundPiece[]): boolean {
  const descriptor = openSync(path, 'r+');
  try {
    const header = Buffer.alloc(100);
    readSync(descriptor, header, 0, header.length, 0);
    const pageBytes = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
    if (header.readUInt32BE(28) >= pagesMax) return false;
    const byPage = Map.groupBy(found, ({ at }) => Math.floor(at / pageBytes));
    let isFree = true;
    for (const [index, pieces] of byPage) {
      const page = Buffer.alloc(pageBytes);
      readSync(descriptor, page, 0, pageBytes, index * pageBytes);
      const space = findFreeSpace(page, index + 1);
      isFree &&= pieces.every((piece) => space.some((range) => isWithin(piece, range, index * pageBytes)));
      for (const { from, to } of space) {
        writeSync(
          descriptor,
          Buffer.alloc(Math.max(0, to - from)),
          0,
          Math.max(0, to - from),
          index * pageBytes + from,
        );
      }
    }
    fsyncSync(descriptor);
    return isFree;
  } finally {
    closeSync(descriptor);
  }
}

function isWithin({ at, bytes }: FoundPiece, { from, to }: ByteRange, offset: number): boolean {
  return at >= offset + from && at + bytes <= offset + to;
}

function toHeld(path: string): OperatorError {
  return new OperatorError(
    `Erased, but ${path}-wal still holds it: another process reads an older state of ${path}, such as a backup. Run this again when it has ended.`,
    1,
  );
}

function toLeftOver(path: string): OperatorError {
  return new OperatorError(
    `Erased, but something of it is still in the bytes of ${path}. Stop the service and run this again.`,
    1,
  );
}
