// Days as the files write them, from 1966 to a few years after the extraction.

const firstDay = Date.UTC(1966, 0, 1);
const dayMs = 86_400_000;
const daysAhead = 1000;

export interface Calendar {
  /** Day number of the extraction date. */
  readonly today: number;
  /** YYYYMMDD */
  text(day: number): string;
}

export function createCalendar(date: string): Calendar {
  const today = (Date.parse(`${date}T00:00:00Z`) - firstDay) / dayMs;
  const texts = Array.from({ length: today + daysAhead }, (_, day) =>
    new Date(firstDay + day * dayMs).toISOString().slice(0, 10).replaceAll('-', ''),
  );
  return { today, text: (day) => texts[day] as string };
}
