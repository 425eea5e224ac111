// The disk side of an import: takes the lock, reads the files with all cores, writes a draft beside the live snapshot,
// reads it back, and switches. What must hold before the switch is decided by app/import-registry.ts.

import { hash } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type {
  Draft,
  DumpFile,
  ImportOutcome,
  ImportPhase,
  ImportProgress,
  ImportWorkshop,
  SnapshotInfo,
} from '../../app/import-registry.ts';
import type { Clock } from '../../app/ports.ts';
import { OperatorError } from '../../errors.ts';
import { type DumpMember, surveyDump } from '../files/dump.ts';
import { blockBytes } from '../snapshot/block.ts';
import { type ImportLock, takeImportLock } from '../snapshot/import-lock.ts';
import { encodeManifest, manifestFile, readManifest } from '../snapshot/manifest.ts';
import { blocksFile, encodeIndex, indexFile, openSnapshot } from '../snapshot/snapshot.ts';
import {
  findPointer,
  type Pointer,
  prepareDirectory,
  type RegistryPaths,
  recordVerified,
  removeLeftovers,
  syncDirectory,
  toRegistryPaths,
  writeDurably,
  writePointer,
} from '../snapshot/snapshot-store.ts';
import { rowsAtMost, sumOf, toPartitions } from './import-plan.ts';
import { listRejectedRows, toCounts, toIndex, toSource } from './import-results.ts';
import { type BuildResult, type FlushResult, type ReadResult, type SpilledExtent, spillFile } from './import-tasks.ts';
import { countSampleFaults } from './sample.ts';
import { ThreadPool } from './thread-pool.ts';

export interface WorkshopOptions {
  readonly directory: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ImportProgress) => void;
  readonly threads?: number;
}

/** Records and blocks together took 0.35 of the text's size on generated and sampled rows; the rest is a margin. */
const diskBytesPerCsvByte = 0.45;
const progressEveryMs = 200;
const threadsMax = 8;

export function openImportWorkshop(options: WorkshopOptions): ImportWorkshop {
  const paths = toRegistryPaths(options.directory);
  prepareDirectory(paths);
  const since = new Date(options.clock.nowMs()).toISOString();
  const lock = takeImportLock(paths.lock, { pid: process.pid, since });
  removeLeftovers(paths);
  recordImport(paths, { outcome: 'running', started_at: since });
  return new DiskWorkshop(options, paths, lock, since);
}

class DiskWorkshop implements ImportWorkshop {
  readonly live: SnapshotInfo | undefined;
  readonly #options: WorkshopOptions;
  readonly #paths: RegistryPaths;
  readonly #lock: ImportLock;
  readonly #startedAt: string;
  readonly #startedMs: number;
  readonly #id: string;
  readonly #draftDirectory: string;
  /** What `registry rollback` will go back to: a snapshot whose manifest cannot be read is no place to go. */
  readonly #previous: string | null;
  #pool: ThreadPool | undefined;
  #blocksSynced: Promise<void> | undefined;
  #samples: FlushResult['samples'] = [];
  #partitions = 0;
  #rows = 0;

  constructor(options: WorkshopOptions, paths: RegistryPaths, lock: ImportLock, startedAt: string) {
    this.#options = options;
    this.#paths = paths;
    this.#lock = lock;
    this.#startedAt = startedAt;
    this.#startedMs = options.clock.monotonicMs();
    this.#id = startedAt.replace(/[-:]/g, '').replace(/\.(\d+)Z$/, '-$1');
    this.#draftDirectory = join(paths.incoming, this.#id);
    const pointer = findReadablePointer(paths);
    this.live = findInfo(paths, pointer?.live);
    this.#previous = this.live?.id ?? findInfo(paths, pointer?.previous)?.id ?? null;
    options.signal.addEventListener('abort', this.#onAbort);
  }

  survey(files: readonly string[]): Promise<DumpMember[]> {
    return surveyDump(files, this.#options.clock.nowMs());
  }

  async build(files: readonly DumpFile[]): Promise<Draft> {
    const members = (files as readonly DumpMember[]).toSorted((a, b) => b.csvBytes - a.csvBytes);
    this.#checkDisk(members);
    mkdirSync(this.#draftDirectory, { recursive: true });
    closeSync(openSync(join(this.#draftDirectory, blocksFile), 'w'));
    try {
      return await this.#buildDraft(members);
    } catch (error) {
      throw this.#withReason(error);
    }
  }

  async verify(draft: Draft): Promise<void> {
    const tasks = Array.from({ length: this.#partitions }, (_, partition) => ({
      kind: 'verify' as const,
      directory: this.#draftDirectory,
      partition,
    }));
    let done = 0;
    const results = await this.#getPool().run<'verify'>(tasks, () => this.#report('verifying', ++done / tasks.length));
    const establishments = results.reduce((sum, result) => sum + result.establishments, 0);
    const snapshot = openSnapshot(this.#draftDirectory);
    try {
      const faults = countSampleFaults(this.#samples, (cnpj) => snapshot.find(cnpj));
      if (establishments === draft.counts.establishments && faults === 0) {
        recordVerified(this.#draftDirectory, this.#options.clock.nowMs());
        return;
      }
      throw new OperatorError(
        `The new snapshot does not read back as it was written (${establishments} of ${draft.counts.establishments} establishments, ${faults} of the sampled rows differ): nothing was published. Check the disk and report this.`,
      );
    } finally {
      snapshot.close();
    }
  }

  async publish(draft: Draft): Promise<void> {
    try {
      await this.#blocksSynced;
      syncDirectory(this.#draftDirectory);
      renameSync(this.#draftDirectory, join(this.#paths.snapshots, draft.id));
      syncDirectory(this.#paths.snapshots);
      writePointer(this.#paths, { live: draft.id, previous: this.#previous });
    } catch (error) {
      throw this.#withReason(error);
    }
  }

  async close(outcome: ImportOutcome): Promise<void> {
    this.#options.signal.removeEventListener('abort', this.#onAbort);
    await this.#pool?.close();
    await this.#blocksSynced?.catch(() => {});
    removeLeftovers(this.#paths);
    recordImport(this.#paths, this.#toRecord(outcome));
    this.#lock.release();
  }

  readonly #onAbort = (): void => {
    void this.#pool?.close();
  };

  async #buildDraft(members: readonly DumpMember[]): Promise<Draft> {
    const csvBytes = sumOf(members, (member) => member.csvBytes);
    const reads = await this.#read(members, csvBytes);
    const flushed = await this.#getPool().runOnEach<'flush'>({ kind: 'flush' });
    this.#samples = flushed.flatMap((result) => result.samples);
    const builds = await this.#join(flushed.flatMap((result) => result.extents));
    for (let thread = 0; thread < flushed.length; thread++) {
      rmSync(join(this.#draftDirectory, spillFile(thread)), { force: true });
    }
    this.#blocksSynced = syncFile(join(this.#draftDirectory, blocksFile));
    this.#blocksSynced.catch(() => {});
    return this.#describe(reads, flushed, builds);
  }

  async #read(members: readonly DumpMember[], csvBytes: number): Promise<ReadResult[]> {
    const threads = this.#options.threads ?? Math.min(availableParallelism(), threadsMax);
    const progress = new SharedArrayBuffer(16 * threads);
    const counters = new Float64Array(progress);
    this.#partitions = toPartitions(members);
    this.#pool = new ThreadPool(threads, {
      directory: this.#draftDirectory,
      partitions: this.#partitions,
      establishmentRows: rowsAtMost(members, 'establishments'),
      progress,
      blocksTaken: new SharedArrayBuffer(4),
    });
    this.#options.signal.throwIfAborted();
    const report = (): void => {
      let bytes = 0;
      this.#rows = 0;
      for (let thread = 0; thread < threads; thread++) {
        this.#rows += counters[2 * thread] as number;
        bytes += counters[2 * thread + 1] as number;
      }
      this.#report('reading', Math.min(1, bytes / Math.max(1, csvBytes)));
    };
    const timer = setInterval(report, progressEveryMs);
    try {
      return await this.#pool.run<'read'>(members.map((member) => ({ kind: 'read', member })));
    } finally {
      clearInterval(timer);
      report();
    }
  }

  async #join(extents: readonly SpilledExtent[]): Promise<BuildResult[]> {
    const byPartition: SpilledExtent[][] = Array.from({ length: this.#partitions }, () => []);
    for (const extent of extents) byPartition[extent.partition]?.push(extent);
    const tasks = byPartition.map((own, partition) => ({ kind: 'build' as const, partition, extents: own }));
    let done = 0;
    return this.#getPool().run<'build'>(tasks, () => this.#report('building', ++done / tasks.length));
  }

  #describe(reads: readonly ReadResult[], flushed: readonly FlushResult[], builds: readonly BuildResult[]): Draft {
    const blocks = sumOf(builds, (build) => build.checksums.length);
    const index = Buffer.from(encodeIndex(toIndex(builds, this.#partitions, blocks)));
    const dataAsOf = reads[0]?.member.dataAsOf ?? '';
    const counts = toCounts(reads, flushed, builds);
    const info = {
      id: this.#id,
      dataAsOf,
      importedAt: this.#startedAt,
      counts,
      bytes: blocks * blockBytes + index.length,
    };
    const manifest = encodeManifest({
      id: info.id,
      data_as_of: info.dataAsOf,
      imported_at: info.importedAt,
      partitions: this.#partitions,
      blocks,
      bytes: info.bytes,
      counts,
      sources: reads.map(toSource).sort((a, b) => (a.member < b.member ? -1 : 1)),
      index_sha256: hash('sha256', index, 'hex'),
    });
    writeSynced(join(this.#draftDirectory, indexFile), index);
    writeSynced(join(this.#draftDirectory, manifestFile), manifest);
    return { ...info, rejectedReport: this.#reportRejected(reads) };
  }

  #reportRejected(reads: readonly ReadResult[]): string | undefined {
    const path = this.#paths.rejectedRows;
    const lines = listRejectedRows(reads);
    rmSync(path, { force: true });
    if (lines.length === 0) return undefined;
    writeFileSync(path, `${lines.join('\n')}\n`);
    return path;
  }

  #checkDisk(members: readonly DumpMember[]): void {
    const needed = sumOf(members, (member) => member.csvBytes) * diskBytesPerCsvByte;
    const { bavail, bsize } = statfsSync(this.#paths.root);
    if (bavail * bsize >= needed) return;
    throw new OperatorError(
      `The import needs about ${toSize(needed)} of disk in ${this.#paths.root}, where ${toSize(bavail * bsize)} are free: free some space or set another data directory.`,
    );
  }

  #withReason(error: unknown): unknown {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) return error;
    return new OperatorError(
      `The disk of ${this.#paths.root} is full: nothing was published and the live snapshot serves on. Free some space and import again.`,
    );
  }

  #toRecord(outcome: ImportOutcome): object {
    const finished_at = new Date(this.#options.clock.nowMs()).toISOString();
    const times = { started_at: this.#startedAt, finished_at };
    if (outcome.kind === 'failed') return { outcome: outcome.kind, ...times, reason: outcome.reason };
    if (outcome.kind === 'interrupted') return { outcome: outcome.kind, ...times };
    const { id, dataAsOf, counts } = outcome.snapshot;
    return { outcome: outcome.kind, ...times, snapshot: id, data_as_of: dataAsOf, counts };
  }

  #report(phase: ImportPhase, share: number): void {
    const elapsedMs = this.#options.clock.monotonicMs() - this.#startedMs;
    this.#options.onProgress({ phase, share, rows: this.#rows, elapsedMs });
  }

  #getPool(): ThreadPool {
    if (this.#pool === undefined) throw new Error('The files are read before anything else.');
    return this.#pool;
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
    const { id, data_as_of, imported_at, bytes, counts } = readManifest(join(paths.snapshots, snapshot));
    return { id, dataAsOf: data_as_of, importedAt: imported_at, bytes, counts };
  } catch {
    return undefined;
  }
}

/** A note for `registry status`. On a full disk it cannot be written, and that must not hide why the import failed. */
function recordImport(paths: RegistryPaths, record: object): void {
  try {
    writeDurably(paths.lastImport, `${JSON.stringify(record)}\n`);
  } catch {
    // The next import writes its own.
  }
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

function writeSynced(path: string, content: string | Uint8Array): void {
  const fd = openSync(path, 'w');
  try {
    writeFileSync(fd, content);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

function toSize(bytes: number): string {
  return bytes < 1e9 ? `${Math.ceil(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}
