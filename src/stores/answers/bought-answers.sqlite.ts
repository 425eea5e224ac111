// Answers that were paid for, sealed, in SQLite.

import type { BoughtAnswer, BoughtAnswerStore } from '../../app/verify/ports.ts';
import { toEndStatements, toEnqueueStatements } from '../events/events.sqlite.ts';
import type { SqliteStore } from '../sqlite/database.ts';
import { createSingleWrites } from '../sqlite/writer.ts';

const findSql = `SELECT name, sealed FROM bought_answers
  WHERE name IN (SELECT value FROM json_each(?)) AND expires_at_ms > ? ORDER BY bought_at_ms DESC LIMIT 1`;
const keepSql = `INSERT INTO bought_answers (name, subject, sealed, bought_at_ms, expires_at_ms)
  VALUES (@name, @subject, @sealed, @boughtAtMs, @expiresAtMs)
  ON CONFLICT (name) DO UPDATE SET subject = excluded.subject, sealed = excluded.sealed,
    bought_at_ms = excluded.bought_at_ms, expires_at_ms = excluded.expires_at_ms
  WHERE bought_at_ms <= excluded.bought_at_ms`;
const renewSql = `UPDATE bought_answers SET subject = @subject, sealed = @sealed, bought_at_ms = @boughtAtMs,
    expires_at_ms = @expiresAtMs WHERE name = @name AND bought_at_ms <= @boughtAtMs`;
/** Names are ASCII: none with this beginning comes after it with the greatest letter. */
const listSql = `SELECT name, sealed FROM bought_answers
  WHERE name > ? AND name < ? AND bought_at_ms <= ? ORDER BY bought_at_ms LIMIT ?`;
const backdateSql =
  'UPDATE bought_answers SET bought_at_ms = @boughtAtMs WHERE name = @name AND bought_at_ms > @boughtAtMs';
const hasSql = 'SELECT 1 FROM bought_answers WHERE name = ?';
const endSql = 'DELETE FROM bought_answers WHERE name = ?';
const findExpiredSql = 'SELECT 1 FROM bought_answers WHERE expires_at_ms <= ? LIMIT 1';
const purgeSql = `DELETE FROM bought_answers WHERE name IN (
  SELECT name FROM bought_answers WHERE expires_at_ms <= ? ORDER BY expires_at_ms LIMIT ?)`;
const ofPerson = 'FROM bought_answers WHERE subject IN (SELECT value FROM json_each(?)) AND bought_at_ms <= ?';
const countSql = `SELECT count(*) AS count ${ofPerson}`;
const eraseSql = `DELETE ${ofPerson} RETURNING name, sealed`;

export function createSqliteBoughtAnswers({ reader, writer }: SqliteStore): BoughtAnswerStore {
  const { change, run } = createSingleWrites(writer);
  return {
    find: async (names, nowMs) => reader.get<BoughtAnswer>(findSql, JSON.stringify(names), nowMs),
    keep: (answer) => run(keepSql, { ...answer }),
    renew: (answer) => run(renewSql, { ...answer }),
    list: async (prefix, untilMs, limit) => reader.all<BoughtAnswer>(listSql, prefix, `${prefix}~`, untilMs, limit),
    backdate: (name, boughtAtMs) => run(backdateSql, { name, boughtAtMs }),
    async end(name, [first = null, ...others]) {
      if (reader.get(hasSql, name) === undefined) return;
      const ended = toEndStatements({ sql: endSql, parameters: [name] }, first);
      await writer.write([...ended, ...others.flatMap(toEnqueueStatements)]);
    },
    async purge(nowMs, answersMax) {
      if (reader.get(findExpiredSql, nowMs) === undefined) return false;
      return (await change(purgeSql, [nowMs, answersMax])) === answersMax;
    },
    count: async (subjects, untilMs) =>
      reader.get<{ readonly count: number }>(countSql, JSON.stringify(subjects), untilMs)?.count ?? 0,
    async erase(subjects, untilMs) {
      const [erased] = await writer.write([{ sql: eraseSql, parameters: [JSON.stringify(subjects), untilMs] }]);
      return (erased?.rows ?? []) as unknown as BoughtAnswer[];
    },
  };
}
