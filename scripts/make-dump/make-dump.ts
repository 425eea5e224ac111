// Makes a whole dump: hands the files to threads, largest first, then writes the expected answers beside them.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { listExpected } from './expected.ts';
import { listExpectedRecords } from './expected-records.ts';
import { type DumpFile, type DumpOptions, expectedBytesOf, listFiles, type WrittenFile, writeFile } from './files.ts';
import { createRegistry } from './tables/registry.ts';
import type { Report, Task } from './worker.ts';

export interface MakeDumpOptions extends Partial<DumpOptions> {
  readonly establishments: number;
  readonly folder: string;
  readonly threads?: number;
  readonly onBytes?: (bytes: number) => void;
}

/** `expected-summary.json`: what an import must count. */
export interface DumpSummary {
  readonly data_as_of: string;
  readonly seed: number;
  readonly establishments: number;
  readonly companies: number;
  /** Rows in the files, repeated ones included. */
  readonly rows: Readonly<Record<'establishments' | 'companies' | 'simples' | 'partners' | 'taxRegimes', number>>;
  readonly bytes: DumpSummary['rows'];
}

export const defaults = { seed: 1, date: '2026-10-10', defects: true, level: 4, zip64FromBytes: 0xffff_ffff } as const;
/** Fewer cannot hold every defect; more than 95 M would run out of roots. */
export const establishmentsMin = 500;
export const establishmentsMax = 95_000_000;
const recordSampleSizes = { perTrait: 8, random: 800 };
const sampleSizes = { perTrait: 40, random: 3000, absent: 600 };
/** A thread takes longer to start than this many rows take to write. */
const threadsFrom = 50_000;

export async function makeDump(given: MakeDumpOptions): Promise<DumpSummary> {
  const { threads = 1, onBytes = () => {}, ...rest } = given;
  const options: DumpOptions = { ...defaults, ...rest };
  if (options.establishments < establishmentsMin || options.establishments > establishmentsMax) {
    throw new RangeError(`establishments must be ${establishmentsMin} to ${establishmentsMax}`);
  }
  mkdirSync(options.folder, { recursive: true });
  const queue = listFiles().sort((a, b) => expectedBytesOf(b, options) - expectedBytesOf(a, options));
  const written =
    threads > 1 && options.establishments >= threadsFrom
      ? await writeInThreads(queue, options, threads, onBytes)
      : queue.map((file) => writeFile(file, options, onBytes));
  const registry = createRegistry(options);
  const answers = [...listExpected(registry, sampleSizes)].map((answer) => `${JSON.stringify(answer)}\n`);
  writeFileSync(join(options.folder, 'expected.jsonl'), answers.join(''));
  const records = [...listExpectedRecords(registry, recordSampleSizes)].map((answer) => `${JSON.stringify(answer)}\n`);
  writeFileSync(join(options.folder, 'expected-records.jsonl'), records.join(''));
  const sum = (kind: DumpFile['kind'], field: 'rows' | 'bytes'): number =>
    written.filter(({ file }) => file.kind === kind).reduce((total, one) => total + one[field], 0);
  const totals = (field: 'rows' | 'bytes'): DumpSummary['rows'] => ({
    establishments: sum('establishments', field),
    companies: sum('companies', field),
    simples: sum('simples', field),
    partners: sum('partners', field),
    // Only these files have a header, which is no row.
    taxRegimes:
      sum('taxRegimes', field) -
      (field === 'rows' ? written.filter(({ file }) => file.kind === 'taxRegimes').length : 0),
  });
  const summary: DumpSummary = {
    data_as_of: options.date,
    seed: options.seed,
    establishments: registry.establishments,
    companies: registry.companies,
    rows: totals('rows'),
    bytes: totals('bytes'),
  };
  writeFileSync(join(options.folder, 'expected-summary.json'), `${JSON.stringify(summary, null, 2)}\n`);
  return summary;
}

async function writeInThreads(
  files: readonly DumpFile[],
  options: DumpOptions,
  threads: number,
  onBytes: (bytes: number) => void,
): Promise<WrittenFile[]> {
  const queue = [...files];
  const written: WrittenFile[] = [];
  const run = (worker: Worker): Promise<void> =>
    new Promise((resolve, reject) => {
      const handNext = (): void => {
        const file = queue.shift();
        if (file === undefined) resolve();
        else worker.postMessage({ file, options } satisfies Task);
      };
      worker.on('error', reject);
      worker.on('exit', () => reject(new Error('a thread of the generator ended early')));
      worker.on('message', (report: Report) => {
        if (report.kind === 'bytes') return onBytes(report.bytes);
        written.push(report.written);
        handNext();
      });
      handNext();
    });
  const workers = Array.from({ length: threads }, () => new Worker(new URL('./worker.ts', import.meta.url)));
  try {
    await Promise.all(workers.map(run));
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
  return written;
}
