// The number of each entry: the publisher's own, or one made of what the row says where that is none or too long. Once in a list.

import { hash } from 'node:crypto';
import type { MappedRow } from '../lists/list-kind.ts';

/** More than any publisher uses, and less than any form, cell or address takes. */
const charactersMax = 100;

export class RowIds {
  /** Rows whose number another one had before. */
  repeated = 0;
  readonly #taken = new Set<string>();
  /** `#counts` counts the requests for each id that has occurred twice. */
  readonly #counts = new Map<string, number>();

  /** The same number twice is two entries: `123`, `123-2`; or `123-3` where a row is called `123-2`. */
  take(row: MappedRow): string {
    const isUsable = row.number !== '' && row.number.length <= charactersMax;
    // A row without a number of its own is the same row in the next edition, too.
    const wanted = isUsable ? row.number : hash('sha256', JSON.stringify(row)).slice(0, 16);
    let id = wanted;
    if (this.#taken.has(wanted)) {
      this.repeated++;
      let count = this.#counts.get(wanted) ?? 1;
      do id = `${wanted}-${++count}`;
      while (this.#taken.has(id));
      this.#counts.set(wanted, count);
    }
    this.#taken.add(id);
    return id;
  }
}
