// What a person decides about a hit: that it is somebody else, that it is the customer, that the customer stays, that the assets are frozen.
// Pure.

import type { Hit } from './hit.ts';

/** The kinds are ordered by how serious they are for the customer, the mildest first. */
export const judgementKinds = ['cleared', 'accepted', 'confirmed', 'frozen'] as const;
export type JudgementKind = (typeof judgementKinds)[number];

/** Tells whether a judgement of this kind may end on a day. A confirmed or frozen customer stays so until an operator withdraws the judgement. */
export function mayEnd(kind: JudgementKind): boolean {
  return kind === 'cleared' || kind === 'accepted';
}

/** A customer who is accepted is looked at again within so many years. No rule names a number, and a customer who is never looked at breaks all of them. */
const reviewYearsMax = 2;

/** Returns the last day on which an acceptance of today may end. It need not be a real one: 29 February may have none two years later. */
export function toLastReview(today: string): string {
  return `${Number(today.slice(0, 4)) + reviewYearsMax}${today.slice(4)}`;
}

/** The law that freezes assets binds by the list of the United Nations alone. */
export function isFreezing({ list }: Pick<Hit, 'list'>): boolean {
  return list === 'onu';
}

/** `until`: its last day, YYYY-MM-DD; null where none is set. */
export function isOver(until: string | null, today: string): boolean {
  return until !== null && today > until;
}
