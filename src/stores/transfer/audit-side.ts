// One end of a move of the audit. A row is moved as it is: the chain keeps its name, and with it every link, seal and signature stays provable.

import type { KeptGroup } from '../../app/audit/groups/group.ts';

export interface MovedGroup extends KeptGroup {
  /** Its place among the rows of all chains of this end. */
  readonly place: number;
}

export interface AuditSource {
  count(): Promise<number>;
  /** The first and the last place; undefined where there is no row. */
  findEnds(): Promise<{ readonly first: number; readonly last: number } | undefined>;
  /** Reads the records in the order of their places. */
  readAfter(place: number, limit: number): Promise<readonly MovedGroup[]>;
  /** The first days of months in which anything was recorded. */
  months(): Promise<readonly string[]>;
}

export interface AuditTarget {
  /** Makes room for rows of these places and months; what is given is what every place is moved by. */
  prepare(
    sourceId: string,
    ends: { readonly first: number; readonly last: number },
    months: readonly string[],
  ): Promise<number>;
  /** The last of these places that is there. */
  findLast(first: number, last: number): Promise<number | undefined>;
  /** All of them or none. */
  add(groups: readonly (MovedGroup & { readonly day: string })[]): Promise<void>;
  countThere(first: number, last: number): Promise<number>;
}
