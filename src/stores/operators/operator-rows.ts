// Operators and their sessions as rows of a database.

import type { FoundSession, SessionRecord, StoredOperator } from '../../app/operators/ports.ts';
import type { OperatorId, OperatorRecord, Role } from '../../domain/access/operator.ts';

export interface OperatorRow {
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

export interface SessionRow extends OperatorRow {
  readonly session_id: string;
  readonly begun_at_ms: number;
  readonly seen_at_ms: number;
  readonly network: string;
}

export function toRecord(row: OperatorRow): OperatorRecord {
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

export function toStored(row: OperatorRow): StoredOperator {
  const { password_hash: passwordHash, sealed_totp: sealedTotp, totp_step: totpStep, device_epoch: deviceEpoch } = row;
  return { record: toRecord(row), passwordHash, sealedTotp, totpStep, deviceEpoch };
}

export function toFound(row: SessionRow): FoundSession {
  const session: SessionRecord = {
    id: row.session_id,
    operatorId: row.id as OperatorId,
    createdAtMs: row.begun_at_ms,
    lastSeenAtMs: row.seen_at_ms,
    network: row.network,
  };
  return { session, operator: toRecord(row) };
}
