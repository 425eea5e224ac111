// Days as the files write them, numbered from 1966 on.

import type { Random } from './random.ts';
import { commonEndDates } from './vocabulary.ts';

const firstDay = Date.UTC(1966, 0, 1);
const dayMs = 86_400_000;

export type Calendar = ReturnType<typeof createCalendar>;

export function createCalendar(date: string) {
  const texts: string[] = [];
  return {
    /** Day number of the extraction date. */
    today: (Date.parse(`${date}T00:00:00Z`) - firstDay) / dayMs,
    /** YYYYMMDD */
    text(day: number): string {
      texts[day] ??= new Date(firstDay + day * dayMs).toISOString().slice(0, 10).replaceAll('-', '');
      return texts[day];
    },
  };
}

/** Many closures and exclusions fell on the same few days: ends of years, and when the Receita cleaned up. */
export function endDateAfter(startDay: number, calendar: Calendar, random: Random): string {
  const common = random.pickSkewed(commonEndDates);
  if (random.chance(0.5) && common >= calendar.text(startDay)) return common;
  return calendar.text(startDay + random.below(calendar.today - startDay + 1));
}
