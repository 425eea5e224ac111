// What an operator does with lists besides importing: look at them, at one row, and go back to the edition before.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../app/clock.ts';
import type { ListSnapshotStatus, ListState, ListStatus } from '../app/screening/lists/list-counts.ts';
import { SnapshotDamage } from '../datasets/folder/damage.ts';
import { withDiskFaults } from '../datasets/folder/disk-fault.ts';
import { listEverLive } from '../datasets/folder/ever-live.ts';
import { getPointer, rollBack } from '../datasets/folder/rollback.ts';
import { readDatasetStatus, toErrorText } from '../datasets/folder/status.ts';
import { type DatasetPaths, listFolderNames } from '../datasets/folder/store.ts';
import { toBrazilDay } from '../domain/dates/calendar.ts';
import type { ListEntry } from '../domain/screening/entry/list-entry.ts';
import { toReliedUpon } from '../domain/screening/reliance.ts';
import { OperatorError } from '../errors.ts';
import { findDownload } from './download/list-download.ts';
import { findUpdateNote } from './download/update-note.ts';
import { findList, getList, publishedLists } from './lists/catalogue.ts';
import type { ListKind } from './lists/list-kind.ts';
import { checkSize, type EntriesCheck, readLines } from './snapshot/entries.ts';
import { readStored } from './snapshot/kept-editions.ts';
import { toListDataset, toListPaths } from './snapshot/list-dataset.ts';
import { type ListManifest, readListManifest } from './snapshot/manifest.ts';
import { isStale, toFreshDay } from './snapshot/staleness.ts';

/** Every published list, imported or not, and the lists of one's own that are there. `check` looks at the live entries. */
export function readListsStatus(
  directory: string,
  clock: Clock,
  check: EntriesCheck = checkSize,
): readonly ListStatus[] {
  const known: readonly string[] = publishedLists.map(({ id }) => id);
  // Where the folder cannot be read, each published list says so by itself.
  const own = listFolderNames(directory).filter((id) => !known.includes(id));
  const lists = [...known, ...own.sort()].flatMap((id) => findList(id) ?? []);
  const today = toBrazilDay(clock.nowMs());
  return lists.map((list) => readListStatus(directory, list, today, check)).filter(isKnown);
}

/** `named`: by the settings. `lists`: what `readListsStatus` has found. */
export function readReliedUpon(
  directory: string,
  named: readonly string[],
  lists: readonly Pick<ListStatus, 'list' | 'state'>[],
): readonly string[] {
  const there = lists.filter(({ state }) => state !== 'missing').map(({ list }) => list);
  return toReliedUpon(named, [...listEverLive(directory), ...there]);
}

/** The folder of an own list that was forgotten is none. */
function isKnown({ list, state, last_import }: ListStatus): boolean {
  return state !== 'missing' || last_import !== null || publishedLists.some(({ id }) => id === list);
}

/** One list that cannot be read hides no other. */
export function readListStatus(
  directory: string,
  list: ListKind,
  today: string,
  check: EntriesCheck = checkSize,
): ListStatus {
  const about = { list: list.id, title: list.title, stale_after_days: list.staleAfterDays };
  try {
    const paths = toListPaths(directory, list.id);
    return withDiskFaults(paths.root, () => ({
      ...about,
      ...(isOff(list, paths) && { is_off: true as const }),
      ...readEditions(paths, list, today, check),
    }));
  } catch (error) {
    const stored = { editions: 0, bytes: 0 };
    const none = { held: false, live: null, previous: null, stored, last_import: null, last_update: null };
    return { ...about, state: 'damaged', problem: toErrorText(error), ...none };
  }
}

function isOff({ isOptIn }: ListKind, { everLiveNote }: DatasetPaths): boolean {
  return isOptIn === true && everLiveNote !== undefined && !existsSync(everLiveNote);
}

type Editions = Omit<ListStatus, 'list' | 'title' | 'stale_after_days' | 'is_off'>;

function readEditions(paths: DatasetPaths, list: ListKind, today: string, check: EntriesCheck): Editions {
  const status = readDatasetStatus<ListManifest, ListSnapshotStatus>(
    toListDataset(list.id),
    paths,
    (manifest) => {
      const { data_as_of = null, seen_on = null, unchanged_since = null, imported_at = null, counts } = manifest ?? {};
      return { data_as_of, seen_on, unchanged_since, imported_at, entries: counts?.entries ?? null };
    },
    (manifest, folder, isLive) => (isLive ? check : checkSize)(folder, manifest),
  );
  return {
    state: toState(status.live, list, today),
    problem: status.live?.problem ?? null,
    ...status,
    stored: readStored(paths),
    last_update: toLastUpdate(paths.root),
  };
}

function toLastUpdate(root: string): ListStatus['last_update'] {
  const note = findUpdateNote(root);
  return note === undefined ? null : { outcome: note.outcome, looked_at: note.looked_at, reason: note.reason };
}

function toState(live: ListSnapshotStatus | null, { staleAfterDays }: ListKind, today: string): ListState {
  if (live === null) return 'missing';
  if (live.problem !== null || live.data_as_of === null) return 'damaged';
  return isStale(toFreshDay(live.data_as_of, live.seen_on), staleAfterDays, today) ? 'stale' : 'current';
}

/** Makes the edition before live again, after reading all of it. */
export function rollBackList(directory: string, list: string, clock: Clock): ListStatus {
  const kind = getList(list);
  const { root } = toListPaths(directory, list);
  // A rollback would make the folder of a list that nobody has.
  if (!existsSync(root)) throw toNotImported(list);
  rollBack(toListDataset(list), root, clock);
  return readListStatus(directory, kind, toBrazilDay(clock.nowMs()), checkSize);
}

export function toNotImported(list: string): OperatorError {
  return new OperatorError(`The list ${list} has not been imported: ${toImportWay(list)}`);
}

/** The command that brings an edition of the list here. */
export function toImportWay(list: string): string {
  const byHand = `confere lists import ${list} FILE`;
  return findDownload(list) === undefined ? byHand : `confere lists update ${list} (or ${byHand})`;
}

export interface ShownEntry {
  readonly list: string;
  readonly dataAsOf: string;
  readonly entry: ListEntry;
}

/** `LIST:ID`, as every hit names its row. Reads all of the list, so that what is shown is what was imported. */
export function showEntry(directory: string, row: string): ShownEntry {
  const [, list = '', wanted = ''] = /^([^:]+):(.+)$/.exec(row) ?? [];
  if (wanted === '') throw new OperatorError('Give a row as LIST:ID, such as ceis:123456.');
  getList(list);
  const paths = toListPaths(directory, list);
  const pointer = getPointer(paths);
  if (pointer === undefined) throw toNotImported(list);
  const folder = join(paths.snapshots, pointer.live);
  try {
    const manifest = readListManifest(folder, list);
    const entry = findEntry(readLines(folder, manifest), wanted);
    if (entry !== undefined) return { list, dataAsOf: manifest.data_as_of, entry };
  } catch (error) {
    if (!(error instanceof SnapshotDamage)) throw error;
    throw new OperatorError(
      `The list in ${folder} is not whole: ${error.message} Import its file again, or go back: confere lists rollback ${list}`,
    );
  }
  throw new OperatorError(`The list ${list} has no such row: it may have been taken out of the list since.`);
}

function findEntry(pieces: ReturnType<typeof readLines>, id: string): ListEntry | undefined {
  let found: ListEntry | undefined;
  const start = `{"id":${JSON.stringify(id)},`;
  // To the end, because only there it is known whether all of it is whole.
  for (const { lines } of pieces) {
    const line = lines.find((one) => one.startsWith(start));
    if (line !== undefined) found = JSON.parse(line);
  }
  return found;
}
