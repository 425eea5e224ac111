// RELIABILITY.md, "disk full": a real small disk that fills up, and one that is read-only. What needs no write is served.

import type { ChildProcess } from 'node:child_process';
import { cpSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import type { Cpf } from '../../../../src/domain/numbers/cpf.ts';
import { rememberKey } from '../../../support/canaries.ts';
import { consolePassword, openConsolePage, sendFile, signInTo } from '../../../support/console/console-page.ts';
import { createQuery } from '../../../support/parties/implied.ts';
import { parties } from '../../../support/parties/simulated-sources.ts';
import { readTraces } from '../../../support/parties/traces.ts';
import { canMount, serveOnSmallBlocks, startOnSmallDisk } from '../../../support/service/disks.ts';
import {
  type CreatedKey,
  confereWithInput,
  createHome,
  createKey,
  startProcess,
} from '../../../support/service/process.ts';
import { post } from '../../../support/service/service.ts';
import { createSimulatedHome, startParties } from '../../../support/service/simulated-home.ts';
import { startVerify } from '../../../support/service/verify-run.ts';

const isMountable = canMount();
const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

test.runIf(isMountable)(
  'a disk that would kill the process once it is full is refused at the start',
  async ({ skip }) => {
    const ended = await serveOnSmallBlocks(createHome());
    if (ended === undefined) return skip();
    expect(ended.code).toBe(2);
    expect(ended.stderr).toMatch(/blocks of 1024 bytes.*mkfs\.ext4 -b 4096/);
  },
);

async function start(isReadOnly: boolean, prepared = createHome(), megabytes = 2) {
  const { key } = await createKey(prepared, '--mode', 'test', '--rate', 'unlimited');
  await (await startProcess(prepared)).stop();
  const disk = await startOnSmallDisk(prepared, { isReadOnly, megabytes });
  started.push(disk.child);
  const told: string[] = [];
  const call = async (idempotencyKey?: string) => {
    const headers = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey };
    const { status, body } = await post(`${disk.address}/v1/verify/cpf`, { cpf: '40442820135' }, { key, headers });
    if (status !== 200) told.push(body.detail);
    return status;
  };
  const get = async (path: string) => (await fetch(disk.address + path)).status;
  return { ...disk, home: { ...prepared, env: { ...prepared.env, CONFERE_API_KEY: key } }, call, told, get };
}

test.skipIf(!isMountable)(
  'a full disk: plain calls and the list of keys work, nothing is promised that is not kept, and room is enough to recover',
  async () => {
    const { call, get, command, fill, empty, home, address } = await start(false);
    expect([await call(), await call('a'), await get('/readyz')]).toEqual([200, 200, 200]);
    fill();
    // The log of the database may have some room left in it.
    await expect.poll(async () => call(`b${Math.random()}`), { timeout: 60_000 }).toBe(503);
    await expect.poll(() => get('/readyz'), { timeout: 60_000 }).toBe(503);
    expect([await call(), await get('/livez')]).toEqual([200, 200]);
    expect((await command('keys', 'list')).stdout).toContain('key_sandbox');
    // Nor is a table given up by its rows: it waits.
    const table = join(home.directory, 'table.csv');
    writeFileSync(table, 'cpf\n40442820135\n');
    const run = startVerify(home, [table, '--url', address, '--out', `${table}.results`]);
    await expect.poll(() => run.errors(), { timeout: 60_000 }).toContain('waiting: ');
    empty();
    expect((await run.done).code).toBe(0);
    await expect.poll(() => call(`c${Math.random()}`), { timeout: 60_000 }).toBe(200);
    await expect.poll(() => get('/readyz'), { timeout: 60_000 }).toBe(200);
  },
);

test.skipIf(!isMountable)(
  'a disk that fills while people are asked about: whoever was called left a record or an intent, and nobody is answered without a record',
  async () => {
    const simulator = await startParties();
    const prepared = createSimulatedHome(simulator);
    const { address, child, command, fill, empty, home, dataDirectory } = await start(false, prepared, 16);
    const made = await command('keys', 'create', '--name', 'live', '--mode', 'live', '--rate', 'unlimited', '--json');
    const { key } = JSON.parse(made.stdout) as CreatedKey;
    rememberKey(key);
    for (const party of Object.values(parties)) await simulator.set(party, { latency: { kind: 'fixed', ms: 30 } });
    const people: Cpf[] = [];
    const outcomes: string[] = [];
    const answered: string[] = [];
    let isOver = false;
    const client = async () => {
      while (!isOver) {
        const { cpf } = createQuery(people.length);
        people.push(cpf);
        const { status, body } = await post(`${address}/v1/verify/cpf`, { cpf }, { key });
        outcomes.push(status === 200 ? '200' : body.code);
        if (status === 200) answered.push(body.request_id);
        await rest(20);
      }
    };
    const clients = Array.from({ length: 8 }, client);
    await expect.poll(() => answered.length).toBeGreaterThan(20);
    fill();
    await expect.poll(() => outcomes.slice(-20)).toEqual(Array.from({ length: 20 }, () => 'audit_unavailable'));
    empty();
    await expect.poll(() => outcomes.at(-1)).toBe('200');
    isOver = true;
    await Promise.all(clients);
    // Nobody else sees that disk; nothing is written while its files are copied.
    child.kill('SIGSTOP');
    const copy = join(home.directory, 'copy');
    cpSync(dataDirectory, copy, { recursive: true, filter: (path) => !path.endsWith('-shm') });
    const { recorded, countCalls } = readTraces(home.directory, copy);
    expect(answered.filter((id) => !recorded.has(id))).toEqual([]);
    const { untraced, all } = countCalls(simulator, people);
    expect([untraced, all >= 3 * answered.length]).toEqual([0, true]);
    await simulator.close();
  },
);

test.skipIf(!isMountable)(
  'a disk that fills while the console imports a list: the old one serves on, Listas says why, and the next import works',
  async () => {
    const prepared = createHome();
    const made = await confereWithInput(
      prepared,
      `${consolePassword}\n`,
      'operators',
      'create',
      'ana',
      '--role',
      'admin',
    );
    expect(made.code, made.stderr).toBe(0);
    const disk = await startOnSmallDisk(prepared, { megabytes: 12 });
    started.push(disk.child);
    const page = await signInTo(openConsolePage(disk.address), 'ana');
    const look = async () => (await page.get('lists')).body;
    const bring = async (rows: number) => {
      const lines = Array.from({ length: rows }, (_, index) => `;FULANO DE TAL ${index}\n`);
      const form = { list: 'own-x', file_name: 'x.csv', as_of: null, force: [] };
      const sent = await sendFile(page, 'list-import', form, `documento;nome\n${lines.join('')}`);
      expect(sent.status).toBe(200);
      await expect.poll(async () => (await look()).job?.outcome, { timeout: 120_000 }).not.toBeNull();
      const { job, lists } = await look();
      return [
        job.outcome,
        job.progress.results[0],
        lists.find(({ list }: { list: string }) => list === 'own-x').entries,
      ];
    };
    expect(await bring(3)).toMatchObject([{ kind: 'done' }, { kind: 'updated' }, 3]);
    // The file has room, and what is made of it has not.
    const portuguese = expect.stringMatching(/está cheio/);
    expect(await bring(250_000)).toMatchObject([{ kind: 'done' }, { kind: 'failed', portuguese }, 3]);
    expect(readdirSync(join(disk.dataDirectory, 'list-uploads'))).toEqual([]);
    expect(await bring(4)).toMatchObject([{ kind: 'done' }, { kind: 'updated' }, 4]);
  },
);

test.skipIf(!isMountable)(
  'a read-only disk: it starts and serves what needs no write, lists keys, and says in a sentence that it cannot make one',
  async () => {
    const { call, told, get, command } = await start(true);
    expect([await call(), await call('a'), await get('/livez')]).toEqual([200, 503, 200]);
    expect(told).toEqual([expect.stringContaining('is full, read-only')]);
    await expect.poll(() => get('/readyz'), { timeout: 60_000 }).toBe(503);
    expect((await command('keys', 'list')).stdout).toContain('key_sandbox');
    const created = await command('keys', 'create', '--name', 'x', '--mode', 'test');
    expect(created.code).not.toBe(0);
    expect(created.stderr).not.toMatch(/^\s+at /m);
  },
);
