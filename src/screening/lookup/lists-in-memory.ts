// All lists of a machine in memory: answers from the editions that the pointers name, and follows them when they change.
// While a new edition is read the old one answers; one that cannot be read is `damaged`, never "not listed".

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ListFigures } from '../../app/screening/lists/list-counts.ts';
import type { ListEdition, ScreeningLists } from '../../app/screening/ports.ts';
import { SnapshotDamage } from '../../datasets/folder/damage.ts';
import { listEverLive } from '../../datasets/folder/ever-live.ts';
import { type DatasetPaths, findPointer } from '../../datasets/folder/store.ts';
import type { Hit, Matches } from '../../domain/screening/hit.ts';
import { prepareAsked } from '../../domain/screening/match/judge-entry.ts';
import { hasNumber, type Screened } from '../../domain/screening/screened.ts';
import { defaultSensitivities, findSensitivity, type Sensitivities } from '../../domain/screening/sensitivity.ts';
import { limitHits } from '../../domain/screening/shown-hits.ts';
import { findList, getList, publishedLists } from '../lists/catalogue.ts';
import { toListPaths } from '../snapshot/list-dataset.ts';
import { isStale } from '../snapshot/staleness.ts';
import { KeyFilter } from './keys/key-filter.ts';
import { KnownKeys } from './keys/known-keys.ts';
import type { AskedKeys } from './keys/row-keys.ts';
import { ListIndex } from './list-index.ts';
import { screenList } from './screen-list.ts';

export interface ListsInMemory extends ScreeningLists {
  /** Looks for switched lists. Ends when what is live can be asked, or with what the signal says. */
  follow(signal?: AbortSignal): Promise<void>;
  /** Every list that was imported, or may have been: what a service answers from. */
  figures(today: string): readonly ListFigures[];
  close(): void;
}

const noKeys: AskedKeys = { numbers: [], hints: [], names: [] };

/** A look comes each second. */
const looksToSkipMax = 60;

interface Opened {
  /** `id` names the snapshot; it is undefined if none is live. */
  id: string | undefined;
  state: 'loading' | 'missing' | 'damaged' | 'there';
  index: ListIndex | undefined;
  /** `failures` counts the failed readings in a row; `looksToSkip` counts the looks before the next retry. */
  failures: number;
  looksToSkip: number;
  readonly isOwn: boolean;
  readonly staleAfterDays: number | null;
}

interface ListsOptions {
  /** The ids of editions are keyed by the name of their list, and override the live ones. */
  readonly fixed?: ReadonlyMap<string, string> | undefined;
  readonly sensitivities?: Sensitivities | undefined;
}

/** `directory` holds a folder for each list. Nothing is read before the first `follow`. */
export function createListsInMemory(
  directory: string,
  { fixed, sensitivities = defaultSensitivities }: ListsOptions = {},
): ListsInMemory {
  const lists = new Map<string, Opened>();
  const filter = new KeyFilter();
  const known = new KnownKeys(filter);
  let remembered: readonly string[] = fixed === undefined ? [] : [...fixed.keys()];
  const find = (list: string): Opened => {
    const known = lists.get(list);
    if (known !== undefined) return known;
    const { weight, staleAfterDays } = getList(list);
    const unread = { id: undefined, state: 'loading', index: undefined, failures: 0, looksToSkip: 0 } as const;
    const opened: Opened = { ...unread, isOwn: weight === 'own', staleAfterDays };
    lists.set(list, opened);
    return opened;
  };
  for (const { id } of publishedLists) find(id);

  const followList = async (list: string, signal?: AbortSignal): Promise<void> => {
    const opened = find(list);
    const paths = toListPaths(directory, list);
    let id: string | undefined;
    try {
      id = fixed === undefined ? findPointer(paths)?.live : fixed.get(list);
      if (id === undefined && isLost(opened, paths)) throw new SnapshotDamage('Its folder is gone.');
      if (id === opened.id && (opened.state === 'there' || opened.state === 'missing')) return;
      // What could not be read may be a passing fault; what stays damaged must not keep the process busy.
      if (id === opened.id && opened.state === 'damaged' && opened.looksToSkip-- > 0) return;
      const how = { signal, sensitivity: findSensitivity(list, sensitivities) };
      const index = id === undefined ? undefined : await ListIndex.open(join(paths.snapshots, id), list, how);
      if (index !== undefined) await filter.include(index.keys, listKeys(lists.values()));
      opened.index?.close();
      Object.assign(opened, {
        id,
        index,
        state: index === undefined ? 'missing' : 'there',
        failures: 0,
        looksToSkip: 0,
      });
    } catch {
      // It was not read to its end, and may well be whole.
      signal?.throwIfAborted();
      opened.index?.close();
      // Nothing was read of what is not there, so the next look costs nothing and finds it as soon as it is back.
      const isThere = id !== undefined && existsSync(join(paths.snapshots, id));
      const failures = isThere ? opened.failures + 1 : 0;
      const looksToSkip = isThere ? Math.min(looksToSkipMax, 2 ** (failures - 1) - 1) : 0;
      Object.assign(opened, { id: id ?? opened.id, index: undefined, state: 'damaged', failures, looksToSkip });
    }
  };

  return {
    async follow(signal) {
      let names: readonly string[];
      try {
        names = existsSync(directory) ? readdirSync(directory) : [];
        if (fixed === undefined) remembered = listEverLive(directory);
      } catch {
        // What was read serves on; of all else nobody knows whether it is there.
        for (const opened of lists.values()) if (opened.state === 'loading') opened.state = 'damaged';
        return;
      }
      for (const name of names) if (findList(name) !== undefined) find(name);
      for (const list of lists.keys()) await followList(list, signal);
    },
    screen: (screened, today) => screenAll(lists, known, screened, today),
    editions: (today) =>
      [...lists]
        // An own list without an edition was forgotten.
        .filter(([, { isOwn, state }]) => !isOwn || state !== 'missing')
        .map(([list, opened]) => toEdition(list, opened, today)),
    everLive: () => [
      ...new Set([...remembered, ...[...lists].flatMap(([list, { state }]) => (state === 'missing' ? [] : list))]),
    ],
    figures: (today) =>
      [...lists].flatMap(([list, opened]) => {
        const { state, asOf } = toEdition(list, opened, today);
        if (state === 'missing' || state === 'loading') return [];
        return [{ list, state, dataAsOf: asOf, entries: opened.index?.entries ?? null }];
      }),
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
  const stale = isStale(index.about.freshDay, staleAfterDays, today);
  const { dataAsOf, sensitivity } = index.about;
  return { list, edition: id ?? null, asOf: dataAsOf, state: stale ? 'stale' : 'current', sensitivity };
}

function listKeys(lists: Iterable<Opened>): readonly Uint32Array[] {
  return [...lists].flatMap(({ index }) => (index === undefined ? [] : [index.keys]));
}

function screenAll(lists: ReadonlyMap<string, Opened>, known: KnownKeys, screened: Screened, today: string): Matches {
  const { scorer, isSearchable } = prepareAsked(screened);
  const keys = known.find(screened);
  const isWhollyAsked = isSearchable && hasNumber(screened);
  if (keys === undefined && isWhollyAsked) return { hits: [], total: 0, needName: [], needNumber: [], isWhole: true };
  const asked = { screened, scorer, isSearchable, keys: keys ?? noKeys, today };
  const hits: Hit[] = [];
  const [needName, needNumber]: [string[], string[]] = [[], []];
  let unread = 0;
  let isUndecided = false;
  for (const [list, opened] of lists) {
    const { index } = opened;
    if (index === undefined) continue;
    try {
      const matches = screenList(index, asked);
      hits.push(...matches.hits);
      unread += matches.unread;
      isUndecided ||= matches.isUndecided;
      if (matches.needsName) needName.push(list);
      if (matches.needsNumber) needNumber.push(list);
    } catch {
      // Its file was whole when it was opened: from now on it answers nothing, and says so.
      index.close();
      Object.assign(opened, { index: undefined, state: 'damaged' });
    }
  }
  const told = limitHits(hits);
  const isWhole = unread === 0 && !isUndecided && told.isWhole;
  return { hits: told.hits, total: hits.length + unread, needName, needNumber, isWhole };
}
