// Answers that were paid for, sealed, in PostgreSQL: what one node has bought serves all of them.

import type { BoughtAnswer, BoughtAnswerStore } from '../../app/verify/ports.ts';
import { tell } from '../events/events.postgres.ts';
import type { PostgresPool } from '../postgres/pool.ts';
import { createStatements } from '../postgres/statements.ts';

const findSql = `SELECT name, sealed FROM confere.bought_answers
  WHERE name = ANY($1::text[]) AND expires_at_ms > $2 ORDER BY bought_at_ms DESC LIMIT 1`;
const keepSql = `INSERT INTO confere.bought_answers AS kept (name, subject, sealed, bought_at_ms, expires_at_ms)
  VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (name) DO UPDATE SET subject = excluded.subject, sealed = excluded.sealed,
    bought_at_ms = excluded.bought_at_ms, expires_at_ms = excluded.expires_at_ms
  WHERE kept.bought_at_ms <= excluded.bought_at_ms`;
const renewSql = `UPDATE confere.bought_answers SET subject = $2, sealed = $3, bought_at_ms = $4, expires_at_ms = $5
  WHERE name = $1 AND bought_at_ms <= $4`;
/** Names are ASCII: none with this beginning comes after it with the greatest letter. */
const listSql = `SELECT name, sealed FROM confere.bought_answers
  WHERE name > $1 AND name < $1 || '~' AND bought_at_ms <= $2 ORDER BY bought_at_ms LIMIT $3`;
const backdateSql = 'UPDATE confere.bought_answers SET bought_at_ms = $2 WHERE name = $1 AND bought_at_ms > $2';
const endSql = 'DELETE FROM confere.bought_answers WHERE name = $1';
/** Several nodes may purge at a time: none waits for what another one is deleting. */
const purgeSql = `DELETE FROM confere.bought_answers WHERE name IN (
  SELECT name FROM confere.bought_answers WHERE expires_at_ms <= $1 ORDER BY expires_at_ms LIMIT $2 FOR UPDATE SKIP LOCKED)`;
const ofPerson = 'FROM confere.bought_answers WHERE subject = ANY($1::text[]) AND bought_at_ms <= $2';
const countSql = `SELECT count(*) AS count ${ofPerson}`;
const eraseSql = `DELETE ${ofPerson} RETURNING name, sealed`;
/** Left for a second to those who wait, and nobody can tell about whom: all of them. */
const eraseLeftSql = 'DELETE FROM confere.questions WHERE sealed IS NOT NULL';

export function createPostgresBoughtAnswers(pool: Pick<PostgresPool, 'query' | 'transaction'>): BoughtAnswerStore {
  const { list, find, change, run } = createStatements(pool);
  return {
    find: (names, nowMs) => find<BoughtAnswer>(findSql, [names, nowMs]),
    keep: ({ name, subject, sealed, boughtAtMs, expiresAtMs }) =>
      run(keepSql, [name, subject, sealed, boughtAtMs, expiresAtMs]),
    renew: ({ name, subject, sealed, boughtAtMs, expiresAtMs }) =>
      run(renewSql, [name, subject, sealed, boughtAtMs, expiresAtMs]),
    list: (prefix, untilMs, limit) => list<BoughtAnswer>(listSql, [prefix, untilMs, limit]),
    backdate: (name, boughtAtMs) => run(backdateSql, [name, boughtAtMs]),
    end: (name, events) =>
      pool.transaction(async (session) => {
        if ((await session.query(endSql, [name])).count === 1) for (const event of events) await tell(session, event);
      }),
    purge: async (nowMs, answersMax) => (await change(purgeSql, [nowMs, answersMax])) === answersMax,
    count: async (subjects, untilMs) =>
      (await find<{ readonly count: number }>(countSql, [subjects, untilMs]))?.count ?? 0,
    async erase(subjects, untilMs) {
      await run(eraseLeftSql);
      return list<BoughtAnswer>(eraseSql, [subjects, untilMs]);
    },
  };
}
