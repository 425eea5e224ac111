// Calls made with an Idempotency-Key, in SQLite: of many processes that claim one, the database lets one win.

import type { IdempotencyStore, RecordedCall } from '../app/ports.ts';
import type { SqliteDatabase } from './database.sqlite.ts';
import { createGroupCommit } from './group-commit.sqlite.ts';
import type { InstanceLock } from './instance-lock.sqlite.ts';

interface CallRow {
  readonly fingerprint: string;
  readonly owner: string;
  readonly sealed_answer: Uint8Array | null;
}

export function createSqliteIdempotencyStore(database: SqliteDatabase, instance: InstanceLock): IdempotencyStore {
  const commit = createGroupCommit(database);
  const find = database.prepare(
    'SELECT fingerprint, owner, sealed_answer FROM idempotent_calls WHERE id = ? AND expires_at_ms > ?',
  );
  const claim = database.prepare(
    `INSERT INTO idempotent_calls (id, fingerprint, owner, expires_at_ms)
     VALUES (@id, @fingerprint, @owner, @expiresAtMs)
     ON CONFLICT (id) DO UPDATE
     SET fingerprint = excluded.fingerprint, owner = excluded.owner, sealed_answer = NULL,
         expires_at_ms = excluded.expires_at_ms
     WHERE expires_at_ms <= @nowMs`,
  );
  const complete = database.prepare(
    'UPDATE idempotent_calls SET sealed_answer = ? WHERE id = ? AND owner = ? AND sealed_answer IS NULL',
  );
  const release = database.prepare('DELETE FROM idempotent_calls WHERE id = ? AND owner = ? AND sealed_answer IS NULL');
  const purge = database.prepare(
    `DELETE FROM idempotent_calls
     WHERE id IN (SELECT id FROM idempotent_calls WHERE expires_at_ms <= ? ORDER BY expires_at_ms LIMIT ?)`,
  );

  const findRow = (id: string, nowMs: number) => find.get(id, nowMs) as CallRow | undefined;

  function findCall(id: string, nowMs: number): RecordedCall | undefined {
    const row = findRow(id, nowMs);
    const isLeftBehind = row !== undefined && row.sealed_answer === null && !instance.isAlive(row.owner);
    // An owner may have answered and ended between the two looks; of one that is gone, the second look is final.
    const last = isLeftBehind ? findRow(id, nowMs) : row;
    if (last === undefined) return undefined;
    const { fingerprint, owner, sealed_answer } = last;
    if (sealed_answer !== null) return { kind: 'answered', fingerprint, sealedAnswer: sealed_answer };
    return { kind: 'started', fingerprint, owner: isLeftBehind ? 'gone' : owner === instance.id ? 'self' : 'other' };
  }

  return {
    find: async (id, nowMs) => findCall(id, nowMs),
    claim: ({ id, fingerprint, nowMs, expiresAtMs }) =>
      commit(() => {
        const isWon = claim.run({ id, fingerprint, owner: instance.id, expiresAtMs, nowMs }).changes === 1;
        return isWon ? undefined : findCall(id, nowMs);
      }),
    complete: (id, sealedAnswer) =>
      commit(() => {
        if (complete.run(sealedAnswer, id, instance.id).changes === 1) return;
        throw new Error('The call is not one that this process started and has not answered');
      }),
    release: (id) =>
      commit(() => {
        release.run(id, instance.id);
      }),
    purge: (nowMs, recordsMax) => commit(() => purge.run(nowMs, recordsMax).changes),
  };
}
