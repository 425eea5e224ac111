// Passkeys of operators, by the same statements in SQLite and in PostgreSQL. A row that was made or changed by other means than this store is
// as if it were not there.

import { provenTables } from '../../app/kept/stores.ts';
import type { PasskeyStore, StoredPasskey } from '../../app/operators/passkeys/ports.ts';
import type { RowProof } from '../../app/row-proof.ts';
import type { OperatorId } from '../../domain/access/operator.ts';
import { type Sql, toInsert } from '../sql/sql.ts';

interface PasskeyRow {
  readonly id: string;
  readonly operator_id: string;
  readonly credential_id: string;
  readonly sealed: Uint8Array;
  readonly sign_count: number;
  readonly created_at_ms: number;
  readonly last_used_at_ms: number | null;
  readonly checksum: Uint8Array | null;
}

const columns = provenTables.operator_passkeys.columns;

export function createPasskeyStore({ list, find, change }: Sql, proof: RowProof): PasskeyStore {
  const isRight = (row: PasskeyRow) => proof.isRight('operator_passkeys', row);
  /** Returns undefined also for a row that was changed by other means. The store reports the row. */
  async function findRow(condition: string, value: string): Promise<PasskeyRow | undefined> {
    const row = await find<PasskeyRow>(`SELECT * FROM operator_passkeys WHERE ${condition}`, [value]);
    return row !== undefined && isRight(row) ? row : undefined;
  }

  /** Drops a damaged row. Its content decides nothing, so its removal loses nothing. */
  async function dropDamaged(condition: 'id = $1' | 'credential_id = $1', value: string): Promise<boolean> {
    const row = await find<PasskeyRow>(`SELECT * FROM operator_passkeys WHERE ${condition}`, [value]);
    if (row === undefined || proof.holds('operator_passkeys', row)) return false;
    return (await change(`DELETE FROM operator_passkeys WHERE id = $1`, [row.id])) === 1;
  }

  return {
    async insert(passkey) {
      const row = toPasskeyRow(passkey);
      await dropDamaged('credential_id = $1', row.credential_id);
      const signed = { ...row, checksum: proof.sign('operator_passkeys', row) };
      const insert = toInsert('operator_passkeys', [...columns, 'checksum'], signed);
      return (await change(insert.sql, insert.values)) === 1;
    },
    async listOf(operatorId) {
      const sql = `SELECT * FROM operator_passkeys WHERE operator_id = $1 ORDER BY created_at_ms, id`;
      return (await list<PasskeyRow>(sql, [operatorId])).filter(isRight).map(toPasskey);
    },
    async find(credentialId) {
      const row = await findRow('credential_id = $1', credentialId);
      return row && toPasskey(row);
    },
    async use(id, signCount, nowMs) {
      for (;;) {
        const row = await findRow('id = $1', id);
        if (row === undefined || !goesOn(row.sign_count, signCount)) return false;
        const checksum = proof.sign('operator_passkeys', { ...row, sign_count: signCount, last_used_at_ms: nowMs });
        const sql = `UPDATE operator_passkeys SET sign_count = $2, last_used_at_ms = $3, checksum = $4 WHERE id = $1 AND checksum = $5`;
        if ((await change(sql, [id, signCount, nowMs, checksum, row.checksum])) === 1) return true;
      }
    },
    remove: async (operatorId, id) =>
      (await dropDamaged('id = $1', id)) ||
      (await change(`DELETE FROM operator_passkeys WHERE operator_id = $1 AND id = $2`, [operatorId, id])) === 1,
    async isRemovable(operatorId, id) {
      const row = await find<PasskeyRow>(`SELECT * FROM operator_passkeys WHERE id = $1`, [id]);
      return row !== undefined && (row.operator_id === operatorId || !proof.holds('operator_passkeys', row));
    },
  };
}

const goesOn = (before: number, now: number) => now > before || (now === 0 && before === 0);

function toPasskeyRow(passkey: StoredPasskey): Omit<PasskeyRow, 'checksum'> {
  return {
    id: passkey.id,
    operator_id: passkey.operatorId,
    credential_id: passkey.credentialId,
    sealed: passkey.sealed,
    sign_count: passkey.signCount,
    created_at_ms: passkey.createdAtMs,
    last_used_at_ms: passkey.lastUsedAtMs,
  };
}

function toPasskey(row: PasskeyRow): StoredPasskey {
  return {
    id: row.id,
    operatorId: row.operator_id as OperatorId,
    credentialId: row.credential_id,
    sealed: row.sealed,
    signCount: row.sign_count,
    createdAtMs: row.created_at_ms,
    lastUsedAtMs: row.last_used_at_ms,
  };
}
