// Which file is the newest where each has its date in its address: a stamp is `AAAAMMDD`, or `AAAAMM` where files are monthly.

import { readBody } from '../../datasets/depots/transfer.ts';
import { isRealDay } from '../../domain/dates/calendar.ts';
import type { DatedDownload } from './list-download.ts';
import type { PublisherClient } from './publisher-client.ts';

const pageBytesMax = 4 << 20;
const dayMs = 86_400_000;

/** Finds the day that the page gives to a browser's script, or undefined if there is none. The "última atualização" of the page is wrong. */
export async function findNamedDay(
  client: PublisherClient,
  { page, pace, redirectHosts }: DatedDownload,
  signal: AbortSignal,
): Promise<string | undefined> {
  const found = await client.ask(
    { url: page, redirectHosts },
    async ({ status, body, beat }) => (status === 200 ? await readBody(body, pageBytesMax, beat) : undefined),
    signal,
  );
  return parseStamps(found?.toString('utf8') ?? '', pace)
    .sort()
    .at(-1);
}

/** `arquivos.push({"ano" : "2026", "mes" : "09", "dia" : "30", "origem" : "CEIS"});` */
export function parseStamps(page: string, pace: DatedDownload['pace']): string[] {
  const found = page.matchAll(/"ano"\s*:\s*"(\d{4})"\s*,\s*"mes"\s*:\s*"(\d{2})"(?:\s*,\s*"dia"\s*:\s*"(\d{2})")?/g);
  return [...found].flatMap(([, year, month, day = '']) => {
    const stamp = pace === 'month' ? `${year}${month}` : `${year}${month}${day}`;
    return stamp.length === (pace === 'month' ? 6 : 8) && isRealDay(toStampDay(stamp)) ? [stamp] : [];
  });
}

/** Today's, and those before it. */
export function listStamps({ pace, stepsBack }: Pick<DatedDownload, 'pace' | 'stepsBack'>, today: string): string[] {
  return Array.from({ length: stepsBack + 1 }, (_, steps) => {
    if (pace === 'day') return toStamp(new Date(Date.parse(today) - steps * dayMs));
    const month = new Date(`${today.slice(0, 7)}-01T00:00:00Z`);
    month.setUTCMonth(month.getUTCMonth() - steps);
    return toStamp(month).slice(0, 6);
  });
}

/** The first day where it is a month, as in an import. */
export function toStampDay(stamp: string): string {
  return `${stamp.slice(0, 4)}-${stamp.slice(4, 6)}-${stamp.slice(6) || '01'}`;
}

function toStamp(day: Date): string {
  return day.toISOString().slice(0, 10).replaceAll('-', '');
}
