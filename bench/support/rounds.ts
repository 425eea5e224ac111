// Measures contestants side by side: in every round each one runs for a moment, in an order that turns from round to round,
// so that whatever else the machine does falls on all of them alike. The median over the rounds counts.

export interface Contestant {
  readonly name: string;
  /** Does the work once over and returns something of it, so that none of it can be optimized away. */
  runOnce(): number;
}

interface Measure {
  readonly rounds: number;
  /** How long a contestant runs in each round, about. */
  readonly turnMs: number;
}

/** Nanoseconds for one `runOnce`, by the contestant's name. */
export function measureRounds(contestants: readonly Contestant[], measure: Measure): ReadonlyMap<string, number> {
  const times = contestants.map((contestant) => ({
    contestant,
    repeats: calibrate(contestant, measure.turnMs),
    ns: [] as number[],
  }));
  for (let round = 0; round < measure.rounds; round++) {
    for (let turn = 0; turn < times.length; turn++) {
      const time = times[(turn + round) % times.length];
      if (time !== undefined) time.ns.push(timeNs(time.contestant, time.repeats) / time.repeats);
    }
  }
  return new Map(times.map(({ contestant, ns }) => [contestant.name, median(ns)]));
}

/** What each measures, round after round; they take turns within a round. */
export async function takeTurns(
  rounds: number,
  contestants: Readonly<Record<string, () => number | Promise<number>>>,
): Promise<ReadonlyMap<string, number[]>> {
  const seen = new Map(Object.keys(contestants).map((name): [string, number[]] => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, measure] of Object.entries(contestants)) seen.get(name)?.push(await measure());
  }
  return seen;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}

const warmUpMs = 100;

/** Runs the contestant until it is surely compiled, and finds how often it runs in one turn. */
function calibrate(contestant: Contestant, turnMs: number): number {
  let repeats = 1;
  for (;;) {
    const ms = timeNs(contestant, repeats) / 1e6;
    if (ms >= warmUpMs) return Math.max(1, Math.round((repeats * turnMs) / ms));
    repeats *= 2;
  }
}

function timeNs(contestant: Contestant, repeats: number): number {
  const start = process.hrtime.bigint();
  let sum = 0;
  for (let repeat = 0; repeat < repeats; repeat++) sum += contestant.runOnce();
  const ns = Number(process.hrtime.bigint() - start);
  if (Number.isNaN(sum)) throw new Error(`${contestant.name} did not return a number`);
  return ns;
}
