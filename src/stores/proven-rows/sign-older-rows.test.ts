import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeEach, describe, expect, test } from 'vitest';
import { createOutputDirectory } from '../../../test/support/output.ts';
import { openStoreOfTest, testRowProof } from '../../../test/support/stores/sqlite-store.ts';
import { createSqliteOperatorStore } from '../operators/operators.sql.ts';
import { createSqliteStatements } from '../sqlite/writer.ts';
import { type SignedTables, signOlderRows } from './sign-older-rows.ts';
import { openSignedTables } from './signed-tables.file.ts';

let directory: string;
let seen: SignedTables;

beforeEach(() => {
  directory = createOutputDirectory('sign-older-rows');
  seen = openSignedTables(join(directory, 'state'));
});

/** As the start of a process. */
async function start(memory: SignedTables = seen): Promise<readonly string[]> {
  const sqlite = openStoreOfTest(directory);
  await signOlderRows({ ask: createSqliteStatements(sqlite), schema: '', proof: testRowProof, seen: memory });
  return (await createSqliteOperatorStore(sqlite, testRowProof).list()).map(({ name }) => name);
}

function edit(sql: string): void {
  const database = new Database(join(directory, 'confere.db'));
  database.exec(sql);
  database.close();
}

const addOlder = (name: string) =>
  edit(`INSERT INTO operators (id, name, role, password_hash, totp_step, created_at_ms)
    VALUES ('opr_${name}', '${name}', 'admin', 'hash', 0, 1)`);

describe('rows from before their table had checksums', () => {
  beforeEach(async () => {
    await openStoreOfTest(directory).close();
    addOlder('ana');
    edit(`INSERT INTO operators (id, name, role, password_hash, totp_step, created_at_ms)
      SELECT 'opr_' || value, 'many' || value, 'viewer', 'hash', 0, 1 FROM json_each('${JSON.stringify([...Array(600).keys()])}')`);
    expect(await start()).toHaveLength(601);
  });

  test('are signed once: a row without a checksum that comes later counts for nothing', async () => {
    addOlder('eve');
    expect(await start()).toHaveLength(601);
    edit("UPDATE operators SET role = 'viewer', checksum = NULL WHERE name = 'ana'");
    expect(await start()).not.toContain('ana');
  });

  test('who takes the note out of the database wins nothing on a node that has seen it', async () => {
    addOlder('eve');
    edit("DELETE FROM meta WHERE name LIKE 'signed %'");
    expect(await start()).not.toContain('eve');
    expect(openSignedTables(join(directory, 'state')).list()).toContain('operators');
  });

  test('a node that never saw the database before learns from the note', async () => {
    const other = openSignedTables(join(directory, 'another state'));
    addOlder('eve');
    expect(await start(other)).not.toContain('eve');
    edit("DELETE FROM meta WHERE name LIKE 'signed %'");
    expect(await start(other)).not.toContain('eve');
  });
});
