// The day and the month that it is now in Brazil: what quotas and budgets are counted by.

import { toBrazilDay, toBrazilDayStartMs, toNextDay, toNextMonth } from './calendar.ts';

export interface Period {
  readonly kind: 'day' | 'month';
  /** `YYYY-MM-DD` or `YYYY-MM` */
  readonly name: string;
  readonly endsAtMs: number;
}

export interface Periods {
  readonly day: Period;
  readonly month: Period;
}

let remembered: (Periods & { readonly today: string }) | undefined;

/** Finding when a day ends in another time zone takes several microseconds, and it stays the same all day. */
export function getPeriods(nowMs: number): Periods {
  const today = toBrazilDay(nowMs);
  if (remembered?.today === today) return remembered;
  const month = today.slice(0, 7);
  remembered = {
    today,
    day: { kind: 'day', name: today, endsAtMs: toBrazilDayStartMs(toNextDay(today)) },
    month: { kind: 'month', name: month, endsAtMs: toBrazilDayStartMs(`${toNextMonth(month)}-01`) },
  };
  return remembered;
}

export function toSecondsLeft({ endsAtMs }: Period, nowMs: number): number {
  return Math.max(1, Math.ceil((endsAtMs - nowMs) / 1000));
}
