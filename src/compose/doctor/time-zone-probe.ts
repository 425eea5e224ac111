// Whether this Node knows the time in Brazil: "today" decides about birth dates, and a Node without time zones takes UTC for it.

import { type Finding, fault, ok, type Probe } from '../../app/doctor/finding.ts';

const subject = 'time_zone';

/** Brazil had summer time until 2019; data that knows only the offset of today gets the first one wrong. */
const known = [
  { at: '2019-01-15T12:00:00Z', hour: '10' },
  { at: '2026-01-15T12:00:00Z', hour: '09' },
] as const;

export const timeZoneProbe: Probe = {
  subject,
  run: () => judgeTimeZone(toHourInBrazil, process.versions['tz'] ?? 'unknown'),
};

export function judgeTimeZone(toHour: (epochMs: number) => string, dataVersion: string): Finding {
  const isRight = known.every(({ at, hour }) => {
    try {
      return toHour(Date.parse(at)) === hour;
    } catch {
      return false;
    }
  });
  return isRight
    ? ok(subject, `America/Sao_Paulo is known (data ${dataVersion}).`)
    : fault(
        subject,
        `America/Sao_Paulo is not known, or wrong (data ${dataVersion}): days would be off.`,
        'Start it by bin/confere; take NODE_ICU_DATA and NODE_OPTIONS out of its environment.',
      );
}

function toHourInBrazil(epochMs: number): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone: 'America/Sao_Paulo', hour: '2-digit', hourCycle: 'h23' }).format(
    epochMs,
  );
}
