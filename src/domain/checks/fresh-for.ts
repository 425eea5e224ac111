// For how long the answer of a step may be used again, by the purpose of who asks. A purpose that is not listed neither uses a kept answer
// nor leaves one behind.

import type { PlanSource } from './topics.ts';

/** Milliseconds by purpose. */
export type FreshFor = Readonly<Record<string, number>>;

const unitsMs = { d: 86_400_000, h: 3_600_000, min: 60_000 } as const;
const daysMax = 365;
/** A registry of fraud that said nothing yesterday may have an alert today: as long as `cache_seconds` may be, and no longer. */
const fraudDaysMax = 1;

/**
 * Reads the `fresh_for` of a step. `sources` holds the sources that the step may ask. `purposes` holds all purposes; undefined means that they are
 * unknown.
 */
export function readFreshFor(
  raw: Readonly<Record<string, unknown>>,
  path: readonly string[],
  { sources, purposes }: { readonly sources: readonly PlanSource[]; readonly purposes: readonly string[] | undefined },
  fault: (path: readonly string[], problem: string) => void,
): FreshFor {
  const isOfFraud = sources.some(({ roles }) => roles.includes('fraud'));
  const maxMs = (isOfFraud ? fraudDaysMax : daysMax) * unitsMs.d;
  const read: Record<string, number> = {};
  for (const [purpose, written] of Object.entries(raw)) {
    const place = [...path, purpose];
    if (purposes?.includes(purpose) === false) {
      fault(place, `must be one of the purposes in \`audit.purposes\`: ${purposes.join(', ')}`);
      continue;
    }
    const ms = toMs(written);
    if (ms === undefined) fault(place, 'must be a time such as 30d, 12h or 45min');
    else if (ms <= maxMs) read[purpose] = ms;
    else if (isOfFraud) fault(place, `at most ${fraudDaysMax}d for a source with the role fraud: an alert may be new`);
    else fault(place, `at most ${daysMax}d`);
  }
  return read;
}

function toMs(written: unknown): number | undefined {
  const [, count, unit] = /^([1-9]\d{0,6})(d|h|min)$/.exec(typeof written === 'string' ? written : '') ?? [];
  return count === undefined ? undefined : Number(count) * unitsMs[unit as keyof typeof unitsMs];
}

/** As an operator writes it, such as `credit 30d, onboarding 12h`. */
export function describeFreshFor(freshFor: FreshFor): string {
  const describe = (ms: number) => {
    const unit = (['d', 'h'] as const).find((each) => ms % unitsMs[each] === 0) ?? 'min';
    return `${ms / unitsMs[unit]}${unit}`;
  };
  return Object.entries(freshFor)
    .map(([purpose, ms]) => `${purpose} ${describe(ms)}`)
    .join(', ');
}
