// Calls made with an Idempotency-Key, in SQLite: of many processes that claim one, the database lets one win.

import type {
  CallClaim,
  ClaimRefusal,
  ErasableCalls,
  IdempotencyStore,
  KeptCall,
  RecordedCall,
} from '../../app/idempotency/ports.ts';
import { isStorageFault, toFaultCode } from '../../errors.ts';
import type { SqliteStore } from '../sqlite/database.ts';
import type { InstanceLock } from '../sqlite/instance-lock.ts';
import { createSingleWrites } from '../sqlite/writer.ts';

interface CallRow {
  readonly fingerprint: string;
  readonly owner: string;
  readonly sealed_answer: Uint8Array | null;
}

const findSql = 'SELECT fingerprint, owner, sealed_answer FROM idempotent_calls WHERE id = ? AND expires_at_ms > ?';
const claimSql = `INSERT INTO idempotent_calls (id, key_id, fingerprint, owner, expires_at_ms)
  SELECT @id, @keyId, @fingerprint, @owner, @expiresAtMs
  WHERE NOT EXISTS (
    SELECT 1 FROM idempotent_counts
    WHERE (key_id = @keyId AND records >= @recordsPerKeyMax) OR (key_id = '' AND records >= @recordsMax)
  )
  ON CONFLICT (id) DO UPDATE
  SET fingerprint = excluded.fingerprint, owner = excluded.owner, sealed_answer = NULL,
      expires_at_ms = excluded.expires_at_ms
  WHERE expires_at_ms <= @nowMs`;
const countSql = 'SELECT records FROM idempotent_counts WHERE key_id = ?';
const completeSql =
  'UPDATE idempotent_calls SET sealed_answer = ? WHERE id = ? AND owner = ? AND sealed_answer IS NULL';
const releaseSql = 'DELETE FROM idempotent_calls WHERE id = ? AND owner = ? AND sealed_answer IS NULL';
const findExpiredSql = 'SELECT 1 FROM idempotent_calls WHERE expires_at_ms <= ? LIMIT 1';
const purgeSql = `DELETE FROM idempotent_calls
  WHERE id IN (SELECT id FROM idempotent_calls WHERE expires_at_ms <= ? ORDER BY expires_at_ms LIMIT ?)`;
const listAnsweredSql = `SELECT id, fingerprint, sealed_answer AS sealedAnswer FROM idempotent_calls
  WHERE id > ? AND sealed_answer IS NOT NULL ORDER BY id LIMIT ?`;
const eraseAnswerSql = `UPDATE idempotent_calls SET sealed_answer = NULL, fingerprint = ?, owner = 'erased' WHERE id = ?`;

interface IdempotencyStoreOptions {
  readonly instance: InstanceLock;
  /** These limits apply to the records of one API key and to all records. */
  readonly recordsPerKeyMax: number;
  readonly recordsMax: number;
}

export function createSqliteIdempotencyStore(
  { reader, writer }: SqliteStore,
  { instance, recordsPerKeyMax, recordsMax }: IdempotencyStoreOptions,
): IdempotencyStore & ErasableCalls {
  const { change, run } = createSingleWrites(writer);
  const findRow = (id: string, nowMs: number) => reader.get<CallRow>(findSql, id, nowMs);

  function toCall(row: CallRow, id: string, nowMs: number): RecordedCall | undefined {
    const isLeftBehind = row.sealed_answer === null && !instance.isAlive(row.owner);
    // An owner may have answered and ended between the two looks; of one that is gone, the second look is final.
    const last = isLeftBehind ? findRow(id, nowMs) : row;
    if (last === undefined) return undefined;
    const { fingerprint, owner, sealed_answer } = last;
    if (sealed_answer !== null) return { kind: 'answered', fingerprint, sealedAnswer: sealed_answer };
    const isOwn = owner === instance.id;
    return { kind: 'started', fingerprint, owner: isLeftBehind ? 'gone' : isOwn ? 'self' : 'other' };
  }

  async function claim(wanted: CallClaim): Promise<RecordedCall | ClaimRefusal | undefined> {
    const { id, nowMs } = wanted;
    instance.hold();
    const written = writer.write([
      { sql: claimSql, parameters: { ...wanted, owner: instance.id, recordsPerKeyMax, recordsMax } },
      { sql: findSql, parameters: [id, nowMs] },
      { sql: countSql, parameters: [''] },
    ]);
    const results = await written.catch((error: unknown) => {
      if (isStorageFault(error)) return toFaultCode(error);
      throw error;
    });
    if (typeof results === 'string') return { kind: 'busy', code: results };
    const [claimed, found, ofAll] = results;
    if (claimed?.changes === 1) return undefined;
    const row = found?.rows[0] as unknown as CallRow | undefined;
    if (row === undefined) {
      return { kind: 'full', whose: Number(ofAll?.rows[0]?.['records']) >= recordsMax ? 'all' : 'key' };
    }
    // Gone since the commit: the record was released, and may be claimed.
    return toCall(row, id, nowMs) ?? claim(wanted);
  }

  return {
    claim,
    async find(id, nowMs) {
      const row = findRow(id, nowMs);
      return row === undefined ? undefined : toCall(row, id, nowMs);
    },
    async complete(id, sealedAnswer) {
      if ((await change(completeSql, [sealedAnswer, id, instance.id])) !== 1)
        throw new Error('The call is not one that this process started and has not answered');
    },
    release: (id) => run(releaseSql, [id, instance.id]),
    async purge(nowMs, recordsMax) {
      if (reader.get(findExpiredSql, nowMs) === undefined) return false;
      return (await change(purgeSql, [nowMs, recordsMax])) === recordsMax;
    },
    listAnswered: async (afterId, limit) => reader.all<KeptCall>(listAnsweredSql, afterId, limit),
    eraseAnswer: (id, fingerprint) => run(eraseAnswerSql, [fingerprint, id]),
  };
}
