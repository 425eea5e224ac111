// Usage in SQLite, added up by day. Written by the thread; read on the event loop, a few rows at a time.

import type { MonthCount, RequestTotals, UsageFilter, UsageStore } from '../../app/usage/ports.ts';
import type { SqliteStore } from '../sqlite/database.ts';
import type { SqlValue, Statement } from '../sqlite/statement.ts';
import { type CallRow, toCalls, toUsageReport, type UsageRow } from './usage-rows.ts';

const addRequestsSql = `INSERT INTO usage_requests (key_id, day, count, last_at_ms) VALUES (?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET count = count + excluded.count, last_at_ms = max(last_at_ms, excluded.last_at_ms)`;
const addVerificationsSql = `INSERT INTO usage_verifications (key_id, day, operation, outcome, count) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET count = count + excluded.count`;
const addPurposesSql = `INSERT INTO usage_purposes (key_id, day, operation, outcome, purpose, count) VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET count = count + excluded.count`;
const addCallsSql = `INSERT INTO usage_calls (key_id, day, source, count) VALUES (?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET count = count + excluded.count`;
const addOutcomesSql = `INSERT INTO usage_call_outcomes (key_id, day, source, outcome, purpose, count) VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET count = count + excluded.count`;
const listCallsSql = `SELECT key_id, source, outcome, purpose, sum(count) AS count FROM usage_call_outcomes
  WHERE day >= ? AND day < ? GROUP BY key_id, source, outcome, purpose ORDER BY key_id, source, outcome, purpose`;
/** A day is never greater than the last one of its month followed by anything. */
const inMonth = "day BETWEEN ? || '-01' AND ? || '-31'";
const totalsSql = `SELECT total(count) AS month, total(CASE WHEN day = ? THEN count END) AS day
  FROM usage_requests WHERE key_id = ? AND ${inMonth}`;

export function createSqliteUsageStore({ reader, writer }: Pick<SqliteStore, 'reader' | 'writer'>): UsageStore {
  function readMonth(columns: string, table: string, { month, keyId }: UsageFilter) {
    const values: SqlValue[] = [month, month];
    if (keyId !== undefined) values.push(keyId);
    const names = columns === '' ? 'key_id' : `key_id, ${columns}`;
    const last = table === 'usage_requests' ? ', max(last_at_ms) AS last_at_ms' : '';
    const sql = `SELECT ${names}, sum(count) AS count${last} FROM ${table} WHERE ${inMonth}
      ${keyId === undefined ? '' : 'AND key_id = ?'} GROUP BY ${names} ORDER BY ${names}`;
    return reader.all(sql, ...values) as unknown as readonly UsageRow[];
  }

  return {
    async add({ requests, verifications, calls }) {
      const statements: Statement[] = [
        ...requests.map(({ keyId, day, count, lastAtMs }) => ({
          sql: addRequestsSql,
          parameters: [keyId, day, count, lastAtMs],
        })),
        ...verifications.flatMap(({ keyId, day, operation, outcome, purpose, count }) => [
          { sql: addVerificationsSql, parameters: [keyId, day, operation, outcome, count] },
          { sql: addPurposesSql, parameters: [keyId, day, operation, outcome, purpose ?? '', count] },
        ]),
        ...calls.flatMap(({ keyId, day, source, outcome, purpose, count }) => [
          { sql: addCallsSql, parameters: [keyId, day, source, count] },
          { sql: addOutcomesSql, parameters: [keyId, day, source, outcome, purpose ?? '', count] },
        ]),
      ];
      if (statements.length > 0) await writer.write(statements);
    },
    countRequests(keyId, day) {
      const month = day.slice(0, 7);
      return reader.get(totalsSql, day, keyId, month, month) as unknown as RequestTotals;
    },
    findLastUsedMs(keyId) {
      const sql = 'SELECT max(last_at_ms) AS at FROM usage_requests WHERE key_id = ?';
      return (reader.get(sql, keyId)?.['at'] as number | null | undefined) ?? undefined;
    },
    async listCalls({ from, before }) {
      return toCalls(reader.all(listCallsSql, from, before) as unknown as readonly CallRow[]);
    },
    async listMonths(from, keyId) {
      const values = keyId === undefined ? [from] : [from, keyId];
      const sql = `SELECT substr(day, 1, 7) AS month, sum(count) AS count FROM usage_requests
        WHERE day >= ? || '-01' ${keyId === undefined ? '' : 'AND key_id = ?'} GROUP BY month ORDER BY month`;
      return reader.all(sql, ...values) as unknown as readonly MonthCount[];
    },
    async read(filter) {
      return toUsageReport({
        requests: readMonth('', 'usage_requests', filter),
        verifications: readMonth('operation, outcome', 'usage_verifications', filter),
        purposes: readMonth('operation, outcome, purpose', 'usage_purposes', filter),
        calls: readMonth('source', 'usage_calls', filter),
      });
    },
  };
}
