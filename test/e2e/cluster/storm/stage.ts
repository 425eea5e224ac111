// What a storm passes over: two nodes, PostgreSQL at two places, Redis, the parties, a receiver of webhooks. Every way between them can be
// cut and slowed; each node has a clock of its own where the machine has libfaketime.

import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../../../src/clock.ts';
import { openStores, type Stores } from '../../../../src/compose/parts/stores.ts';
import { loadConfig } from '../../../../src/config.ts';
import { type Simulator, startSimulator } from '../../../../src/sim/server.ts';
import { createOutputDirectory } from '../../../support/output.ts';
import {
  parties,
  patient,
  simulatorSecrets,
  writeSimulatedConfig,
} from '../../../support/parties/simulated-sources.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../../support/parties/webhook-receiver.ts';
import { createHome, type Home, type RunningProcess, startProcess } from '../../../support/service/process.ts';
import { type RedisServer, startRedis } from '../../../support/stores/redis-server.ts';
import { startTcpProxy, type TcpProxy } from '../../../support/stores/tcp-proxy.ts';
import { type NodeName, nodeNames } from '../cluster.ts';
import { type Databases, startDatabases } from './databases.ts';
import { createRegistries, type Registries } from './registries.ts';

export interface StageNode {
  readonly name: NodeName;
  /** Where callers find it, whichever process it is. */
  readonly address: string;
  readonly ways: {
    readonly callers: TcpProxy;
    /** Of node one to either place, of node two to an address that moves. */
    readonly databases: readonly TcpProxy[];
    readonly redis: TcpProxy;
  };
  /** Of all its processes, the last one is the one that runs, or ran. */
  readonly processes: readonly RunningProcess[];
  running(): RunningProcess;
  /** Again and again, until it comes up: as whatever supervises it would. */
  start(): Promise<void>;
  /** Where there is no libfaketime, nothing. */
  setClock(aheadSeconds: number): void;
}

export interface Stage {
  readonly databases: Databases;
  readonly redis: RedisServer;
  readonly simulator: Simulator;
  readonly receiver: WebhookReceiver;
  readonly registries: Registries;
  readonly nodes: Readonly<Record<NodeName, StageNode>>;
  readonly canSetClocks: boolean;
  /** The operator's own way to the store, for keys and for what is looked at afterwards. */
  readonly stores: Stores;
  readonly home: Home;
  /** Aims what leads to a server at the one that is there now. */
  aimAtServers(): void;
  close(): Promise<void>;
}

const rowsAtOnce = 4;
/** Short, so that a revocation does not wait for long; longer than Redis takes to tell of a promotion. */
const outageSeconds = 6;

export async function startStage(): Promise<Stage> {
  await using opened = new AsyncDisposableStack();
  const databases = await startDatabases();
  opened.defer(() => databases.close());
  const redis = await startRedis();
  opened.defer(() => redis.close());
  const simulator = await startSimulator({ clock: systemClock, port: 0 });
  opened.defer(() => simulator.close());
  // So that there is a middle in which a node can be killed.
  for (const party of Object.values(parties)) {
    await simulator.set(party, { latency: { kind: 'lognormal', medianMs: 120, sigma: 0.8 } });
  }
  const receiver = await startWebhookReceiver();
  opened.defer(() => receiver.close());
  const startWay = async (port: number) => {
    const way = await startTcpProxy(port);
    opened.defer(() => way.close());
    return way;
  };

  const folder = createOutputDirectory('storm');
  const bySlot = Object.fromEntries(Object.keys(parties).map((slot) => [slot, patient]));
  const config = writeSimulatedConfig(folder, simulator, parties, bySlot);
  const create = (ports: readonly number[], redisPort: number): Home =>
    createHome({
      ...simulatorSecrets,
      CONFERE_CONFIG: config,
      CONFERE_SECRETS_DIR: join(folder, 'secrets'),
      CONFERE_STORE: databases.database.service
        .replace(/127\.0\.0\.1:\d+/, ports.map((port) => `127.0.0.1:${port}`).join(','))
        .concat('?target_session_attrs=read-write'),
      CONFERE_STORE_OUTAGE_SECONDS: String(outageSeconds),
      CONFERE_COUNTERS: `redis://127.0.0.1:${redisPort}`,
      CONFERE_LIMITS_NODES: '2',
      CONFERE_LIMITS_COUNTERS_MS_MAX: '1000',
      CONFERE_VERIFICATION_DEADLINE_MS: '30000',
      CONFERE_AUDIT_DEADLINE_MS: '5000',
      CONFERE_LIMITS_AUTH_FAILURES_PER_MINUTE: '1000000',
      CONFERE_BATCHES_ROWS_AT_ONCE: String(rowsAtOnce),
      CONFERE_BATCHES_UNFINISHED_PER_KEY_MAX: '1000',
      CONFERE_WATCHES_PER_KEY_MAX: '10000',
      CONFERE_WEBHOOKS_PER_KEY_MAX: '1000',
      CONFERE_WEBHOOKS_ALLOW_HTTP: 'true',
      CONFERE_WEBHOOKS_ALLOWED_NETWORKS: '127.0.0.1',
    });

  const clocks = findFakeClocks();
  const [atA, atB] = databases.ports();
  const ways = {
    one: {
      callers: await startWay(1),
      databases: [await startWay(atA), await startWay(atB)],
      redis: await startWay(redis.port),
    },
    two: { callers: await startWay(1), databases: [await startWay(atA)], redis: await startWay(redis.port) },
  };
  const operators = await startWay(atA);
  const aimAtServers = () => {
    for (const [index, port] of databases.ports().entries()) ways.one.databases[index]?.aim(port);
    for (const way of [...ways.two.databases, operators]) way.aim(databases.primaryPort());
    // An operator's command begins anew; nodes keep the connections that they have.
    operators.set('reset');
    operators.set('pass');
  };
  const home = create([operators.port], redis.port);
  const nodeHomes = Object.fromEntries(
    nodeNames.map((name) => [
      name,
      create(
        ways[name].databases.map(({ port }) => port),
        ways[name].redis.port,
      ),
    ]),
  ) as Record<NodeName, Home>;
  const registries = await createRegistries(
    folder,
    nodeNames.map((name) => {
      const data = join(nodeHomes[name].directory, 'data');
      mkdirSync(data, { mode: 0o700 });
      return join(data, 'registry');
    }),
  );
  const stores = await openStores(loadConfig({ cwd: home.directory, env: home.env }), systemClock);
  opened.defer(() => stores.close());

  const createNode = (name: NodeName): StageNode => {
    const processes: RunningProcess[] = [];
    const clockFile = join(nodeHomes[name].directory, 'clock');
    const setClock = (aheadSeconds: number) =>
      writeFileSync(clockFile, `${aheadSeconds < 0 ? '-' : '+'}${Math.abs(aheadSeconds)}\n`);
    setClock(0);
    const nodeHome = nodeHomes[name];
    const env =
      clocks === undefined ? nodeHome.env : { ...nodeHome.env, ...clocks, FAKETIME_TIMESTAMP_FILE: clockFile };
    opened.defer(async () => {
      for (const process of processes) await process.stop('SIGKILL');
    });
    return {
      name,
      address: `http://127.0.0.1:${ways[name].callers.port}`,
      ways: ways[name],
      processes,
      running: () => processes.at(-1) as RunningProcess,
      async start() {
        for (;;) {
          const started = await startProcess({ ...nodeHome, env }).catch(() => undefined);
          if (started !== undefined) {
            processes.push(started);
            ways[name].callers.aim(started.port);
            return;
          }
          await sleep(500);
        }
      },
      setClock,
    };
  };
  const nodes = { one: createNode('one'), two: createNode('two') };
  await Promise.all(Object.values(nodes).map((node) => node.start()));
  const parts = opened.move();
  return {
    databases,
    redis,
    simulator,
    receiver,
    registries,
    nodes,
    canSetClocks: clocks !== undefined,
    stores,
    home,
    aimAtServers,
    close: () => parts.disposeAsync(),
  };
}

/** What makes a process's calendar differ from the machine's, and leaves its timers alone; undefined where libfaketime is not installed. */
function findFakeClocks(): Record<string, string> | undefined {
  const folders = existsSync('/usr/lib')
    ? readdirSync('/usr/lib').map((name) => join('/usr/lib', name, 'faketime'))
    : [];
  const library = folders.map((folder) => join(folder, 'libfaketimeMT.so.1')).find((file) => existsSync(file));
  if (library === undefined) return undefined;
  return { LD_PRELOAD: library, FAKETIME_DONT_FAKE_MONOTONIC: '1', FAKETIME_CACHE_DURATION: '1' };
}
