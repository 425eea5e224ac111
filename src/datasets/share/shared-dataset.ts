// A dataset of this machine together with a depot where others publish theirs: what app/datasets/pull-snapshot.ts works on.

import type { KeyObject } from 'node:crypto';
import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../app/clock.ts';
import type { DatedSnapshot } from '../../app/datasets/dataset-name.ts';
import type { DownloadWatch } from '../../app/datasets/download-watch.ts';
import type { LocalSnapshots, SharedDataset } from '../../app/datasets/pull-snapshot.ts';
import type { NeededSnapshots } from '../../app/watches/ports.ts';
import { codeOf } from '../../errors.ts';
import type { Depot } from '../depots/depot.ts';
import { SnapshotDamage } from '../folder/damage.ts';
import type { Dataset } from '../folder/dataset.ts';
import { withDiskFaults } from '../folder/disk-fault.ts';
import { lockDataset } from '../folder/import-lock.ts';
import { recordVerified } from '../folder/notes.ts';
import {
  type DatasetPaths,
  findReadablePointer,
  keepDraft,
  removeLeftovers,
  toDatasetPaths,
  writePointer,
} from '../folder/store.ts';
import type { SharedSnapshot } from './contents.ts';
import { fetchFiles } from './fetch.ts';
import { findOffered, getContents, toDated } from './shared-snapshots.ts';
import { checkAll } from './whole-check.ts';

export interface SharedDatasetOptions {
  readonly dataset: Dataset;
  readonly directory: string;
  readonly depot: Depot;
  /** A snapshot must carry the signature of one of these publishers; undefined requires no signature. */
  readonly publishers: readonly KeyObject[] | undefined;
  readonly piecesAtOnce: number;
  /** The store keeps these snapshots besides the live and the previous one. */
  readonly needed: NeededSnapshots;
  /** `gently` serves a machine that answers requests meanwhile. */
  readonly gently: boolean;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly watch: DownloadWatch;
  readonly onCheck: (share: number) => void;
}

export interface Shared extends DatedSnapshot {
  readonly bytes: number;
  readonly listed: SharedSnapshot;
}

export function openSharedDataset(options: SharedDatasetOptions): SharedDataset<Shared> {
  const { dataset, directory, publishers, clock, signal } = options;
  const paths = toDatasetPaths(dataset, directory);
  return {
    look: () => look(dataset, paths),
    async find(id) {
      const listed = await findOffered(options, { id, publishers }, signal);
      return listed && { ...toDated(listed), bytes: listed.bytes, listed };
    },
    hasAll: ({ id, bytes }) => hasBytes(dataset, join(paths.snapshots, id), bytes),
    lock: () => lockDataset(paths, new Date(clock.nowMs()).toISOString()),
    async bring({ id, listed }) {
      await withDiskFaults(directory, async () => {
        removeLeftovers(paths, options.needed, id);
        const kept = join(paths.snapshots, id);
        const check = (folder: string) => checkAll(dataset, folder, { ...options, onProgress: options.onCheck });
        if (existsSync(kept)) {
          // It is live, or was before. Where it is damaged it is worth nothing, and is fetched like any other.
          try {
            await check(kept);
            return;
          } catch (error) {
            if (!(error instanceof SnapshotDamage || codeOf(error) === 'ENOENT')) throw error;
            rmSync(kept, { recursive: true, force: true });
          }
        }
        const draft = join(paths.incoming, id);
        await fetchFiles({ ...options, listed, contents: await getContents(options, listed, signal), folder: draft });
        await check(draft);
        signal.throwIfAborted();
        recordVerified(draft, clock.nowMs());
        keepDraft(paths, draft, id);
      });
    },
    switchTo({ id }) {
      withDiskFaults(directory, () => {
        const pointer = findReadablePointer(paths);
        const previous = pointer?.live === id ? pointer.previous : (look(dataset, paths).live?.id ?? null);
        writePointer(paths, { live: id, previous, held: false });
        removeLeftovers(paths, options.needed);
      });
    },
  };
}

/** Looks at the local snapshots. As in an import, an unreadable one is replaced. */
function look(dataset: Dataset, paths: DatasetPaths): LocalSnapshots {
  const pointer = findReadablePointer(paths);
  if (pointer === undefined) return { live: undefined, held: false };
  return { live: findDated(dataset, join(paths.snapshots, pointer.live)), held: pointer.held };
}

/** Finds files that are gone or cut, at the cost of a look. */
function hasBytes(dataset: Dataset, folder: string, bytes: number): boolean {
  try {
    return dataset.files(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0) === bytes;
  } catch {
    return false;
  }
}

function findDated(dataset: Dataset, folder: string): DatedSnapshot | undefined {
  try {
    return toDated(dataset.readManifest(folder));
  } catch {
    return undefined;
  }
}
