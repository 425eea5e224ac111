// API keys in SQLite. A good record that was read is kept until the reader says that anybody, in any process, changed
// something: asking for that takes half the time of reading the row, and a revocation still holds at once.

import type { KeyChecksum } from '../app/key-checksum.ts';
import type { Clock, KeyStore } from '../app/ports.ts';
import { isUsable, type KeyId, type KeyRecord } from '../domain/api-key.ts';
import type { SqliteStore } from './database.sqlite.ts';
import { fromRow, type KeyRow, toRow } from './key-row.sqlite.ts';

interface KeyStoreOptions {
  readonly checksum: KeyChecksum;
  readonly clock: Clock;
  /** A row that was changed by other means than this store. Its key is refused. */
  readonly onDamage: (id: KeyId) => void;
}

const recentMax = 10_000;
const findSql = 'SELECT * FROM api_keys WHERE hash = ?';
const findByIdSql = 'SELECT * FROM api_keys WHERE id = ?';
const insertSql = `INSERT INTO api_keys
  (id, hash, name, mode, scopes, rate_requests, rate_window_seconds, created_at_ms, expires_at_ms, revoked_at_ms, checksum)
  VALUES (@id, @hash, @name, @mode, @scopes, @rate_requests, @rate_window_seconds, @created_at_ms, @expires_at_ms,
    @revoked_at_ms, @checksum)`;
const revokeSql =
  'UPDATE api_keys SET revoked_at_ms = ?, checksum = ? WHERE id = ? AND revoked_at_ms IS NULL AND checksum IS ?';
/** No keyed hash is this: they are 43 characters long. */
const absentHash = '';

export function createSqliteKeyStore(
  { reader, writer }: Pick<SqliteStore, 'reader' | 'writer'>,
  { checksum, clock, onDamage }: KeyStoreOptions,
): KeyStore {
  const recent = new Map<string, KeyRecord>();
  let recentVersion: number | undefined;
  let decoyHash = absentHash;

  function forgetChanged(): void {
    const version = reader.getVersion();
    if (version === recentVersion) return;
    recent.clear();
    decoyHash = (reader.get('SELECT hash FROM api_keys LIMIT 1')?.['hash'] as string | undefined) ?? absentHash;
    recentVersion = version;
  }

  const find = (hash: string) => reader.get(findSql, hash) as KeyRow | undefined;

  function isRight(row: KeyRow, record: KeyRecord): boolean {
    if (checksum.isRight(record, row.hash, row.checksum)) return true;
    onDamage(record.id);
    return false;
  }

  /** One look that finds a row and one that does not, and the proof of one row: a stranger's key takes no other way than a revoked one. */
  function findRight(hash: string): KeyRecord | undefined {
    const row = find(hash);
    const other = find(row === undefined ? decoyHash : absentHash);
    const proven = row ?? other;
    if (proven === undefined) return undefined;
    const record = fromRow(proven);
    return isRight(proven, record) && proven === row ? record : undefined;
  }

  return {
    async insert(key, hash) {
      await writer.write([{ sql: insertSql, parameters: toRow(key, hash, checksum) }]);
    },
    findByHash(hash) {
      forgetChanged();
      const known = recent.get(hash);
      if (known !== undefined) return known;
      const record = findRight(hash);
      // A key that is refused is read every time, as one that nobody ever made is.
      if (record === undefined || !isUsable(record, clock.nowMs())) return record;
      if (recent.size >= recentMax) recent.clear();
      recent.set(hash, record);
      return record;
    },
    async list() {
      const rows = reader.all('SELECT * FROM api_keys ORDER BY created_at_ms, id') as unknown as readonly KeyRow[];
      return rows.map(fromRow);
    },
    async revoke(id, atMs) {
      for (;;) {
        const row = reader.get(findByIdSql, id) as KeyRow | undefined;
        if (row === undefined) return 'unknown';
        if (row.revoked_at_ms !== null) return 'already_revoked';
        const record = fromRow(row);
        // A row that was changed by hand is revoked as well, but does not become right by it.
        const signed = isRight(row, record) ? checksum.sign({ ...record, revokedAtMs: atMs }, row.hash) : row.checksum;
        const [revoked] = await writer.write([{ sql: revokeSql, parameters: [atMs, signed, id, row.checksum] }]);
        // For whoever asks in this turn of the event loop, in which the version may have been looked at already.
        reader.forget();
        // Another process was faster, and what it did is read now.
        if (revoked?.changes === 1) return 'revoked';
      }
    },
  };
}
