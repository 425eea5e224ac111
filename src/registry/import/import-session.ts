// What an import of the registry does to the disk: which files it reads, and how the draft comes about (draft-builder.ts) and is read back.

import { statfsSync } from 'node:fs';
import type { Clock } from '../../app/clock.ts';
import type { ImportSession } from '../../app/datasets/import-draft.ts';
import { checkDump, checkRows, type ImportProgress, rejectedShareDefault } from '../../app/registry/import-registry.ts';
import { type JudgementName, judgeDraft } from '../../app/registry/judge-draft.ts';
import { type Draft, groupsOfRecords, isTable, type SnapshotInfo } from '../../app/registry/registry-snapshot.ts';
import { StarvationWatch } from '../../app/registry/starvation.ts';
import type { NeededSnapshots } from '../../app/watches/ports.ts';
import { findManifest } from '../../datasets/folder/dataset.ts';
import { openDraftFolder } from '../../datasets/folder/draft.ts';
import { createDraftSession } from '../../datasets/folder/draft-session.ts';
import { reportRejected } from '../../datasets/folder/import-log.ts';
import type { DatasetPaths } from '../../datasets/folder/store.ts';
import { nowExitCode, OperatorError } from '../../errors.ts';
import { listOddColumns } from '../files/column-forms.ts';
import { type DumpMember, surveyDump } from '../files/dump.ts';
import { readManifest } from '../snapshot/manifest.ts';
import { toRegistryPaths } from '../snapshot/registry-paths.ts';
import { sumOf } from './draft/plan.ts';
import { DraftBuilder } from './draft-builder.ts';
import { writeDraftFiles } from './draft-files.ts';
import { listRejectedRows, toPartRows, toTextEvidence } from './threads/results.ts';

export interface ImportSessionOptions {
  readonly directory: string;
  /** Folders or files, zipped or extracted. */
  readonly paths: readonly string[];
  /** Share of all rows that may be unreadable. */
  readonly rejectedShareMax?: number | undefined;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ImportProgress) => void;
  /** The store keeps these snapshots besides the live and the previous one. */
  readonly needed?: NeededSnapshots;
  readonly threads?: number;
  /** Returns the processor time that this process has used, including its threads. */
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

/** A snapshot whose manifest cannot be read is neither live nor a place to go back to. */
export function openImportSession(options: ImportSessionOptions): ImportSession<Draft, JudgementName> {
  const { directory, clock, signal, threads, municipalitiesFile, processorMs = readProcessorMs } = options;
  const paths = toRegistryPaths(directory);
  const draft = openDraftFolder(paths, clock, options.needed ?? []);
  const { id, startedAt, folder, pointer } = draft;
  const live = findInfo(paths, pointer?.live);
  const withRecords = options.factsOnly !== true;
  const startedMs = clock.monotonicMs();
  const starvation = new StarvationWatch();
  let members: readonly DumpMember[] = [];
  const builder = new DraftBuilder({
    directory: folder,
    signal,
    threads,
    municipalitiesFile,
    onProgress(progress) {
      const elapsedMs = clock.monotonicMs() - startedMs;
      options.onProgress({ ...progress, elapsedMs, starvedShare: starvation.note(elapsedMs, processorMs()) });
    },
  });
  return createDraftSession<Draft, JudgementName>(paths, draft, {
    live,
    async survey() {
      const all = await surveyDump(options.paths, clock.nowMs());
      members = withRecords ? all : all.filter(({ group }) => !groupsOfRecords.has(group) && !isTable(group));
      return checkDump(members);
    },
    async build() {
      checkDiskSpace(paths.root, members, withRecords);
      const built = await builder.build(members, withRecords);
      return {
        ...writeDraftFiles(folder, { id, importedAt: startedAt }, built),
        rejectedReport: reportRejected(paths, listRejectedRows(built.reads)),
        text: toTextEvidence(built.flushed),
        oddColumns: listOddColumns(built.flushed.flatMap(({ samples }) => samples)),
      };
    },
    judge(made) {
      checkRows(made, options.rejectedShareMax ?? rejectedShareDefault);
      return judgeDraft(made, live);
    },
    readBack: ({ counts }) => builder.verify(counts.establishments),
    sync: () => builder.blocksSynced(),
    findWayBack: () => live?.id ?? findInfo(paths, pointer?.previous)?.id ?? null,
    stop: () => builder.close(),
  });
}

function findInfo({ snapshots }: DatasetPaths, snapshot: string | null | undefined): SnapshotInfo | undefined {
  const manifest = findManifest({ readManifest }, snapshots, snapshot);
  if (manifest === undefined) return undefined;
  const { id, data_as_of, imported_at, bytes, counts, sources } = manifest;
  return { id, dataAsOf: data_as_of, importedAt: imported_at, bytes, counts, parts: toPartRows(sources) };
}

/** Records and blocks together took 0.35 of the text's size on generated and sampled rows; the rest is a margin. */
const diskBytesPerCsvByte = { facts: 0.45, records: 0.95 };

/** Checks before an import starts that the disk can hold it. */
function checkDiskSpace(directory: string, members: readonly DumpMember[], withRecords: boolean): void {
  const needed = sumOf(members, (member) => member.csvBytes) * diskBytesPerCsvByte[withRecords ? 'records' : 'facts'];
  const { bavail, bsize } = statfsSync(directory);
  if (bavail * bsize >= needed) return;
  throw new OperatorError(
    {
      en: `The import needs about ${toSize(needed)} of disk in ${directory}, where ${toSize(bavail * bsize)} are free: free some space or set another data directory.`,
      pt: `A importação precisa de cerca de ${toSize(needed)} de disco em ${directory}, que tem ${toSize(bavail * bsize)} livres: libere espaço ou configure outro diretório de dados.`,
    },
    nowExitCode,
  );
}

function toSize(bytes: number): string {
  return bytes < 1e9 ? `${Math.ceil(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}
