// The last hour in steps of ten seconds and the last day in steps of five minutes, in memory: a few hundred points each, however
// busy the service is. The steps are those of the calendar, so that all that is counted in one falls together.

import type { Clock } from '../clock.ts';
import { addFigures, type Figures, noFigures } from './figures.ts';

export const ranges = {
  hour: { stepMs: 10_000, pointsMax: 360 },
  day: { stepMs: 300_000, pointsMax: 288 },
} as const;

export type RangeName = keyof typeof ranges;

export interface HistoryPoint {
  readonly atMs: number;
  readonly figures: Figures;
}

export function createHistory(clock: Clock) {
  const kept: Record<RangeName, HistoryPoint[]> = { hour: [], day: [] };

  function addTo(range: RangeName, figures: Figures): void {
    const { stepMs, pointsMax } = ranges[range];
    const points = kept[range];
    const last = points.at(-1);
    const nowMs = clock.nowMs();
    // A calendar that was put back must not make points that are out of order.
    const atMs = Math.max(nowMs - (nowMs % stepMs), last?.atMs ?? 0);
    if (last?.atMs === atMs) points[points.length - 1] = { atMs, figures: addFigures(last.figures, figures) };
    else points.push({ atMs, figures });
    while (points.length > pointsMax || (points[0]?.atMs ?? atMs) <= atMs - stepMs * pointsMax) points.shift();
  }

  return {
    add(figures: Figures): void {
      addTo('hour', figures);
      addTo('day', figures);
    },
    /** Returns the points that begin at `fromMs` or later, oldest first. The last one may still grow. */
    points: (range: RangeName, fromMs: number): readonly HistoryPoint[] =>
      kept[range].filter(({ atMs }) => atMs >= fromMs),
    /** All of the range in one. */
    total: (range: RangeName): Figures => kept[range].reduce((all, { figures }) => addFigures(all, figures), noFigures),
  };
}
