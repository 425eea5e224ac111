// How the commands show a key, to people and to programs. The key itself is only ever in what `create` and `rotate` print.

import type { KeyRecord, RateLimit } from '../../domain/api-key.ts';
import { windowNames } from './key-options.ts';

/** One form for every command that shows a key. */
export function toKeyJson(record: KeyRecord, nowMs: number) {
  return {
    id: record.id,
    name: record.name,
    mode: record.mode,
    scopes: record.scopes,
    rate: toRate(record.rate),
    burst: record.burst,
    concurrency: record.concurrency,
    quota_day: record.dailyQuota,
    quota_month: record.monthlyQuota,
    networks: record.networks,
    purpose: record.purpose,
    state: toState(record, nowMs),
    created_at: toTime(record.createdAtMs),
    expires_at: toTime(record.expiresAtMs),
    revoked_at: toTime(record.revokedAtMs),
  };
}

export function toState(record: KeyRecord, nowMs: number): 'active' | 'revoked' | 'expired' {
  if (record.revokedAtMs !== null) return 'revoked';
  return record.expiresAtMs !== null && record.expiresAtMs <= nowMs ? 'expired' : 'active';
}

export function toRate(rate: RateLimit | null): string {
  return rate === null
    ? 'unlimited'
    : `${rate.requests}/${windowNames.get(rate.windowSeconds) ?? `${rate.windowSeconds}s`}`;
}

export function toTime(epochMs: number): string;
export function toTime(epochMs: number | null): string | null;
export function toTime(epochMs: number | null): string | null {
  return epochMs === null ? null : new Date(epochMs).toISOString();
}

/** All that a key is and may do, a line each. */
export function toKeyLines(record: KeyRecord, nowMs: number): readonly (readonly [string, string])[] {
  const orUnlimited = (count: number | null) => (count === null ? 'unlimited' : String(count));
  return [
    ['Id', record.id],
    ['Name', record.name],
    ['Mode', record.mode],
    ['State', toState(record, nowMs)],
    ['Scopes', record.scopes.join(' ')],
    ['Rate', toRate(record.rate)],
    ['Burst', record.burst === null ? 'as the rate' : `${record.burst}/s`],
    ['Concurrency', orUnlimited(record.concurrency)],
    ['Quota a day', orUnlimited(record.dailyQuota)],
    ['Quota a month', orUnlimited(record.monthlyQuota)],
    ['Networks', record.networks?.join(' ') ?? 'any'],
    ['Purpose', record.purpose ?? 'none'],
    ['Created', toTime(record.createdAtMs)],
    ['Expires', toTime(record.expiresAtMs) ?? 'never'],
    ...(record.revokedAtMs === null ? [] : [['Revoked', toTime(record.revokedAtMs)] as const]),
  ];
}
