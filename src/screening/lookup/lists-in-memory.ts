// All lists of a machine in memory: answers from the editions that the pointers name, and follows them when they change.
// While a new edition is read the old one answers; one that cannot be read is `damaged`, never "not listed".

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ListEdition, ScreeningLists } from '../../app/screening/ports.ts';
import { SnapshotDamage } from '../../datasets/folder/damage.ts';
import { type DatasetPaths, findPointer } from '../../datasets/folder/store.ts';
import { compareHits, type RowsAre } from '../../domain/screening/group-hits.ts';
import { type Hit, hitsMax, type Matches } from '../../domain/screening/hit.ts';
import { toAsked } from '../../domain/screening/judge-entry.ts';
import type { Screened } from '../../domain/screening/screened.ts';
import { findList, getList, publishedLists } from '../lists/catalogue.ts';
import { toListPaths } from '../snapshot/list-dataset.ts';
import { isStale } from '../snapshot/staleness.ts';
import { ListIndex } from './list-index.ts';
import { toAskedKeys } from './row-keys.ts';
import { screenList } from './screen-list.ts';

export interface ListsInMemory extends ScreeningLists {
  /** Looks for switched lists. Ends when what is live can be asked. */
  follow(): Promise<void>;
  close(): void;
}

/** A look comes each second. */
const looksToSkipMax = 60;

interface Opened {
  /** Of the snapshot; undefined where none is live. */
  id: string | undefined;
  state: 'loading' | 'missing' | 'damaged' | 'there';
  index: ListIndex | undefined;
  /** How often it could not be read, one time after the other, and after how many looks it is tried again. */
  failures: number;
  looksToSkip: number;
  readonly rowsAre: RowsAre;
  readonly staleAfterDays: number | null;
}

/**
 * `directory` holds a folder for each list. Nothing is read before the first `follow`. With `fixed`, the editions of these ids by the
 * name of their list, whatever is live.
 */
export function createListsInMemory(directory: string, fixed?: ReadonlyMap<string, string>): ListsInMemory {
  const lists = new Map<string, Opened>();
  const find = (list: string): Opened => {
    const known = lists.get(list);
    if (known !== undefined) return known;
    const { weight, staleAfterDays } = getList(list);
    const rowsAre = weight === 'exposure' ? 'offices' : 'acts';
    const unread = { id: undefined, state: 'loading', index: undefined, failures: 0, looksToSkip: 0 } as const;
    const opened: Opened = { ...unread, rowsAre, staleAfterDays };
    lists.set(list, opened);
    return opened;
  };
  for (const { id } of publishedLists) find(id);

  const followList = async (list: string): Promise<void> => {
    const opened = find(list);
    let id: string | undefined;
    try {
      const paths = toListPaths(directory, list);
      id = fixed === undefined ? findPointer(paths)?.live : fixed.get(list);
      if (id === undefined && isLost(opened, paths)) throw new SnapshotDamage('Its folder is gone.');
      if (id === opened.id && (opened.state === 'there' || opened.state === 'missing')) return;
      // What could not be read may be a passing fault; what stays damaged must not keep the process busy.
      if (id === opened.id && opened.state === 'damaged' && opened.looksToSkip-- > 0) return;
      const index = id === undefined ? undefined : await ListIndex.open(join(paths.snapshots, id), list);
      opened.index?.close();
      Object.assign(opened, {
        id,
        index,
        state: index === undefined ? 'missing' : 'there',
        failures: 0,
        looksToSkip: 0,
      });
    } catch {
      opened.index?.close();
      const failures = opened.failures + 1;
      const looksToSkip = Math.min(looksToSkipMax, 2 ** (failures - 1) - 1);
      Object.assign(opened, { id: id ?? opened.id, index: undefined, state: 'damaged', failures, looksToSkip });
    }
  };

  return {
    async follow() {
      const names = existsSync(directory) ? readdirSync(directory) : [];
      for (const name of names) if (findList(name) !== undefined) find(name);
      for (const list of lists.keys()) await followList(list);
    },
    screen: (screened, today) => screenAll(lists, screened, today),
    editions: (today) => [...lists].map(([list, opened]) => toEdition(list, opened, today)),
    close() {
      for (const { index } of lists.values()) index?.close();
      lists.clear();
    },
  };
}

/** An import leaves a pointer for good: without one, what was there before was taken away. */
function isLost({ id }: Opened, { pointer }: DatasetPaths): boolean {
  return id !== undefined && !existsSync(pointer);
}

function toEdition(list: string, { id, state, index, staleAfterDays }: Opened, today: string): ListEdition {
  if (state !== 'there' || index === undefined)
    return { list, edition: null, asOf: null, state: state === 'there' ? 'damaged' : state };
  const stale = isStale(index.dataAsOf, staleAfterDays, today);
  return { list, edition: id ?? null, asOf: index.dataAsOf, state: stale ? 'stale' : 'current' };
}

function screenAll(lists: ReadonlyMap<string, Opened>, screened: Screened, today: string): Matches {
  const asked = { ...toAsked(screened), keys: toAskedKeys(screened), today };
  const hits: Hit[] = [];
  const needName: string[] = [];
  let unread = 0;
  let isUndecided = false;
  for (const [list, opened] of lists) {
    const { index, rowsAre } = opened;
    if (index === undefined) continue;
    try {
      const matches = screenList(list, index, rowsAre, asked);
      hits.push(...matches.hits);
      unread += matches.unread;
      isUndecided ||= matches.isUndecided;
      if (matches.needsName) needName.push(list);
    } catch {
      // Its file was whole when it was opened: from now on it answers nothing, and says so.
      index.close();
      Object.assign(opened, { index: undefined, state: 'damaged' });
    }
  }
  hits.sort(compareHits);
  const isWhole = unread === 0 && !isUndecided && hits[hitsMax]?.state !== 'in_force';
  return { hits: hits.slice(0, hitsMax), total: hits.length + unread, needName, isWhole };
}
