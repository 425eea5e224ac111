// Two nodes behind a balancer, as a bank runs them: their keys, calls and audit on one PostgreSQL with a synchronous replica, their limits in
// one Redis, a registry each. All of it real, started here from the installed packages on free ports.

import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { MadeKey, NewKey } from '../../../src/app/keys/manage-keys.ts';
import { systemClock } from '../../../src/clock.ts';
import { openStores } from '../../../src/compose/parts/stores.ts';
import { loadConfig } from '../../../src/config.ts';
import { type Simulator, startSimulator } from '../../../src/sim/server.ts';
import { makeCompanies } from '../../reliability/stack.ts';
import { rememberKey } from '../../support/canaries.ts';
import { createOutputDirectory } from '../../support/output.ts';
import { parties, simulatorSecrets, writeSimulatedConfig } from '../../support/parties/simulated-sources.ts';
import { importInto } from '../../support/registry/import-dump.ts';
import { createHome, type Home, type RunningProcess, startProcess } from '../../support/service/process.ts';
import { startPostgres, type TestDatabase, type TestPostgres } from '../../support/stores/postgres.ts';
import { type RedisServer, startRedis } from '../../support/stores/redis-server.ts';
import { startTcpProxy, type TcpProxy } from '../../support/stores/tcp-proxy.ts';
import { type Balancer, startBalancer } from './balancer.ts';
import { type Load, startLoad } from './load.ts';
import { nodeSettings, sourceSettings } from './settings.ts';

export const nodeNames = ['one', 'two'] as const;
export type NodeName = (typeof nodeNames)[number];

export interface Cluster {
  readonly primary: TestPostgres;
  readonly replica: TestPostgres;
  readonly database: TestDatabase;
  readonly redis: RedisServer;
  readonly simulator: Simulator;
  readonly balancer: Balancer;
  readonly load: Load;
  /** The way of node two to the database. Node one has the addresses of both servers. */
  readonly way: TcpProxy;
  /** A live key with a limit that holds for the whole test, and how much that is. */
  readonly limited: { readonly key: string; readonly requests: number };
  /** Live keys to be revoked. */
  readonly doomed: readonly [MadeKey, MadeKey];
  /** For commands. */
  readonly home: Home;
  /** For those that need the rights of the database's owner. */
  readonly owner: Home;
  get(node: NodeName): RunningProcess;
  /** Once the one before has ended. `changes` are settings, or another version of the code. */
  start(node: NodeName, changes?: Partial<Home>): Promise<void>;
  close(): Promise<void>;
}

const limitedRequests = 40;

interface ClusterOptions {
  /** For how long keys that are known are good without the database. */
  readonly outageSeconds: number;
}

export async function startCluster({ outageSeconds }: ClusterOptions): Promise<Cluster> {
  await using opened = new AsyncDisposableStack();
  const primary = await startPostgres();
  opened.defer(() => primary.close());
  const database = await primary.createDatabase();
  const replica = await primary.createReplica();
  opened.defer(() => replica.close());
  const redis = await startRedis();
  opened.defer(() => redis.close());
  const way = await startTcpProxy(primary.port);
  opened.defer(() => way.close());
  const simulator = await startSimulator({ clock: systemClock, port: 0 });
  opened.defer(() => simulator.close());

  const folder = createOutputDirectory('cluster');
  const config = writeSimulatedConfig(
    folder,
    simulator,
    parties,
    Object.fromEntries(Object.keys(parties).map((slot) => [slot, sourceSettings])),
  );
  const aim = (address: string, places: string) =>
    address.replace(`127.0.0.1:${primary.port}`, places).concat('?target_session_attrs=read-write');
  const both = `127.0.0.1:${primary.port},127.0.0.1:${replica.port}`;
  const create = (places: string, more: Record<string, string> = {}): Home =>
    createHome({
      CONFERE_CONFIG: config,
      ...simulatorSecrets,
      CONFERE_SECRETS_DIR: join(folder, 'secrets'),
      CONFERE_STORE: aim(database.service, places),
      CONFERE_STORE_OUTAGE_SECONDS: String(outageSeconds),
      CONFERE_COUNTERS: `redis://127.0.0.1:${redis.port}`,
      ...nodeSettings,
      ...more,
    });
  const homes = { one: create(both), two: create(`127.0.0.1:${way.port}`) };
  const home = create(both);
  const owner = create(both, { CONFERE_STORE_MAINTENANCE: aim(database.owner, both) });

  const companies = await makeCompanies(600);
  const toRegistry = ({ directory }: Home) => join(directory, 'data', 'registry');
  for (const { directory } of Object.values(homes)) mkdirSync(join(directory, 'data'), { mode: 0o700 });
  await importInto(toRegistry(homes.one), companies.folder);
  cpSync(toRegistry(homes.one), toRegistry(homes.two), { recursive: true });
  const [key, limited, ...doomed] = (await createKeys(home, [
    { rate: null },
    { rate: { requests: limitedRequests, windowSeconds: 3_600 } },
    {},
    {},
  ])) as [MadeKey, MadeKey, MadeKey, MadeKey];

  const balancer = await startBalancer();
  opened.defer(() => balancer.close());
  const running = new Map<NodeName, RunningProcess>();
  opened.defer(async () => {
    for (const node of running.values()) await node.stop('SIGKILL');
  });
  const start: Cluster['start'] = async (name, { env = {}, ...changes } = {}) => {
    const { env: before, ...rest } = homes[name];
    const node = await startProcess({ ...rest, ...changes, env: { ...before, ...env } });
    running.set(name, node);
    balancer.set(name, node.address);
  };
  await Promise.all(nodeNames.map((name) => start(name)));
  const load = startLoad({ address: balancer.address, key: key.key, companies: companies.plan });
  opened.defer(() => load.end());
  const parts = opened.move();
  return {
    primary,
    replica,
    database,
    redis,
    simulator,
    balancer,
    load,
    way,
    limited: { key: limited.key, requests: limitedRequests },
    doomed,
    home,
    owner,
    get: (name) => running.get(name) as RunningProcess,
    start,
    close: () => parts.disposeAsync(),
  };
}

/** By a second opening of the same store, which is quicker than a command. */
async function createKeys({ directory, env }: Home, keys: readonly Partial<NewKey>[]): Promise<readonly MadeKey[]> {
  const stores = await openStores(loadConfig({ cwd: directory, env }), systemClock);
  const made: MadeKey[] = [];
  for (const key of keys) made.push(await stores.manageKeys.create({ name: 'test', mode: 'live', ...key }));
  await stores.close();
  for (const { key } of made) rememberKey(key);
  return made;
}
