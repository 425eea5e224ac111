// One company in the snapshot before the live one. The files are opened for one read and closed again: kept open they would hold the
// room on the disk that an import believes to have freed.

import { join } from 'node:path';
import type { EarlierLookup } from '../app/companies/read-company-page.ts';
import { findPointer } from '../datasets/folder/store.ts';
import type { Cnpj } from '../domain/numbers/cnpj.ts';
import { withoutRecords } from './records/open-records.ts';
import { openRecordsFile } from './records/records-file.ts';
import { SnapshotRecords } from './records/snapshot-records.ts';
import { readManifest } from './snapshot/manifest.ts';
import { toRegistryPaths } from './snapshot/registry-paths.ts';
import { openSnapshot } from './snapshot/snapshot.ts';

/** `snapshot` is the one that the reader sees; what is not older than it says nothing about what changed. */
export function findEarlierRecord(directory: string, cnpj: Cnpj, snapshot: string): EarlierLookup {
  const paths = toRegistryPaths(directory);
  try {
    const pointer = findPointer(paths);
    // A switch in between: the next look finds both.
    if (pointer === undefined || pointer.live !== snapshot || pointer.previous === null) return { kind: 'not_kept' };
    const folder = join(paths.snapshots, pointer.previous);
    // After a rollback the one that was left is the newer one.
    const { data_as_of: dataAsOf } = readManifest(join(paths.snapshots, pointer.live));
    if (readManifest(folder).data_as_of >= dataAsOf) return { kind: 'not_kept' };
    return readFrom(folder, cnpj);
  } catch (error) {
    // One that was removed, damaged or is on its way out; the company's own page does not need it.
    return { kind: 'unavailable', reason: error instanceof Error ? error.message : 'The snapshot cannot be read.' };
  }
}

function readFrom(folder: string, cnpj: Cnpj): EarlierLookup {
  using earlier = openSnapshot(folder);
  using file = openRecordsFile(folder, earlier.manifest);
  return file === undefined ? withoutRecords : new SnapshotRecords(earlier, file).find(cnpj);
}
