// What the service counted in a span of time, in the few words that the console's dashboard needs. Spans add up, over time and over
// processes; times are kept as counts by bounds, because percentiles do not add up.

/** In seconds, from half a millisecond, a company's answer, to the longest deadline. One more count is for what took longer. */
export const answerBounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

export type Counts = Readonly<Record<string, number>>;

export interface SourceFigures {
  /** Questions by `answered`, `not_found`, `cached`, `kept`, or why there was no answer. */
  readonly outcomes: Counts;
  /** `calls` counts the calls to the party: none for `cached` and `kept`, and several if Confere sent one question again. */
  readonly calls: number;
  /** `times` counts the answers in the intervals of `answerBounds`. */
  readonly times: readonly number[];
}

export interface Figures {
  /** Requests of callers by status; the console's own and probes are left out. */
  readonly statuses: Counts;
  readonly times: readonly number[];
  /** Verifications by `live low`, `test none` and so on: mode and risk level. */
  readonly outcomes: Counts;
  readonly sources: Readonly<Record<string, SourceFigures>>;
}

export const noFigures: Figures = { statuses: {}, times: [], outcomes: {}, sources: {} };

export function addFigures(one: Figures, other: Figures): Figures {
  return {
    statuses: addCounts(one.statuses, other.statuses),
    times: addTimes(one.times, other.times),
    outcomes: addCounts(one.outcomes, other.outcomes),
    sources: combine(one.sources, other.sources, noSource, (a, b) => ({
      outcomes: addCounts(a.outcomes, b.outcomes),
      calls: a.calls + b.calls,
      times: addTimes(a.times, b.times),
    })),
  };
}

/** Returns the increase since `before` of counts that only grow. */
export function subtractFigures(now: Figures, before: Figures): Figures {
  return {
    statuses: subtractCounts(now.statuses, before.statuses),
    times: subtractTimes(now.times, before.times),
    outcomes: subtractCounts(now.outcomes, before.outcomes),
    sources: Object.fromEntries(
      Object.entries(now.sources).map(([name, { outcomes, calls, times }]) => {
        const former = before.sources[name] ?? noSource;
        const more = { outcomes: subtractCounts(outcomes, former.outcomes), calls: calls - former.calls };
        return [name, { ...more, times: subtractTimes(times, former.times) }];
      }),
    ),
  };
}

/** Adds up the counts whose names begin with `beginning`. */
export function sumOf(counts: Counts, beginning = ''): number {
  const meant = Object.entries(counts).filter(([name]) => name.startsWith(beginning));
  return meant.reduce((total, [, count]) => total + count, 0);
}

/** In milliseconds, somewhere between two bounds; null where nothing was counted. */
export function findPercentileMs(times: readonly number[], share: number): number | null {
  const total = times.reduce((all, count) => all + count, 0);
  if (total === 0) return null;
  let below = 0;
  for (const [index, count] of times.entries()) {
    if (below + count < share * total || count === 0) {
      below += count;
      continue;
    }
    const from = answerBounds[index - 1] ?? 0;
    // What is beyond the last bound is shown as that: nobody knows how far.
    const to = answerBounds[index] ?? from;
    return 1000 * (from + (to - from) * ((share * total - below) / count));
  }
  return null;
}

const noSource: SourceFigures = { outcomes: {}, calls: 0, times: [] };

function addCounts(one: Counts, other: Counts): Counts {
  return combine(one, other, 0, (a, b) => a + b);
}

/** Leaves out unchanged counts, because a span is mostly empty. */
function subtractCounts(now: Counts, before: Counts): Counts {
  return Object.fromEntries(
    Object.entries(now).flatMap(([name, count]) => {
      const more = count - (before[name] ?? 0);
      return more > 0 ? [[name, more]] : [];
    }),
  );
}

function addTimes(one: readonly number[], other: readonly number[]): readonly number[] {
  const [longer, shorter] = one.length >= other.length ? [one, other] : [other, one];
  return longer.map((count, index) => count + (shorter[index] ?? 0));
}

function subtractTimes(now: readonly number[], before: readonly number[]): readonly number[] {
  const more = now.map((count, index) => count - (before[index] ?? 0));
  return more.some((count) => count > 0) ? more : [];
}

function combine<Value>(
  one: Readonly<Record<string, Value>>,
  other: Readonly<Record<string, Value>>,
  nothing: Value,
  add: (a: Value, b: Value) => Value,
): Readonly<Record<string, Value>> {
  const sums: Record<string, Value> = { ...one };
  for (const [name, value] of Object.entries(other)) sums[name] = add(sums[name] ?? nothing, value);
  return sums;
}
