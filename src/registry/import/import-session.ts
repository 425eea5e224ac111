// The disk side of an import as app/import-registry.ts sees it: takes the lock, has a draft built beside the live snapshot and
// read back, and switches. What must hold before the switch is decided there, how a draft comes about in draft-builder.ts.

import { join } from 'node:path';
import type { Clock } from '../../app/clock.ts';
import type { ImportOutcome, ImportProgress, ImportSession } from '../../app/registry/import-registry.ts';
import {
  type Draft,
  type DumpFile,
  groupsOfRecords,
  isTable,
  type SnapshotInfo,
} from '../../app/registry/registry-snapshot.ts';
import { StarvationWatch } from '../../app/registry/starvation.ts';
import type { NeededSnapshots } from '../../app/watches/ports.ts';
import { withDiskFaults } from '../../datasets/folder/disk-fault.ts';
import { type DraftFolder, openDraftFolder } from '../../datasets/folder/draft.ts';
import { reportRejected } from '../../datasets/folder/import-log.ts';
import type { DatasetPaths } from '../../datasets/folder/store.ts';
import { listOddColumns } from '../files/column-forms.ts';
import { type DumpMember, surveyDump } from '../files/dump.ts';
import { readManifest } from '../snapshot/manifest.ts';
import { toRegistryPaths } from '../snapshot/registry-paths.ts';
import { checkDiskSpace } from './disk-space.ts';
import { DraftBuilder } from './draft-builder.ts';
import { writeDraftFiles } from './draft-files.ts';
import { listRejectedRows, toParts, toTextEvidence } from './threads/results.ts';

export interface ImportSessionOptions {
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

export function openImportSession(options: ImportSessionOptions): ImportSession {
  const paths = toRegistryPaths(options.directory);
  return new DiskImportSession(options, paths, openDraftFolder(paths, options.clock, options.needed ?? []));
}

class DiskImportSession implements ImportSession {
  readonly live: SnapshotInfo | undefined;
  readonly isHeld: boolean;
  readonly #options: ImportSessionOptions;
  readonly #paths: DatasetPaths;
  readonly #draft: DraftFolder;
  readonly #builder: DraftBuilder;
  /** What `registry rollback` will go back to: a snapshot whose manifest cannot be read is no place to go. */
  readonly #previous: string | null;

  constructor(options: ImportSessionOptions, paths: DatasetPaths, draft: DraftFolder) {
    const startedMs = options.clock.monotonicMs();
    const starvation = new StarvationWatch();
    const { processorMs = readProcessorMs } = options;
    this.#options = options;
    this.#paths = paths;
    this.#draft = draft;
    const { pointer } = draft;
    this.live = findInfo(paths, pointer?.live);
    this.isHeld = pointer?.held === true;
    this.#previous = this.live?.id ?? findInfo(paths, pointer?.previous)?.id ?? null;
    this.#builder = new DraftBuilder({
      directory: draft.folder,
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
      const { id, startedAt, folder } = this.#draft;
      const info = writeDraftFiles(folder, { id, importedAt: startedAt }, built);
      return {
        ...info,
        rejectedReport: reportRejected(this.#paths, listRejectedRows(built.reads)),
        text: toTextEvidence(built.flushed),
        oddColumns: listOddColumns(built.flushed.flatMap(({ samples }) => samples)),
      };
    });
  }

  async verify(draft: Draft): Promise<void> {
    await this.#builder.verify(draft.counts.establishments);
    this.#draft.noteVerified();
  }

  async publish(): Promise<void> {
    await withDiskFaults(this.#paths.root, async () => {
      await this.#builder.blocksSynced();
      this.#draft.publish(this.#previous);
    });
  }

  async close(outcome: ImportOutcome): Promise<void> {
    await this.#builder.close();
    this.#draft.close(outcome, outcome.kind === 'succeeded' ? outcome.snapshot : undefined);
  }
}

function findInfo(paths: DatasetPaths, snapshot: string | null | undefined): SnapshotInfo | undefined {
  if (snapshot === null || snapshot === undefined) return undefined;
  try {
    const { id, data_as_of, imported_at, bytes, counts, sources } = readManifest(join(paths.snapshots, snapshot));
    return { id, dataAsOf: data_as_of, importedAt: imported_at, bytes, counts, parts: toParts(sources) };
  } catch {
    return undefined;
  }
}
