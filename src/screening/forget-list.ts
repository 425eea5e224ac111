// Forgetting a list: its editions leave the disk, and a running service no longer answers from it. It stays relied upon, so that nobody is
// clear without it, until an operator gives it up as well.

import type { Clock } from '../app/clock.ts';
import type { StoredEditions } from '../app/screening/lists/list-counts.ts';
import { listEverLive, removeEverLive } from '../datasets/folder/ever-live.ts';
import { type Forgotten, forgetSnapshots } from '../datasets/folder/forget.ts';
import { type DatasetPaths, findReadablePointer } from '../datasets/folder/store.ts';
import { alwaysReliedUpon } from '../domain/screening/reliance.ts';
import { OperatorError } from '../errors.ts';
import { removeUpdateNote } from './download/update-note.ts';
import { getList } from './lists/catalogue.ts';
import { toNotImported } from './maintenance.ts';
import { readStored } from './snapshot/kept-editions.ts';
import { toListPaths } from './snapshot/list-dataset.ts';

/** Returns what is gone. */
export function forgetList(directory: string, list: string, forgotten: Forgotten, clock: Clock): StoredEditions {
  getList(list);
  const paths = toListPaths(directory, list);
  const before = readStored(paths);
  if (!isHere(paths)) throw toNotImported(list);
  forgetSnapshots(paths, forgotten, clock);
  if (forgotten === 'all') removeUpdateNote(paths.root);
  const after = readStored(paths);
  return { editions: before.editions - after.editions, bytes: before.bytes - after.bytes };
}

/**
 * Gives up the list, so that a person may be clear without it. Throws an OperatorError if an operator may not give up this list, or if it is still
 * here.
 */
export function giveUpList(directory: string, list: string, clock: Clock): void {
  getList(list);
  if (list === alwaysReliedUpon)
    throw new OperatorError(`The list ${list} is always relied upon: Brazilian law asks everybody to look there.`);
  const paths = toListPaths(directory, list);
  if (isHere(paths))
    throw new OperatorError(`The list ${list} is here, and relied upon as long: confere lists forget ${list} --yes`);
  if (!listEverLive(directory).includes(list)) throw toNotImported(list);
  // Whoever has read it and misses its folder then knows that it was not lost.
  forgetSnapshots(paths, 'all', clock);
  if (paths.everLiveNote !== undefined) removeEverLive(paths.everLiveNote);
}

/** A damaged one is, too. */
function isHere(paths: DatasetPaths): boolean {
  return readStored(paths).editions > 0 || findReadablePointer(paths) !== undefined;
}
