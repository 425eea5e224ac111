// API keys in PostgreSQL. A good record that was read is kept for as long as this process would have heard of any change; else
// every key is read from the database. Where that cannot be asked, what is known is good until the outage has lasted too long.

import type { Clock } from '../../app/clock.ts';
import type { KeyChecksum } from '../../app/keys/key-checksum.ts';
import type { KeyStore, KeyUpdate } from '../../app/keys/ports.ts';
import { isUsable, type KeyId, type KeyRecord } from '../../domain/access/api-key.ts';
import { AppError } from '../../errors.ts';
import { createKeyProof, type FoundRow, type ReplacedRow } from '../key-rows/key-proof.ts';
import { fromRow, type KeyRow, type KeyStateRow, keyStatesSql, toKeyState, toRow } from '../key-rows/key-row.ts';
import { UnreachableError } from '../postgres/fault.ts';
import { type Deafness, type NodeLink, trustedMs, untilHeard } from '../postgres/node-link.ts';
import type { PostgresPool } from '../postgres/pool.ts';
import type { Session } from '../postgres/session.ts';

interface KeyStoreOptions {
  readonly checksum: KeyChecksum;
  readonly clock: Clock;
  /** Undefined for a command, which keeps nothing. */
  readonly link: NodeLink | undefined;
  /** A row that was changed by other means than this store. Its key is refused. */
  readonly onDamage: (id: KeyId) => void;
  /** A change waits for processes that cannot be told of it. */
  readonly onDeaf?: (deafness: Deafness) => void;
}

const recentMax = 10_000;
const readMs = 2_000;
const retryAfterSeconds = 2;
const columns = [
  'id',
  'hash',
  'name',
  'mode',
  'scopes',
  'rate_requests',
  'rate_window_seconds',
  'burst',
  'concurrency',
  'daily_quota',
  'monthly_quota',
  'networks',
  'cors_origins',
  'purpose',
  'created_at_ms',
  'expires_at_ms',
  'revoked_at_ms',
  'checksum',
] as const satisfies readonly (keyof KeyRow)[];
const changing = columns.filter((name) => !['id', 'mode', 'scopes', 'created_at_ms', 'revoked_at_ms'].includes(name));

const listed = columns.join(', ');
/** Under its hash, or under one that a rotation replaced. */
const findSql = `SELECT ${listed}, NULL AS replaced_hash, NULL::bigint AS until_ms, NULL::bytea AS replaced_checksum
    FROM confere.api_keys WHERE hash = $1
  UNION ALL
  SELECT ${columns.map((name) => `k.${name}`).join(', ')}, r.hash, r.until_ms, r.checksum
    FROM confere.replaced_hashes r JOIN confere.api_keys k ON k.id = r.key_id WHERE r.hash = $1`;
const findByIdSql = `SELECT ${listed} FROM confere.api_keys WHERE id = $1`;
const listSql = `SELECT ${listed} FROM confere.api_keys ORDER BY created_at_ms, id`;
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
  const { isRight, withEnd, toKept } = createKeyProof(checksum, onDamage);
  const recent = new Map<string, KeyRecord>();
  const reading = new Map<string, Reading>();
  let recentVersion: number | undefined;
  /** Any row, which is proven in place of one that is not there: a stranger's key takes no other way than a revoked one. */
  let decoy: KeyRow | undefined;

  const getRecent = (hash: string) => {
    if (recentVersion !== link?.getVersion()) recent.clear();
    recentVersion = link?.getVersion();
    return recent.get(hash);
  };

  function keep(hash: string, record: KeyRecord, version: number | undefined): void {
    // A key that is refused is read every time, as one that nobody ever made is.
    if (link === undefined || link.getVersion() !== version || !isUsable(record, clock.nowMs())) return;
    if (recent.size >= recentMax) recent.clear();
    recent.set(hash, record);
  }

  /** Many requests with one key that is not known yet are one question, as long as its answer is as good as a kept one. */
  function readTogether(hash: string): Promise<KeyRecord | undefined> {
    const sinceMs = clock.monotonicMs();
    const version = link?.getVersion();
    const other = reading.get(hash);
    if (other !== undefined && other.version === version && sinceMs - other.sinceMs < trustedMs) return other.answer;
    const asked: Reading = { sinceMs, version, answer: read(hash, version) };
    reading.set(hash, asked);
    const forget = () => reading.get(hash) === asked && reading.delete(hash);
    asked.answer.then(forget, forget);
    return asked.answer;
  }

  /** What was read before a change was heard of is not kept after it. */
  async function read(hash: string, version: number | undefined): Promise<KeyRecord | undefined> {
    const { rows } = await pool.query<FoundRow>(findSql, [hash], readMs);
    const [row] = rows;
    if (row === undefined) {
      if (decoy !== undefined) checksum.isRight(fromRow(decoy), decoy.hash, decoy.checksum);
      return undefined;
    }
    decoy ??= row;
    const record = fromRow(row);
    const right = isRight(row, record) ? withEnd(row, record) : undefined;
    if (right !== undefined) keep(hash, right, version);
    return right;
  }

  async function readOrRemember(hash: string): Promise<KeyRecord | undefined> {
    try {
      return await (link === undefined ? read(hash, undefined) : readTogether(hash));
    } catch (error) {
      if (!(error instanceof UnreachableError)) throw error;
      const known = getRecent(hash);
      if (known !== undefined && link?.isWithinOutage()) return known;
      throw toUncheckable(error);
    }
  }

  const findById = async (asked: Pick<Session, 'query'>, id: string) =>
    (await asked.query<KeyRow>(findByIdSql, [id])).rows[0];

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
      const written = toRow(record, hash, checksum);
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
      const row = toRow(key, hash, checksum);
      await pool.query(
        insertSql,
        columns.map((name) => row[name]),
      );
    },
    findByHash(hash) {
      const known = link?.isCurrent() ? getRecent(hash) : undefined;
      return known ?? readOrRemember(hash);
    },
    list: async () => (await pool.query<KeyRow>(listSql)).rows.map(fromRow),
    async findState(id) {
      const [row] = (await pool.query<KeyStateRow>(`${keyStatesSql('confere.api_keys')} WHERE id = $1`, [id])).rows;
      return row && toKeyState(row);
    },
    listStates: async () => (await pool.query<KeyStateRow>(keyStatesSql('confere.api_keys'))).rows.map(toKeyState),
    async find(id) {
      const row = await findById(pool, id);
      if (row === undefined) return undefined;
      const { rows } = await pool.query<ReplacedRow>(replacedSql, [id]);
      return { record: fromRow(row), replacedUntilMs: rows.map(({ until_ms }) => until_ms) };
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

interface Reading {
  readonly sinceMs: number;
  readonly version: number | undefined;
  readonly answer: Promise<KeyRecord | undefined>;
}

class ChangedMeanwhile extends Error {}

function toUncheckable(error: UnreachableError): AppError {
  return new AppError('overloaded', {
    detail: {
      en: 'API keys cannot be checked at the moment. The service asked no source; send the same call again.',
      pt: 'As chaves de API não podem ser conferidas neste momento. Nenhuma fonte foi consultada; envie a mesma chamada de novo.',
    },
    retryAfterSeconds,
    internal: `keys cannot be read (${error.code})`,
  });
}
