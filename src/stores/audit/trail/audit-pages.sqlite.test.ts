// What the proof reads as a few long values is what the database holds, record by record, whatever somebody has put there.

import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import type { AuditRow } from '../../../app/audit/ports.ts';
import { createReadPages } from './audit-pages.sqlite.ts';

const chain = 'chain_of_a_test';
const hash = (byte: number) => Buffer.alloc(32, byte);
const usual = [1, hash(1), '[1,"ação"]', null, Buffer.from([0, 10, 255, 44])];

test.each<[string, readonly (readonly unknown[])[]]>([
  ['usual ones', [usual, [2, hash(2), '[1,2]', null, Buffer.from('x')]]],
  [
    'without evidence, and with an empty one',
    [usual, [2, hash(0), '[1]', null, null], [3, hash(10), '[1]', null, Buffer.alloc(0)]],
  ],
  ['none with evidence', [[1, hash(1), '[1]', null, null]]],
  ['a content of two lines', [usual, [2, hash(2), '[1,\n2]', null, Buffer.from('x')], [3, hash(3), '[3]', null, null]]],
  ['a purged one', [usual, [2, hash(2), null, hash(9), null], [3, hash(3), '[3]', null, null]]],
  ['neither a content nor its hash', [[1, hash(1), null, null, null]]],
  ['a hash of another length', [usual, [2, Buffer.from('short'), '[2]', null, null]]],
  ['no hash', [usual, [2, null, '[2]', null, null], [3, hash(3), '[3]', null, null]]],
  ['a gap', [usual, [3, hash(3), '[3]', null, null]]],
])('pages hold %s as they are', (_what, rows) => {
  const database = new Database(':memory:');
  database.exec(
    `CREATE TABLE records (sequence INTEGER PRIMARY KEY, hash BLOB, content TEXT, content_hash BLOB, details BLOB);
     CREATE TABLE ended_records (chain TEXT, sequence INTEGER, hash BLOB, content TEXT, content_hash BLOB, details BLOB)`,
  );
  const insert = database.prepare('INSERT INTO records VALUES (?, ?, ?, ?, ?)');
  for (const row of rows) insert.run(...row);
  const expected = rows.map(([sequence, hash, content, contentHash, sealedDetails]) => {
    return { chain, sequence, hash, content, contentHash, sealedDetails } as AuditRow;
  });
  const read = createReadPages(database, chain);
  expect([...read({ chain, after: 0 })].flat()).toEqual(expected);
  expect([...read({ chain, after: 0, until: 1 })].flat()).toEqual(expected.slice(0, 1));
  expect([...read({ chain: 'chain_of_others', after: 0 })]).toEqual([]);
  database.close();
});
