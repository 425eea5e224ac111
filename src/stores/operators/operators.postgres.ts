// Operators and their sessions in PostgreSQL: whoever signed in on one node is signed in on all.

import type { OperatorStore } from '../../app/operators/ports.ts';
import type { PostgresPool } from '../postgres/pool.ts';
import { createStatements } from '../postgres/statements.ts';
import { type OperatorRow, type SessionRow, toFound, toRecord, toStored } from './operator-rows.ts';

const operatorSql = 'SELECT * FROM confere.operators';
const sessionSql = `SELECT operators.*, sessions.id AS session_id, begun_at_ms, seen_at_ms, network
  FROM confere.operator_sessions AS sessions JOIN confere.operators ON operators.id = operator_id`;

export function createPostgresOperatorStore(pool: Pick<PostgresPool, 'query'>): OperatorStore {
  const { list, find, change, run } = createStatements(pool);

  return {
    async insert({ record, passwordHash, sealedTotp, totpStep }) {
      const sql = `INSERT INTO confere.operators
        (id, name, role, password_hash, sealed_totp, totp_step, created_at_ms, disabled_at_ms, sso_subject)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING`;
      const { id, name, role, createdAtMs, disabledAtMs, ssoSubject } = record;
      const values = [id, name, role, passwordHash, sealedTotp, totpStep, createdAtMs, disabledAtMs, ssoSubject];
      return (await change(sql, values)) === 1;
    },
    list: async () => (await list<OperatorRow>(`${operatorSql} ORDER BY name`)).map(toRecord),
    async findByName(name) {
      const row = await find<OperatorRow>(`${operatorSql} WHERE name = $1`, [name]);
      return row && toStored(row);
    },
    async findBySubject(subject) {
      const row = await find<OperatorRow>(`${operatorSql} WHERE sso_subject = $1`, [subject]);
      return row && toRecord(row);
    },
    async update(id, { role, passwordHash, sealedTotp, disabledAtMs, deviceEpoch, localUntilMs }) {
      const columns = {
        role,
        password_hash: passwordHash,
        sealed_totp: sealedTotp,
        disabled_at_ms: disabledAtMs,
        device_epoch: deviceEpoch,
        local_until_ms: localUntilMs,
      };
      const given = Object.entries(columns).filter(([, value]) => value !== undefined);
      const changes = given.map(([name], index) => `${name} = $${index + 2}`).join(', ');
      const sql = `UPDATE confere.operators SET ${changes} WHERE id = $1`;
      return (await change(sql, [id, ...given.map(([, value]) => value)])) === 1;
    },
    useTotpStep: async (id, step) =>
      (await change('UPDATE confere.operators SET totp_step = $2 WHERE id = $1 AND totp_step < $2', [id, step])) === 1,
    async insertSession({ id, operatorId, createdAtMs, lastSeenAtMs, network }, tokenHash) {
      const sql = `INSERT INTO confere.operator_sessions (id, token_hash, operator_id, begun_at_ms, seen_at_ms, network)
        VALUES ($1, $2, $3, $4, $5, $6)`;
      await run(sql, [id, tokenHash, operatorId, createdAtMs, lastSeenAtMs, network]);
    },
    async findSession(tokenHash) {
      const row = await find<SessionRow>(`${sessionSql} WHERE token_hash = $1`, [tokenHash]);
      return row && toFound(row);
    },
    async touchSession(id, nowMs) {
      const sql = 'UPDATE confere.operator_sessions SET seen_at_ms = greatest(seen_at_ms, $2) WHERE id = $1';
      await run(sql, [id, nowMs]);
    },
    listSessions: async () =>
      (await list<SessionRow>(`${sessionSql} ORDER BY begun_at_ms DESC, session_id`)).map(toFound),
    endSession: async (id) => (await change('DELETE FROM confere.operator_sessions WHERE id = $1', [id])) === 1,
    endSessionsOf: (id) => change('DELETE FROM confere.operator_sessions WHERE operator_id = $1', [id]),
    async purgeSessions(createdBeforeMs, seenBeforeMs) {
      const sql = 'DELETE FROM confere.operator_sessions WHERE begun_at_ms <= $1 OR seen_at_ms <= $2';
      await run(sql, [createdBeforeMs, seenBeforeMs]);
    },
  };
}
