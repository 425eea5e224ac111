// One list between two points: an index of the rows that make a difference, in each of its two editions, and customers against both.

import { compareHitsOf, type HitChange } from '../../domain/screening/changes/hit-changes.ts';
import type { Hit } from '../../domain/screening/hit.ts';
import type { Asked } from '../../domain/screening/match/judge-entry.ts';
import type { Sensitivity } from '../../domain/screening/sensitivity.ts';
import { getRowsAre } from '../lists/catalogue.ts';
import type { AskedKeys } from '../lookup/keys/row-keys.ts';
import { ListIndex } from '../lookup/list-index.ts';
import { screenList } from '../lookup/screen-list.ts';
import { readListManifest } from '../snapshot/manifest.ts';
import { findChangedRows } from './rows/changed-rows.ts';
import type { Edition } from './rows/edition-reading.ts';
import type { Days } from './rows/row-turns.ts';

/** The comparison looks at this many hits of one customer in one list. A search reads as many rows because of a name. */
const inForceMax = 1_000;

export interface ListFolders {
  readonly list: string;
  /** The value is undefined if there is no earlier edition to compare with. */
  readonly before?: string | undefined;
  /** YYYY-MM-DD: when `before` was last looked at, where that was on another day than for the other lists. */
  readonly seenOn?: string | undefined;
  readonly after: string;
}

export class ChangedList {
  readonly list: string;
  readonly #days: Days;
  readonly #before: ListIndex | undefined;
  readonly #after: ListIndex;

  private constructor(list: string, days: Days, before: ListIndex | undefined, after: ListIndex) {
    this.list = list;
    this.#days = days;
    this.#before = before;
    this.#after = after;
  }

  /** Returns undefined if nothing has changed. Throws if an edition cannot be read. */
  static async open(folders: ListFolders, all: Days, sensitivity: Sensitivity): Promise<ChangedList | undefined> {
    const { list, before, after, seenOn = all.before } = folders;
    const days = { ...all, before: seenOn };
    if (before === undefined)
      return new ChangedList(list, days, undefined, await ListIndex.open(after, list, { sensitivity }));
    const toEdition = (folder: string): Edition => ({ folder, manifest: readListManifest(folder, list) });
    const rows = findChangedRows(toEdition(before), toEdition(after), getRowsAre(list), days);
    if (rows.before.length === 0 && rows.after.length === 0) return undefined;
    const index = await ListIndex.open(before, list, { places: rows.before, sensitivity });
    try {
      return new ChangedList(list, days, index, await ListIndex.open(after, list, { places: rows.after, sensitivity }));
    } catch (error) {
      index.close();
      throw error;
    }
  }

  /** Returns the keys of all rows in both editions. */
  get keys(): readonly Uint32Array[] {
    return [this.#before?.keys ?? new Uint32Array(), this.#after.keys];
  }

  compare(asked: Asked, keys: AskedKeys): readonly HitChange[] {
    const screen = (index: ListIndex | undefined, today: string): readonly Hit[] =>
      index === undefined ? [] : screenList(index, { ...asked, keys, today }, inForceMax).hits;
    const before = screen(this.#before, this.#days.before);
    const after = screen(this.#after, this.#days.after);
    if (before.length === 0 && after.length === 0) return [];
    return compareHitsOf(before, after, this.#after.about.rowsAre).toSorted(compareRows);
  }

  close(): void {
    this.#before?.close();
    this.#after.close();
  }
}

function compareRows(one: HitChange, other: HitChange): number {
  const [row, otherRow] = [toRowId(one), toRowId(other)];
  return row < otherRow ? -1 : row > otherRow ? 1 : 0;
}

function toRowId({ before, after }: HitChange): string {
  return (after ?? before)?.entry.id ?? '';
}
