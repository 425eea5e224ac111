// One connection to what an address names. It never queues and never sends a thing twice: whoever asks has another way to go on, and
// a count that is sent again would be counted again.

import { Cluster, Redis } from 'ioredis';
import type { RedisAddress } from './address.ts';
import { type RedisScripts, scripts } from './scripts.ts';

export type RedisClient = (Redis | Cluster) & RedisScripts;

/** The pause between two attempts to connect is drawn from the upper half, so that many nodes do not return at the same moment. */
const pauseMsMax = 1_000;
const connectMsMax = 2_000;

export function connectRedis(address: RedisAddress, random: () => number): RedisClient {
  const pause = (times: number): number => Math.min(pauseMsMax, 50 * times) * (0.5 + random() / 2);
  const client = create(address, toCommon(address), pause);
  for (const [name, lua] of Object.entries(scripts)) client.defineCommand(name, { numberOfKeys: 1, lua });
  // It is told by what is asked; without a listener it would end the process.
  client.on('error', () => {});
  return client as RedisClient;
}

function toCommon({ username, password, tls }: RedisAddress) {
  return {
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    ...(tls === undefined ? {} : { tls }),
    connectTimeout: connectMsMax,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectionName: 'confere',
  };
}

type Common = ReturnType<typeof toCommon>;

function create(address: RedisAddress, common: Common, pause: (times: number) => number): Redis | Cluster {
  const { kind, hosts, database, group, tls } = address;
  if (kind === 'cluster')
    return new Cluster([...hosts], {
      redisOptions: common,
      enableOfflineQueue: false,
      clusterRetryStrategy: pause,
      slotsRefreshTimeout: connectMsMax,
      // Behind TLS the nodes are known by the names that their certificates hold.
      ...(tls === undefined
        ? {}
        : { dnsLookup: (name: string, done: (e: Error | null, a: string) => void) => done(null, name) }),
    });
  if (kind === 'sentinel')
    return new Redis({
      ...common,
      db: database,
      name: group,
      sentinels: [...hosts],
      ...(tls === undefined ? {} : { sentinelTLS: tls, enableTLSForSentinelMode: true }),
      ...(address.hasSentinelPassword && address.password !== undefined ? { sentinelPassword: address.password } : {}),
      ...(address.hasSentinelPassword && address.username !== undefined ? { sentinelUsername: address.username } : {}),
      sentinelRetryStrategy: pause,
      retryStrategy: pause,
      // A former master that is now a replica refuses to write: find out who is the master.
      reconnectOnError: (error: Error) => error.message.startsWith('READONLY'),
    });
  const [{ host, port }] = hosts;
  return new Redis({ ...common, host, port, db: database, retryStrategy: pause });
}
