// Makes a draft out of the files with all cores, and reads it back: rows to records, records to blocks, blocks to answers.
// Owns the threads of an import; knows nothing of what is live.

import { closeSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { ImportProgress } from '../../app/registry/import-registry.ts';
import { isTable } from '../../app/registry/registry-snapshot.ts';
import { OperatorError } from '../../errors.ts';
import type { DumpMember } from '../files/dump.ts';
import { toDictionary } from '../records/packing/dictionary.ts';
import { openRecordsFile, recordsFile } from '../records/records-file.ts';
import { SnapshotRecords } from '../records/snapshot-records.ts';
import { toActivityCodes } from '../records/tables.ts';
import { blocksFile, openSnapshot, type Snapshot } from '../snapshot/snapshot.ts';
import { rowsAtMost, sumOf, toPartitions } from './draft/plan.ts';
import { type ReadTables, readTables } from './draft/read-tables.ts';
import { countSampleFaults } from './draft/sample.ts';
import { countRecordFaults } from './draft/sample-records.ts';
import { type BuildResult, type FlushResult, type ReadResult, type SpilledExtent, spillFile } from './threads/tasks.ts';
import { ThreadPool } from './threads/thread-pool.ts';

export interface DraftBuilderOptions {
  /** The draft is built in this folder, and nothing is written outside it. */
  readonly directory: string;
  readonly signal: AbortSignal;
  readonly threads: number | undefined;
  /** A file with other IBGE codes than the shipped ones. */
  readonly municipalitiesFile: string | undefined;
  readonly onProgress: (progress: Omit<ImportProgress, 'elapsedMs'>) => void;
}

/** The threads answer with this: every known fact about the draft besides its blocks, which are on the disk. */
export interface BuiltDraft {
  readonly partitions: number;
  readonly reads: readonly ReadResult[];
  readonly flushed: readonly FlushResult[];
  readonly builds: readonly BuildResult[];
  /** The value is undefined if the import covered only the facts of verification. */
  readonly tables: ReadTables | undefined;
  /** The records are packed with this dictionary. */
  readonly dictionary: Buffer | undefined;
}

const progressEveryMs = 200;
const threadsMax = 8;

export class DraftBuilder {
  readonly #options: DraftBuilderOptions;
  #pool: ThreadPool | undefined;
  #blocksSynced: Promise<void> | undefined;
  #samples: FlushResult['samples'] = [];
  #partitions = 0;
  #rows = 0;

  constructor(options: DraftBuilderOptions) {
    this.#options = options;
    options.signal.addEventListener('abort', this.#onAbort);
  }

  async build(files: readonly DumpMember[], withRecords: boolean): Promise<BuiltDraft> {
    const { directory, municipalitiesFile } = this.#options;
    // The largest first, so that no thread is left with it at the end.
    const members = files.filter(({ group }) => !isTable(group)).toSorted((a, b) => b.csvBytes - a.csvBytes);
    const tables = withRecords ? await readTables(files, municipalitiesFile) : undefined;
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    closeSync(openSync(join(directory, blocksFile), 'w'));
    if (withRecords) closeSync(openSync(join(directory, recordsFile), 'w'));
    const reads = await this.#read(members, tables);
    const flushed = await this.#getPool().runOnEach<'flush'>({ kind: 'flush' });
    this.#samples = flushed.flatMap((result) => result.samples);
    const dictionary = withRecords ? toDictionary(flushed.flatMap(({ payloads }) => payloads)) : undefined;
    if (dictionary !== undefined) await this.#getPool().runOnEach<'dictionary'>({ kind: 'dictionary', dictionary });
    const builds = await this.#join(flushed.flatMap((result) => result.extents));
    for (let thread = 0; thread < flushed.length; thread++) {
      rmSync(join(directory, spillFile(thread)), { force: true });
    }
    const written = withRecords ? [blocksFile, recordsFile] : [blocksFile];
    this.#blocksSynced = Promise.all(written.map((file) => syncFile(join(directory, file)))).then(() => {});
    this.#blocksSynced.catch(() => {});
    return { partitions: this.#partitions, reads, flushed, builds, tables, dictionary };
  }

  /** Reads every block back, and the sampled rows through the same code that answers requests. Throws when anything differs. */
  async verify(establishmentsWritten: number): Promise<void> {
    const { directory } = this.#options;
    const tasks = Array.from({ length: this.#partitions }, (_, partition) => ({
      kind: 'verify' as const,
      directory,
      partition,
    }));
    let done = 0;
    const results = await this.#getPool().run<'verify'>(tasks, () => this.#report('verifying', ++done / tasks.length));
    const establishments = sumOf(results, (result) => result.establishments);
    using snapshot = openSnapshot(directory);
    const faults = countSampleFaults(this.#samples, (cnpj) => snapshot.find(cnpj)) + this.#countRecordFaults(snapshot);
    if (establishments === establishmentsWritten && faults === 0) return;
    throw new OperatorError({
      en: `The new snapshot does not read back as it was written (${establishments} of ${establishmentsWritten} establishments, ${faults} of the sampled rows differ): nothing was published. Check the disk and report this.`,
      pt: `O novo cadastro não pôde ser lido como foi gravado (${establishments} de ${establishmentsWritten} estabelecimentos, ${faults} das linhas da amostra diferem): nada foi publicado. Verifique o disco e relate o caso.`,
    });
  }

  #countRecordFaults(snapshot: Snapshot): number {
    using file = openRecordsFile(this.#options.directory, snapshot.manifest);
    if (file === undefined) return 0;
    const records = new SnapshotRecords(snapshot, file);
    return countRecordFaults(this.#samples, (cnpj) => records.find(cnpj, Number.POSITIVE_INFINITY));
  }

  /** Rejects where the blocks did not reach the disk. */
  async blocksSynced(): Promise<void> {
    await this.#blocksSynced;
  }

  async close(): Promise<void> {
    this.#options.signal.removeEventListener('abort', this.#onAbort);
    await this.#pool?.close();
    await this.#blocksSynced?.catch(() => {});
  }

  readonly #onAbort = (): void => {
    void this.#pool?.close();
  };

  async #read(members: readonly DumpMember[], tables: ReadTables | undefined): Promise<ReadResult[]> {
    const csvBytes = sumOf(members, (member) => member.csvBytes);
    const threads = this.#options.threads ?? Math.min(availableParallelism(), threadsMax);
    const progress = new SharedArrayBuffer(16 * threads);
    const counters = new Float64Array(progress);
    this.#partitions = toPartitions(members);
    this.#pool = new ThreadPool(threads, {
      directory: this.#options.directory,
      partitions: this.#partitions,
      establishmentRows: rowsAtMost(members, 'establishments'),
      progress,
      blocksTaken: new SharedArrayBuffer(4),
      records: tables && { activities: toActivityCodes(tables.tables), pagesTaken: new SharedArrayBuffer(4) },
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

  #report(phase: ImportProgress['phase'], share: number): void {
    this.#options.onProgress({ phase, share, rows: this.#rows });
  }

  #getPool(): ThreadPool {
    if (this.#pool === undefined) throw new Error('The files are read before anything else.');
    return this.#pool;
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
