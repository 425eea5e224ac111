import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { createOutputDirectory } from '../../../test/support/output.ts';
import { cleanDatabase } from './clean-database.sqlite.ts';
import { createFinder } from './find-bytes.ts';

/** A table like the audit's: rows in order, and an index in none, whose pages are divided again and again. */
function fill(rows: number, path = join(createOutputDirectory('clean'), 'some.db')) {
  const database = new Database(path);
  database.pragma('journal_mode = WAL');
  // As versions before this one did.
  database.pragma('secure_delete = OFF');
  database.exec('CREATE TABLE records (sequence INTEGER PRIMARY KEY, subject TEXT, details BLOB)');
  database.exec('CREATE INDEX by_subject ON records (subject)');
  const subjects = Array.from({ length: rows }, () => randomBytes(16).toString('base64url'));
  const insert = database.prepare('INSERT INTO records (subject, details) VALUES (?, ?)');
  database.transaction(() => {
    for (const subject of subjects) insert.run(subject, randomBytes(700));
  })();
  return { path, database, subjects };
}

function findIn(path: string, pieces: readonly string[]): string[] {
  const bytes = readFileSync(path).toString('latin1');
  return pieces.filter((piece) => bytes.includes(piece));
}

test('what was moved when a page was divided is overwritten too, and the file stays whole', async () => {
  const { path, database, subjects } = fill(6_000);
  database.pragma('secure_delete = ON');
  const erased = subjects.filter((_, index) => index % 10 === 0);
  const forget = database.prepare('UPDATE records SET subject = NULL, details = NULL WHERE subject = ?');
  database.transaction(() => {
    for (const subject of erased) forget.run(subject);
  })();
  database.pragma('wal_checkpoint(TRUNCATE)');
  // What SQLite's own overwriting leaves behind: without any, this test would say nothing.
  expect(findIn(path, erased).length).toBeGreaterThan(0);
  await cleanDatabase(path, createFinder(new Set(erased)));
  expect(findIn(path, erased)).toEqual([]);
  expect(findIn(`${path}-wal`, erased)).toEqual([]);
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
  const kept = subjects.filter((_, index) => index % 10 !== 0);
  const find = database.prepare('SELECT count(*) FROM records WHERE subject = ?').pluck();
  expect(kept.every((subject) => find.get(subject) === 1)).toBe(true);
  database.close();
});

test('what lies where only a rewrite reaches it is gone after one', async () => {
  const { path, database, subjects } = fill(200);
  database.exec('DELETE FROM records WHERE sequence > 20');
  database.pragma('wal_checkpoint(TRUNCATE)');
  const gone = subjects.slice(20);
  expect(findIn(path, gone).length).toBeGreaterThan(0);
  await cleanDatabase(path, createFinder(new Set(gone)));
  expect(findIn(path, gone)).toEqual([]);
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
  database.close();
});

test('beside a writer that goes on, nothing comes back and nothing is lost', async () => {
  const { path, database, subjects } = fill(3_000);
  const other = new Database(path);
  other.pragma('secure_delete = ON');
  other.pragma('wal_autocheckpoint = 20');
  const insert = other.prepare('INSERT INTO records (subject, details) VALUES (?, ?)');
  let written = 0;
  const timer = setInterval(() => {
    for (let count = 0; count < 5; count++) insert.run(randomBytes(16).toString('base64url'), randomBytes(50));
    written += 5;
  }, 1);
  const erased = subjects.slice(0, 300);
  for (const subject of erased) database.prepare('UPDATE records SET subject = NULL WHERE subject = ?').run(subject);
  await cleanDatabase(path, createFinder(new Set(erased)));
  clearInterval(timer);
  other.pragma('wal_checkpoint(TRUNCATE)');
  expect(findIn(path, erased)).toEqual([]);
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(database.prepare('SELECT count(*) FROM records').pluck().get()).toBe(3_000 + written);
  other.close();
  database.close();
});
