// Whether a SQLite database is this installation's own, and of this version: by the mark that its master secret leaves in it, and the count of
// its migrations.

import { createHmac, timingSafeEqual } from 'node:crypto';
import { type SqliteDatabase, toGoneError } from './connection.ts';
import { migrations } from './migrations.ts';

/** Throws when the file is no longer the one that the service was started on. */
export function checkOwn(database: SqliteDatabase, path: string, fingerprint: Uint8Array): void {
  if (readVersion(database) !== migrations.length || !hasFingerprint(database, fingerprint)) {
    throw toGoneError(path, 'another');
  }
}

/**
 * Returns the respects in which a database is foreign to this installation or this version, or undefined if it is not. Without a key, the owner
 * remains unknown.
 */
export function findForeignness(
  database: SqliteDatabase,
  fingerprintKey: Uint8Array | undefined,
): 'secret' | 'newer' | 'older' | undefined {
  const version = readVersion(database);
  if (version > migrations.length) return 'newer';
  if (fingerprintKey !== undefined && !hasFingerprint(database, toFingerprint(fingerprintKey))) return 'secret';
  return version < migrations.length ? 'older' : undefined;
}

export function toFingerprint(fingerprintKey: Uint8Array): Buffer {
  return createHmac('sha256', fingerprintKey).update('database').digest();
}

export function readVersion(database: SqliteDatabase): number {
  return database.pragma('user_version', { simple: true }) as number;
}

export function readFingerprint(database: SqliteDatabase): unknown {
  return database.prepare("SELECT value FROM meta WHERE name = 'secret_fingerprint'").pluck().get();
}

export function hasFingerprint(database: SqliteDatabase, fingerprint: Uint8Array): boolean {
  const stored = readFingerprint(database);
  return stored instanceof Uint8Array && stored.length === fingerprint.length && timingSafeEqual(stored, fingerprint);
}
