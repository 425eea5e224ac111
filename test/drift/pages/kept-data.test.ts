// The list of what is kept names every table of every database once: a new one is not forgotten in SECURITY.md, nor by an erasure.

import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { keptData, sharedTables } from '../../../src/app/kept/stores.ts';
import { openAuditDatabase, toAuditPath } from '../../../src/stores/audit/audit-database.sqlite.ts';
import { migrations as sharedMigrations } from '../../../src/stores/postgres/schema/migrations.ts';
import { toDatabasePath } from '../../../src/stores/sqlite/database.ts';
import { createOutputDirectory } from '../../support/output.ts';
import { openTestStore } from '../../support/stores/sqlite-store.ts';

function listTables(path: string): string[] {
  const database = new Database(path, { readonly: true });
  const sql = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'";
  const names = database.prepare(sql).pluck().all() as string[];
  database.close();
  return names;
}

test('every table of the databases is in the list of what is kept, and the list names no other', async () => {
  const directory = createOutputDirectory('kept');
  const store = openTestStore(directory);
  await store.close();
  openAuditDatabase({ dataDirectory: directory, busyTimeoutMs: 1_000 }).close();
  const shared = sharedMigrations.flatMap(({ sql }) =>
    [...sql.matchAll(/CREATE (?:UNLOGGED )?TABLE confere\.(\w+)/g)].map(([, name]) => name as string),
  );
  const there = new Set([
    ...listTables(toDatabasePath(directory)),
    ...listTables(toAuditPath(directory)).map((name) => `audit.db:${name}`),
    ...shared,
    // Made by the migration itself.
    'migrations',
  ]);
  const listed = keptData.flatMap(({ tables }) => Object.keys(tables));
  const windows = sharedTables.map(([name]) => name);
  expect(listed.toSorted()).toEqual([...new Set(listed)].toSorted());
  expect([...new Set([...listed, ...windows])].toSorted()).toEqual([...there].toSorted());
});
