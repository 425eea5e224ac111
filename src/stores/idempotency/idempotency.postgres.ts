// Calls made with an Idempotency-Key, in PostgreSQL: of many nodes that claim one, the database lets one win. They lie in tables by when they
// expire; whoever looks for one asks all of them.

import type { Clock } from '../../app/clock.ts';
import type {
  CallClaim,
  ClaimRefusal,
  ErasableCalls,
  IdempotencyStore,
  KeptCall,
  RecordedCall,
} from '../../app/idempotency/ports.ts';
import { AppError } from '../../errors.ts';
import { UnreachableError } from '../postgres/fault.ts';
import { isAliveSql, type NodeLink } from '../postgres/node-link.ts';
import type { PostgresPool } from '../postgres/pool.ts';
import { createStatements } from '../postgres/statements.ts';
import { createCallCounts } from './counts.postgres.ts';
import { emptyWindows, toWindow, toWindowTable } from './windows.postgres.ts';

interface CallRow {
  readonly fingerprint: string;
  readonly owner: string;
  readonly sealed_answer: Uint8Array | null;
  /** Looked at only where another process has not answered yet. */
  readonly is_alive: boolean | null;
}

const findSql = `SELECT fingerprint, owner, sealed_answer,
    CASE WHEN sealed_answer IS NULL AND owner <> $3 THEN ${isAliveSql('owner')} END AS is_alive
  FROM confere.idempotent_calls WHERE id = $1 AND expires_at_ms > $2`;
const claimSql = 'SELECT confere.claim_call($1, $2, $3, $4, $5, $6, $7) AS is_claimed';
const toCompleteSql = (table: string) =>
  `UPDATE ${table} SET sealed_answer = $3 WHERE id = $1 AND owner = $2 AND sealed_answer IS NULL`;
const releaseSql = `DELETE FROM confere.idempotent_calls WHERE id = $1 AND owner = $2 AND sealed_answer IS NULL
  RETURNING key_id, expires_at_ms`;
/** The statement purges calls that lie in no window. Several nodes may purge at a time, and none waits for rows that another node deletes. */
const purgeSql = `DELETE FROM ONLY confere.idempotent_calls WHERE id IN (
    SELECT id FROM ONLY confere.idempotent_calls WHERE expires_at_ms <= $1 ORDER BY expires_at_ms LIMIT $2 FOR UPDATE SKIP LOCKED)`;
const listAnsweredSql = `SELECT id, fingerprint, sealed_answer AS "sealedAnswer" FROM confere.idempotent_calls
  WHERE id > $1 AND sealed_answer IS NOT NULL ORDER BY id LIMIT $2`;
const eraseAnswerSql = `UPDATE confere.idempotent_calls SET sealed_answer = NULL, fingerprint = $2, owner = 'erased' WHERE id = $1`;
const retryAfterSeconds = 5;
const doubtfulMax = 10_000;
const inWorkMax = 10_000;

interface ReleasedRow {
  readonly key_id: string;
  readonly expires_at_ms: number;
}

interface IdempotencyStoreOptions {
  readonly link: Pick<NodeLink, 'id'>;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  /** These limits apply to the records of one API key and to all records. */
  readonly recordsPerKeyMax: number;
  readonly recordsMax: number;
}

export function createPostgresIdempotencyStore(
  pool: Pick<PostgresPool, 'query' | 'transaction'>,
  { link, clock, recordsPerKeyMax, recordsMax }: IdempotencyStoreOptions,
): IdempotencyStore & ErasableCalls {
  const counts = createCallCounts(pool, clock);
  const { list, find: findOne, change, run } = createStatements(pool);
  /** The tables of the calls that this process is at; of one that is not here, all are asked. */
  const inWork = new Map<string, string>();
  /** `doubtful` holds claims that may or may not be in the database. Confere did no work for them, so it takes them back first. */
  const doubtful = new Set<string>();
  const settling = new Map<string, Promise<void>>();

  const doubt = (id: string) => doubtful.size < doubtfulMax && doubtful.add(id);
  const release = async (id: string) => {
    // Until it is known to be gone it is in doubt, and taken back before the same call is looked for again.
    doubt(id);
    const released = await list<ReleasedRow>(releaseSql, [id, link.id]);
    for (const { key_id, expires_at_ms } of released) counts.add(key_id, expires_at_ms, -1);
    inWork.delete(id);
    doubtful.delete(id);
  };
  /** One at a time for each: a second one could take away what was claimed after the first. */
  const settleDoubt = async (id: string) => {
    if (!doubtful.has(id)) return;
    const begun = settling.get(id) ?? release(id).finally(() => settling.delete(id));
    settling.set(id, begun);
    await begun;
  };
  const findRow = (id: string, nowMs: number) => findOne<CallRow>(findSql, [id, nowMs, link.id]);

  async function find(id: string, nowMs: number): Promise<RecordedCall | undefined> {
    const row = await findRow(id, nowMs);
    // An owner may have answered and ended between the two looks; of one that is gone, the second look is final.
    const last = row?.is_alive === false ? await findRow(id, nowMs) : row;
    if (last === undefined) return undefined;
    const { fingerprint, owner, sealed_answer, is_alive } = last;
    if (sealed_answer !== null) return { kind: 'answered', fingerprint, sealedAnswer: sealed_answer };
    return { kind: 'started', fingerprint, owner: owner === link.id ? 'self' : is_alive === true ? 'other' : 'gone' };
  }

  const findFullness = async ({ keyId, nowMs }: CallClaim): Promise<ClaimRefusal | undefined> => {
    const { ofKey, ofAll } = await counts.read(keyId, nowMs);
    if (ofAll >= recordsMax) return { kind: 'full', whose: 'all' };
    return ofKey >= recordsPerKeyMax ? { kind: 'full', whose: 'key' } : undefined;
  };

  async function tryClaim({ id, keyId, fingerprint, nowMs, expiresAtMs }: CallClaim): Promise<boolean> {
    const window = toWindow(nowMs, expiresAtMs);
    const values = [id, keyId, fingerprint, link.id, expiresAtMs, nowMs, window];
    const { rows } = await pool.query<{ readonly is_claimed: boolean }>(claimSql, values);
    if (rows[0]?.is_claimed !== true) return false;
    counts.add(keyId, expiresAtMs, 1);
    if (inWork.size < inWorkMax) inWork.set(id, toWindowTable(window));
    return true;
  }

  async function claim(wanted: CallClaim): Promise<RecordedCall | ClaimRefusal | undefined> {
    for (;;) {
      const full = await findFullness(wanted);
      if (full === undefined && (await tryClaim(wanted))) return undefined;
      const winner = (await find(wanted.id, wanted.nowMs)) ?? full;
      if (winner !== undefined) return winner;
      // Gone since the commit: the record was released, and may be claimed.
    }
  }

  return {
    async find(id, nowMs) {
      try {
        await settleDoubt(id);
        return await find(id, nowMs);
      } catch (error) {
        throw error instanceof UnreachableError ? toOverloaded(error) : error;
      }
    },
    async claim(wanted) {
      try {
        await settleDoubt(wanted.id);
        return await claim(wanted);
      } catch (error) {
        if (!(error instanceof UnreachableError)) throw error;
        doubt(wanted.id);
        return { kind: 'busy', code: error.code };
      }
    },
    async complete(id, sealedAnswer) {
      const table = inWork.get(id) ?? 'confere.idempotent_calls';
      inWork.delete(id);
      if ((await change(toCompleteSql(table), [id, link.id, sealedAnswer])) !== 1)
        throw new Error('The call is not one that this process started and has not answered');
    },
    release,
    async purge(nowMs, recordsMax) {
      await emptyWindows(pool, nowMs);
      const count = await change(purgeSql, [nowMs, recordsMax]);
      await counts.settle(nowMs);
      for (const id of [...doubtful].slice(0, recordsMax)) await settleDoubt(id);
      return count === recordsMax;
    },
    listAnswered: (afterId, limit) => list<KeptCall>(listAnsweredSql, [afterId, limit]),
    eraseAnswer: (id, fingerprint) => run(eraseAnswerSql, [id, fingerprint]),
  };
}

function toOverloaded(error: UnreachableError): AppError {
  return new AppError('overloaded', {
    detail: {
      en: 'Calls with an `Idempotency-Key` cannot be looked up at the moment. The service asked no source; send the same call again.',
      pt: 'Chamadas com `Idempotency-Key` não podem ser procuradas neste momento. Nenhuma fonte foi consultada; envie a mesma chamada de novo.',
    },
    retryAfterSeconds,
    internal: `the record of calls cannot be read (${error.code})`,
  });
}
