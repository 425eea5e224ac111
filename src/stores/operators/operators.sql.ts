// Operators and their sessions, by the same statements in SQLite and in PostgreSQL: there whoever signed in on one node is signed in on all.

import type { FoundSession, OperatorStore, SessionRecord, StoredOperator } from '../../app/operators/ports.ts';
import type { OperatorId, OperatorRecord, Role } from '../../domain/access/operator.ts';
import type { Session } from '../postgres/session.ts';
import { createStatements } from '../postgres/statements.ts';
import type { SqliteStore } from '../sqlite/database.ts';
import { createSqliteStatements } from '../sqlite/writer.ts';

interface OperatorRow {
  readonly id: string;
  readonly name: string;
  readonly role: string;
  readonly password_hash: string;
  readonly sealed_totp: Uint8Array | null;
  readonly totp_step: number;
  readonly created_at_ms: number;
  readonly disabled_at_ms: number | null;
  readonly device_epoch: number;
  readonly sso_subject: string | null;
  readonly local_until_ms: number | null;
}

interface SessionRow extends OperatorRow {
  readonly session_id: string;
  readonly begun_at_ms: number;
  readonly seen_at_ms: number;
  readonly network: string;
  readonly has_second_factor: number;
}

export const createSqliteOperatorStore = (store: Pick<SqliteStore, 'reader' | 'writer'>) =>
  createOperatorStore(createSqliteStatements(store), '');

export const createPostgresOperatorStore = (pool: Pick<Session, 'query'>) =>
  createOperatorStore(createStatements(pool), 'confere.');

function createOperatorStore(
  { list, find, change, run }: ReturnType<typeof createStatements>,
  schema: '' | 'confere.',
): OperatorStore {
  const [operators, sessions] = [`${schema}operators`, `${schema}operator_sessions`];
  const signIns = `${schema}used_sign_ins`;
  const operatorSql = `SELECT * FROM ${operators}`;
  const sessionSql = `SELECT operators.*, sessions.id AS session_id, begun_at_ms, seen_at_ms, network, has_second_factor
    FROM ${sessions} AS sessions JOIN ${operators} ON operators.id = operator_id`;

  return {
    async insert({ record, passwordHash, sealedTotp, totpStep }) {
      const sql = `INSERT INTO ${operators}
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
      const values = given.map(([, value]) => value);
      return (await change(`UPDATE ${operators} SET ${changes} WHERE id = $1`, [id, ...values])) === 1;
    },
    renewPassword: async (id, before, after) =>
      (await change(`UPDATE ${operators} SET password_hash = $3 WHERE id = $1 AND password_hash = $2`, [
        id,
        before,
        after,
      ])) === 1,
    enrolTotp: async (id, sealed, step) =>
      (await change(`UPDATE ${operators} SET sealed_totp = $2, totp_step = $3 WHERE id = $1 AND sealed_totp IS NULL`, [
        id,
        sealed,
        step,
      ])) === 1,
    useTotpStep: async (id, step) =>
      (await change(`UPDATE ${operators} SET totp_step = $2 WHERE id = $1 AND totp_step < $2`, [id, step])) === 1,
    async useSignIn(id, untilMs, nowMs) {
      await run(`DELETE FROM ${signIns} WHERE until_ms <= $1`, [nowMs]);
      const sql = `INSERT INTO ${signIns} (id, until_ms) VALUES ($1, $2) ON CONFLICT DO NOTHING`;
      return (await change(sql, [id, untilMs])) === 1;
    },
    insertSession({ id, operatorId, createdAtMs, lastSeenAtMs, network, hasSecondFactor }, tokenHash) {
      const sql = `INSERT INTO ${sessions} (id, token_hash, operator_id, begun_at_ms, seen_at_ms, network, has_second_factor)
        VALUES ($1, $2, $3, $4, $5, $6, $7)`;
      const values = [id, tokenHash, operatorId, createdAtMs, lastSeenAtMs, network, hasSecondFactor ? 1 : 0];
      return run(sql, values);
    },
    async findSession(tokenHash) {
      const row = await find<SessionRow>(`${sessionSql} WHERE token_hash = $1`, [tokenHash]);
      return row && toFound(row);
    },
    touchSession: (id, nowMs) =>
      run(`UPDATE ${sessions} SET seen_at_ms = $2 WHERE id = $1 AND seen_at_ms < $2`, [id, nowMs]),
    listSessions: async () =>
      (await list<SessionRow>(`${sessionSql} ORDER BY begun_at_ms DESC, session_id`)).map(toFound),
    endSession: async (id) => (await change(`DELETE FROM ${sessions} WHERE id = $1`, [id])) === 1,
    endSessionsOf: (id) => change(`DELETE FROM ${sessions} WHERE operator_id = $1`, [id]),
    purgeSessions: (createdBeforeMs, seenBeforeMs) =>
      run(`DELETE FROM ${sessions} WHERE begun_at_ms <= $1 OR seen_at_ms <= $2`, [createdBeforeMs, seenBeforeMs]),
  };
}

function toRecord(row: OperatorRow): OperatorRecord {
  return {
    id: row.id as OperatorId,
    name: row.name,
    role: row.role as Role,
    hasTotp: row.sealed_totp !== null,
    createdAtMs: row.created_at_ms,
    disabledAtMs: row.disabled_at_ms,
    ssoSubject: row.sso_subject,
    localUntilMs: row.local_until_ms,
  };
}

function toStored(row: OperatorRow): StoredOperator {
  const { password_hash: passwordHash, sealed_totp: sealedTotp, totp_step: totpStep, device_epoch: deviceEpoch } = row;
  return { record: toRecord(row), passwordHash, sealedTotp, totpStep, deviceEpoch };
}

function toFound(row: SessionRow): FoundSession {
  const session: SessionRecord = {
    id: row.session_id,
    operatorId: row.id as OperatorId,
    createdAtMs: row.begun_at_ms,
    lastSeenAtMs: row.seen_at_ms,
    network: row.network,
    hasSecondFactor: row.has_second_factor === 1,
  };
  return { session, operator: toRecord(row) };
}
