// Operators and their sessions in SQLite: written by the thread, read on the event loop.

import type { OperatorStore } from '../../app/operators/ports.ts';
import type { SqliteStore } from '../sqlite/database.ts';
import type { SqlValue } from '../sqlite/statement.ts';
import { createSingleWrites } from '../sqlite/writer.ts';
import { type OperatorRow, type SessionRow, toFound, toRecord, toStored } from './operator-rows.ts';

const sessionSql = `SELECT operators.*, operator_sessions.id AS session_id, begun_at_ms, seen_at_ms, network
  FROM operator_sessions JOIN operators ON operators.id = operator_id`;

export function createSqliteOperatorStore({ reader, writer }: Pick<SqliteStore, 'reader' | 'writer'>): OperatorStore {
  const write = createSingleWrites(writer);

  return {
    async insert({ record, passwordHash, sealedTotp, totpStep }) {
      const sql = `INSERT INTO operators
        (id, name, role, password_hash, sealed_totp, totp_step, created_at_ms, disabled_at_ms, sso_subject)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`;
      const { id, name, role, createdAtMs, disabledAtMs, ssoSubject } = record;
      const values = [id, name, role, passwordHash, sealedTotp, totpStep, createdAtMs, disabledAtMs, ssoSubject];
      return (await write(sql, values)) === 1;
    },
    async list() {
      return (reader.all('SELECT * FROM operators ORDER BY name') as unknown as readonly OperatorRow[]).map(toRecord);
    },
    async findByName(name) {
      const row = reader.get('SELECT * FROM operators WHERE name = ?', name) as unknown as OperatorRow | undefined;
      return row === undefined ? undefined : toStored(row);
    },
    async findBySubject(subject) {
      const row = reader.get('SELECT * FROM operators WHERE sso_subject = ?', subject);
      return row === undefined ? undefined : toRecord(row as unknown as OperatorRow);
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
      return (await write(sql, [...given.map(([, value]) => value), id])) === 1;
    },
    async useTotpStep(id, step) {
      return (await write('UPDATE operators SET totp_step = ? WHERE id = ? AND totp_step < ?', [step, id, step])) === 1;
    },
    async insertSession({ id, operatorId, createdAtMs, lastSeenAtMs, network }, tokenHash) {
      const sql = `INSERT INTO operator_sessions (id, token_hash, operator_id, begun_at_ms, seen_at_ms, network)
        VALUES (?, ?, ?, ?, ?, ?)`;
      await write(sql, [id, tokenHash, operatorId, createdAtMs, lastSeenAtMs, network]);
    },
    async findSession(tokenHash) {
      const row = reader.get(`${sessionSql} WHERE token_hash = ?`, tokenHash) as unknown as SessionRow | undefined;
      return row === undefined ? undefined : toFound(row);
    },
    async touchSession(id, nowMs) {
      await write('UPDATE operator_sessions SET seen_at_ms = max(seen_at_ms, ?) WHERE id = ?', [nowMs, id]);
    },
    async listSessions() {
      const rows = reader.all(`${sessionSql} ORDER BY begun_at_ms DESC, session_id`);
      return (rows as unknown as readonly SessionRow[]).map(toFound);
    },
    async endSession(id) {
      return (await write('DELETE FROM operator_sessions WHERE id = ?', [id])) === 1;
    },
    endSessionsOf: (id) => write('DELETE FROM operator_sessions WHERE operator_id = ?', [id]),
    async purgeSessions(createdBeforeMs, seenBeforeMs) {
      const sql = 'DELETE FROM operator_sessions WHERE begun_at_ms <= ? OR seen_at_ms <= ?';
      await write(sql, [createdBeforeMs, seenBeforeMs]);
    },
  };
}
