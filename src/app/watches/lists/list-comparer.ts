// The port by which watched customers are compared with what changed in the lists.

import type { HitChange } from '../../../domain/screening/changes/hit-changes.ts';
import type { Screened } from '../../../domain/screening/screened.ts';
import type { NamedEdition } from '../../screening/ports.ts';

export interface SeenEdition extends NamedEdition {
  /** YYYY-MM-DD: the day on which it was last looked at, where that was before the day of the point: it could not be read since. */
  readonly day?: string;
  /** The hash of its entries, where it is known: another machine may have them under another name. */
  readonly content?: string;
}

/** A state of the lists: these editions, seen on a day, because hits begin and end by their dates as well. */
export interface ListsPoint {
  readonly editions: readonly SeenEdition[];
  /** YYYY-MM-DD in Brazil */
  readonly day: string;
}

export interface CustomerChange extends HitChange {
  /** The place in the array that was handed in. */
  readonly customer: number;
}

export interface OpenListComparison {
  /** Editions of `before` that are gone or unreadable: their lists were compared with nothing, so that all present hits are new. */
  readonly gone: readonly NamedEdition[];
  /** `unread` names the lists of `after` whose edition is gone or damaged. No customer was compared with them, and the caller retries later. */
  readonly unread: readonly string[];
  /** The hashes of the entries of `after`, by list, as far as they are known. */
  readonly contents?: ReadonlyMap<string, string>;
  /** Tells whether no row changed at all, by edition or by day. In that case no customer needs a comparison. */
  readonly isEmpty: boolean;
  /**
   * Some thousand at a time; several calls may wait for their answers. By customer, then list, then row. Rejects where an edition cannot be read
   * any more, or the signal of `open` ended it.
   */
  compare(customers: readonly Screened[]): Promise<readonly CustomerChange[]>;
  close(): Promise<void>;
}

export interface ListComparer {
  /**
   * Works out once what changed between two points, so that all watched customers can be compared in one pass. Of lists that are in
   * `after` alone all hits are new; those in `before` alone are not looked at.
   */
  open(before: ListsPoint, after: ListsPoint, signal: AbortSignal): Promise<OpenListComparison>;
}
