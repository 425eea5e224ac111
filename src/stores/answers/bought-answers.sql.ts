// Answers that were paid for, sealed. In PostgreSQL what one node has bought serves all of them.

import type { BoughtAnswer, BoughtAnswerStore } from '../../app/verify/ports.ts';
import { toEndWithEvents } from '../events/events.sql.ts';
import type { Sql } from '../sql/sql.ts';

const keepSql = `INSERT INTO bought_answers AS kept (name, subject, sealed, bought_at_ms, expires_at_ms)
  VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (name) DO UPDATE SET subject = excluded.subject, sealed = excluded.sealed,
    bought_at_ms = excluded.bought_at_ms, expires_at_ms = excluded.expires_at_ms
  WHERE kept.bought_at_ms <= excluded.bought_at_ms`;
const renewSql = `UPDATE bought_answers SET subject = $2, sealed = $3, bought_at_ms = $4, expires_at_ms = $5
  WHERE name = $1 AND bought_at_ms <= $4`;
/** Names are ASCII: none with this beginning comes after it with the greatest letter. */
const listSql = `SELECT name, sealed FROM bought_answers
  WHERE name > $1 AND name < $2 AND bought_at_ms <= $3 ORDER BY bought_at_ms LIMIT $4`;
const backdateSql = 'UPDATE bought_answers SET bought_at_ms = $2 WHERE name = $1 AND bought_at_ms > $2';
const endSql = 'DELETE FROM bought_answers WHERE name = $1';
const expiredSql = 'SELECT 1 AS found FROM bought_answers WHERE expires_at_ms <= $1 LIMIT 1';

export function createBoughtAnswers(sql: Sql): BoughtAnswerStore {
  const { list, find, change, run, together, isIn, holding } = sql;
  const findSql = `SELECT name, sealed FROM bought_answers
    WHERE ${isIn('name', '$1')} AND expires_at_ms > $2 ORDER BY bought_at_ms DESC LIMIT 1`;
  /** Several nodes may purge at a time: none waits for what another one is deleting. */
  const purgeSql = `DELETE FROM bought_answers WHERE name IN (
    SELECT name FROM bought_answers WHERE expires_at_ms <= $1 ORDER BY expires_at_ms LIMIT $2 ${holding('FOR UPDATE SKIP LOCKED')})`;
  const ofPerson = `FROM bought_answers WHERE ${isIn('subject', '$1')} AND bought_at_ms <= $2`;
  return {
    find: (names, nowMs) => find<BoughtAnswer>(findSql, [names, nowMs]),
    keep: ({ name, subject, sealed, boughtAtMs, expiresAtMs }) =>
      run(keepSql, [name, subject, sealed, boughtAtMs, expiresAtMs]),
    renew: ({ name, subject, sealed, boughtAtMs, expiresAtMs }) =>
      run(renewSql, [name, subject, sealed, boughtAtMs, expiresAtMs]),
    list: (prefix, untilMs, limit) => list<BoughtAnswer>(listSql, [prefix, `${prefix}~`, untilMs, limit]),
    backdate: (name, boughtAtMs) => run(backdateSql, [name, boughtAtMs]),
    async end(name, events) {
      await together(toEndWithEvents(sql, { sql: endSql, values: [name] }, ...events));
    },
    async purge(nowMs, answersMax) {
      if ((await find(expiredSql, [nowMs])) === undefined) return false;
      return (await change(purgeSql, [nowMs, answersMax])) === answersMax;
    },
    count: async (subjects, untilMs) =>
      (await find<{ readonly count: number }>(`SELECT count(*) AS count ${ofPerson}`, [subjects, untilMs]))?.count ?? 0,
    async erase(subjects, untilMs) {
      const erase = { sql: `DELETE ${ofPerson} RETURNING name, sealed`, values: [subjects, untilMs] };
      // Left for a second to those who wait, and nobody can tell about whom: all of them.
      const left = { sql: 'DELETE FROM questions WHERE sealed IS NOT NULL', values: [] };
      const made = await together(sql.engine === 'postgres' ? [left, erase] : [erase]);
      return (made.at(-1)?.rows ?? []) as unknown as readonly BoughtAnswer[];
    },
  };
}
