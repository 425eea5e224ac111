// Operators and their sessions in SQLite: written by the thread, read on the event loop.

import type { OperatorStore } from '../../app/operators/ports.ts';
import type { SqliteStore } from '../sqlite/database.ts';
import type { SqlValue } from '../sqlite/statement.ts';
import { createSingleWrites } from '../sqlite/writer.ts';
import { type OperatorRow, type SessionRow, toFound, toRecord, toStored } from './operator-rows.ts';

const sessionSql = `SELECT operators.*, operator_sessions.id AS session_id, begun_at_ms, seen_at_ms, network
  FROM operator_sessions JOIN operators ON operators.id = operator_id`;

export function createSqliteOperatorStore({ reader, writer }: Pick<SqliteStore, 'reader' | 'writer'>): OperatorStore {
  const { change, run } = createSingleWrites(writer);

  return {
    async insert({ record, passwordHash, sealedTotp, totpStep }) {
      const sql = `INSERT INTO operators
        (id, name, role, password_hash, sealed_totp, totp_step, created_at_ms, disabled_at_ms, sso_subject)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`;
      const { id, name, role, createdAtMs, disabledAtMs, ssoSubject } = record;
      const values = [id, name, role, passwordHash, sealedTotp, totpStep, createdAtMs, disabledAtMs, ssoSubject];
      return (await change(sql, values)) === 1;
    },
    list: async () => reader.all<OperatorRow>('SELECT * FROM operators ORDER BY name').map(toRecord),
    async findByName(name) {
      const row = reader.get<OperatorRow>('SELECT * FROM operators WHERE name = ?', name);
      return row && toStored(row);
    },
    async findBySubject(subject) {
      const row = reader.get<OperatorRow>('SELECT * FROM operators WHERE sso_subject = ?', subject);
      return row && toRecord(row);
    },
    async update(id, { role, passwordHash, sealedTotp, disabledAtMs, deviceEpoch, localUntilMs }) {
      const columns: readonly (readonly [string, SqlValue | undefined])[] = [
        ['role', role],
        ['password_hash', passwordHash],
        ['sealed_totp', sealedTotp],
        ['disabled_at_ms', disabledAtMs],
        ['device_epoch', deviceEpoch],
        ['local_until_ms', localUntilMs],
      ];
      const given = columns.filter(([, value]) => value !== undefined) as readonly (readonly [string, SqlValue])[];
      const sql = `UPDATE operators SET ${given.map(([name]) => `${name} = ?`).join(', ')} WHERE id = ?`;
      return (await change(sql, [...given.map(([, value]) => value), id])) === 1;
    },
    useTotpStep: async (id, step) =>
      (await change('UPDATE operators SET totp_step = ? WHERE id = ? AND totp_step < ?', [step, id, step])) === 1,
    async insertSession({ id, operatorId, createdAtMs, lastSeenAtMs, network }, tokenHash) {
      const sql = `INSERT INTO operator_sessions (id, token_hash, operator_id, begun_at_ms, seen_at_ms, network)
        VALUES (?, ?, ?, ?, ?, ?)`;
      await change(sql, [id, tokenHash, operatorId, createdAtMs, lastSeenAtMs, network]);
    },
    async findSession(tokenHash) {
      const row = reader.get<SessionRow>(`${sessionSql} WHERE token_hash = ?`, tokenHash);
      return row && toFound(row);
    },
    touchSession: (id, nowMs) =>
      run('UPDATE operator_sessions SET seen_at_ms = max(seen_at_ms, ?) WHERE id = ?', [nowMs, id]),
    listSessions: async () =>
      reader.all<SessionRow>(`${sessionSql} ORDER BY begun_at_ms DESC, session_id`).map(toFound),
    endSession: async (id) => (await change('DELETE FROM operator_sessions WHERE id = ?', [id])) === 1,
    endSessionsOf: (id) => change('DELETE FROM operator_sessions WHERE operator_id = ?', [id]),
    async purgeSessions(createdBeforeMs, seenBeforeMs) {
      const sql = 'DELETE FROM operator_sessions WHERE begun_at_ms <= ? OR seen_at_ms <= ?';
      await change(sql, [createdBeforeMs, seenBeforeMs]);
    },
  };
}
