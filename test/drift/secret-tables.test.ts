// Every column that a secret has sealed or signed is sealed anew when a generation is retired.

import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { provenTableNames, provenTables } from '../../src/app/kept/stores.ts';
import { createRowProof, type StoredRow } from '../../src/app/row-proof.ts';
import { countOlder, type KeptRow, renewRows } from '../../src/app/secrets/renew-rows.ts';
import { systemClock } from '../../src/clock.ts';
import { toSecretTables } from '../../src/compose/commands/secrets/secret-tables.ts';
import { deriveAnswerKeys } from '../../src/sources/protect/kept/answer-keys.ts';
import { createSealedEntries } from '../../src/sources/protect/kept/sealed-entries.ts';
import { createBoughtAnswers } from '../../src/stores/answers/bought-answers.sql.ts';
import { openSqliteKeptRows } from '../../src/stores/kept-rows/kept-rows.sql.ts';
import { migrations as postgresMigrations } from '../../src/stores/postgres/schema/migrations.ts';
import { renewedPurposes } from '../../src/stores/secrets/purposes.ts';
import { addGeneration, openMasterSecret, retireGenerations } from '../../src/stores/secrets/secrets.file.ts';
import { createSqliteSql } from '../../src/stores/sql/sql.ts';
import { withDispose } from '../../src/stores/sqlite/connection.ts';
import { openSqliteStore } from '../../src/stores/sqlite/database.ts';
import { migrations } from '../../src/stores/sqlite/migrations.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';

const createSecretsFolder = () => createTemporaryFolder('secrets');

/** Answers in Redis, the details of the audit, the ledger of erasures, and a password when its operator signs in. */
const renewedElsewhere = ['answer-cache', 'audit-groups', 'erasure-ledger', 'operator-password'];

/** Of a process that lives, and for a second. */
const passing = ['questions.sealed'];

test('each is in the list, of both engines', () => {
  using database = withDispose(new Database(':memory:'));
  for (const sql of migrations) database.exec(sql);
  const own = database
    .prepare(
      "SELECT m.name || '.' || c.name FROM sqlite_schema AS m, pragma_table_info(m.name) AS c WHERE m.type = 'table' AND c.type = 'BLOB'",
    )
    .pluck()
    .all() as string[];
  const shared = postgresMigrations.flatMap(({ sql }) => [
    ...[...sql.matchAll(/CREATE (?:UNLOGGED )?TABLE confere\.(\w+) \(([^;]*);/g)].flatMap(([, table, columns = '']) =>
      [...columns.matchAll(/(?:^|,|^ {2})\s*(\w+) bytea/gm)].map(([, column]) => `${table}.${column}`),
    ),
    ...[...sql.matchAll(/ALTER TABLE confere\.(\w+) ADD COLUMN (\w+) bytea/g)].map(
      ([, table, column]) => `${table}.${column}`,
    ),
  ]);
  expect(shared).toContain('operators.checksum');
  const secret = openMasterSecret({ directory: createSecretsFolder(), mayCreate: true });
  const known = new Set(
    toSecretTables(secret).flatMap(({ table, columns }) => columns.map((column) => `${table}.${column}`)),
  );
  // The rows of the audit are sealed anew one by one: `audit-group-rows`.
  const isSecret = (name: string) => /^(?!audit_).*\.(sealed\w*|checksum)$/.test(name);
  const found = [...new Set([...own, ...shared])].filter((name) => isSecret(name) && !passing.includes(name));
  expect(found.sort()).toEqual([...known].sort());
  expect(
    [...own, ...shared].filter((name) => !isSecret(name) && !/^(meta|operator_sessions|audit_|key_)/.test(name)),
  ).toEqual([]);
});

test('each purpose of a secret that lies in rows is gone through', () => {
  const secret = openMasterSecret({ directory: createSecretsFolder(), mayCreate: true });
  const asked = new Set<string>();
  toSecretTables({
    ...secret,
    deriveFresh(purpose, length) {
      asked.add(purpose);
      return secret.deriveFresh(purpose, length);
    },
  });
  const found = renewedPurposes.filter((purpose) => !asked.has(purpose));
  expect(found).toEqual(renewedElsewhere);
});

test.each(provenTableNames)(
  'a row of %s gets a checksum of the newest secret, unless somebody else made it',
  (name) => {
    const directory = createSecretsFolder();
    const secret = openMasterSecret({ directory, mayCreate: true });
    const proof = createRowProof(
      () => secret.deriveFresh('row-checksum', 32),
      () => {},
    );
    const values = Object.fromEntries(provenTables[name].columns.map((column) => [column, `${column} of it`]));
    const row = { ...values, sealed: null, sealed_totp: null };
    const kept = { ...row, checksum: proof.sign(name, row) };
    const forged = { ...kept, [String(provenTables[name].columns[1])]: 'another' };
    addGeneration(directory);
    const renew = (each: KeptRow) => {
      const table = toSecretTables(secret).find((every) => every.table === name);
      const renewal = table?.renew(each);
      return renewal?.kind === 'older' ? { ...each, ...renewal.renewed } : renewal?.kind;
    };
    const renewed = renew(kept) as KeptRow & StoredRow;
    expect(renewed).toMatchObject(row);
    expect([renew(forged), renew({ ...kept, checksum: null })]).toEqual(['unreadable', 'unreadable']);
    retireGenerations(directory, [1], {});
    expect(renew(renewed)).toBe('newest');
    expect(proof.holds(name, renewed)).toBe(true);
    expect(proof.holds(name, kept)).toBe(false);
  },
);

test('an answer that was bought before is found under its old name, and opens by the newest secret alone', async () => {
  const directory = createSecretsFolder();
  const secret = openMasterSecret({ directory, mayCreate: true });
  const store = openSqliteStore({
    dataDirectory: createSecretsFolder(),
    fingerprintKey: secret.deriveFirst('database-fingerprint', 32),
    clock: systemClock,
  });
  const open = (opening = () => secret.deriveAll('bought-answers', 32)) =>
    createSealedEntries<string>({
      store: createBoughtAnswers(createSqliteSql(store)),
      keys: () => secret.deriveEver('bought-answers', 32).map(deriveAnswerKeys),
      openingKeys: () => opening().map(deriveAnswerKeys),
      toSubject: () => 'subject',
      clock: systemClock,
      source: 'bureau_a',
      making: '',
      kind: 'bought',
    });
  const asked = { key: 'a question', number: '1' };
  await open().keep(asked, 'an answer', { atMs: 1, expiresAtMs: Number.MAX_SAFE_INTEGER });
  const stolen = secret.deriveAll('bought-answers', 32);
  addGeneration(directory);
  expect(
    await open(() => secret.deriveFresh('bought-answers', 32).slice(0, 1))
      .find(asked)
      .catch(String),
  ).toContain('damaged');

  const column = toSecretTables(secret).find(({ table }) => table === 'bought_answers');
  if (column === undefined) throw new Error('no column');
  const rows = openSqliteKeptRows(store)(column);
  expect(await countOlder(rows)).toEqual({ name: 'bought_answers', rows: 1, older: 1, unreadable: 0 });
  expect(await renewRows(rows)).toEqual({ name: 'bought_answers', rows: 1, older: 0, unreadable: 0 });
  retireGenerations(directory, [1], {});
  secret.refresh();
  expect(await open().find(asked)).toBe('an answer');
  expect(
    await open(() => stolen)
      .find(asked)
      .catch(String),
  ).toContain('damaged');
  await store.close();
});
