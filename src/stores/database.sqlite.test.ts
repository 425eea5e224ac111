import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase, toDatabasePath } from './database.sqlite.ts';

const createDirectory = () => mkdtempSync(join(tmpdir(), 'confere-database-'));
const secret = new Uint8Array(32).fill(1);

test('commits are durable: write-ahead log, synchronised fully', () => {
  const database = openDatabase(createDirectory(), secret);
  expect(database.pragma('journal_mode', { simple: true })).toBe('wal');
  expect(database.pragma('synchronous', { simple: true })).toBe(2);
});

test('opening again changes nothing', () => {
  const directory = createDirectory();
  const version = openDatabase(directory, secret).pragma('user_version', { simple: true });
  expect(openDatabase(directory, secret).pragma('user_version', { simple: true })).toBe(version);
});

test('a database made with another secret is refused', () => {
  const directory = createDirectory();
  openDatabase(directory, secret);
  expect(() => openDatabase(directory, new Uint8Array(32))).toThrow(/made with another master secret/);
});

test('a database of a newer version is refused', () => {
  const directory = createDirectory();
  openDatabase(directory, secret).pragma('user_version = 999');
  expect(() => openDatabase(directory, secret)).toThrow(/newer Confere/);
});

test('a file that is no database is refused with a sentence', () => {
  const directory = createDirectory();
  writeFileSync(
    toDatabasePath(directory),
    'not a database at all, but long enough to be read as a header of one'.repeat(20),
  );
  expect(() => openDatabase(directory, secret)).toThrow(/cannot be opened/);
});
