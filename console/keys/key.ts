// A key as the pages know it, and what of it can be typed.

import { toBrazilDay } from '../../src/domain/dates/calendar.ts';
import type { ConsoleAnswer, ConsoleBody } from '../../src/http/console/contract.ts';
import { fromDay, readDay } from '../design/fields/number.ts';
import { formatMoney, formatNumber } from '../words/format.ts';
import { keysWords } from './words.ts';

export type Key = ConsoleAnswer<'POST key-list'>['keys'][number];

/** `Typed` holds the values as the fields show them: counts as digits and a day as typed. An empty field means "no limit". */
export interface Typed {
  readonly name: string;
  readonly rate: string;
  readonly window: string;
  readonly burst: string;
  readonly concurrency: string;
  readonly quotaDay: string;
  readonly quotaMonth: string;
  readonly networks: string;
  readonly corsOrigins: string;
  readonly purpose: string;
  readonly expires: string;
}

export const nothingTyped: Typed = {
  name: '',
  rate: '600',
  window: 'min',
  burst: '',
  concurrency: '',
  quotaDay: '',
  quotaMonth: '',
  networks: '',
  corsOrigins: '',
  purpose: '',
  expires: '',
};

export function toTyped(key: Key): Typed {
  const [rate = '', window = 'min'] = key.rate === 'unlimited' ? ['', 'min'] : key.rate.split('/');
  const toText = (count: number | null) => (count === null ? '' : String(count));
  return {
    name: key.name,
    rate,
    window,
    burst: toText(key.burst),
    concurrency: toText(key.concurrency),
    quotaDay: toText(key.quota_day),
    quotaMonth: toText(key.quota_month),
    networks: (key.networks ?? []).join('\n'),
    corsOrigins: (key.cors_origins ?? []).join('\n'),
    purpose: key.purpose ?? '',
    expires: key.expires_at === null ? '' : fromDay(toLastDay(key.expires_at)),
  };
}

/** Such as `R$ 812,30 de R$ 1.500,00 (54 %)`. */
export function toBudgetWords({ unit, used, limit, percent }: Key['budgets'][number]): string {
  const words = keysWords();
  const format = (amount: string) =>
    unit === 'reais' ? formatMoney(amount) : words.budgetCalls(formatNumber(Number(amount)));
  return words.budgetUsed(format(used), format(limit), percent);
}

/** A key ends when its last day is over: with the first moment of the next one, or in the middle of it where it was made so. */
export function toLastDay(expiresAt: string): string {
  return toBrazilDay(Date.parse(expiresAt) - 1);
}

export function findFaults({ name, rate, burst, concurrency, quotaDay, quotaMonth, expires }: Typed) {
  const isCount = (text: string) => text.trim() === '' || /^[1-9]\d{0,11}$/.test(text.trim());
  return {
    name: name.trim() === '' || name.trim().length > 100,
    rate: !isCount(rate) || rate.trim().length > 9,
    burst: !isCount(burst),
    concurrency: !isCount(concurrency),
    quotaDay: !isCount(quotaDay),
    quotaMonth: !isCount(quotaMonth),
    expires: isDayWrong(readDay(expires)),
  };
}

/** Over, or no whole day. */
function isDayWrong(day: string | null | undefined): boolean {
  return day === undefined || (day !== null && day < toBrazilDay(Date.now()));
}

type Changes = Omit<ConsoleBody<'POST key-update'>, 'id'>;

/** As the service reads it, and only what is not as it was. */
export function toChanges(typed: Typed, before: Typed): Changes {
  const orUnlimited = (text: string) => (text.trim() === '' ? 'unlimited' : text.trim());
  const ifChanged = (field: keyof Typed, value: string) => (typed[field] === before[field] ? null : value);
  const rate = typed.rate.trim() === '' ? 'unlimited' : `${typed.rate.trim()}/${typed.window}`;
  return {
    name: ifChanged('name', typed.name.trim()),
    rate: typed.rate === before.rate && typed.window === before.window ? null : rate,
    burst: ifChanged('burst', orUnlimited(typed.burst)),
    concurrency: ifChanged('concurrency', orUnlimited(typed.concurrency)),
    quota_day: ifChanged('quotaDay', orUnlimited(typed.quotaDay)),
    quota_month: ifChanged('quotaMonth', orUnlimited(typed.quotaMonth)),
    networks: ifChanged('networks', typed.networks.trim() || 'any'),
    cors_origins: ifChanged('corsOrigins', typed.corsOrigins.trim() || 'none'),
    purpose: ifChanged('purpose', typed.purpose || 'none'),
    expires_on: ifChanged('expires', readDay(typed.expires) ?? 'never'),
  };
}

/** The key that every installation has is named by the service, in English. */
export function toKeyName({ id, name }: Pick<Key, 'id' | 'name'>): string {
  return id === 'key_sandbox' && name === 'Sandbox key of this installation' ? keysWords().sandboxName : name;
}

export function toRateWords(rate: string): string {
  const words = keysWords();
  if (rate === 'unlimited') return words.unlimited;
  const [count = '', window = ''] = rate.split('/');
  return words.rateOf(formatNumber(Number(count)), words.windows[window] ?? window);
}
