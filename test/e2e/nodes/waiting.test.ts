// A request that waits for a party which answers later (202), over real processes: whichever node is killed meanwhile, and wherever its
// data is moved, it is completed, ordered once and billed once. Who is erased meanwhile is gone.

import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Simulator } from '../../../src/sim/server.ts';
import { createQuery } from '../../support/parties/implied.ts';
import { parties } from '../../support/parties/simulated-sources.ts';
import { useCommands } from '../../support/service/commands.ts';
import {
  type CreatedKey,
  createHome,
  createKey,
  type Home,
  type RunningProcess,
  startProcess,
} from '../../support/service/process.ts';
import { get, post } from '../../support/service/service.ts';
import { createSimulatedHome, startParties } from '../../support/service/simulated-home.ts';
import { describeOnPostgres } from '../../support/stores/on-postgres.ts';
import { startPostgres, type TestDatabase } from '../../support/stores/postgres.ts';

const hour = 3_600_000;
const patient = { timeout: 120_000, interval: 100 };

interface Waiting {
  readonly cpf: string;
  readonly id: string;
}

describeOnPostgres('a request that waits', () => {
  const { confereHere: confere, confereHereWithInput } = useCommands();
  const opened = new AsyncDisposableStack();
  let database: TestDatabase;
  let simulator: Simulator;
  let key: CreatedKey;
  /** Two nodes of the database, and the second one with its own files again. */
  let homes: readonly [Home, Home];
  let alone: Home;
  let node: RunningProcess;
  const waiting: Waiting[] = [];

  const start = async (home: Home) => {
    node = await startProcess(home);
    const { stop } = node;
    opened.defer(async () => void (await stop('SIGKILL')));
  };
  const read = async ({ id }: Waiting) =>
    (await get(`${node.address}/v1/verifications/${id}`, { key: key.key })).status;
  const countOrders = ({ cpf }: Waiting) => simulator.callsFor('idwall', cpf);
  const readCosts = async (home: Home) => JSON.parse((await confere(home, 'usage', '--json')).stdout).costs.reais;

  let people = 0;
  /** On a machine that has no time the order may not be taken before the deadline: then it is somebody else's turn to wait. */
  async function ask(): Promise<Waiting> {
    for (let tries = 0; tries < 5; tries++) {
      const { cpf, name, birthDate } = createQuery(++people);
      const body = { cpf, ...(name !== null && { name }), ...(birthDate !== null && { birth_date: birthDate }) };
      const headers = { prefer: 'respond-async' };
      const answer = await post(`${node.address}/v1/verify/cpf`, body, { key: key.key, headers });
      if (answer.status === 202) return { cpf, id: answer.body.request_id };
    }
    return expect.fail('no order was taken in time');
  }

  beforeAll(async () => {
    const server = await startPostgres();
    opened.defer(() => server.close());
    database = await server.createDatabase();
    simulator = await startParties();
    opened.defer(() => simulator.close());
    await simulator.set('idwall', { laterMs: hour });
    const shared = { CONFERE_STORE: database.service, CONFERE_STORE_MAINTENANCE: database.owner };
    const free = { not_found: 0, minor: 0, timeout: 0, error: 0 };
    const reports = {
      ...{ roles: ['identity'], deadline_ms: 5_000, connect_ms: 5_000 },
      async: { poll: { pause_ms: 100, pause_max_ms: 1_000 } },
      price: [{ from: '2020-01-01', answered: 2, ...free }],
    };
    const wiring = { ...parties, reports: 'idwall' };
    const first = createSimulatedHome(simulator, { env: shared, wiring, settings: { reports } });
    const second = createHome(first.env);
    second.env['CONFERE_DATA_DIR'] = join(second.directory, 'data');
    homes = [first, second];
    const { CONFERE_STORE: _, CONFERE_STORE_MAINTENANCE: __, ...env } = second.env;
    alone = { ...second, env };
    key = await createKey(first, '--mode', 'live', '--rate', 'unlimited', '--scope', 'verify:cpf', 'read:verification');
  });
  afterAll(() => opened.disposeAsync());

  test('is completed by another node after kill -9 of the one that ordered, and nothing is ordered or billed again', async () => {
    await start(homes[0]);
    const one = await ask();
    // A process that is killed loses the counts of its last second.
    await expect.poll(() => readCosts(homes[0]), patient).toBe('2.0000');
    await node.stop('SIGKILL');
    await start(homes[1]);
    // A start may be busy for a while, and says so.
    await expect.poll(() => read(one), patient).toBe(202);
    await simulator.set('idwall', { laterMs: 0 });
    await expect.poll(() => read(one), patient).toBe(200);
    expect(countOrders(one)).toBe(1);
  });

  test('is gone where the person is erased, and nobody is told', async () => {
    await simulator.set('idwall', { laterMs: hour });
    const [left, erased] = [await ask(), await ask()];
    waiting.push(left);
    const listRows = async () => {
      const rows = await database.query("SELECT name FROM confere.bought_answers WHERE name LIKE 'pending %'");
      return JSON.stringify(rows);
    };
    expect(await listRows()).toContain(erased.id);
    const done = await confereHereWithInput(homes[1], `${erased.cpf}\n`, 'privacy', 'erase', '--yes', '--json');
    expect(done, done.stderr).toMatchObject({ code: 0 });
    expect([await read(erased), (await listRows()).includes(erased.id)]).toEqual([404, false]);
    expect(await read(left)).toBe(202);
  });

  test('goes along with `store export`, and survives kill -9 of the one service that is left', async () => {
    const [left] = waiting as [Waiting];
    await node.stop();
    const moved = await confere(homes[1], 'store', 'export', '--json');
    expect(moved, moved.stderr).toMatchObject({ code: 0 });
    await start(alone);
    await expect.poll(() => read(left), patient).toBe(202);
    await node.stop('SIGKILL');
    await simulator.set('idwall', { laterMs: 0 });
    await start(alone);
    await expect.poll(() => read(left), patient).toBe(200);
    expect(countOrders(left)).toBe(1);
    const { body } = await get(`${node.address}/v1/events`, { key: key.key });
    const told = body.events.map(({ data }: { data: { request_id: string } }) => data.request_id);
    expect(told).toHaveLength(2);
    expect(told).toContain(left.id);
    expect((await node.stop()).code).toBe(0);
    expect(await readCosts(alone)).toBe('6.0000');
  });
});
