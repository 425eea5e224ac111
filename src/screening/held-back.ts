// Which editions rollbacks of this machine hold back.

import { findReadablePointer, listFolderNames } from '../datasets/folder/store.ts';
import { toListPaths } from './snapshot/list-dataset.ts';

/** By its list, the newer edition that a rollback has gone back from. `directory` holds a folder for each list. */
export function findHeldBack(directory: string): ReadonlyMap<string, string> {
  return new Map(
    listFolderNames(directory).flatMap((list) => {
      const pointer = findReadablePointer(toListPaths(directory, list));
      return pointer?.held === true && pointer.previous !== null ? [[list, pointer.previous]] : [];
    }),
  );
}
