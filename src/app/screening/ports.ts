// The ports of screening.

import type { Matches } from '../../domain/screening/hit.ts';
import type { Screened } from '../../domain/screening/screened.ts';
import type { UsedEdition } from '../../domain/screening/screening.ts';
import type { Sensitivity } from '../../domain/screening/sensitivity.ts';
import type { Eventual } from '../eventual.ts';

/** All lists of this machine, in memory. */
export interface ScreeningLists {
  /** In the lists that are there, stale or not: what `editions` says of each belongs to the answer. */
  screen(screened: Screened, today: string): Matches;
  /** Every list that is known, imported or not. */
  editions(today: string): readonly ListEdition[];
  /** Returns the available lists and those that were live once and that no operator has retired. */
  everLive(): readonly string[];
}

/**
 * A list edition describes the edition in use; null means that no usable one exists. No state but `current` supports the conclusion that a person
 * is not listed.
 */
export type ListEdition = UsedEdition;

/** The lists to ask about somebody: waited for while they are first read into memory. */
export type FindLists = (screened: Screened) => Eventual<ScreeningLists>;

export interface NamedEdition {
  readonly list: string;
  readonly edition: string;
}

export interface JudgedEdition extends NamedEdition {
  readonly sensitivity: Sensitivity;
}

/** Opens editions by their names, live or not, for as long as they are on the disk. */
export type OpenEditions = (
  editions: readonly JudgedEdition[],
) => Promise<
  | { readonly kind: 'open'; readonly lists: Pick<ScreeningLists, 'screen'>; close(): void }
  | { readonly kind: 'gone'; readonly editions: readonly NamedEdition[] }
>;
