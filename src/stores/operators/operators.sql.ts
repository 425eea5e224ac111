// Operators and their sessions, by the same statements in SQLite and in PostgreSQL: there whoever signed in on one node is signed in on all.
// A row that was made or changed by other means than this store is as if it were not there.

import type { FoundSession, OperatorStore, SessionRecord, StoredOperator } from '../../app/operators/ports.ts';
import { provenTables } from '../../app/proven-tables.ts';
import type { RowProof } from '../../app/row-proof.ts';
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
  /** 1 for an operator who has one: whoever takes the passkeys away by other means does not make the password enough. */
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

export const createSqliteOperatorStore = (store: Pick<SqliteStore, 'reader' | 'writer'>, proof: RowProof) =>
  createOperatorStore(createSqliteStatements(store), proof, '');

export const createPostgresOperatorStore = (pool: Pick<Session, 'query'>, proof: RowProof) =>
  createOperatorStore(createStatements(pool), proof, 'confere.');

function createOperatorStore(
  { list, find, change, run }: ReturnType<typeof createStatements>,
  proof: RowProof,
  schema: '' | 'confere.',
): OperatorStore {
  const [operators, sessions] = [`${schema}operators`, `${schema}operator_sessions`];
  const signIns = `${schema}used_sign_ins`;
  const operatorSql = `SELECT * FROM ${operators}`;
  const sessionSql = `SELECT operators.*, ${toSessionColumns()} FROM ${sessions} AS sessions JOIN ${operators} ON operators.id = operator_id`;

  const isOperatorRight = (row: OperatorRow) => proof.isRight('operators', row);
  const isFoundRight = (row: FoundRow) => isOperatorRight(row) && proof.isRight('operator_sessions', toSessionRow(row));

  /** Undefined also for a row that was changed by other means: nobody signs in by it, and it is reported. */
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
      const sql = `UPDATE ${operators} SET checksum = $3${given.length > 0 ? `, ${set}` : ''} WHERE id = $1 AND checksum = $2`;
      if ((await change(sql, values)) === 1) return true;
    }
  }

  /** Makes room for the one who is made anew. What a damaged row says decides nothing, so nothing is lost with it. */
  async function dropDamaged({ name, ssoSubject }: OperatorRecord): Promise<void> {
    const sql = `${operatorSql} WHERE name = $1 OR sso_subject = $2`;
    for (const row of await list<OperatorRow>(sql, [name, ssoSubject])) {
      if (isOperatorRight(row)) continue;
      await run(`DELETE FROM ${sessions} WHERE operator_id = $1`, [row.id]);
      await run(`DELETE FROM ${operators} WHERE id = $1`, [row.id]);
    }
  }

  return {
    async insert({ record, passwordHash, sealedTotp, totpStep, deviceEpoch }) {
      await dropDamaged(record);
      const row = toRow({ record, passwordHash, sealedTotp, totpStep, deviceEpoch });
      const sql = `INSERT INTO ${operators} (${operatorColumns.join(', ')}, checksum)
        VALUES (${toPlaces(operatorColumns.length + 1)}) ON CONFLICT DO NOTHING`;
      return (await change(sql, [...toValues(operatorColumns, row), proof.sign('operators', row)])) === 1;
    },
    list: async () => (await list<OperatorRow>(`${operatorSql} ORDER BY name`)).filter(isOperatorRight).map(toRecord),
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
      return row && toRecord(row);
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
      await run(`DELETE FROM ${signIns} WHERE until_ms <= $1`, [nowMs]);
      const sql = `INSERT INTO ${signIns} (id, until_ms) VALUES ($1, $2) ON CONFLICT DO NOTHING`;
      return (await change(sql, [id, untilMs])) === 1;
    },
    insertSession({ id, operatorId, createdAtMs, lastSeenAtMs, network, hasSecondFactor }, tokenHash) {
      const row = {
        ...{ id, token_hash: tokenHash, operator_id: operatorId, begun_at_ms: createdAtMs, seen_at_ms: lastSeenAtMs },
        ...{ network, has_second_factor: hasSecondFactor ? 1 : 0 },
      };
      const sql = `INSERT INTO ${sessions} (${sessionColumns.join(', ')}, checksum)
        VALUES (${toPlaces(sessionColumns.length + 1)})`;
      return run(sql, [...toValues(sessionColumns, row), proof.sign('operator_sessions', row)]);
    },
    async findSession(tokenHash) {
      const row = await find<FoundRow>(`${sessionSql} WHERE token_hash = $1`, [tokenHash]);
      return row !== undefined && isFoundRight(row) ? toFound(row) : undefined;
    },
    async touchSession(id, nowMs) {
      const row = await find<SessionRow>(`SELECT * FROM ${sessions} WHERE id = $1`, [id]);
      if (row === undefined || row.seen_at_ms >= nowMs || !proof.isRight('operator_sessions', row)) return;
      const checksum = proof.sign('operator_sessions', { ...row, seen_at_ms: nowMs });
      const sql = `UPDATE ${sessions} SET seen_at_ms = $2, checksum = $3 WHERE id = $1 AND checksum = $4`;
      await run(sql, [id, nowMs, checksum, row.checksum]);
    },
    listSessions: async () =>
      (await list<FoundRow>(`${sessionSql} ORDER BY begun_at_ms DESC, sessions.id`)).filter(isFoundRight).map(toFound),
    endSession: async (id) => (await change(`DELETE FROM ${sessions} WHERE id = $1`, [id])) === 1,
    endSessionsOf: (id) => change(`DELETE FROM ${sessions} WHERE operator_id = $1`, [id]),
    purgeSessions: (createdBeforeMs, seenBeforeMs) =>
      run(`DELETE FROM ${sessions} WHERE begun_at_ms <= $1 OR seen_at_ms <= $2`, [createdBeforeMs, seenBeforeMs]),
  };
}

const toPlaces = (count: number) => Array.from({ length: count }, (_, index) => `$${index + 1}`).join(', ');

const toValues = (columns: readonly string[], row: object) =>
  columns.map((name) => (row as Readonly<Record<string, unknown>>)[name] ?? null);

const toSessionColumns = () =>
  [...sessionColumns, 'checksum'].map((name) => `sessions.${name} AS session_${name}`).join(', ');

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

function toRow({
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

function toRecord(row: OperatorRow): OperatorRecord {
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
  return { record: toRecord(row), passwordHash, sealedTotp, totpStep, deviceEpoch };
}

function toFound(row: FoundRow): FoundSession {
  const session: SessionRecord = {
    id: row.session_id,
    operatorId: row.id as OperatorId,
    createdAtMs: row.session_begun_at_ms,
    lastSeenAtMs: row.session_seen_at_ms,
    network: row.session_network,
    hasSecondFactor: row.session_has_second_factor === 1,
  };
  return { session, operator: toRecord(row) };
}
