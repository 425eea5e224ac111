// One batch worked off by two nodes on one PostgreSQL, one of which is frozen, cut off and killed in the middle: nobody is asked twice, no
// row is left undone, and whoever is to be told is told once.

import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { completeCpf } from '../../../src/domain/numbers/cpf.ts';
import type { Simulator } from '../../../src/sim/server.ts';
import { createOutputDirectory } from '../../support/output.ts';
import { parties } from '../../support/parties/simulated-sources.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/parties/webhook-receiver.ts';
import { confere, createKey, type Home, type RunningProcess, startProcess } from '../../support/service/process.ts';
import { get, postTable } from '../../support/service/service.ts';
import { createSimulatedHome, startParties } from '../../support/service/simulated-home.ts';
import { expectWholeResults } from '../../support/service/whole-results.ts';
import { describeOnPostgres } from '../../support/stores/on-postgres.ts';
import { startPostgres, type TestDatabase, type TestPostgres } from '../../support/stores/postgres.ts';
import { startTcpProxy, type TcpProxy } from '../../support/stores/tcp-proxy.ts';

const rowsAtOnce = 4;
const scopes = ['--scope', 'verify:cpf', 'verify:batch', 'watch:company'];

describeOnPostgres('a batch on two nodes', () => {
  let server: TestPostgres;
  let database: TestDatabase;
  let simulator: Simulator;
  let way: TcpProxy;
  let receiver: WebhookReceiver;
  let nodes: readonly [RunningProcess, RunningProcess];
  /** The name of the second one in the database. */
  let secondId: string;
  let key: string;
  let webhookId: string;
  let firstHome: Home;
  const opened = new AsyncDisposableStack();

  beforeAll(async () => {
    server = await startPostgres();
    opened.defer(() => server.close());
    database = await server.createDatabase();
    way = await startTcpProxy(server.port);
    opened.defer(() => way.close());
    simulator = await startParties();
    opened.defer(() => simulator.close());
    receiver = await startWebhookReceiver();
    opened.defer(() => receiver.close());
    receiver.behave((response) => void response.writeHead(200).end());
    const secrets = join(createOutputDirectory('cluster-batches'), 'secrets');
    const create = (port: number) =>
      createSimulatedHome(simulator, {
        env: {
          CONFERE_SECRETS_DIR: secrets,
          CONFERE_STORE: database.service.replace(`:${server.port}/`, `:${port}/`),
          CONFERE_BATCHES_ROWS_AT_ONCE: String(rowsAtOnce),
          CONFERE_AUDIT_DEADLINE_MS: '20000',
          CONFERE_WEBHOOKS_ALLOW_HTTP: 'true',
          CONFERE_WEBHOOKS_ALLOWED_NETWORKS: '127.0.0.1',
        },
      });
    firstHome = create(server.port);
    const made = await createKey(firstHome, '--mode', 'live', '--rate', 'unlimited', ...scopes);
    key = made.key;
    const added = await confere(firstHome, 'webhooks', 'add', `${receiver.origin}/hook`, '--key', made.id, '--json');
    webhookId = JSON.parse(added.stdout).id;
    const first = await startProcess(firstHome);
    opened.defer(() => first.stop('SIGKILL').then(() => {}));
    const [own] = await listProcesses();
    const second = await startProcess(create(way.port));
    opened.defer(() => second.stop('SIGKILL').then(() => {}));
    nodes = [first, second];
    secondId = (await listProcesses()).find((id) => id !== own) as string;
  });
  afterAll(() => opened.disposeAsync());

  const listProcesses = async () =>
    (await database.query<{ id: string }>('SELECT id FROM confere.nodes ORDER BY id')).map(({ id }) => id);
  /** As if the time were over for which the second node keeps rows that it does not renew. */
  const expireSecond = async () => {
    await database.query('UPDATE confere.batch_portions SET until = now() WHERE owner = $1', [secondId]);
    await database.query("UPDATE confere.job_lease SET renewed_at = '-infinity' WHERE owner = $1", [secondId]);
  };
  let people = 0;
  /** Nobody is in two batches, so that calls can be counted. */
  const toPeople = (count: number) => Array.from({ length: count }, () => completeCpf(String(710_000_000 + people++)));

  const send = ({ address }: RunningProcess, cpfs: readonly string[], idempotencyKey: string) =>
    postTable(`${address}/v1/batches?webhook=${webhookId}`, `cpf\n${cpfs.join('\n')}\n`, {
      key,
      headers: { 'idempotency-key': idempotencyKey },
    });
  /** To both at once. One of them may say that the other is taking it in. */
  async function sendToBoth(cpfs: readonly string[], idempotencyKey: string): Promise<string> {
    const ids = await Promise.all(
      nodes.map(async (node) => {
        let id: string | undefined;
        await expect
          .poll(async () => {
            const { status, body } = await send(node, cpfs, idempotencyKey);
            id = body.id;
            return status;
          })
          .toBeLessThan(300);
        return id as string;
      }),
    );
    expect(new Set(ids).size).toBe(1);
    return ids[0] as string;
  }
  const read = async ({ address }: RunningProcess, id: string) =>
    (await get(`${address}/v1/batches/${id}`, { key })).body;

  /** Parties so slow that one node alone would take half a minute, until both have rows in hand; then the fault. */
  async function runWith(fault: (id: string) => Promise<void>): Promise<{ id: string; cpfs: readonly string[] }> {
    await simulator.set(parties.bureau_a, { latency: { kind: 'fixed', ms: 3_000 } });
    const cpfs = toPeople(48);
    const id = await sendToBoth(cpfs, `of ${cpfs[0]}`);
    const sql = 'SELECT count(DISTINCT owner)::integer AS owners FROM confere.batch_portions WHERE batch_id = $1';
    await expect
      .poll(async () => (await database.query<{ owners: number }>(sql, [id]))[0]?.owners, {
        interval: 20,
        timeout: 60_000,
      })
      .toBe(2);
    await fault(id);
    await simulator.set(parties.bureau_a, { latency: { kind: 'fixed', ms: 0 } });
    // Again and again: it takes more rows for as long as it can.
    const isOver = async () => {
      await expireSecond();
      return (await read(nodes[0], id)).status;
    };
    await expect.poll(isOver, { interval: 250, timeout: 300_000 }).toBe('completed');
    return { id, cpfs };
  }

  async function expectWhole(node: RunningProcess, id: string, cpfs: readonly string[]): Promise<void> {
    // A node that was cut off or frozen has to find its database again.
    await expect.poll(async () => (await get(`${node.address}/v1/batches/${id}`, { key })).status).toBe(200);
    const { counts } = await read(node, id);
    expect(counts.answered + counts.outcome_unknown).toBe(cpfs.length);
    expect(counts.outcome_unknown).toBeLessThanOrEqual(rowsAtOnce);
    await expectWholeResults({ address: node.address, key, id }, cpfs, simulator);
    const told = () => receiver.received.filter(({ body }) => body.data.batch_id === id);
    await expect.poll(() => new Set(told().map((one) => one.id)).size).toBe(1);
  }

  test('is one, whichever got it first, and what belongs to a key is seen on either', async () => {
    const cpfs = toPeople(6);
    const id = await sendToBoth(cpfs, 'twice');
    for (const node of nodes) await expect.poll(async () => (await read(node, id)).status).toBe('completed');
    expect((await read(nodes[1], id)).counts.answered).toBe(cpfs.length);
    await expectWhole(nodes[1], id, cpfs);
    const watched = await postTable(`${nodes[0].address}/v1/watches`, 'cnpj\n00000000000191\n', { key });
    expect(watched.status).toBe(201);
    expect((await get(`${nodes[1].address}/v1/watches/${watched.body.id}`, { key })).body).toMatchObject({
      companies: 1,
    });
  });

  test('is ended by the other where one is frozen, and the frozen one finds it so', async () => {
    const { id, cpfs } = await runWith(async () => void nodes[1].child.kill('SIGSTOP'));
    nodes[1].child.kill('SIGCONT');
    await expectWhole(nodes[1], id, cpfs);
  });

  test('is ended by the other where one is cut off from the database, and begins there anew once it is not', async () => {
    const { id, cpfs } = await runWith(async () => way.set('drop'));
    way.set('pass');
    await expectWhole(nodes[1], id, cpfs);
  });

  test('is ended by the other where one is killed', async () => {
    const { id, cpfs } = await runWith(async () => void (await nodes[1].stop('SIGKILL')));
    await expectWhole(nodes[0], id, cpfs);
  });
});
