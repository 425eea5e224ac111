// How a key is shown to operators, on the command line and in the console. The key itself is never part of it.

import { type KeyRecord, toKeyState } from '../../domain/access/api-key.ts';
import { toRateText } from './written-limits.ts';

/** One form for everything that shows a key. */
export function toKeyJson(record: KeyRecord, nowMs: number) {
  return {
    id: record.id as string,
    name: record.name,
    mode: record.mode,
    scopes: record.scopes,
    rate: toRateText(record.rate),
    burst: record.burst,
    concurrency: record.concurrency,
    quota_day: record.dailyQuota,
    quota_month: record.monthlyQuota,
    networks: record.networks,
    cors_origins: record.corsOrigins,
    purpose: record.purpose,
    state: toKeyState(record, nowMs),
    created_at: toTime(record.createdAtMs),
    expires_at: toTime(record.expiresAtMs),
    revoked_at: toTime(record.revokedAtMs),
  };
}

export function toTime(epochMs: number): string;
export function toTime(epochMs: number | null): string | null;
export function toTime(epochMs: number | null): string | null {
  return epochMs === null ? null : new Date(epochMs).toISOString();
}
