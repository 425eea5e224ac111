// Opens the records of a snapshot that is open already. What is wrong with them is told, not thrown: verification goes on without.

import type { RecordsUnavailable } from '../../app/companies/ports.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { openRecordsFile } from './records-file.ts';
import { SnapshotRecords } from './snapshot-records.ts';

export type OpenedRecords =
  | { readonly kind: 'open'; readonly records: SnapshotRecords; close(): void }
  /** `intended`: they were left out of the import, so that nothing is wrong. */
  | (RecordsUnavailable & { readonly intended: boolean });

export const withoutRecords = {
  kind: 'unavailable',
  reason: 'The registry was imported without records: import the files again, without --facts-only.',
} as const satisfies RecordsUnavailable;

export function openRecords(directory: string, snapshot: Snapshot): OpenedRecords {
  try {
    const file = openRecordsFile(directory, snapshot.manifest);
    if (file === undefined) return { ...withoutRecords, intended: true };
    return { kind: 'open', records: new SnapshotRecords(snapshot, file), close: () => file.close() };
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'The records cannot be read.';
    return { kind: 'unavailable', reason, intended: false };
  }
}
