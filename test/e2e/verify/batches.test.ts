// Batches of live verifications by a service that is killed with kill -9, has workers killed under it, or a disk that fills up: every
// row is done once, nothing is lost, and no party is asked about anybody twice.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { toListsDirectory } from '../../../src/compose/parts/lists-directory.ts';
import { loadConfig } from '../../../src/config.ts';
import { toBrazilDay } from '../../../src/domain/dates/calendar.ts';
import { completeCpf } from '../../../src/domain/numbers/cpf.ts';
import type { Simulator } from '../../../src/sim/server.ts';
import { toEntry, writeEdition } from '../../support/lists/list-editions.ts';
import { parties } from '../../support/parties/simulated-sources.ts';
import { canMount, startOnSmallDisk } from '../../support/service/disks.ts';
import { createKey, type Home, startProcess } from '../../support/service/process.ts';
import { get, postTable } from '../../support/service/service.ts';
import { createSimulatedHome, startParties } from '../../support/service/simulated-home.ts';
import { sendOnce } from '../../support/service/steady-clients.ts';
import { expectWholeResults } from '../../support/service/whole-results.ts';
import { startFleet } from '../../support/service/worker-fleet.ts';

const rowsAtOnce = 4;
const isMountable = canMount();

let simulator: Simulator;
beforeAll(async () => {
  simulator = await startParties();
});
afterAll(() => simulator.close());

/** With the simulator's parties, and a live key for batches of people. */
async function prepare(): Promise<{ readonly home: Home; readonly key: string }> {
  const home = createSimulatedHome(simulator, { env: { CONFERE_BATCHES_ROWS_AT_ONCE: String(rowsAtOnce) } });
  const scopes = ['--scope', 'verify:cpf', 'verify:batch', 'screen'];
  const { key } = await createKey(home, '--mode', 'live', '--rate', 'unlimited', ...scopes);
  return { home, key };
}

let people = 0;
/** Nobody is in two batches, so that calls can be counted. */
const toPeople = (count: number) => Array.from({ length: count }, () => completeCpf(String(700_000_000 + people++)));
const toTable = (cpfs: readonly string[]) => `cpf\n${cpfs.join('\n')}\n`;

const send = (address: string, key: string, table: string, query = '') =>
  postTable(`${address}/v1/batches${query}`, table, { key });

async function start(address: string, key: string, cpfs: readonly string[], query = ''): Promise<string> {
  const sent = await send(address, key, toTable(cpfs), query);
  expect(sent.status).toBe(202);
  return sent.body.id;
}

interface State {
  readonly status: string;
  readonly counts: Readonly<Record<'answered' | 'invalid' | 'failed' | 'outcome_unknown', number>>;
}

const read = async (address: string, key: string, id: string) =>
  (await get(`${address}/v1/batches/${id}`, { key })).body as State;
const countDone = ({ counts }: State) => counts.answered + counts.invalid + counts.failed + counts.outcome_unknown;

test('killed in the middle, it goes on where it was, rows that were under way are told as unknown, and no hit is lost', async () => {
  const kills = 3;
  const { home, key } = await prepare();
  const cpfs = toPeople(120);
  // Each of them is in a row of its own.
  const entries = cpfs.map((number, index) =>
    toEntry({ id: String(index + 1), names: ['FULANO FICTICIO'], document: { kind: 'cpf', number } }),
  );
  const lists = toListsDirectory(loadConfig({ cwd: home.directory, env: home.env }));
  writeEdition(lists, 'onu', entries, { dataAsOf: toBrazilDay(systemClock.nowMs()) });
  let service = await startProcess(home);
  const id = await start(service.address, key, cpfs, '?screen=true');
  const readState = () => read(service.address, key, id);
  for (let kill = 1; kill <= kills; kill++) {
    await expect
      .poll(async () => countDone(await readState()), { interval: 20 })
      .toBeGreaterThanOrEqual((cpfs.length * kill) / (kills + 1));
    await service.stop('SIGKILL');
    service = await startProcess(home);
  }
  await expect.poll(async () => (await readState()).status, { timeout: 300_000 }).toBe('completed');
  const { counts } = await readState();
  expect(counts.answered + counts.outcome_unknown).toBe(cpfs.length);
  expect(counts.outcome_unknown).toBeLessThanOrEqual(rowsAtOnce * kills);
  const lines = await expectWholeResults({ address: service.address, key, id }, cpfs, simulator);
  const hits = lines.map(({ answer, screening }) => (answer ?? { screening }).screening?.hits.map(({ row }) => row));
  expect(hits).toEqual(cpfs.map((_, index) => [`onu:${index + 1}`]));
  await service.stop('SIGKILL');
});

test('of two workers either tells how far it is, and killed one after the other they leave no row undone or asked twice', async () => {
  const { home, key } = await prepare();
  const cpfs = toPeople(90);
  // So slow that it cannot end before both were killed.
  await simulator.set(parties.bureau_a, { latency: { kind: 'fixed', ms: 150 } });
  const fleet = await startFleet(home);
  await expect.poll(async () => (await fleet.readPids()).length).toBe(2);
  const id = await start(fleet.address, key, cpfs);
  // Each on a connection of its own, and so by either worker. Those of one that is killed break.
  const look = async () => {
    const url = `${fleet.address}/v1/batches/${id}`;
    const looks = await Promise.all(Array.from({ length: 6 }, () => sendOnce({ url, key, method: 'GET' })));
    expect(looks.map(({ status }) => status)).toEqual(looks.map(() => 200));
    return Math.max(...looks.map(({ body }) => countDone(JSON.parse(body) as State)));
  };
  const [one, other] = (await fleet.readPids()) as [number, number];
  for (const [index, pid] of [one, other].entries()) {
    await expect.poll(look, { interval: 50 }).toBeGreaterThanOrEqual((cpfs.length * (index + 1)) / 6);
    process.kill(pid, 'SIGKILL');
    await expect.poll(async () => (await fleet.readPids()).filter((alive) => alive !== pid)).toHaveLength(2);
  }
  await simulator.set(parties.bureau_a, { latency: { kind: 'fixed', ms: 0 } });
  const readState = () => read(fleet.address, key, id);
  await expect.poll(async () => (await readState()).status, { timeout: 300_000 }).toBe('completed');
  const { counts } = await readState();
  expect(counts.answered + counts.outcome_unknown).toBe(cpfs.length);
  // Whoever worked it off was one of the two that were killed, and then perhaps the other.
  expect(counts.outcome_unknown).toBeLessThanOrEqual(rowsAtOnce * 2);
  await expectWholeResults({ address: fleet.address, key, id }, cpfs, simulator);
  await fleet.stop();
});

test.skipIf(!isMountable)(
  'on a full disk nothing new is taken in, with a sentence, what is under way waits, and with room it goes on',
  async () => {
    const { home, key } = await prepare();
    await (await startProcess(home)).stop();
    const disk = await startOnSmallDisk(home, { megabytes: 4 });
    const { address } = disk;
    const cpfs = toPeople(60);
    await simulator.set(parties.bureau_a, { latency: { kind: 'fixed', ms: 150 } });
    const id = await start(address, key, cpfs);
    const readState = () => read(address, key, id);
    await expect.poll(async () => countDone(await readState()), { interval: 20 }).toBeGreaterThanOrEqual(8);
    disk.fill();
    // The log of the database may have some room left in it, which a long table does not find.
    const refused = await send(address, key, toTable(toPeople(20_000)));
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('5');
    expect(refused.body).toMatchObject({
      code: 'overloaded',
      detail: expect.stringContaining('the disk of this service is full'),
    });
    expect((await readState()).status).toBe('running');
    await simulator.set(parties.bureau_a, { latency: { kind: 'fixed', ms: 0 } });
    disk.empty();
    await expect.poll(async () => (await readState()).status, { timeout: 300_000 }).toBe('completed');
    const { counts } = await readState();
    expect(counts.answered + counts.outcome_unknown).toBe(cpfs.length);
    // Those whose record could not be written when their parties had answered: as many as are under way, whenever a little room was left.
    expect(counts.outcome_unknown).toBeLessThanOrEqual(rowsAtOnce * 4);
    await expectWholeResults({ address: address, key, id }, cpfs, simulator);
    // What was refused stands in nobody's way.
    expect((await send(address, key, toTable(toPeople(1)))).status).toBe(202);
    disk.child.kill('SIGKILL');
  },
);
