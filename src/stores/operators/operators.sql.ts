// Operators and their sessions, by the same statements in SQLite and in PostgreSQL: there whoever signed in on one node is signed in on all.
// A row that was made or changed by other means than this store is as if it were not there.

import { provenTables } from '../../app/kept/stores.ts';
import type { FoundSession, OperatorStore, SessionRecord, StoredOperator } from '../../app/operators/ports.ts';
import type { RowProof } from '../../app/row-proof.ts';
import type { OperatorId, OperatorRecord, Role } from '../../domain/access/operator.ts';
import { type Sql, toInsert } from '../sql/sql.ts';

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
  /** The value is 1 for an operator with a passkey. Deleting the passkeys by other means does not make the password sufficient. */
  readonly has_passkey: number | null;
  readonly checksum: Uint8Array | null;
}

interface SessionRow {
  readonly id: string;
  readonly token_hash: Uint8Array;
  readonly operator_id: string;
  readonly begun_at_ms: number;
  readonly seen_at_ms: number;
  readonly network: string;
  readonly has_second_factor: number;
  readonly checksum: Uint8Array | null;
}

/** A session with its operator, whose columns have their own names. */
type FoundRow = OperatorRow & { readonly [Column in keyof SessionRow as `session_${Column}`]: SessionRow[Column] };

/** Everything but what a row is known by. */
type Changed = Partial<Omit<OperatorRow, 'id' | 'checksum'>>;

const operatorColumns = provenTables.operators.columns;
const sessionColumns = provenTables.operator_sessions.columns;

const operatorSql = 'SELECT * FROM operators';
const sessionSql = `SELECT operators.*, ${toSessionColumns()} FROM operator_sessions AS sessions JOIN operators ON operators.id = operator_id`;

export function createOperatorStore({ list, find, change, run }: Sql, proof: RowProof): OperatorStore {
  const isOperatorRight = (row: OperatorRow) => proof.isRight('operators', row);
  const isFoundRight = (row: FoundRow) => isOperatorRight(row) && proof.isRight('operator_sessions', toSessionRow(row));

  /** Returns undefined also for a row that was changed by other means. The store reports the row, and no operator can sign in with it. */
  async function findOperator(condition: string, value: string): Promise<OperatorRow | undefined> {
    const row = await find<OperatorRow>(`${operatorSql} WHERE ${condition}`, [value]);
    return row !== undefined && isOperatorRight(row) ? row : undefined;
  }

  /** Reads, changes and writes until no other process came in between. `toChanged` gives undefined where there is nothing to change. */
  async function changeOperator(id: string, toChanged: (row: OperatorRow) => Changed | undefined): Promise<boolean> {
    for (;;) {
      const row = await findOperator('id = $1', id);
      const changed = row && toChanged(row);
      if (row === undefined || changed === undefined) return false;
      const given = Object.entries(changed).filter(([, value]) => value !== undefined);
      const after = { ...row, ...Object.fromEntries(given) };
      const set = given.map(([name], index) => `${name} = $${index + 4}`).join(', ');
      const values = [id, row.checksum, proof.sign('operators', after), ...given.map(([, value]) => value)];
      const sql = `UPDATE operators SET checksum = $3${given.length > 0 ? `, ${set}` : ''} WHERE id = $1 AND checksum = $2`;
      if ((await change(sql, values)) === 1) return true;
    }
  }

  /** Makes room for the one who is made anew. What a damaged row says decides nothing, so nothing is lost with it. */
  async function dropDamaged({ name, ssoSubject }: OperatorRecord): Promise<void> {
    const sql = `${operatorSql} WHERE name = $1 OR sso_subject = $2`;
    for (const row of await list<OperatorRow>(sql, [name, ssoSubject])) {
      if (isOperatorRight(row)) continue;
      await run(`DELETE FROM operator_sessions WHERE operator_id = $1`, [row.id]);
      await run(`DELETE FROM operators WHERE id = $1`, [row.id]);
    }
  }

  return {
    async insert({ record, passwordHash, sealedTotp, totpStep, deviceEpoch }) {
      await dropDamaged(record);
      const row = toOperatorRow({ record, passwordHash, sealedTotp, totpStep, deviceEpoch });
      const insert = toInsert('operators', [...operatorColumns, 'checksum'], {
        ...row,
        checksum: proof.sign('operators', row),
      });
      return (await change(insert.sql, insert.values)) === 1;
    },
    list: async () =>
      (await list<OperatorRow>(`${operatorSql} ORDER BY name`)).filter(isOperatorRight).map(toOperatorRecord),
    async findByName(name) {
      const row = await findOperator('name = $1', name);
      return row && toStored(row);
    },
    async findById(id) {
      const row = await findOperator('id = $1', id);
      return row && toStored(row);
    },
    async findBySubject(subject) {
      const row = await findOperator('sso_subject = $1', subject);
      return row && toOperatorRecord(row);
    },
    update: (id, { role, passwordHash, sealedTotp, disabledAtMs, deviceEpoch, localUntilMs, hasPasskey }) =>
      changeOperator(id, () => ({
        ...(role !== undefined && { role }),
        ...(passwordHash !== undefined && { password_hash: passwordHash }),
        ...(sealedTotp !== undefined && { sealed_totp: sealedTotp }),
        ...(disabledAtMs !== undefined && { disabled_at_ms: disabledAtMs }),
        ...(deviceEpoch !== undefined && { device_epoch: deviceEpoch }),
        ...(localUntilMs !== undefined && { local_until_ms: localUntilMs }),
        ...(hasPasskey !== undefined && { has_passkey: hasPasskey ? 1 : null }),
      })),
    renewPassword: (id, before, after) =>
      changeOperator(id, (row) => (row.password_hash === before ? { password_hash: after } : undefined)),
    enrolTotp: (id, sealed, step) =>
      changeOperator(id, (row) => (row.sealed_totp === null ? { sealed_totp: sealed, totp_step: step } : undefined)),
    useTotpStep: (id, step) => changeOperator(id, (row) => (row.totp_step < step ? { totp_step: step } : undefined)),
    async useSignIn(id, untilMs, nowMs) {
      await run(`DELETE FROM used_sign_ins WHERE until_ms <= $1`, [nowMs]);
      const sql = `INSERT INTO used_sign_ins (id, until_ms) VALUES ($1, $2) ON CONFLICT DO NOTHING`;
      return (await change(sql, [id, untilMs])) === 1;
    },
    insertSession({ id, operatorId, createdAtMs, lastSeenAtMs, network, hasSecondFactor }, tokenHash) {
      const row = {
        ...{ id, token_hash: tokenHash, operator_id: operatorId, begun_at_ms: createdAtMs, seen_at_ms: lastSeenAtMs },
        ...{ network, has_second_factor: hasSecondFactor ? 1 : 0 },
      };
      const signed = { ...row, checksum: proof.sign('operator_sessions', row) };
      const insert = toInsert('operator_sessions', [...sessionColumns, 'checksum'], signed);
      return run(insert.sql, insert.values);
    },
    async findSession(tokenHash) {
      const row = await find<FoundRow>(`${sessionSql} WHERE token_hash = $1`, [tokenHash]);
      return row !== undefined && isFoundRight(row) ? toFoundSession(row) : undefined;
    },
    async touchSession(id, nowMs) {
      const row = await find<SessionRow>(`SELECT * FROM operator_sessions WHERE id = $1`, [id]);
      if (row === undefined || row.seen_at_ms >= nowMs || !proof.isRight('operator_sessions', row)) return;
      const checksum = proof.sign('operator_sessions', { ...row, seen_at_ms: nowMs });
      const sql = `UPDATE operator_sessions SET seen_at_ms = $2, checksum = $3 WHERE id = $1 AND checksum = $4`;
      await run(sql, [id, nowMs, checksum, row.checksum]);
    },
    listSessions: async () =>
      (await list<FoundRow>(`${sessionSql} ORDER BY begun_at_ms DESC, sessions.id`))
        .filter(isFoundRight)
        .map(toFoundSession),
    endSession: async (id) => (await change(`DELETE FROM operator_sessions WHERE id = $1`, [id])) === 1,
    endSessionsOf: (id) => change(`DELETE FROM operator_sessions WHERE operator_id = $1`, [id]),
    purgeSessions: (createdBeforeMs, seenBeforeMs) =>
      run(`DELETE FROM operator_sessions WHERE begun_at_ms <= $1 OR seen_at_ms <= $2`, [createdBeforeMs, seenBeforeMs]),
  };
}

function toSessionColumns(): string {
  return [...sessionColumns, 'checksum'].map((name) => `sessions.${name} AS session_${name}`).join(', ');
}

function toSessionRow(row: FoundRow): SessionRow {
  return {
    id: row.session_id,
    token_hash: row.session_token_hash,
    operator_id: row.session_operator_id,
    begun_at_ms: row.session_begun_at_ms,
    seen_at_ms: row.session_seen_at_ms,
    network: row.session_network,
    has_second_factor: row.session_has_second_factor,
    checksum: row.session_checksum,
  };
}

function toOperatorRow({
  record,
  passwordHash,
  sealedTotp,
  totpStep,
  deviceEpoch,
}: StoredOperator): Omit<OperatorRow, 'checksum'> {
  return {
    id: record.id,
    name: record.name,
    role: record.role,
    password_hash: passwordHash,
    sealed_totp: sealedTotp,
    totp_step: totpStep,
    created_at_ms: record.createdAtMs,
    disabled_at_ms: record.disabledAtMs,
    device_epoch: deviceEpoch,
    sso_subject: record.ssoSubject,
    local_until_ms: record.localUntilMs,
    has_passkey: record.hasPasskey ? 1 : null,
  };
}

function toOperatorRecord(row: OperatorRow): OperatorRecord {
  return {
    id: row.id as OperatorId,
    name: row.name,
    role: row.role as Role,
    hasTotp: row.sealed_totp !== null,
    hasPasskey: row.has_passkey === 1,
    createdAtMs: row.created_at_ms,
    disabledAtMs: row.disabled_at_ms,
    ssoSubject: row.sso_subject,
    localUntilMs: row.local_until_ms,
  };
}

function toStored(row: OperatorRow): StoredOperator {
  const { password_hash: passwordHash, sealed_totp: sealedTotp, totp_step: totpStep, device_epoch: deviceEpoch } = row;
  return { record: toOperatorRecord(row), passwordHash, sealedTotp, totpStep, deviceEpoch };
}

function toFoundSession(row: FoundRow): FoundSession {
  const session: SessionRecord = {
    id: row.session_id,
    operatorId: row.id as OperatorId,
    createdAtMs: row.session_begun_at_ms,
    lastSeenAtMs: row.session_seen_at_ms,
    network: row.session_network,
    hasSecondFactor: row.session_has_second_factor === 1,
  };
  return { session, operator: toOperatorRecord(row) };
}
