// People watched by two nodes on one PostgreSQL, which take their lists from one depot. What begins and ends is told once, on both nodes and by
// webhook, also where the node that compares is killed in the middle.

import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { toBrazilDay } from '../../../src/domain/dates/calendar.ts';
import { type Cpf, completeCpf } from '../../../src/domain/numbers/cpf.ts';
import { toEntry, writeEdition } from '../../support/lists/list-editions.ts';
import { createOutputDirectory } from '../../support/output.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/parties/webhook-receiver.ts';
import { useCommands } from '../../support/service/commands.ts';
import { createHome, createKey, type Home, type RunningProcess, startProcess } from '../../support/service/process.ts';
import { get, post } from '../../support/service/service.ts';
import { describeOnPostgres } from '../../support/stores/on-postgres.ts';
import { startPostgres, type TestDatabase } from '../../support/stores/postgres.ts';

const { confereHere } = useCommands();
const scopes = ['--scope', 'watch:person', 'screen', 'manage:clearances'];
const terms = { 'confere-purpose': 'legal_obligation' };
const today = toBrazilDay(systemClock.nowMs());
const people = ['ANA CLARA INVENTADA PRADO', 'BRUNO EXEMPLO FICTICIO', 'CARLA DE TAL IMAGINADA'].map((name, index) => ({
  name,
  cpf: completeCpf(String(300_456_781 + index)) as Cpf,
}));

interface Node {
  readonly home: Home;
  running: RunningProcess;
  /** Its name in the database. */
  id: string;
}

describeOnPostgres('people who are watched by two nodes', () => {
  const opened = new AsyncDisposableStack();
  const importer = createHome();
  const depot = join(createOutputDirectory('lists-depot'), 'lists');
  let database: TestDatabase;
  let connectionString: string;
  let receiver: WebhookReceiver;
  let nodes: readonly [Node, Node];
  let key: string;
  let webhookId: string;
  let watchId: string;

  beforeAll(async () => {
    const server = await startPostgres();
    opened.defer(() => server.close());
    database = await server.createDatabase();
    connectionString = database.owner;
    receiver = await startWebhookReceiver();
    opened.defer(() => receiver.close());
    await publish(1, 0);
    const secrets = join(createOutputDirectory('cluster-watches'), 'secrets');
    const create = () =>
      createHome({
        CONFERE_SECRETS_DIR: secrets,
        CONFERE_STORE: database.service,
        CONFERE_LISTS_SOURCE: depot,
        CONFERE_WEBHOOKS_ALLOW_HTTP: 'true',
        CONFERE_WEBHOOKS_ALLOWED_NETWORKS: '127.0.0.1',
      });
    const homes = [create(), create()] as const;
    const made = await createKey(homes[0], '--mode', 'live', '--rate', 'unlimited', ...scopes);
    key = made.key;
    const added = await confereHere(homes[0], 'webhooks', 'add', `${receiver.origin}/hook`, '--key', made.id, '--json');
    nodes = [await start(homes[0]), await start(homes[1])];
    webhookId = JSON.parse(added.stdout).id;
  });
  afterAll(() => opened.disposeAsync());

  const listNodes = async () =>
    (await database.query<{ id: string }>('SELECT id FROM confere.nodes')).map(({ id }) => id);

  async function start(home: Home): Promise<Node> {
    const before = await listNodes();
    const running = await startProcess(home);
    opened.defer(async () => void (await running.stop('SIGKILL')));
    return { home, running, id: (await listNodes()).find((id) => !before.includes(id)) as string };
  }

  /** An edition with rows about some of them, published as operators do it. */
  async function publish(edition: number, ...listed: readonly number[]): Promise<void> {
    const rows = listed.map((index) => {
      const { name, cpf } = people[index] as (typeof people)[number];
      return toEntry({
        id: String(index),
        names: [name],
        document: { kind: 'cpf', number: cpf },
        category: 'Suspensão',
      });
    });
    const lists = join(importer.env['CONFERE_DATA_DIR'] as string, 'lists');
    writeEdition(lists, 'ceis', rows, { dataAsOf: today, id: `2026111${edition}T000000-000` });
    expect(await confereHere(importer, 'lists', 'publish', depot)).toMatchObject({ code: 0 });
  }
  /** What `lists.source` does by itself every quarter of an hour. */
  const pull = async ({ home }: Node) => expect(await confereHere(home, 'lists', 'pull')).toMatchObject({ code: 0 });

  const listHits = async ({ running }: Node): Promise<readonly string[]> => {
    const { changes } = (await get(`${running.address}/v1/watches/${watchId}/changes`, { key })).body;
    return changes.map(({ kind, row }: { kind: string; row: string }) => `${kind} ${row}`);
  };
  /** By the events that arrived, each of them once. */
  const listTold = () =>
    [...new Map(receiver.received.map(({ id, body }) => [id, body])).values()].map(({ data }) =>
      data.hits.map(({ kind, row }: { kind: string; row: string }) => `${kind} ${row}`),
    );
  /** A process that is killed, or has nothing to do, keeps the lease for half a minute. */
  const freeLease = () => database.query("UPDATE confere.job_lease SET renewed_at = '-infinity'");

  async function expectTold(all: readonly (readonly string[])[], on: readonly Node[] = nodes): Promise<void> {
    for (const node of on)
      await expect.poll(() => listHits(node), { timeout: 240_000, interval: 100 }).toEqual(all.flat());
    await expect.poll(listTold, { timeout: 120_000 }).toEqual(all);
  }

  const first = ['new_hit ceis:0'];
  const second = ['ended_hit ceis:0', 'new_hit ceis:1'];
  const withdrawn = ['new_hit ceis:2'];
  const third = ['ended_hit ceis:1', 'new_hit ceis:2'];

  test('are told of once, whichever node took the new edition first', async () => {
    // An empty node takes them by itself, at once.
    for (const { running } of nodes) await expect.poll(running.output, { timeout: 120_000 }).toContain('lists_pulled');
    const query = `?legal_basis=legal_obligation&webhook=${webhookId}`;
    const watched = await post(`${nodes[0].running.address}/v1/watches${query}`, { people }, { key, headers: terms });
    expect(watched.status).toBe(201);
    watchId = watched.body.id;
    await expectTold([first]);
    await publish(2, 1);
    await pull(nodes[0]);
    await freeLease();
    await expectTold([first, second]);
    await freeLease();
    await pull(nodes[1]);
    await expectTold([first, second]);
  });

  test('are told of once where the node that compares is killed in the middle', async () => {
    const blocker = new pg.Client({ connectionString });
    await blocker.connect();
    opened.defer(() => blocker.end());
    // Whoever compares can write hits down, and waits before they count.
    await blocker.query('BEGIN');
    await blocker.query('SELECT 1 FROM confere.watches WHERE id = $1 FOR SHARE', [watchId]);
    await publish(3, 2);
    for (const node of nodes) await pull(node);
    const unfinishedSql = `SELECT number FROM confere.watch_changes JOIN confere.watches ON id = watch_id WHERE number > last_change`;
    await expect.poll(async () => (await database.query(unfinishedSql)).length, { timeout: 120_000 }).toBe(2);
    const [lease] = await database.query<{ owner: string }>('SELECT owner FROM confere.job_lease');
    const killed = nodes.find(({ id }) => id === lease?.owner) as Node;
    const other = nodes.find((node) => node !== killed) as Node;
    await killed.running.stop('SIGKILL');
    await expectTold([first, second], [other]);
    await freeLease();
    await blocker.query('ROLLBACK');
    await expectTold([first, second, third], [other]);
    Object.assign(killed, await start(killed.home));
    await freeLease();
    await expectTold([first, second, third]);
  });

  test('are told of again where somebody withdraws a clearance, on either node', async () => {
    const [one, other] = nodes.map(({ running }) => `${running.address}/v1/screen/clearances`) as [string, string];
    const order = { ...people[2], row: 'ceis:2', reason: 'Decisão judicial.', despite_number: true };
    const made = await post(one, order, { key, headers: terms });
    expect(made.status).toBe(201);
    const headers = { authorization: `Bearer ${key}` };
    expect((await fetch(`${other}/${made.body.id}`, { method: 'DELETE', headers })).status).toBe(204);
    await expectTold([first, second, third, withdrawn]);
  });

  test('are told of once where a node goes back, though the other one still has the newer edition', async () => {
    const back = ['new_hit ceis:1', 'ended_hit ceis:2'];
    const [one, other] = nodes;
    const rollBack = async ({ home }: Node) =>
      expect(await confereHere(home, 'lists', 'rollback', 'ceis')).toMatchObject({ code: 0 });
    await rollBack(one);
    await freeLease();
    await expectTold([first, second, third, withdrawn, back]);
    await freeLease();
    await rollBack(other);
    await expectTold([first, second, third, withdrawn, back]);
  });
});
