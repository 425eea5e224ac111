// The ports of screening.

import type { Matches } from '../../domain/screening/hit.ts';
import type { Screened } from '../../domain/screening/screened.ts';
import type { UsedEdition } from '../../domain/screening/screening.ts';
import type { Eventual } from '../eventual.ts';

/** All lists of this machine, in memory. */
export interface ScreeningLists {
  /** In the lists that are there, stale or not: what `editions` says of each belongs to the answer. */
  screen(screened: Screened, today: string): Matches;
  /** Every list that is known, imported or not. */
  editions(today: string): readonly ListEdition[];
  /** Those that are there, and those that were there once and that no operator has given up. */
  everLive(): readonly string[];
}

/** Of the edition in use; null where there is none that can be used. Only `current` lets anybody conclude that somebody is not listed. */
export type ListEdition = UsedEdition;

/** The lists to ask about somebody: waited for while they are first read into memory. */
export type FindLists = (screened: Screened) => Eventual<ScreeningLists>;

export interface NamedEdition {
  readonly list: string;
  readonly edition: string;
}

/** Opens editions by their names, live or not, for as long as they are on the disk. */
export type OpenEditions = (
  editions: readonly NamedEdition[],
) => Promise<
  | { readonly kind: 'open'; readonly lists: Pick<ScreeningLists, 'screen'>; close(): void }
  | { readonly kind: 'gone'; readonly editions: readonly NamedEdition[] }
>;
