// What the hits of one question say together. Only what is in force decides, and nothing is clear that was not looked at.

import type { Hit } from './hit.ts';

export const screeningStatuses = ['clear', 'hit', 'possible', 'inconclusive'] as const;
export type ScreeningStatus = (typeof screeningStatuses)[number];

export const editionStates = ['current', 'stale', 'missing', 'damaged', 'loading'] as const;

/** A list as it was used. Without an edition it is missing, damaged, or being read. */
export interface UsedEdition {
  readonly list: string;
  readonly edition: string | null;
  /** YYYY-MM-DD */
  readonly asOf: string | null;
  readonly state: (typeof editionStates)[number];
}

/** A hit as it is written down: by its row, and not by what the row says. */
export interface RecordedHit extends Pick<Hit, 'match' | 'strength' | 'state'> {
  /** `ceis:123456` */
  readonly row: string;
  /** Which of the partners, counted from 0; null where it is the one who was asked about. */
  readonly partner: number | null;
  /** The id of the clearance that kept it out of the decision; not there where there was none. */
  readonly clearance?: string;
  /** Since when that counts, UTC; older records do not say it. */
  readonly clearedAt?: string;
}

type DecidingHit = Pick<RecordedHit, 'strength' | 'state' | 'clearance'>;

/** `isWhole`: whether every list that is relied upon, and all who were asked about, could be looked at. */
export function decideScreening(hits: readonly DecidingHit[], isWhole: boolean): ScreeningStatus {
  const inForce = hits.filter(({ state, clearance }) => state === 'in_force' && clearance === undefined);
  if (inForce.some(({ strength }) => strength === 'hit')) return 'hit';
  if (inForce.length > 0) return 'possible';
  return isWhole ? 'clear' : 'inconclusive';
}

/** As every answer, record and command names a row. */
export function toRow({ list, entry }: Pick<Hit, 'list' | 'entry'>): string {
  return `${list}:${entry.id}`;
}
