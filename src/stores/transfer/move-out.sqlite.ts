// That the data of a node's files is about to move into a shared database: from then on no service works on the files. And which move has
// brought them here. Both are written into the database of keys, and go with it wherever it is put.

import { randomUUID } from 'node:crypto';
import { openForReading, openForWriting, type SqliteDatabase } from '../sqlite/connection.ts';
import { databaseExists, toDatabasePath } from '../sqlite/database.ts';

/** The shared database uses this id to know what it has taken from these files. */
const idName = 'import_id';
/** The value is the time at which leaving began. */
const leavingName = 'leaving';
/** The id of the move that has brought them. */
const arrivedName = 'export_id';
/** This prefix precedes the id of a move that was given up. */
const givenUp = 'given up ';

const lockWaitMs = 5_000;

/** The id of the move; the same one where it was begun before. */
export function beginMoveOut(dataDirectory: string, at: string): string {
  return write(dataDirectory, (database) => {
    const insert = database.prepare('INSERT OR IGNORE INTO meta (name, value) VALUES (?, ?)');
    insert.run(idName, Buffer.from(randomUUID()));
    insert.run(leavingName, Buffer.from(at));
    return String(read(database, idName));
  });
}

/** The ids of moves that were given up: what they have left elsewhere is older than these files. */
export function listMovesGivenUp(dataDirectory: string): readonly string[] {
  if (!databaseExists(dataDirectory)) return [];
  using database = openForReading(toDatabasePath(dataDirectory));
  const sql = `SELECT substr(name, ${givenUp.length + 1}) FROM meta WHERE name LIKE '${givenUp}%'`;
  return database.prepare(sql).pluck().all() as string[];
}

export function isMovingOut(dataDirectory: string): boolean {
  return look(dataDirectory, leavingName) !== undefined;
}

/** The move out of a shared database by which these files were made. */
export function findMoveId(dataDirectory: string): string | undefined {
  return look(dataDirectory, arrivedName);
}

export function noteMoveId(database: SqliteDatabase, id: string): void {
  database.prepare('INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)').run(arrivedName, Buffer.from(id));
}

function look(dataDirectory: string, name: string): string | undefined {
  if (!databaseExists(dataDirectory)) return undefined;
  using database = openForReading(toDatabasePath(dataDirectory));
  const value = read(database, name);
  return value === undefined ? undefined : String(value);
}

export function giveUpMoveOut(dataDirectory: string): void {
  write(dataDirectory, (database) => {
    const id = String(read(database, idName));
    database.prepare('INSERT OR IGNORE INTO meta (name, value) VALUES (?, ?)').run(`${givenUp}${id}`, Buffer.from(''));
    database.prepare('DELETE FROM meta WHERE name IN (?, ?)').run(idName, leavingName);
  });
}

function read(database: SqliteDatabase, name: string): unknown {
  return database.prepare('SELECT value FROM meta WHERE name = ?').pluck().get(name);
}

function write<Result>(dataDirectory: string, work: (database: SqliteDatabase) => Result): Result {
  using database = openForWriting(toDatabasePath(dataDirectory), { lockWaitMs, mustExist: true });
  return database.transaction(() => work(database)).immediate();
}
