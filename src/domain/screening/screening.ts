// What the hits of one question say together. Only what is in force decides, and nothing is clear that was not looked at.

import type { Hit } from './hit.ts';
import type { JudgementKind } from './judgement.ts';
import type { Sensitivity } from './sensitivity.ts';

export const screeningStatuses = ['clear', 'hit', 'possible', 'inconclusive', 'accepted'] as const;
export type ScreeningStatus = (typeof screeningStatuses)[number];

export const editionStates = ['current', 'stale', 'missing', 'damaged', 'loading'] as const;

/** A list as it was used. Without an edition it is missing, damaged, or being read. */
export interface UsedEdition {
  readonly list: string;
  readonly edition: string | null;
  /** YYYY-MM-DD */
  readonly asOf: string | null;
  readonly state: (typeof editionStates)[number];
  /** The list's rows were judged by this sensitivity. The field is absent if the list was not consulted, and in older records. */
  readonly sensitivity?: Sensitivity;
}

/** A hit as it is written down: by its row, and not by what the row says. */
export interface RecordedHit extends Pick<Hit, 'match' | 'strength' | 'state'> {
  /** `ceis:123456` */
  readonly row: string;
  /** The index identifies the partner, counted from 0; null stands for the customer itself. */
  readonly partner: number | null;
  /** The id of the clearance that kept it out of the decision; not there where there was none. */
  readonly clearance?: string;
  /** Since when that counts, UTC; older records do not say it. */
  readonly clearedAt?: string;
  /** The field holds an operator's judgement of a hit that remains a hit. It is absent if there is none. */
  readonly judged?: RecordedJudgement;
}

export interface RecordedJudgement {
  readonly kind: Exclude<JudgementKind, 'cleared'>;
  readonly id: string;
  /** Since when it counts, UTC. */
  readonly at: string;
  /** YYYY-MM-DD: its last day; null where it has none. */
  readonly until: string | null;
}

type DecidingHit = Pick<RecordedHit, 'strength' | 'state' | 'clearance' | 'judged'>;

/** `isWhole`: whether every list that is relied upon, and all who were asked about, could be looked at. */
export function decideScreening(hits: readonly DecidingHit[], isWhole: boolean): ScreeningStatus {
  const inForce = hits.filter(({ state, clearance }) => state === 'in_force' && clearance === undefined);
  const open = inForce.filter(({ judged }) => judged?.kind !== 'accepted');
  // Who was confirmed is no candidate any more.
  if (open.some(({ strength, judged }) => strength === 'hit' || judged !== undefined)) return 'hit';
  if (open.length > 0) return 'possible';
  if (!isWhole) return 'inconclusive';
  return inForce.length > 0 ? 'accepted' : 'clear';
}

/** As every answer, record and command names a row. */
export function toListRowName({ list, entry }: Pick<Hit, 'list' | 'entry'>): string {
  return `${list}:${entry.id}`;
}
