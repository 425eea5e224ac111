// API keys in SQLite. A record that was read is kept until the database says that anybody, in any process, changed it:
// asking for that takes half the time of reading the row, and a revocation still holds at once.

import type { KeyStore } from '../app/ports.ts';
import type { KeyId, KeyMode, KeyRecord, Scope } from '../domain/api-key.ts';
import type { SqliteStore } from './database.sqlite.ts';

interface KeyRow {
  readonly id: string;
  readonly name: string;
  readonly mode: string;
  readonly scopes: string;
  readonly rate_requests: number | null;
  readonly rate_window_seconds: number | null;
  readonly created_at_ms: number;
  readonly expires_at_ms: number | null;
  readonly revoked_at_ms: number | null;
}

const recentMax = 10_000;

const insertSql = `INSERT INTO api_keys
  (id, hash, name, mode, scopes, rate_requests, rate_window_seconds, created_at_ms, expires_at_ms)
  VALUES (@id, @hash, @name, @mode, @scopes, @rateRequests, @rateWindowSeconds, @createdAtMs, @expiresAtMs)`;
const revokeSql = 'UPDATE api_keys SET revoked_at_ms = ? WHERE id = ? AND revoked_at_ms IS NULL';
const countSql = 'SELECT count(*) AS count FROM api_keys WHERE id = ?';

export function createSqliteKeyStore({ reading, writer }: SqliteStore): KeyStore {
  const findByHash = reading.prepare('SELECT * FROM api_keys WHERE hash = ?');
  const list = reading.prepare('SELECT * FROM api_keys ORDER BY created_at_ms, id');
  const dataVersion = reading.prepare('PRAGMA data_version').pluck();

  const recent = new Map<string, KeyRecord>();
  let recentVersion: unknown;
  let isChecked = false;

  /**
   * `data_version` tells of other connections' commits, the writer's own among them. Once per turn of the
   * event loop is enough: a request read in this turn had arrived before it began, so before any later revocation.
   */
  function forgetChanged(): void {
    if (isChecked) return;
    isChecked = true;
    setImmediate(() => {
      isChecked = false;
    });
    const version = dataVersion.get();
    if (version !== recentVersion) recent.clear();
    recentVersion = version;
  }

  return {
    async insert(key, hash) {
      const parameters = {
        id: key.id,
        hash,
        name: key.name,
        mode: key.mode,
        scopes: key.scopes.join(' '),
        rateRequests: key.rate?.requests ?? null,
        rateWindowSeconds: key.rate?.windowSeconds ?? null,
        createdAtMs: key.createdAtMs,
        expiresAtMs: key.expiresAtMs,
      };
      await writer.write([{ sql: insertSql, parameters }]);
    },
    findByHash(hash) {
      forgetChanged();
      const known = recent.get(hash);
      if (known !== undefined) return known;
      const row = findByHash.get(hash) as KeyRow | undefined;
      if (row === undefined) return undefined;
      const record = fromRow(row);
      if (recent.size >= recentMax) recent.clear();
      recent.set(hash, record);
      return record;
    },
    async list() {
      return (list.all() as KeyRow[]).map(fromRow);
    },
    async revoke(id, atMs) {
      const [revoked, known] = await writer.write([
        { sql: revokeSql, parameters: [atMs, id] },
        { sql: countSql, parameters: [id] },
      ]);
      // For whoever asks in this turn of the event loop, in which the version may have been looked at already.
      recent.clear();
      if (revoked?.changes === 1) return 'revoked';
      return known?.rows[0]?.['count'] === 0 ? 'unknown' : 'already_revoked';
    },
  };
}

function fromRow(row: KeyRow): KeyRecord {
  return {
    id: row.id as KeyId,
    name: row.name,
    mode: row.mode as KeyMode,
    scopes: row.scopes.split(' ') as Scope[],
    rate:
      row.rate_requests === null || row.rate_window_seconds === null
        ? null
        : { requests: row.rate_requests, windowSeconds: row.rate_window_seconds },
    createdAtMs: row.created_at_ms,
    expiresAtMs: row.expires_at_ms,
    revokedAtMs: row.revoked_at_ms,
  };
}
