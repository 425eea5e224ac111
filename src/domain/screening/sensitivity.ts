// How alike a name must be before a list tells a row of it, list by list. A whole number, its root, and what is a hit do not depend on it.

import { isOwnList, publishedLists } from './list-names.ts';

/** `high` tells the most rows, `low` the fewest. */
export const sensitivityLevels = ['high', 'balanced', 'low'] as const;
export type Sensitivity = (typeof sensitivityLevels)[number];

/** 0 to 1, each a minimum. */
export interface NeededLikeness {
  /** The minimum applies to a name with no other matching fact. */
  readonly nameAlone: number;
  /** The minimum applies to a name together with the year of birth. */
  readonly besideYear: number;
  /** The minimum applies to a name together with the birth date. A match above it needs a review. */
  readonly besideDate: number;
  /** Tells whether a sufficiently distinctive part of the name is enough, alone or together with the birth date: `enough-in-common`. */
  readonly isPartEnough: boolean;
}

/**
 * In `balanced` a name alone may lack words where the rest tells enough, or have a slip. In `high` it may have both, or nothing in common
 * but José and Silva of three. In `low` the names are the same but for their spelling and short forms. A lower minimum needs other keys
 * in the index: `nothing-lost.test.ts`.
 */
export const neededLikeness: Readonly<Record<Sensitivity, NeededLikeness>> = {
  high: { nameAlone: 0.88, besideYear: 0.75, besideDate: 0.6, isPartEnough: true },
  balanced: { nameAlone: 0.92, besideYear: 0.85, besideDate: 0.6, isPartEnough: true },
  low: { nameAlone: 0.95, besideYear: 0.92, besideDate: 0.75, isPartEnough: false },
};

/** The record maps names of lists to sensitivities; every other list has `balanced`. */
export type Sensitivities = Readonly<Partial<Record<string, Sensitivity>>>;

/** Lists of the world name people without a Brazilian number, spelt in many ways, and who is on them may not be served at all. */
export const defaultSensitivities: Sensitivities = { onu: 'high', ofac: 'high', ue: 'high' };

export function findSensitivity(list: string, set: Sensitivities): Sensitivity {
  return set[list] ?? 'balanced';
}

/** Older records, from before there was a choice, were decided by this sensitivity. */
export const sensitivityBefore: Sensitivity = 'balanced';

export type SensitivityFault =
  | { readonly kind: 'unknown_list'; readonly list: string }
  | { readonly kind: 'unknown_level'; readonly list: string; readonly level: unknown };

/** Every pair that is no list, or no level. */
export function findSensitivityFaults(pairs: readonly (readonly [string, unknown])[]): readonly SensitivityFault[] {
  return pairs.flatMap(([list, level]): readonly SensitivityFault[] => {
    if (!isOwnList(list) && !publishedLists.some((name) => name === list)) return [{ kind: 'unknown_list', list }];
    return sensitivityLevels.some((one) => one === level) ? [] : [{ kind: 'unknown_level', list, level }];
  });
}
