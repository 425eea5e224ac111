// What a storm is made of. Two lanes go on side by side, one for the nodes and their ways, one for the servers, so that faults meet each
// other; which comes when, where and for how long follows from the seed.

import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom } from '../../../support/http/malformed.ts';
import type { TcpProxy } from '../../../support/stores/tcp-proxy.ts';
import { nodeNames } from '../cluster.ts';
import { pick, pickByWeight } from './callers/scene.ts';
import { type Inflicted, type Ledger, now } from './ledger.ts';
import type { Stage, StageNode } from './stage.ts';

export const stormFaults = [
  'node-killed',
  'node-frozen',
  'node-rolled',
  'node-cut-from-database',
  'node-cut-from-redis',
  'node-cut-from-callers',
  'slow-way',
  'clock-wrong',
  'database-restarted',
  'database-crashed',
  'standby-held',
  'failover',
  'failover-behind',
  'failover-both-alive',
  'sessions-ended',
  'redis-killed',
  'redis-frozen',
  'redis-flushed',
  'registry-switched',
] as const;
export type StormFault = (typeof stormFaults)[number];

/** Does it, and undoes it. */
type Inflict = (parts: Parts) => Promise<void>;

interface Parts {
  readonly stage: Stage;
  readonly node: StageNode;
  readonly random: () => number;
  /** Some seconds, of which many are few and few are many. */
  readonly ms: number;
}

interface Choice {
  readonly fault: StormFault;
  /** How often, against the others of its lane. */
  readonly weight: number;
  readonly inflict: Inflict;
  /** Hits one node, which is then named in the history. */
  readonly isOfNode?: true;
}

const ofNodes: readonly Choice[] = [
  {
    fault: 'node-killed',
    weight: 5,
    isOfNode: true,
    inflict: async ({ node, ms }) => {
      await node.running().stop('SIGKILL');
      await sleep(ms / 3);
      await node.start();
    },
  },
  {
    fault: 'node-frozen',
    weight: 4,
    isOfNode: true,
    inflict: async ({ node, ms }) => {
      const { child } = node.running();
      child.kill('SIGSTOP');
      await sleep(ms);
      child.kill('SIGCONT');
    },
  },
  {
    fault: 'node-rolled',
    weight: 3,
    isOfNode: true,
    inflict: async ({ node }) => {
      await node.running().stop('SIGTERM');
      await node.start();
    },
  },
  {
    fault: 'node-cut-from-database',
    weight: 5,
    isOfNode: true,
    inflict: ({ node, random, ms }) => cut(node.ways.databases, random, ms),
  },
  {
    fault: 'node-cut-from-redis',
    weight: 2,
    isOfNode: true,
    inflict: ({ node, random, ms }) => cut([node.ways.redis], random, ms),
  },
  {
    fault: 'node-cut-from-callers',
    weight: 2,
    isOfNode: true,
    inflict: ({ node, random, ms }) => cut([node.ways.callers], random, ms),
  },
  {
    fault: 'slow-way',
    weight: 3,
    isOfNode: true,
    inflict: async ({ node: { ways }, random, ms }) => {
      const slow = pick(random, [ways.databases, [ways.redis], [ways.callers], [...ways.databases, ways.redis]]);
      const delayMs = 20 + random() * 300;
      for (const way of slow) way.delay(delayMs);
      await sleep(ms);
      for (const way of slow) way.delay(0);
    },
  },
  {
    fault: 'clock-wrong',
    weight: 2,
    isOfNode: true,
    inflict: async ({ node, random, ms }) => {
      node.setClock(Math.round((random() - 0.5) * 2 * clockWrongSecondsMax));
      await sleep(ms);
      node.setClock(0);
    },
  },
];

const ofServers: readonly Choice[] = [
  {
    fault: 'database-restarted',
    weight: 2,
    inflict: ({ stage, ms }) => stage.databases.restart('fast', ms / 3),
  },
  {
    fault: 'database-crashed',
    weight: 3,
    inflict: ({ stage, ms }) => stage.databases.restart('crash', ms / 3),
  },
  {
    fault: 'standby-held',
    weight: 3,
    inflict: async ({ stage, ms }) => {
      const release = await stage.databases.holdStandby();
      await sleep(ms);
      release();
    },
  },
  { fault: 'failover', weight: 1, inflict: failover({ isBehind: false }) },
  { fault: 'failover-behind', weight: 3, inflict: failover({ isBehind: true }) },
  { fault: 'failover-both-alive', weight: 2, inflict: failover({ isBehind: false, isAlive: true }) },
  {
    fault: 'sessions-ended',
    weight: 3,
    inflict: async ({ stage }) => {
      const others = "backend_type = 'client backend' AND pid <> pg_backend_pid() AND usename LIKE '%service'";
      await stage.databases.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${others}`);
    },
  },
  {
    fault: 'redis-killed',
    weight: 2,
    inflict: async ({ stage, ms }) => {
      await stage.redis.kill();
      await sleep(ms);
      await stage.redis.restart();
    },
  },
  {
    fault: 'redis-frozen',
    weight: 1,
    inflict: async ({ stage, ms }) => {
      stage.redis.freeze();
      await sleep(ms);
      stage.redis.thaw();
    },
  },
  { fault: 'redis-flushed', weight: 1, inflict: ({ stage }) => flush(stage.redis.port) },
  {
    fault: 'registry-switched',
    weight: 2,
    inflict: async ({ stage }) => {
      // The files of a switch keep one snapshot before it; whoever is further behind would have lost its own.
      const sql = "SELECT count(DISTINCT snapshot)::integer AS count FROM confere.watches WHERE state = 'active'";
      const [snapshots] = await stage.databases.query<{ count: number }>(sql);
      if ((snapshots?.count ?? 0) <= 1) await stage.registries.switchAll();
    },
  },
];

/** The answers of a node are compared with those of the other by its clock nowhere; records are kept for far longer than this. */
const clockWrongSecondsMax = 120;
/** Longer than a lease and a portion last, so that another node takes over what this one has. */
const overLeaseMs = 33_000;
const shortMsMax = 12_000;
/** A revocation that begins meanwhile, and waits for a process that does not hear, returns while both are there. */
const aliveMsMin = 14_000;
/** The dumps are of days of one month. */
const switchesMax = 8;

interface StormOptions {
  readonly stage: Stage;
  readonly ledger: Ledger;
  readonly untilMs: number;
  /** Only these; all unless told. */
  readonly only?: readonly string[] | undefined;
  readonly onFault: (inflicted: Inflicted) => void;
}

/** Ends when every part is there again. */
export async function storm({ stage, ledger, untilMs, only, onFault }: StormOptions): Promise<void> {
  async function runLane(choices: readonly Choice[], random: () => number): Promise<void> {
    const wanted = choices.filter(({ fault }) => only === undefined || only.includes(fault));
    while (now() < untilMs && wanted.length > 0) {
      await sleep(500 + random() * 5_000);
      const underWay = ledger.inflicted.filter(({ endedAtMs }) => endedAtMs === undefined).map(({ fault }) => fault);
      const possible = wanted.filter(({ fault }) => isPossible(stage, fault) && !isTooMuch(fault, underWay));
      const { fault, inflict, isOfNode } = pickByWeight(random, possible);
      const node = stage.nodes[pick(random, nodeNames)];
      const ms = random() < 0.08 ? overLeaseMs : 200 + random() ** 2 * shortMsMax;
      if (now() + ms > untilMs) continue;
      const detail = `${isOfNode ? `node ${node.name}, ` : ''}${Math.round(ms)} ms`;
      const inflicted: Inflicted = { fault, detail, beganAtMs: now(), endedAtMs: undefined };
      ledger.inflicted.push(inflicted);
      onFault(inflicted);
      await inflict({ stage, node, random, ms });
      inflicted.endedAtMs = now();
    }
  }
  await Promise.all([runLane(ofNodes, createRandom(ledger.seed)), runLane(ofServers, createRandom(ledger.seed + 1))]);
}

function isPossible({ canSetClocks, registries }: Stage, fault: StormFault): boolean {
  if (fault === 'clock-wrong') return canSetClocks;
  return fault !== 'registry-switched' || registries.version() <= switchesMax;
}

/** A node hears of a newer server by Redis alone: cut from it beside two servers that live, it believes the old one (docs/shared-database.md). */
const notTogether: readonly string[] = ['failover-both-alive', 'node-cut-from-redis'] satisfies StormFault[];

function isTooMuch(fault: StormFault, underWay: readonly string[]): boolean {
  return notTogether.includes(fault) && underWay.some((other) => notTogether.includes(other));
}

async function cut(ways: readonly TcpProxy[], random: () => number, ms: number): Promise<void> {
  const mode = random() < 0.6 ? 'drop' : 'reset';
  for (const way of ways) way.set(mode);
  await sleep(ms);
  for (const way of ways) way.set('pass');
}

function failover({ isBehind, isAlive = false }: { readonly isBehind: boolean; readonly isAlive?: boolean }): Inflict {
  return ({ stage, ms }) =>
    stage.databases.failover(
      { isBehind, aliveMs: isAlive ? aliveMsMin + Math.min(ms, shortMsMax) : 0 },
      stage.aimAtServers,
    );
}

async function flush(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  socket.end('FLUSHALL\r\n');
  socket.resume();
  await once(socket, 'close');
}
