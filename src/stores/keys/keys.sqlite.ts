// API keys in SQLite. A good record that was read is kept until the reader says that anybody, in any process, changed
// something: asking for that takes half the time of reading the row, and a revocation still holds at once.

import type { Clock } from '../../app/clock.ts';
import { startOfTime } from '../../app/key-owned/list-page.ts';
import type { KeyChecksum } from '../../app/keys/key-checksum.ts';
import type { KeyStore, KeyUpdate } from '../../app/keys/ports.ts';
import { isUsable, type KeyId, type KeyRecord } from '../../domain/access/api-key.ts';
import { createKeyProof, type FoundRow, type ReplacedRow } from '../key-rows/key-proof.ts';
import {
  eachKeyState,
  fromRow,
  type KeyRow,
  type KeyStateRow,
  keyStatesSql,
  toKeyRow,
  toKeyState,
} from '../key-rows/key-row.ts';
import type { SqliteStore } from '../sqlite/database.ts';
import type { Statement } from '../sqlite/statement.ts';
import { createSingleWrites } from '../sqlite/writer.ts';

interface KeyStoreOptions {
  readonly checksum: KeyChecksum;
  readonly clock: Clock;
  /** A row that was changed by other means than this store. Its key is refused. */
  readonly onDamage: (id: KeyId) => void;
}

const recentMax = 10_000;
/** Under its hash, or under one that a rotation replaced. */
const findSql = `
  SELECT *, NULL AS replaced_hash, NULL AS until_ms, NULL AS replaced_checksum FROM api_keys WHERE hash = ?
  UNION ALL
  SELECT k.*, r.hash, r.until_ms, r.checksum FROM replaced_hashes r JOIN api_keys k ON k.id = r.key_id WHERE r.hash = ?`;
const isUsableSql = '(revoked_at_ms IS NULL AND (expires_at_ms IS NULL OR expires_at_ms > ?))';
const listSql = `SELECT * FROM api_keys WHERE (created_at_ms, id) > (?, ?) AND (? OR ${isUsableSql})
  ORDER BY created_at_ms, id LIMIT ?`;
const namesSql = 'SELECT id, name FROM api_keys WHERE id IN (SELECT value FROM json_each(?))';
const originSql = `SELECT 1 AS found FROM key_origins o JOIN api_keys ON id = o.key_id WHERE o.origin = ? AND ${isUsableSql} LIMIT 1`;
const findByIdSql = 'SELECT * FROM api_keys WHERE id = ?';
const insertSql = `INSERT INTO api_keys
  (id, hash, name, mode, scopes, rate_requests, rate_window_seconds, burst, concurrency, daily_quota, monthly_quota,
    networks, cors_origins, purpose, created_at_ms, expires_at_ms, revoked_at_ms, checksum)
  VALUES (@id, @hash, @name, @mode, @scopes, @rate_requests, @rate_window_seconds, @burst, @concurrency, @daily_quota,
    @monthly_quota, @networks, @cors_origins, @purpose, @created_at_ms, @expires_at_ms, @revoked_at_ms, @checksum)`;
/** `@before` is the checksum that was read: where another process was faster, nothing is changed. */
const updateSql = `UPDATE api_keys SET hash = @hash, name = @name, rate_requests = @rate_requests,
    rate_window_seconds = @rate_window_seconds, burst = @burst, concurrency = @concurrency, daily_quota = @daily_quota,
    monthly_quota = @monthly_quota, networks = @networks, cors_origins = @cors_origins, purpose = @purpose, expires_at_ms = @expires_at_ms,
    checksum = @checksum
  WHERE id = @id AND revoked_at_ms IS NULL AND checksum IS @before`;
/** The same condition, so that the statements of one rotation change something together or not at all. */
const isAsReadSql = 'EXISTS (SELECT 1 FROM api_keys WHERE id = @id AND revoked_at_ms IS NULL AND checksum IS @before)';
const replacedSql =
  'SELECT hash, key_id, until_ms, checksum FROM replaced_hashes WHERE key_id = ? ORDER BY until_ms DESC';
const forgetReplacedSql = `DELETE FROM replaced_hashes WHERE key_id = @id AND ${isAsReadSql}`;
const insertReplacedSql = `INSERT INTO replaced_hashes (hash, key_id, until_ms, checksum)
  SELECT @hash, @id, @until_ms, @checksum WHERE ${isAsReadSql}`;
const revokeSql =
  'UPDATE api_keys SET revoked_at_ms = ?, checksum = ? WHERE id = ? AND revoked_at_ms IS NULL AND checksum IS ?';

/** No keyed hash is this: they are 43 characters long. */
const absentHash = '';

export function createSqliteKeyStore(
  { reader, writer }: Pick<SqliteStore, 'reader' | 'writer'>,
  { checksum, clock, onDamage }: KeyStoreOptions,
): KeyStore {
  const { isRight, withEnd, toKept } = createKeyProof(checksum, onDamage);
  const { change: changeOne, run } = createSingleWrites(writer);
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

  const find = (hash: string) => reader.get<FoundRow>(findSql, hash, hash);
  const findById = (id: string) => reader.get<KeyRow>(findByIdSql, id);
  const findReplaced = (id: string) => reader.all<ReplacedRow>(replacedSql, id);

  /** One look that finds a row and one that does not, and the proof of one row: a stranger's key takes no other way than a revoked one. */
  function findRight(hash: string): KeyRecord | undefined {
    const row = find(hash);
    const other = find(row === undefined ? decoyHash : absentHash);
    const proven = row ?? other;
    if (proven === undefined) return undefined;
    const record = fromRow(proven);
    return isRight(proven, record) && proven === row ? withEnd(row, record) : undefined;
  }

  /** Reads, changes and writes until no other process came in between. */
  async function change(
    id: string,
    toStatements: (row: KeyRow, record: KeyRecord) => { readonly record: KeyRecord; readonly statements: Statement[] },
  ): Promise<KeyUpdate> {
    for (;;) {
      const row = findById(id);
      if (row === undefined) return { kind: 'unknown' };
      if (row.revoked_at_ms !== null) return { kind: 'revoked' };
      const before = fromRow(row);
      if (!isRight(row, before)) return { kind: 'damaged' };
      const { record, statements } = toStatements(row, before);
      const results = await writer.write(statements);
      reader.forget();
      if (results.at(-1)?.changes === 1) return { kind: 'updated', record };
    }
  }

  const toUpdate = (record: KeyRecord, hash: string, before: KeyRow): Statement => ({
    sql: updateSql,
    parameters: { ...toKeyRow(record, hash, checksum), before: before.checksum },
  });

  return {
    insert: (key, hash) => run(insertSql, toKeyRow(key, hash, checksum)),
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
    async list({ limit, after = startOfTime, usableAtMs }) {
      const all = usableAtMs === undefined ? 1 : 0;
      return reader.all<KeyRow>(listSql, after.createdAtMs, after.id, all, usableAtMs ?? 0, limit).map(fromRow);
    },
    async findNames(ids) {
      const rows = reader.all<Pick<KeyRow, 'id' | 'name'>>(namesSql, JSON.stringify(ids));
      return new Map(rows.map(({ id, name }) => [id, name]));
    },
    hasWebOrigin: (origin, nowMs) => reader.get(originSql, origin, nowMs) !== undefined,
    async findState(id) {
      const row = reader.get<KeyStateRow>(`${keyStatesSql('api_keys')} WHERE id = ?`, id);
      return row && toKeyState(row);
    },
    eachState: () =>
      eachKeyState(async (afterId, limit) => {
        // What reads at once would keep all others waiting, however small the part.
        await new Promise((resolve) => setImmediate(resolve));
        return reader.all<KeyStateRow>(`${keyStatesSql('api_keys')} WHERE id > ? ORDER BY id LIMIT ?`, afterId, limit);
      }),
    async find(id) {
      const row = findById(id);
      if (row === undefined) return undefined;
      return { record: fromRow(row), replacedUntilMs: findReplaced(id).map(({ until_ms }) => until_ms) };
    },
    update: (id, toChanged) =>
      change(id, (row, before) => {
        const record = toChanged(before);
        return { record, statements: [toUpdate(record, row.hash, row)] };
      }),
    replaceHash: (id, replacement) =>
      change(id, (row, record) => {
        const kept = toKept(row, findReplaced(id), replacement);
        const asRead = { id, before: row.checksum };
        const statements: Statement[] = [
          { sql: forgetReplacedSql, parameters: asRead },
          ...kept.map((replaced) => ({
            sql: insertReplacedSql,
            parameters: {
              ...asRead,
              hash: replaced.hash,
              until_ms: replaced.untilMs,
              checksum: checksum.signReplaced(replaced),
            },
          })),
          toUpdate(record, replacement.hash, row),
        ];
        return { record, statements };
      }),
    async revoke(id, atMs) {
      for (;;) {
        const row = findById(id);
        if (row === undefined) return 'unknown';
        if (row.revoked_at_ms !== null) return 'already_revoked';
        const record = fromRow(row);
        // A row that was changed by hand is revoked as well, but does not become right by it.
        const signed = isRight(row, record) ? checksum.sign({ ...record, revokedAtMs: atMs }, row.hash) : row.checksum;
        const revoked = await changeOne(revokeSql, [atMs, signed, id, row.checksum]);
        // For whoever asks in this turn of the event loop, in which the version may have been looked at already.
        reader.forget();
        // Another process was faster, and what it did is read now.
        if (revoked === 1) return 'revoked';
      }
    },
  };
}
