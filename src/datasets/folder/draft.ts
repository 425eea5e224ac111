// One import on the disk: it holds the lock, has a folder for its draft beside the live snapshot, switches, and notes how it ended.

import { join } from 'node:path';
import type { Clock } from '../../app/clock.ts';
import type { DatedSnapshot } from '../../app/datasets/dataset-name.ts';
import type { ImportOutcome } from '../../app/datasets/import-draft.ts';
import type { NeededSnapshots } from '../../app/watches/ports.ts';
import { withDiskFaults } from './disk-fault.ts';
import { lockDataset } from './import-lock.ts';
import { recordImport } from './import-log.ts';
import { recordVerified } from './notes.ts';
import {
  type DatasetPaths,
  findReadablePointer,
  keepDraft,
  type Pointer,
  removeLeftovers,
  writePointer,
} from './store.ts';

export interface DraftFolder {
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly folder: string;
  /** The value is also undefined if the pointer cannot be read: this import then replaces it. */
  readonly pointer: Pointer | undefined;
  /** All of the draft was read back. */
  noteVerified(): void;
  /** Atomic: before it the old snapshot is live, after it this one. `previous` is where a rollback goes. */
  publish(previous: string | null): void;
  /** Removes the unpublished files, notes the outcome and releases the lock. */
  close(outcome: ImportOutcome<CountedDraft>): void;
}

/** The note of a published draft has these fields. */
export interface CountedDraft extends DatedSnapshot {
  readonly counts: object;
}

/** Throws an OperatorError where another import is running. `needed` are snapshots to keep beside the live and the previous one. */
export function openDraftFolder(paths: DatasetPaths, clock: Clock, needed: NeededSnapshots): DraftFolder {
  const toTime = () => new Date(clock.nowMs()).toISOString();
  const startedAt = toTime();
  const lock = lockDataset(paths, startedAt);
  try {
    withDiskFaults(paths.root, () => removeLeftovers(paths, needed));
  } catch (error) {
    lock.release();
    throw error;
  }
  const id = startedAt.replace(/[-:]/g, '').replace(/\.(\d+)Z$/, '-$1');
  const folder = join(paths.incoming, id);
  // The snapshot's name tells a later look whether the import went live before it was killed.
  recordImport(paths, { outcome: 'running', started_at: startedAt, snapshot: id });
  return {
    id,
    startedAt,
    folder,
    pointer: findReadablePointer(paths),
    noteVerified: () => recordVerified(folder, clock.nowMs()),
    publish(previous) {
      keepDraft(paths, folder, id);
      writePointer(paths, { live: id, previous, held: false });
    },
    close(outcome) {
      try {
        removeLeftovers(paths, needed);
      } catch {
        // It changes nothing about how the import ended, and the next one tidies before it begins.
      } finally {
        const ended = { outcome: outcome.kind, started_at: startedAt, finished_at: toTime() };
        recordImport(paths, { ...ended, ...toDetails(outcome) });
        lock.release();
      }
    },
  };
}

function toDetails(outcome: ImportOutcome<CountedDraft>): object {
  if (outcome.kind === 'failed') return { reason: outcome.reason };
  if (outcome.kind !== 'succeeded') return {};
  const { id, dataAsOf, counts, overridden } = outcome.imported;
  return { snapshot: id, data_as_of: dataAsOf, counts, overridden: overridden.map(({ name }) => name) };
}
