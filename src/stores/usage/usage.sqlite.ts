// Usage in SQLite, added up by day. Written by the thread; read on the event loop, a few rows at a time.

import type { MonthCount, RequestTotals, UsageStore } from '../../app/usage/ports.ts';
import type { SqliteStore } from '../sqlite/database.ts';
import type { Statement } from '../sqlite/statement.ts';
import { readCalls, readReport, readVerifications } from './usage-rows.ts';

const addRequestsSql = `INSERT INTO usage_requests (key_id, day, count, last_at_ms) VALUES (?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET count = count + excluded.count, last_at_ms = max(last_at_ms, excluded.last_at_ms)`;
const addVerificationsSql = `INSERT INTO usage_verifications (key_id, day, operation, outcome, act, purpose, count) VALUES (?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET count = count + excluded.count`;
const addCallsSql = `INSERT INTO usage_calls (key_id, day, source, outcome, purpose, count) VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET count = count + excluded.count`;
/** A day is never greater than the last one of its month followed by anything. */
const inMonth = "day BETWEEN ? || '-01' AND ? || '-31'";
const ofDays = 'day >= ? AND day < ?';
const totalsSql = `SELECT total(count) AS month, total(CASE WHEN day = ? THEN count END) AS day
  FROM usage_requests WHERE key_id = ? AND ${inMonth}`;

export function createSqliteUsageStore({ reader, writer }: Pick<SqliteStore, 'reader' | 'writer'>): UsageStore {
  return {
    async add({ requests, verifications, calls }) {
      const statements: Statement[] = [
        ...requests.map(({ keyId, day, count, lastAtMs }) => ({
          sql: addRequestsSql,
          parameters: [keyId, day, count, lastAtMs],
        })),
        ...verifications.map(({ keyId, day, operation, outcome, act, purpose, count }) => ({
          sql: addVerificationsSql,
          parameters: [keyId, day, operation, outcome, act ?? '', purpose ?? '', count],
        })),
        ...calls.map(({ keyId, day, source, outcome, purpose, count }) => ({
          sql: addCallsSql,
          parameters: [keyId, day, source, outcome, purpose ?? '', count],
        })),
      ];
      if (statements.length > 0) await writer.write(statements);
    },
    countRequests(keyId, day) {
      const month = day.slice(0, 7);
      return reader.get<RequestTotals>(totalsSql, day, keyId, month, month) as RequestTotals;
    },
    findLastUsedMs(keyId) {
      const sql = 'SELECT max(last_at_ms) AS at FROM usage_requests WHERE key_id = ?';
      return (reader.get(sql, keyId)?.['at'] as number | null | undefined) ?? undefined;
    },
    listCalls: ({ from, before }) => readCalls(ofDays, (sql) => reader.all(sql, from, before)),
    listVerifications: ({ from, before }) => readVerifications(ofDays, (sql) => reader.all(sql, from, before)),
    async listMonths(from, keyId) {
      const values = keyId === undefined ? [from] : [from, keyId];
      const sql = `SELECT substr(day, 1, 7) AS month, sum(count) AS count FROM usage_requests
        WHERE day >= ? || '-01' ${keyId === undefined ? '' : 'AND key_id = ?'} GROUP BY month ORDER BY month`;
      return reader.all<MonthCount>(sql, ...values);
    },
    read: ({ month, keyId }) =>
      keyId === undefined
        ? readReport(inMonth, (sql) => reader.all(sql, month, month))
        : readReport(`${inMonth} AND key_id = ?`, (sql) => reader.all(sql, month, month, keyId)),
  };
}
