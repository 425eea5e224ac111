// All lists between two points, and a customer against what changed in them. Nearly everybody is like no changed row, and that is told
// by their keys alone.

import { SnapshotDamage } from '../../datasets/folder/damage.ts';
import type { HitChange } from '../../domain/screening/changes/hit-changes.ts';
import { prepareAsked } from '../../domain/screening/match/judge-entry.ts';
import type { Screened } from '../../domain/screening/screened.ts';
import { defaultSensitivities, findSensitivity, type Sensitivity } from '../../domain/screening/sensitivity.ts';
import { KeyFilter } from '../lookup/keys/key-filter.ts';
import { KnownKeys } from '../lookup/keys/known-keys.ts';
import { checkContent } from '../snapshot/entries.ts';
import { readListManifest } from '../snapshot/manifest.ts';
import { ChangedList, type ListFolders } from './changed-list.ts';
import type { Days } from './rows/row-turns.ts';

export class ChangedLists {
  /** Lists whose earlier edition cannot be read: they were compared with nothing. */
  readonly gone: readonly string[];
  /** The later edition of these lists cannot be read, so no customer is compared with them. */
  readonly unread: readonly string[];
  readonly #lists: readonly ChangedList[];
  readonly #known: KnownKeys;

  private constructor(lists: readonly ChangedList[], gone: readonly string[], unread: readonly string[]) {
    this.gone = gone;
    this.unread = unread;
    this.#lists = lists;
    this.#known = new KnownKeys(new KeyFilter(lists.flatMap(({ keys }) => keys)));
  }

  static async open(
    folders: readonly ListFolders[],
    days: Days,
    sensitivities = defaultSensitivities,
  ): Promise<ChangedLists> {
    const lists: ChangedList[] = [];
    const [gone, unread]: [string[], string[]] = [[], []];
    for (const each of folders) {
      const opened = await open(each, days, findSensitivity(each.list, sensitivities));
      if (opened === undefined) unread.push(each.list);
      if (opened?.isGone) gone.push(each.list);
      if (opened?.list !== undefined) lists.push(opened.list);
    }
    return new ChangedLists(lists, gone, unread);
  }

  get isEmpty(): boolean {
    return this.#lists.length === 0;
  }

  compare(customer: Screened): readonly HitChange[] {
    const keys = this.#known.find(customer);
    if (keys === undefined) return [];
    const asked = prepareAsked(customer);
    return this.#lists.flatMap((list) => list.compare(asked, keys));
  }

  close(): void {
    for (const list of this.#lists) list.close();
  }
}

interface Opened {
  readonly list: ChangedList | undefined;
  readonly isGone: boolean;
}

async function open(folders: ListFolders, days: Days, sensitivity: Sensitivity): Promise<Opened | undefined> {
  try {
    return { list: await ChangedList.open(folders, days, sensitivity), isGone: false };
  } catch (error) {
    if (!isUnreadable(error)) throw error;
  }
  if (folders.before === undefined || !isReadable(folders)) return undefined;
  return { list: await ChangedList.open({ ...folders, before: undefined }, days, sensitivity), isGone: true };
}

function isUnreadable(error: unknown): boolean {
  if (error instanceof SnapshotDamage || error instanceof SyntaxError) return true;
  return error instanceof Error && 'code' in error;
}

/** Tells whether the later edition equals what its import wrote. */
function isReadable({ list, after }: ListFolders): boolean {
  try {
    checkContent(after, readListManifest(after, list));
    return true;
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    return false;
  }
}
