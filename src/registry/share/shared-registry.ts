// The registry of this machine together with a place where others publish theirs: what app/registry/pull-registry.ts works on.

import type { KeyObject } from 'node:crypto';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../app/ports.ts';
import type { DatedSnapshot, LocalSnapshots, SharedRegistry } from '../../app/registry/pull-registry.ts';
import type { DownloadWatch } from '../../app/registry/update-registry.ts';
import type { NeededSnapshots } from '../../app/watches/ports.ts';
import { syncFile } from '../../durable-files.ts';
import { SnapshotDamage } from '../snapshot/damage.ts';
import { withDiskFaults } from '../snapshot/disk-fault.ts';
import { takeImportLock } from '../snapshot/import-lock.ts';
import { readManifest } from '../snapshot/manifest.ts';
import {
  findPointer,
  prepareDirectory,
  recordVerified,
  removeLeftovers,
  toRegistryPaths,
  writePointer,
} from '../snapshot/store.ts';
import type { SharedSnapshot } from './contents.ts';
import { fetchFiles } from './fetch.ts';
import type { SharedPlace } from './places/place.ts';
import { findOffered, getContents, toDated } from './shared-snapshots.ts';
import { checkWhole } from './whole-check.ts';

export interface SharedRegistryOptions {
  readonly directory: string;
  readonly place: SharedPlace;
  /** Whose signature a snapshot must carry; undefined where nobody's is asked for. */
  readonly publishers: readonly KeyObject[] | undefined;
  readonly piecesAtOnce: number;
  /** What is kept beside the live and the previous snapshot. */
  readonly needed: NeededSnapshots;
  /** For a machine that answers requests meanwhile. */
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

export function openSharedRegistry(options: SharedRegistryOptions): SharedRegistry<Shared> {
  const { directory, place, publishers, clock, signal } = options;
  const paths = toRegistryPaths(directory);
  return {
    look: () => look(directory),
    async find(id) {
      const listed = await findOffered(place, { id, publishers }, signal);
      return listed && { ...toDated(listed), bytes: listed.bytes, listed };
    },
    lock() {
      prepareDirectory(paths);
      return takeImportLock(paths.lock, { pid: process.pid, since: new Date(clock.nowMs()).toISOString() });
    },
    async bring({ id, listed }) {
      await withDiskFaults(directory, async () => {
        removeLeftovers(paths, options.needed, id);
        const kept = join(paths.snapshots, id);
        const check = (folder: string) => checkWhole(folder, { ...options, onProgress: options.onCheck });
        if (existsSync(kept)) {
          // It was live before. Where it is damaged it is worth nothing, and is fetched like any other.
          try {
            await check(kept);
            return;
          } catch (error) {
            if (!(error instanceof SnapshotDamage)) throw error;
            rmSync(kept, { recursive: true, force: true });
          }
        }
        const draft = join(paths.incoming, id);
        await fetchFiles({ ...options, listed, contents: await getContents(place, listed, signal), folder: draft });
        await check(draft);
        signal.throwIfAborted();
        recordVerified(draft, clock.nowMs());
        syncFile(draft);
        renameSync(draft, kept);
        syncFile(paths.snapshots);
      });
    },
    switchTo({ id }) {
      withDiskFaults(directory, () => {
        writePointer(paths, { live: id, previous: look(directory).live?.id ?? null, held: false });
        removeLeftovers(paths, options.needed);
      });
    },
  };
}

/** What cannot be read is replaced, as an import would. */
function look(directory: string): LocalSnapshots {
  const paths = toRegistryPaths(directory);
  try {
    const pointer = findPointer(paths);
    if (pointer === undefined) return { live: undefined, held: false };
    return { live: findDated(join(paths.snapshots, pointer.live)), held: pointer.held };
  } catch {
    return { live: undefined, held: false };
  }
}

function findDated(folder: string): DatedSnapshot | undefined {
  try {
    const { id, data_as_of, imported_at } = readManifest(folder);
    return { id, dataAsOf: data_as_of, importedAt: imported_at };
  } catch {
    return undefined;
  }
}
