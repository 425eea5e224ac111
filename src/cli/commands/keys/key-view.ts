// How the commands show a key to people. The key itself is only ever in what `create` and `rotate` print.

import { toTime } from '../../../app/keys/show-key.ts';
import { toRateText } from '../../../app/keys/written-limits.ts';
import { type KeyRecord, toKeyState } from '../../../domain/access/api-key.ts';

/** All that a key is and may do, a line each. */
export function toKeyLines(record: KeyRecord, nowMs: number): readonly (readonly [string, string])[] {
  const orUnlimited = (count: number | null) => (count === null ? 'unlimited' : String(count));
  return [
    ['Id', record.id],
    ['Name', record.name],
    ['Mode', record.mode],
    ['State', toKeyState(record, nowMs)],
    ['Scopes', record.scopes.join(' ')],
    ['Rate', toRateText(record.rate)],
    ['Burst', record.burst === null ? 'as the rate' : `${record.burst}/s`],
    ['Concurrency', orUnlimited(record.concurrency)],
    ['Quota a day', orUnlimited(record.dailyQuota)],
    ['Quota a month', orUnlimited(record.monthlyQuota)],
    ['Networks', record.networks?.join(' ') ?? 'any'],
    ['Web pages', record.corsOrigins?.join(' ') ?? 'none'],
    ['Purpose', record.purpose ?? 'none'],
    ['Created', toTime(record.createdAtMs)],
    ['Expires', toTime(record.expiresAtMs) ?? 'never'],
    ...(record.revokedAtMs === null ? [] : [['Revoked', toTime(record.revokedAtMs)] as const]),
  ];
}
