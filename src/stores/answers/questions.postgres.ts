// Questions that nodes have at the same moment, in PostgreSQL: who asks, and for a moment the answer, sealed. By the clock of the database.
// While it is away everybody asks for themselves.

import { answerBytesMax, type DurableQuestionStore, type QuestionTurn } from '../../app/verify/ports.ts';
import type { PostgresPool } from '../postgres/pool.ts';
import { createStatements } from '../postgres/statements.ts';

const inMs = (parameter: string) => `clock_timestamp() + ${parameter}::double precision * interval '1 millisecond'`;
const isOver = 'expires_at <= clock_timestamp()';
const takeSql = `INSERT INTO confere.questions AS known (name, owner, expires_at) VALUES ($1, $2, ${inMs('$3')})
  ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, is_awaited = false, sealed = NULL, expires_at = excluded.expires_at
  WHERE known.${isOver} OR (known.owner = excluded.owner AND known.sealed IS NULL)`;
/** Writes only for the first who waits; the others read. */
const awaitSql = `WITH marked AS (
    UPDATE confere.questions SET is_awaited = true WHERE name = $1 AND NOT is_awaited AND NOT ${isOver})
  SELECT sealed FROM confere.questions WHERE name = $1 AND sealed IS NOT NULL AND NOT ${isOver}`;
const prolongSql = `UPDATE confere.questions SET expires_at = ${inMs('$3')} WHERE name = $1 AND owner = $2 AND sealed IS NULL`;
/** A caller that begins to wait after this finds no entry and asks. */
const letGoSql =
  'DELETE FROM confere.questions WHERE name = $1 AND owner = $2 AND sealed IS NULL AND NOT (is_awaited AND $3)';
const leaveSql = `UPDATE confere.questions SET sealed = $3, expires_at = ${inMs('$4')}
  WHERE name = $1 AND owner = $2 AND sealed IS NULL`;
const purgeSql = `DELETE FROM confere.questions WHERE ${isOver}`;

/** A timer may be due a moment early, and a purge that comes too early leaves the answer to the next one. */
const purgeMarginMs = 10;

export function createPostgresQuestions(pool: Pick<PostgresPool, 'query'>, node: string): DurableQuestionStore {
  const { find, change, run } = createStatements(pool);
  let turns = 0;
  const purge = async () => {
    await run(purgeSql);
    return false;
  };
  /** `planned` groups purges by the lifetime of answers. One purge is planned, and another follows if more answers were left meanwhile. */
  const planned = new Map<number, { hasMore: boolean }>();
  function purgeAfter(lifeMs: number): void {
    const next = planned.get(lifeMs);
    if (next !== undefined) {
      next.hasMore = true;
      return;
    }
    const plan = { hasMore: false };
    planned.set(lifeMs, plan);
    const purgeAll = () => {
      planned.delete(lifeMs);
      if (plan.hasMore) purgeAfter(lifeMs);
      void purge().catch(() => {});
    };
    setTimeout(purgeAll, lifeMs + purgeMarginMs).unref();
  }

  return {
    async take(name, lifeMs, asker = String(++turns)) {
      const who = `${node} ${asker}`;
      if ((await change(takeSql, [name, who, lifeMs])) === 0) {
        const left = await find<{ readonly sealed: Uint8Array }>(awaitSql, [name]);
        return left === undefined ? { kind: 'theirs' } : { kind: 'answered', sealed: left.sealed };
      }
      const turn: QuestionTurn = {
        prolong: () => run(prolongSql, [name, who, lifeMs]),
        async end(answer) {
          const isLeft = answer !== undefined && answer.sealed.length <= answerBytesMax;
          const gone = await change(letGoSql, [name, who, isLeft]);
          if (!isLeft || gone > 0) return;
          await run(leaveSql, [name, who, answer.sealed, answer.lifeMs]);
          purgeAfter(answer.lifeMs);
        },
      };
      return { kind: 'mine', turn };
    },
    purge,
  };
}
