// The disk side of an import as app/import-registry.ts sees it: takes the lock, has a draft built beside the live snapshot and
// read back, and switches. What must hold before the switch is decided there, how a draft comes about in draft-builder.ts.

import { renameSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../app/ports.ts';
import type { ImportOutcome, ImportProgress, ImportWorkshop } from '../../app/registry/import-registry.ts';
import {
  type Draft,
  type DumpFile,
  groupsOfRecords,
  isTable,
  type SnapshotInfo,
} from '../../app/registry/registry-snapshot.ts';
import { StarvationWatch } from '../../app/registry/starvation.ts';
import type { NeededSnapshots } from '../../app/watches/ports.ts';
import { syncFile } from '../../durable-files.ts';
import { listOddColumns } from '../files/column-forms.ts';
import { type DumpMember, surveyDump } from '../files/dump.ts';
import { withDiskFaults } from '../snapshot/disk-fault.ts';
import { type ImportLock, takeImportLock } from '../snapshot/import-lock.ts';
import { readManifest } from '../snapshot/manifest.ts';
import {
  findPointer,
  type Pointer,
  prepareDirectory,
  type RegistryPaths,
  recordVerified,
  removeLeftovers,
  toRegistryPaths,
  writePointer,
} from '../snapshot/store.ts';
import { checkDiskSpace } from './disk-space.ts';
import { DraftBuilder } from './draft-builder.ts';
import { writeDraftFiles } from './draft-files.ts';
import { recordEnd, recordStart, reportRejectedRows } from './records.ts';
import { toParts, toTextEvidence } from './results.ts';

export interface WorkshopOptions {
  readonly directory: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ImportProgress) => void;
  /** What is kept beside the live and the previous snapshot. */
  readonly needed?: NeededSnapshots;
  readonly threads?: number;
  /** What of the processor this process has used, its threads included. */
  readonly processorMs?: () => number;
  /** Leaves the whole records out: no partners, no tables, no second file. */
  readonly factsOnly?: boolean;
  /** A file with other IBGE codes of municipalities than the shipped ones. */
  readonly municipalitiesFile?: string | undefined;
}

function readProcessorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

export function openImportWorkshop(options: WorkshopOptions): ImportWorkshop {
  const paths = toRegistryPaths(options.directory);
  prepareDirectory(paths);
  const since = new Date(options.clock.nowMs()).toISOString();
  const lock = takeImportLock(paths.lock, { pid: process.pid, since });
  try {
    withDiskFaults(paths.root, () => removeLeftovers(paths, options.needed ?? []));
  } catch (error) {
    lock.release();
    throw error;
  }
  return new DiskWorkshop(options, paths, lock, since);
}

class DiskWorkshop implements ImportWorkshop {
  readonly live: SnapshotInfo | undefined;
  readonly isHeld: boolean;
  readonly #options: WorkshopOptions;
  readonly #paths: RegistryPaths;
  readonly #lock: ImportLock;
  readonly #startedAt: string;
  readonly #id: string;
  readonly #draftDirectory: string;
  readonly #builder: DraftBuilder;
  /** What `registry rollback` will go back to: a snapshot whose manifest cannot be read is no place to go. */
  readonly #previous: string | null;

  constructor(options: WorkshopOptions, paths: RegistryPaths, lock: ImportLock, startedAt: string) {
    const startedMs = options.clock.monotonicMs();
    const starvation = new StarvationWatch();
    const { processorMs = readProcessorMs } = options;
    this.#options = options;
    this.#paths = paths;
    this.#lock = lock;
    this.#startedAt = startedAt;
    this.#id = startedAt.replace(/[-:]/g, '').replace(/\.(\d+)Z$/, '-$1');
    this.#draftDirectory = join(paths.incoming, this.#id);
    recordStart(paths, { started_at: startedAt, snapshot: this.#id });
    const pointer = findReadablePointer(paths);
    this.live = findInfo(paths, pointer?.live);
    this.isHeld = pointer?.held === true;
    this.#previous = this.live?.id ?? findInfo(paths, pointer?.previous)?.id ?? null;
    this.#builder = new DraftBuilder({
      directory: this.#draftDirectory,
      signal: options.signal,
      threads: options.threads,
      municipalitiesFile: options.municipalitiesFile,
      onProgress: (progress) => {
        const elapsedMs = options.clock.monotonicMs() - startedMs;
        const starvedShare = starvation.note(elapsedMs, processorMs());
        options.onProgress({ ...progress, elapsedMs, starvedShare });
      },
    });
  }

  async survey(files: readonly string[]): Promise<DumpMember[]> {
    const members = await surveyDump(files, this.#options.clock.nowMs());
    if (this.#options.factsOnly !== true) return members;
    return members.filter(({ group }) => !groupsOfRecords.has(group) && !isTable(group));
  }

  async build(files: readonly DumpFile[]): Promise<Draft> {
    const members = files as readonly DumpMember[];
    const withRecords = this.#options.factsOnly !== true;
    checkDiskSpace(this.#paths.root, members, withRecords);
    return withDiskFaults(this.#paths.root, async () => {
      const built = await this.#builder.build(members, withRecords);
      const about = { id: this.#id, importedAt: this.#startedAt };
      const info = writeDraftFiles(this.#draftDirectory, about, built);
      return {
        ...info,
        rejectedReport: reportRejectedRows(this.#paths, built.reads),
        text: toTextEvidence(built.flushed),
        oddColumns: listOddColumns(built.flushed.flatMap(({ samples }) => samples)),
      };
    });
  }

  async verify(draft: Draft): Promise<void> {
    await this.#builder.verify(draft.counts.establishments);
    recordVerified(this.#draftDirectory, this.#options.clock.nowMs());
  }

  async publish(draft: Draft): Promise<void> {
    await withDiskFaults(this.#paths.root, async () => {
      await this.#builder.blocksSynced();
      syncFile(this.#draftDirectory);
      renameSync(this.#draftDirectory, join(this.#paths.snapshots, draft.id));
      syncFile(this.#paths.snapshots);
      writePointer(this.#paths, { live: draft.id, previous: this.#previous, held: false });
    });
  }

  async close(outcome: ImportOutcome): Promise<void> {
    await this.#builder.close();
    removeLeftovers(this.#paths, this.#options.needed ?? []);
    recordEnd(this.#paths, outcome, {
      started_at: this.#startedAt,
      finished_at: new Date(this.#options.clock.nowMs()).toISOString(),
    });
    this.#lock.release();
  }
}

/** A pointer that cannot be read is replaced by the import. */
function findReadablePointer(paths: RegistryPaths): Pointer | undefined {
  try {
    return findPointer(paths);
  } catch {
    return undefined;
  }
}

function findInfo(paths: RegistryPaths, snapshot: string | null | undefined): SnapshotInfo | undefined {
  if (snapshot === null || snapshot === undefined) return undefined;
  try {
    const { id, data_as_of, imported_at, bytes, counts, sources } = readManifest(join(paths.snapshots, snapshot));
    return { id, dataAsOf: data_as_of, importedAt: imported_at, bytes, counts, parts: toParts(sources) };
  } catch {
    return undefined;
  }
}
