import { afterAll, beforeAll, expect, test } from 'vitest';
import { createManualClock } from '../../../test/support/manual-clock.ts';
import { createOutputDirectory } from '../../../test/support/output.ts';
import { openTestStore, testKeyChecksum } from '../../../test/support/stores/sqlite-store.ts';
import type { KeyChecksum } from '../../app/keys/key-checksum.ts';
import type { KeyStore } from '../../app/keys/ports.ts';
import { type KeyId, type KeyRecord, noLimits } from '../../domain/access/api-key.ts';
import type { SqliteStore } from '../sqlite/database.ts';
import type { SqliteReader } from '../sqlite/reader.ts';
import type { SqlValue } from '../sqlite/statement.ts';
import { createSqliteKeyStore } from './keys.sqlite.ts';

const clock = createManualClock();
const record = (id: string, more: Partial<KeyRecord> = {}): KeyRecord => ({
  id: id as KeyId,
  name: 'a shop',
  mode: 'live',
  scopes: ['verify:cpf'],
  rate: null,
  ...noLimits,
  createdAtMs: 1_000,
  expiresAtMs: null,
  revokedAtMs: null,
  ...more,
});

let sqlite: SqliteStore;
let store: KeyStore;
let work: string[];

/** Returns the requests to the database and the processor in alphabetical order, because the order of the looks carries no meaning. */
async function workFor(hash: string): Promise<string[]> {
  await new Promise((resolve) => setImmediate(resolve));
  work = [];
  await store.findByHash(hash);
  return work.sort();
}

beforeAll(async () => {
  sqlite = openTestStore(createOutputDirectory('key-work'), clock);
  const reader: SqliteReader = {
    ...sqlite.reader,
    get: <Found>(sql: string, ...parameters: readonly SqlValue[]) => {
      const row = sqlite.reader.get<Found>(sql, ...parameters);
      work.push(`${sql}: ${row === undefined ? 'nothing' : 'a row'}`);
      return row;
    },
    getVersion: () => {
      work.push('version');
      return sqlite.reader.getVersion();
    },
  };
  const checksum: KeyChecksum = {
    ...testKeyChecksum,
    isRight: (...key) => {
      work.push('checksum');
      return testKeyChecksum.isRight(...key);
    },
  };
  store = createSqliteKeyStore({ reader, writer: sqlite.writer }, { checksum, clock, onDamage: () => {} });
  await store.insert(record('key_good'), 'good');
  await store.insert(record('key_revoked', { revokedAtMs: 2_000 }), 'revoked');
  await store.insert(record('key_expired', { expiresAtMs: 2_000 }), 'expired');
  await workFor('good');
});
afterAll(() => sqlite.close());

test('a revoked and an expired key cost the same work as one that nobody ever made, however often they are tried', async () => {
  const unknown = await workFor('unknown');
  expect(unknown.filter((step) => step === 'checksum')).toHaveLength(1);
  for (let time = 0; time < 3; time++) {
    expect(await workFor('revoked')).toEqual(unknown);
    expect(await workFor('expired')).toEqual(unknown);
    expect(await workFor('unknown')).toEqual(unknown);
  }
});

test('a good key is not read again until something changed, or a second is over', async () => {
  await workFor('good');
  expect(await workFor('good')).toEqual(['version']);
  clock.advance(1_000);
  expect((await workFor('good')).length).toBeGreaterThan(1);
  await store.revoke('key_expired', 9);
  expect((await workFor('good')).length).toBeGreaterThan(1);
});
