// How the commands show a key to people. The key itself is only ever in what `create` and `rotate` print.

import type { ShownBudget } from '../../../app/budgets/key-budgets.ts';
import { toTime } from '../../../app/keys/show-key.ts';
import { toRateText } from '../../../app/keys/written-limits.ts';
import { type KeyRecord, toKeyState } from '../../../domain/access/api-key.ts';
import { formatRoundedCentavos, parseMoney } from '../../../domain/money/money.ts';

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

/** Such as `812.30 of 1,500.00 reais this month, 54 %, then refuse`. */
export function toBudgetText({ period, unit, used, limit, percent, at_limit }: ShownBudget): string {
  const shown = (amount: string) => (unit === 'reais' ? formatRoundedCentavos(parseMoney(amount) ?? 0n) : amount);
  return `${shown(used)} of ${shown(limit)} ${unit} ${period === 'day' ? 'today' : 'this month'}, ${percent} %, then ${at_limit}`;
}
