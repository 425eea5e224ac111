// How many of something there were in a minute, at each point of a chart. A minute that was not counted whole is never made up: a burst of
// ten seconds is shown as what came in it, and no point is higher than what the whole range has.

interface Countable {
  readonly step_ms: number;
  readonly points: readonly { readonly at_ms: number }[];
}

const minuteMs = 60_000;

/**
 * Counts per minute. A short step shows the minute up to its end. A longer step shows the average of its minutes, and the last step may be
 * incomplete.
 */
export function countPerMinute<Range extends Countable>(
  { step_ms, points }: Range,
  count: (point: Range['points'][number]) => number,
  nowMs: number,
): readonly number[] {
  if (step_ms > minuteMs) {
    return points.map(
      (point) => (count(point) * minuteMs) / Math.min(step_ms, Math.max(minuteMs, nowMs - point.at_ms)),
    );
  }
  let first = 0;
  let sum = 0;
  return points.map((point) => {
    sum += count(point);
    for (let left = points[first]; left !== undefined && left.at_ms <= point.at_ms - minuteMs; left = points[++first]) {
      sum -= count(left);
    }
    return sum;
  });
}
