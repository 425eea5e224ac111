// One thread of a run over a table: it has all lists in memory, and screens the rows of a CSV that fall to it.

import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { parentPort, workerData } from 'node:worker_threads';
import { parseCpf } from '../../../src/domain/numbers/cpf.ts';
import { createListsInMemory } from '../../../src/screening/lookup/lists-in-memory.ts';

export interface CustomersTask {
  readonly directory: string;
  /** Rows of CPF, name and birth date. */
  readonly path: string;
  readonly thread: number;
  readonly threads: number;
}

export interface CustomersDone {
  readonly customers: number;
  readonly hits: number;
  readonly loadMs: number;
  readonly screenMs: number;
}

const { directory, path, thread, threads }: CustomersTask = workerData;
const cpuMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};
const began = cpuMs();
const lists = createListsInMemory(directory);
await lists.follow();
const loaded = cpuMs();
let [row, customers, hits] = [0, 0, 0];
for await (const line of createInterface({ input: createReadStream(path) })) {
  if (row++ % threads !== thread) continue;
  const [number = '', name = '', birthDate = ''] = line.split(',');
  const cpf = parseCpf(number);
  customers++;
  hits += lists.screen(
    { kind: 'person', cpf: cpf.kind === 'valid' ? cpf.value : null, name, birthDate },
    '2026-11-18',
  ).total;
}
const done: CustomersDone = { customers, hits, loadMs: loaded - began, screenMs: cpuMs() - loaded };
parentPort?.postMessage(done);
lists.close();
