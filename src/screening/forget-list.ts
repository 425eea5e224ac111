// Forgetting a list: its editions leave the disk, and a running service no longer answers from it.

import type { Clock } from '../app/clock.ts';
import type { StoredEditions } from '../app/screening/lists/list-counts.ts';
import { type Forgotten, forgetSnapshots } from '../datasets/folder/forget.ts';
import { findReadablePointer } from '../datasets/folder/store.ts';
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
  if (before.editions === 0 && findReadablePointer(paths) === undefined) throw toNotImported(list);
  forgetSnapshots(paths, forgotten, clock);
  if (forgotten === 'all') removeUpdateNote(paths.root);
  const after = readStored(paths);
  return { editions: before.editions - after.editions, bytes: before.bytes - after.bytes };
}
