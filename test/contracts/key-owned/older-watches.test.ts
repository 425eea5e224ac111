// Databases as the version before people's watches left them: its watches of companies go on, and people can be watched.

import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { createSeal } from '../../../src/app/seal.ts';
import { withDamageTold } from '../../../src/app/sealed-rows.ts';
import { findCompanies } from '../../../src/app/watches/intake/list-forms.ts';
import { neverCompared } from '../../../src/app/watches/lists/lists-point.ts';
import type { NewWatch, StoredWatch, WatchStore } from '../../../src/app/watches/ports.ts';
import { findChange } from '../../../src/app/watches/told-changes.ts';
import type { KeyId } from '../../../src/domain/access/api-key.ts';
import { parsePostgresAddress } from '../../../src/stores/postgres/address.ts';
import { createPostgresPool } from '../../../src/stores/postgres/pool.ts';
import { migrate } from '../../../src/stores/postgres/schema/migrate.ts';
import { migrations as sharedMigrations } from '../../../src/stores/postgres/schema/migrations.ts';
import { createStatements } from '../../../src/stores/postgres/statements.ts';
import { signOlderRows } from '../../../src/stores/proven-rows/sign-older-rows.ts';
import { toDatabasePath } from '../../../src/stores/sqlite/database.ts';
import { createInstanceLock } from '../../../src/stores/sqlite/instance-lock.ts';
import { migrations } from '../../../src/stores/sqlite/migrations.ts';
import { createSqliteStatements } from '../../../src/stores/sqlite/writer.ts';
import { createPostgresWatchStore } from '../../../src/stores/watches/watches.postgres.ts';
import { createSqliteWatchStore } from '../../../src/stores/watches/watches.sqlite.ts';
import { findPostgres } from '../../support/machine.ts';
import { createOutputDirectory } from '../../support/output.ts';
import { startPostgres } from '../../support/stores/postgres.ts';
import { openTestStore, testKeyChecksum, testRowProof } from '../../support/stores/sqlite-store.ts';

const seal = withDamageTold(createSeal(Buffer.alloc(32, 7)), () => {});
const numbers = ['11222333000181', '11444777000161'];
const change = { cnpj: numbers[0], kind: 'removed', from: '2026-10-10', to: '2026-11-14' };
/** What that version wrote of a watch, its list and a change of it. */
const columns =
  'id, key_id, mode, snapshot, owner, state, companies, last_change, missed, created_at_ms, compared_at_ms';
const watch = ['wat_1', 'key_1', 'live', 'snap_1', 'gone', 'active', 2, 1, 1, 100, 400];
const list = seal.close(numbers.join(''), 'watch wat_1 list 0');
const told = seal.close(JSON.stringify(change), 'watch wat_1 change 1');
const marks = watch.map((_, index) => `$${index + 1}`).join(', ');

async function expectGoesOn(store: WatchStore): Promise<void> {
  const older = (await store.find('wat_1')) as StoredWatch;
  const ofCompanies = { kind: 'company', lists: null, purpose: null, legalBasis: null, untilMs: null };
  const counts = { members: 2, lastChange: 1, missed: 1, comparedAtMs: 400, fingerprint: null };
  expect(older).toMatchObject({ ...ofCompanies, ...counts, snapshot: 'snap_1', state: 'active' });
  const part = await store.findList('wat_1', 0);
  expect(part && findCompanies(seal, 'wat_1', part)).toEqual(numbers);
  const changes = await store.listChanges('wat_1', 0, 9);
  expect(changes.map((each) => JSON.parse(findChange(seal, 'wat_1', each) ?? ''))).toEqual([change]);
  // It looks for nobody in the lists, holds nobody's data, and has no last day.
  expect([await store.listPoints(), await store.listAllPeople(undefined, 9)]).toEqual([[], []]);
  expect(await store.hasWaste(2 ** 50)).toBe(false);

  expect(await store.listStale('snap_2')).toEqual(['wat_1']);
  const compared = {
    from: older,
    lists: null,
    lastChange: 1,
    snapshot: 'snap_2',
    comparedAtMs: 500,
    isMissed: false,
    event: null,
  };
  expect(await store.finish('wat_1', compared)).toBe(true);
  expect(await store.listStale('snap_2')).toEqual([]);

  const terms = { purpose: 'credit', legalBasis: 'contract' as const, untilMs: 2 ** 50 };
  const people: NewWatch = {
    ...{ id: 'wat_2', keyId: 'key_1' as KeyId, kind: 'person', mode: 'live', webhookId: null, snapshot: null },
    ...{ lists: neverCompared, ...terms, repeatId: null, createdAtMs: 600 },
  };
  expect(await store.begin(people, 9)).toBe('begun');
  await store.start('wat_2', 1, 'f');
  expect(await store.listPoints()).toEqual([{ mode: 'live', lists: neverCompared }]);
  expect((await store.listOf('key_1' as KeyId, 9)).map(({ kind }) => kind)).toEqual(['person', 'company']);
}

describe('watches of the version before', () => {
  test('go on in SQLite', async () => {
    const directory = createOutputDirectory('older-watches');
    const before = migrations.findIndex((each) => typeof each === 'string' && each.includes('legal_basis'));
    const older = new Database(toDatabasePath(directory));
    for (const migration of migrations.slice(0, before))
      if (typeof migration === 'string') older.exec(migration);
      else migration(older, testKeyChecksum);
    older.pragma(`user_version = ${before}`);
    older.prepare(`INSERT INTO watches (${columns}) VALUES (${marks.replaceAll(/\$\d+/g, '?')})`).run(...watch);
    older.prepare('INSERT INTO watch_lists VALUES (?, 0, ?)').run('wat_1', list);
    older.prepare('INSERT INTO watch_changes VALUES (?, 1, ?)').run('wat_1', told);
    older.close();
    const sqlite = openTestStore(directory);
    const instance = createInstanceLock(directory);
    const ask = createSqliteStatements(sqlite);
    await signOlderRows({ ask, schema: '', proof: testRowProof, seen: { list: () => [], add: () => {} } });
    await expectGoesOn(createSqliteWatchStore(sqlite, instance, testRowProof));
    instance.release();
    await sqlite.close();
  });

  test.skipIf(findPostgres() === undefined)('go on in PostgreSQL', async () => {
    const server = await startPostgres();
    const database = await server.createDatabase({ isMigrated: false });
    const owner = createPostgresPool({ address: parsePostgresAddress(database.owner), connectionsMax: 1 });
    const session = await owner.open();
    await session.run(`CREATE SCHEMA confere; CREATE TABLE confere.migrations (
      version integer PRIMARY KEY, name text NOT NULL, begun_at timestamptz NOT NULL, finished_at timestamptz)`);
    const before = sharedMigrations.findIndex(({ name }) => name === 'watches of people');
    for (const [index, { name, sql }] of sharedMigrations.slice(0, before).entries()) {
      await session.run(sql);
      await session.query('INSERT INTO confere.migrations VALUES ($1, $2, now(), now())', [index + 1, name]);
    }
    session.close();
    await database.query(`INSERT INTO confere.watches (${columns}) VALUES (${marks})`, watch);
    await database.query('INSERT INTO confere.watch_lists (watch_id, part, sealed) VALUES ($1, 0, $2)', [
      'wat_1',
      list,
    ]);
    const changeSql = 'INSERT INTO confere.watch_changes (watch_id, number, sealed) VALUES ($1, 1, $2)';
    await database.query(changeSql, ['wat_1', told]);
    await migrate(owner, parsePostgresAddress(database.service).user);
    const service = createPostgresPool({ address: parsePostgresAddress(database.service), connectionsMax: 2 });
    const ask = createStatements(service);
    await signOlderRows({ ask, schema: 'confere.', proof: testRowProof, seen: { list: () => [], add: () => {} } });
    await expectGoesOn(createPostgresWatchStore(service, 'this', testRowProof));
    await service.close();
    await owner.close();
    await server.close();
  });
});
