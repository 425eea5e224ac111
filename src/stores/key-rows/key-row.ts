// An API key as a row of `api_keys`, both ways.

import type { KeyChecksum } from '../../app/keys/key-checksum.ts';
import type { KeyState } from '../../app/keys/ports.ts';
import type { KeyId, KeyMode, KeyRecord } from '../../domain/access/api-key.ts';
import type { Scope } from '../../domain/access/scopes.ts';

export interface KeyRow {
  readonly id: string;
  readonly hash: string;
  readonly name: string;
  readonly mode: string;
  readonly scopes: string;
  readonly rate_requests: number | null;
  readonly rate_window_seconds: number | null;
  readonly burst: number | null;
  readonly concurrency: number | null;
  readonly daily_quota: number | null;
  readonly monthly_quota: number | null;
  readonly networks: string | null;
  readonly cors_origins: string | null;
  readonly purpose: string | null;
  readonly created_at_ms: number;
  readonly expires_at_ms: number | null;
  readonly revoked_at_ms: number | null;
  readonly checksum: Uint8Array | null;
}

export type KeyStateRow = Pick<KeyRow, 'id' | 'revoked_at_ms' | 'checksum'>;

export const keyStatesSql = (table: string) => `SELECT id, revoked_at_ms, checksum FROM ${table}`;

const statesAtOnce = 10_000;

/** `read` gives the rows behind this id in the order of ids, so many at most. Between two parts others get their turn. */
export async function* eachKeyState(
  read: (afterId: string, limit: number) => Promise<readonly KeyStateRow[]>,
): AsyncGenerator<KeyState> {
  for (let afterId = ''; ; ) {
    const rows = await read(afterId, statesAtOnce);
    for (const row of rows) yield toKeyState(row);
    const last = rows.at(-1);
    if (last === undefined || rows.length < statesAtOnce) return;
    afterId = last.id;
  }
}

/** The checksum is keyed, and of all that the row says. */
export function toKeyState({ id, revoked_at_ms: revokedAtMs, checksum }: KeyStateRow): KeyState {
  const fingerprint = checksum === null ? 'none' : Buffer.from(checksum).toString('base64url');
  return { id, isRevoked: revokedAtMs !== null, fingerprint };
}

export function toKeyRow(key: KeyRecord, hash: string, checksum: KeyChecksum): Pick<KeyRow, keyof KeyRow> {
  return {
    id: key.id,
    hash,
    name: key.name,
    mode: key.mode,
    scopes: key.scopes.join(' '),
    rate_requests: key.rate?.requests ?? null,
    rate_window_seconds: key.rate?.windowSeconds ?? null,
    burst: key.burst,
    concurrency: key.concurrency,
    daily_quota: key.dailyQuota,
    monthly_quota: key.monthlyQuota,
    networks: key.networks?.join(' ') ?? null,
    cors_origins: key.corsOrigins?.join(' ') ?? null,
    purpose: key.purpose,
    created_at_ms: key.createdAtMs,
    expires_at_ms: key.expiresAtMs,
    revoked_at_ms: key.revokedAtMs,
    checksum: checksum.sign(key, hash),
  };
}

/** A row that is read while an older schema is brought forward lacks the columns that came later. */
export function fromRow(row: KeyRow): KeyRecord {
  return {
    id: row.id as KeyId,
    name: row.name,
    mode: row.mode as KeyMode,
    scopes: row.scopes.split(' ') as Scope[],
    rate:
      row.rate_requests === null || row.rate_window_seconds === null
        ? null
        : { requests: row.rate_requests, windowSeconds: row.rate_window_seconds },
    burst: row.burst ?? null,
    concurrency: row.concurrency ?? null,
    dailyQuota: row.daily_quota ?? null,
    monthlyQuota: row.monthly_quota ?? null,
    networks: row.networks?.split(' ') ?? null,
    corsOrigins: row.cors_origins?.split(' ') ?? null,
    purpose: row.purpose ?? null,
    createdAtMs: row.created_at_ms,
    expiresAtMs: row.expires_at_ms,
    revokedAtMs: row.revoked_at_ms,
  };
}
