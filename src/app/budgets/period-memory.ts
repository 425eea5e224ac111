// What is known of periods, by name. Once a period is over, all that was known of it goes, so that years of days take no memory.

import type { Period } from '../../domain/dates/periods.ts';
import type { Clock } from '../clock.ts';

export interface PeriodMemory<Value> {
  readonly size: number;
  find(name: string): Value | undefined;
  keep(name: string, period: Period, value: Value): void;
}

export function createPeriodMemory<Value>(clock: Clock): PeriodMemory<Value> {
  const known = new Map<string, { readonly endsAtMs: number; readonly value: Value }>();
  /** The period that ends next ends at this time. */
  let nextEndMs = Number.POSITIVE_INFINITY;

  function forgetOver(nowMs: number): void {
    nextEndMs = Number.POSITIVE_INFINITY;
    for (const [name, { endsAtMs }] of known) {
      if (endsAtMs <= nowMs) known.delete(name);
      else nextEndMs = Math.min(nextEndMs, endsAtMs);
    }
  }

  return {
    get size() {
      return known.size;
    },
    find: (name) => known.get(name)?.value,
    keep(name, { endsAtMs }, value) {
      const nowMs = clock.nowMs();
      if (nowMs >= nextEndMs) forgetOver(nowMs);
      known.set(name, { endsAtMs, value });
      nextEndMs = Math.min(nextEndMs, endsAtMs);
    },
  };
}
