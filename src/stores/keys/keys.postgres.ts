// API keys in PostgreSQL: made, listed and changed. A change waits until every process has heard of it.

import type { Clock } from '../../app/clock.ts';
import { startOfTime } from '../../app/key-owned/list-page.ts';
import type { KeyChecksum } from '../../app/keys/key-checksum.ts';
import type { KeyState, KeyStore, KeyUpdate } from '../../app/keys/ports.ts';
import type { KeyId, KeyRecord } from '../../domain/access/api-key.ts';
import { createKeyProof, type ReplacedRow } from '../key-rows/key-proof.ts';
import {
  eachKeyState,
  fromRow,
  type KeyRow,
  type KeyStateRow,
  keyStatesSql,
  toKeyRow,
  toKeyState,
} from '../key-rows/key-row.ts';
import { type Deafness, type NodeLink, untilHeard } from '../postgres/node-link.ts';
import type { PostgresPool } from '../postgres/pool.ts';
import type { Session } from '../postgres/session.ts';
import { createStatements } from '../postgres/statements.ts';
import { columns, createFindKey } from './find-key.postgres.ts';

interface KeyStoreOptions {
  readonly checksum: KeyChecksum;
  readonly clock: Clock;
  /** The value is undefined for a command, which keeps no keys in memory. */
  readonly link: NodeLink | undefined;
  /** A row that was changed by other means than this store. Its key is refused. */
  readonly onDamage: (id: KeyId) => void;
  /** A change waits for processes that cannot be told of it. */
  readonly onDeaf?: (deafness: Deafness) => void;
}

const changing = columns.filter((name) => !['id', 'mode', 'scopes', 'created_at_ms', 'revoked_at_ms'].includes(name));

const listed = columns.join(', ');
const findByIdSql = `SELECT ${listed} FROM confere.api_keys WHERE id = $1`;
const isUsableSql = (at: string) => `(revoked_at_ms IS NULL AND (expires_at_ms IS NULL OR expires_at_ms > ${at}))`;
const listSql = `SELECT ${listed} FROM confere.api_keys
  WHERE (created_at_ms, id) > ($1, $2) AND ($3::bigint IS NULL OR ${isUsableSql('$3')}) ORDER BY created_at_ms, id LIMIT $4`;
const namesSql = 'SELECT id, name FROM confere.api_keys WHERE id = ANY ($1)';
const originSql = `SELECT 1 AS found FROM confere.api_keys
  WHERE string_to_array(cors_origins, ' ') @> ARRAY[$1] AND ${isUsableSql('$2')} LIMIT 1`;
const insertSql = `INSERT INTO confere.api_keys (${listed}) VALUES (${columns.map((_, index) => `$${index + 1}`).join(', ')})`;
/** `$2` is the checksum that was read: where another process was faster, nothing is changed. */
const asRead = 'id = $1 AND revoked_at_ms IS NULL AND checksum IS NOT DISTINCT FROM $2';
const updateSql = `UPDATE confere.api_keys SET ${changing.map((name, index) => `${name} = $${index + 3}`).join(', ')} WHERE ${asRead}`;
const revokeSql = `UPDATE confere.api_keys SET revoked_at_ms = $3, checksum = $4 WHERE ${asRead}`;
const replacedSql = `SELECT hash, key_id, until_ms, checksum FROM confere.replaced_hashes WHERE key_id = $1
  ORDER BY until_ms DESC`;
const forgetReplacedSql = 'DELETE FROM confere.replaced_hashes WHERE key_id = $1';
const insertReplacedSql =
  'INSERT INTO confere.replaced_hashes (hash, key_id, until_ms, checksum) VALUES ($1, $2, $3, $4)';
const readChangeSql = 'SELECT number FROM confere.key_changes';

export function createPostgresKeyStore(pool: PostgresPool, options: KeyStoreOptions): KeyStore {
  const { checksum, clock, link, onDamage, onDeaf } = options;
  const proof = createKeyProof(checksum, onDamage);
  const { isRight, toKept } = proof;
  const findByHash = createFindKey(pool, { checksum, proof, clock, link });

  const { list, find, run } = createStatements(pool);
  const findById = (asked: Pick<Session, 'query'>, id: string) =>
    createStatements(asked).find<KeyRow>(findByIdSql, [id]);

  /**
   * Reads, changes and writes until no other process came in between; then waits until the change holds everywhere.
   * `write` says whether the row was as it had been read.
   */
  async function change<Outcome>(
    id: string,
    attempt: (row: KeyRow, session: Session) => Promise<Outcome | 'again'>,
  ): Promise<Outcome | 'unknown'> {
    for (;;) {
      const made = await pool.transaction(async (session) => {
        const row = await findById(session, id);
        if (row === undefined) return { outcome: 'unknown' as const, number: undefined };
        const outcome = await attempt(row, session);
        // In the same transaction, which holds the row: the number is that of this change.
        const { rows } = await session.query<{ readonly number: number }>(readChangeSql);
        return { outcome, number: rows[0]?.number };
      });
      if (made.outcome === 'again') continue;
      if (made.number !== undefined) await untilHeard(made.number, { pool, clock, ...(onDeaf && { onDeaf }) });
      return made.outcome;
    }
  }

  async function update(
    id: string,
    toChanged: (row: KeyRow, record: KeyRecord, session: Session) => Promise<{ record: KeyRecord; hash: string }>,
  ): Promise<KeyUpdate> {
    const updated = await change<KeyUpdate>(id, async (row, session) => {
      if (row.revoked_at_ms !== null) return { kind: 'revoked' };
      const before = fromRow(row);
      if (!isRight(row, before)) return { kind: 'damaged' };
      const { record, hash } = await toChanged(row, before, session);
      const written = toKeyRow(record, hash, checksum);
      const values = changing.map((name) => written[name]);
      const { count } = await session.query(updateSql, [id, row.checksum, ...values]);
      // Whatever was done with its replaced hashes is undone with it.
      if (count !== 1) throw new ChangedMeanwhile();
      return { kind: 'updated', record };
    }).catch((error: unknown) => {
      if (error instanceof ChangedMeanwhile) return update(id, toChanged);
      throw error;
    });
    return updated === 'unknown' ? { kind: 'unknown' } : updated;
  }

  return {
    async insert(key, hash) {
      const row = toKeyRow(key, hash, checksum);
      const values = columns.map((name) => row[name]);
      await run(insertSql, values);
    },
    findByHash,
    list: async ({ limit, after = startOfTime, usableAtMs }) =>
      (await list<KeyRow>(listSql, [after.createdAtMs, after.id, usableAtMs ?? null, limit])).map(fromRow),
    async findNames(ids) {
      const rows = await list<Pick<KeyRow, 'id' | 'name'>>(namesSql, [ids]);
      return new Map(rows.map(({ id, name }) => [id, name]));
    },
    hasWebOrigin: async (origin, nowMs) => (await find(originSql, [origin, nowMs])) !== undefined,
    async findState(id) {
      const row = await find<KeyStateRow>(`${keyStatesSql('confere.api_keys')} WHERE id = $1`, [id]);
      return row && toKeyState(row);
    },
    eachState: () => eachPostgresKeyState(pool),
    async find(id) {
      const row = await findById(pool, id);
      if (row === undefined) return undefined;
      const replaced = await list<ReplacedRow>(replacedSql, [id]);
      return { record: fromRow(row), replacedUntilMs: replaced.map(({ until_ms }) => until_ms) };
    },
    update: (id, toChanged) => update(id, async (row, before) => ({ record: toChanged(before), hash: row.hash })),
    replaceHash: (id, replacement) =>
      update(id, async (row, record, session) => {
        const { rows: older } = await session.query<ReplacedRow>(replacedSql, [id]);
        await session.query(forgetReplacedSql, [id]);
        for (const kept of toKept(row, older, replacement)) {
          const values = [kept.hash, kept.keyId, kept.untilMs, checksum.signReplaced(kept)];
          await session.query(insertReplacedSql, values);
        }
        return { record, hash: replacement.hash };
      }),
    revoke: (id, atMs) =>
      change(id, async (row, session) => {
        // Waited for as well: whoever revoked it before may have been cut off before it held everywhere.
        if (row.revoked_at_ms !== null) return 'already_revoked';
        const record = fromRow(row);
        // A row that was changed by hand is revoked as well, but does not become right by it.
        const signed = isRight(row, record) ? checksum.sign({ ...record, revokedAtMs: atMs }, row.hash) : row.checksum;
        const { count } = await session.query(revokeSql, [id, row.checksum, atMs, signed]);
        return count === 1 ? 'revoked' : 'again';
      }),
  };
}

class ChangedMeanwhile extends Error {}

export function eachPostgresKeyState(pool: Pick<PostgresPool, 'query'>): AsyncIterable<KeyState> {
  const sql = `${keyStatesSql('confere.api_keys')} WHERE id > $1 ORDER BY id LIMIT $2`;
  return eachKeyState(async (...place) => (await pool.query<KeyStateRow>(sql, place)).rows);
}
