// `npm run bench screening`: invented people against all lists at the sizes of their publishers. Processor time, because a machine that
// others use makes the clock lie; a time for one question is the best of three for the same reason.

import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Random } from '../../scripts/make-dump/values/random.ts';
import { completeCnpj } from '../../src/domain/numbers/cnpj.ts';
import type { Screened } from '../../src/domain/screening/screened.ts';
import { createListsInMemory, type ListsInMemory } from '../../src/screening/lookup/lists-in-memory.ts';
import { inventCompany, toCompanyName } from '../../test/support/lists/invented/companies.ts';
import { nationalLists } from '../../test/support/lists/invented/national-lists.ts';
import { inventPerson } from '../../test/support/lists/invented/people.ts';
import { writeEdition } from '../../test/support/lists/list-editions.ts';
import { print } from '../support/print.ts';
import { writeCustomers } from '../support/screening/customers.ts';
import type { CustomersDone, CustomersTask } from '../support/screening/customers-thread.ts';
import { measureWatched } from '../support/screening/watched-customers.ts';

const customers = Number(process.env['BENCH_CUSTOMERS'] ?? 1_000_000);
const threads = 2;
const today = '2026-11-18';
const asked = 5000;

export async function run(folder: string): Promise<void> {
  const directory = join(folder, 'lists');
  let rows = 0;
  for (const { list, entries, rows: count } of nationalLists) {
    writeEdition(directory, list, entries());
    rows += count;
  }
  const lists = await measureLoad(directory, rows);
  measureQuestions(lists);
  lists.close();
  await measureCustomers(folder, directory);
  await measureChanges(folder);
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

async function measureLoad(directory: string, rows: number): Promise<ListsInMemory> {
  // Editions are written before, and their garbage must not count.
  globalThis.gc?.();
  const before = process.memoryUsage();
  const began = cpuMs();
  const lists = createListsInMemory(directory);
  await lists.follow();
  const seconds = (cpuMs() - began) / 1000;
  globalThis.gc?.();
  const after = process.memoryUsage();
  const held = (after.arrayBuffers - before.arrayBuffers + Math.max(0, after.heapUsed - before.heapUsed)) / 1e6;
  print(
    `${rows} rows of ${nationalLists.length} lists: ${seconds.toFixed(1)} s of processor to read, ${held.toFixed(0)} MB held (goal 250).`,
  );
  return lists;
}

function measureQuestions(lists: ListsInMemory): void {
  const random = new Random().restart(99);
  const people = Array.from({ length: asked }, () => inventPerson(random));
  const companies = Array.from({ length: asked }, () => ({
    cnpj: completeCnpj(`${random.digits(8)}0001`),
    name: toCompanyName(inventCompany(random)),
  }));
  const forms: Readonly<Record<string, readonly Screened[]>> = {
    'CPF, name, birth date': people.map((person) => ({ kind: 'person', ...person })),
    'CPF and name': people.map(({ cpf, name }) => ({ kind: 'person', cpf, name, birthDate: null })),
    'CPF alone': people.map(({ cpf }) => ({ kind: 'person', cpf, name: null, birthDate: null })),
    'name alone': people.map(({ name }) => ({ kind: 'person', cpf: null, name, birthDate: null })),
    'CNPJ and name of a company': companies.map((company) => ({ kind: 'company', ...company })),
    'name of a company alone': companies.map(({ name }) => ({ kind: 'company', cnpj: null, name })),
  };
  print('| one question | median | p99 | mean of processor |');
  print('|---|---:|---:|---:|');
  for (const [form, questions] of Object.entries(forms)) {
    for (const question of questions) lists.screen(question, today);
    const began = cpuMs();
    for (const question of questions) lists.screen(question, today);
    const mean = ((cpuMs() - began) * 1000) / asked;
    const times = questions.map((question) => timeBest(lists, question)).sort((one, other) => one - other);
    const at = (share: number) => `${times[Math.floor(asked * share)]?.toFixed(0)} µs`;
    print(`| ${form} | ${at(0.5)} | ${at(0.99)} | ${mean.toFixed(0)} µs |`);
  }
}

function timeBest(lists: ListsInMemory, question: Screened): number {
  let best = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < 3; turn++) {
    const began = process.hrtime.bigint();
    lists.screen(question, today);
    best = Math.min(best, Number(process.hrtime.bigint() - began) / 1000);
  }
  return best;
}

async function measureCustomers(folder: string, directory: string): Promise<void> {
  const path = join(folder, 'customers.csv');
  writeCustomers(path, customers);
  const done = await Promise.all(
    Array.from({ length: threads }, (_, thread) => runThread({ directory, path, thread, threads })),
  );
  const slowest = Math.max(...done.map(({ loadMs, screenMs }) => loadMs + screenMs)) / 1000;
  const hits = done.reduce((sum, one) => sum + one.hits, 0);
  const each = done
    .map(({ screenMs, customers: count }) => `${((screenMs * 1000) / count).toFixed(0)} µs`)
    .join(' and ');
  print(
    `${customers} customers from a CSV on ${threads} threads: ${slowest.toFixed(1)} s of processor in the busier one with reading the lists, ${each} each, ${hits} hits (goal 60 s for a million).`,
  );
}

function runThread(task: CustomersTask): Promise<CustomersDone> {
  return new Promise((resolve, reject) => {
    const url = new URL('../support/screening/customers-thread.ts', import.meta.url);
    new Worker(url, { workerData: task }).once('message', resolve).once('error', reject);
  });
}

/** As the service does it. `BENCH_CUSTOMERS` says how many are watched. */
async function measureChanges(folder: string): Promise<void> {
  const seconds = (ms: number) => (ms / 1000).toFixed(1);
  const { changedRows, hits, find, all, delay } = await measureWatched(folder, customers);
  print(
    `${customers} watched people against ${changedRows} changed rows: ${seconds(all.wallMs)} s on the clock ` +
      `(goal 10 s for a million), ${seconds(all.cpuMs)} s of processor; of which ${seconds(find.wallMs)} s and ${seconds(find.cpuMs)} s to find the rows. ` +
      `${hits} changes told. Others waited ${delay.p99Ms.toFixed(0)} ms for their turn (p99), ${delay.maxMs.toFixed(0)} ms at most.`,
  );
}
