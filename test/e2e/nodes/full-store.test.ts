// Two nodes work on one batch while the disk of their PostgreSQL is full for longer than rows are kept for a node that gives no sign. Nobody
// was killed: every row gets its answer, and nobody is asked twice.

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { renewEveryMs } from '../../../src/app/batches/ports.ts';
import { completeCpf } from '../../../src/domain/numbers/cpf.ts';
import type { Simulator } from '../../../src/sim/server.ts';
import { createOutputDirectory } from '../../support/output.ts';
import { parties } from '../../support/parties/simulated-sources.ts';
import { createKey, type RunningProcess, startProcess } from '../../support/service/process.ts';
import { get, postTable } from '../../support/service/service.ts';
import { createSimulatedHome, startParties } from '../../support/service/simulated-home.ts';
import { expectWholeResults } from '../../support/service/whole-results.ts';
import { type FullDisk, prepareFullDisk } from '../../support/stores/full-disk.ts';
import { describeOnPostgres } from '../../support/stores/on-postgres.ts';
import { startPostgres, type TestDatabase } from '../../support/stores/postgres.ts';

const rowsAtOnce = 6;

describeOnPostgres('a batch whose store is full for a while', () => {
  let database: TestDatabase;
  let disk: FullDisk;
  let simulator: Simulator;
  let nodes: readonly [RunningProcess, RunningProcess];
  let key: string;
  const opened = new AsyncDisposableStack();

  beforeAll(async () => {
    const server = await startPostgres();
    opened.defer(() => server.close());
    database = await server.createDatabase();
    disk = await prepareFullDisk(database);
    simulator = await startParties();
    opened.defer(() => simulator.close());
    const secrets = join(createOutputDirectory('full-store'), 'secrets');
    const create = () =>
      createSimulatedHome(simulator, {
        env: {
          CONFERE_SECRETS_DIR: secrets,
          CONFERE_STORE: database.service,
          CONFERE_BATCHES_ROWS_AT_ONCE: String(rowsAtOnce),
          CONFERE_AUDIT_DEADLINE_MS: '20000',
        },
      });
    const home = create();
    const scopes = ['--scope', 'verify:cpf', 'verify:batch'];
    ({ key } = await createKey(home, '--mode', 'live', '--rate', 'unlimited', ...scopes));
    const start = async (at: typeof home) => {
      const node = await startProcess(at);
      opened.defer(() => node.stop('SIGKILL').then(() => {}));
      return node;
    };
    nodes = [await start(home), await start(create())];
  });
  afterAll(() => opened.disposeAsync());

  /** As if the time were over for which rows are kept for a node that does not renew them. */
  const expire = () => database.query('UPDATE confere.batch_portions SET until = now()');
  const read = async (id: string) => (await get(`${nodes[0].address}/v1/batches/${id}`, { key })).body;
  const findCapability = async ({ address }: RunningProcess) => (await get(`${address}/readyz?for=cpf`)).status;

  test('waits, and gets every answer once', async () => {
    await simulator.set(parties.bureau_a, { latency: { kind: 'fixed', ms: 500 } });
    const cpfs = Array.from({ length: 96 }, (_, index) => completeCpf(String(730_000_000 + index)));
    const { body } = await postTable(`${nodes[0].address}/v1/batches`, `cpf\n${cpfs.join('\n')}\n`, { key });
    const underWaySql = `SELECT count(DISTINCT owner)::integer AS owners FROM confere.batch_portions
      JOIN confere.batch_rows ON batch_rows.batch_id = batch_portions.batch_id AND row_number BETWEEN first_row AND last_row
      WHERE status = 'started'`;
    const countOwners = async () => (await database.query<{ owners: number }>(underWaySql))[0]?.owners;
    await expect.poll(countOwners, { interval: 20, timeout: 60_000 }).toBe(2);
    // Parties are being asked, whose answers cannot be recorded; other rows are claimed, and nobody will be asked about them.
    await disk.fill();
    for (const node of nodes) await expect.poll(() => findCapability(node), { timeout: 60_000 }).toBe(503);
    // Each of them is refused a sign of life, too, as over the whole of such a time.
    await sleep(1.5 * renewEveryMs);
    await expire();
    await expect.poll(async () => (await read(body.id)).counts).toMatchObject({ failed: 0, outcome_unknown: 0 });
    await disk.free();
    await expect.poll(async () => (await read(body.id)).status, { timeout: 120_000 }).toBe('completed');
    expect((await read(body.id)).counts).toEqual({ answered: cpfs.length, invalid: 0, failed: 0, outcome_unknown: 0 });
    await expectWholeResults({ address: nodes[0].address, key, id: body.id }, cpfs, simulator);
  });
});
