// Watches of a size that a bank has: thousands of changes in every partition of the registry, none of them lost, whatever happens
// between two comparisons, and a service that still ends when it is told to.

import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { completeCnpj } from '../../../src/domain/numbers/cnpj.ts';
import { company, establishment, writeDump } from '../../support/registry/registry-dump.ts';
import {
  type CreatedKey,
  confere,
  createHome,
  createKey,
  type RunningProcess,
  startProcess,
} from '../../support/service/process.ts';
import { get } from '../../support/service/service.ts';

const watched = 20_000;
const home = createHome({ CONFERE_ADMIN_PORT: '0' });
const snapshots = join(home.env['CONFERE_DATA_DIR'] as string, 'registry', 'snapshots');
const roots = Array.from({ length: watched }, (_, index) => String(10_000_000 + index * 37));
const table = join(home.directory, 'suppliers.csv');
const patience = { timeout: 120_000, interval: 200 };

let service: RunningProcess;
let key: CreatedKey;
let imports = 0;

async function importAll(status: string): Promise<void> {
  const rows = {
    companies: roots.map((root) => company(root, `EMPRESA ${root}`)),
    establishments: roots.map((root) => establishment({ base: `${root}0001`, status })),
  };
  const dump = writeDump(join(home.directory, `dump-${++imports}`), rows, `6080${imports}`);
  const imported = await confere(home, 'registry', 'import', dump, '--force', 'part_rows,simples_rows,meis');
  expect(imported.code, imported.stderr).toBe(0);
}

beforeAll(async () => {
  writeFileSync(table, `cnpj\n${roots.map((root) => completeCnpj(`${root}0001`)).join('\n')}\n`);
  await importAll('02');
  service = await startProcess(home);
  key = await createKey(home, '--mode', 'live', '--rate', 'unlimited', '--scope', 'watch:company');
}, 240_000);
afterAll(() => service.stop());

const read = async (path: string) => (await get(`${service.address}/v1/watches/${path}`, { key: key.key })).body;

test(`every change of ${watched} companies is told, by a service that was away while the registry was imported twice`, async () => {
  const made = await confere(home, 'watch', table, '--key', key.id, '--json');
  const { id, companies } = JSON.parse(made.stdout) as { id: string; companies: number };
  expect(companies).toBe(watched);
  const [first] = readdirSync(snapshots);
  expect((await service.stop()).code).toBe(0);
  await importAll('02');
  await importAll('08');
  // Neither live nor previous, but the watch was not compared with anything younger.
  expect(readdirSync(snapshots)).toHaveLength(3);
  expect(readdirSync(snapshots)).toContain(first);

  service = await startProcess(home);
  await expect.poll(async () => (await read(id)).changes, patience).toBe(watched);
  expect(await read(id)).toMatchObject({ missed_comparisons: 0 });
  const page = await read(`${id}/changes?cursor=${watched - 2}`);
  expect(page.changes.map(({ cursor }: { cursor: string }) => cursor)).toEqual([`${watched - 1}`, `${watched}`]);
  const doctor = JSON.parse((await confere(home, 'doctor', '--json')).stdout) as {
    findings: { subject: string; state: string }[];
  };
  expect(doctor.findings.find(({ subject }) => subject === 'jobs')).toMatchObject({ state: 'ok' });

  await importAll('02');
  expect(readdirSync(snapshots)).not.toContain(first);
  await expect.poll(async () => (await read(id)).changes, patience).toBe(2 * watched);
  expect((await service.stop()).code).toBe(0);
  service = await startProcess(home);
}, 480_000);
