// How the nodes agree on which database server is the newest: each keeps what it knows in its data directory, and tells it by Redis.

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Config, readSecretAddress } from '../../config.ts';
import type { RedisLink } from '../../stores/redis/link.ts';

export function toLineageFile({ data_dir: folder }: Pick<Config, 'data_dir'>): string {
  return join(folder, 'store-lineage');
}

/** The name of what they agree on, in Redis. */
export const lineageKey = 'store-lineage';
const everyMs = 1_000;

export interface KnownServers {
  /** The newest server that this node knows of, as text for the others. */
  newestServer(): string | undefined;
  /** What another node knows of. */
  learnServer(text: string): void;
}

/** Until it is ended: what this node knows goes out, what another one knows comes in. */
export function followNewestServer(
  store: KnownServers,
  exchange: (known: string) => ReturnType<RedisLink['ask']>,
): () => void {
  const timer = setInterval(() => {
    void Promise.resolve(exchange(store.newestServer() ?? '')).then((kept) => {
      if (typeof kept === 'string' && kept !== '') store.learnServer(kept);
    });
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

const askMsMax = 1_000;
/** Until every node has asked Redis once more, and has left an older server. */
const heardMs = 2 * everyMs;

/**
 * For a command, which does not live long enough to follow. It learns of the newest server before it connects, so that it changes nothing
 * on an older one. If it is the first to meet a newer one, it tells the nodes, and goes on when they have left the older one: a key that it
 * revokes would still work there. Without Redis it does neither: a key must be revocable also where Redis is gone, or its password is not
 * at hand.
 */
export async function withNewestServer<Opened>(
  { counters }: Pick<Config, 'counters'>,
  store: KnownServers,
  connect: () => Promise<Opened>,
  wait: (ms: number) => Promise<unknown> = sleep,
): Promise<Opened> {
  if (counters === null) return connect();
  const { askRedisOnce } = await import('../../stores/redis/ask-once.ts');
  const exchange = async () => {
    try {
      const address = readSecretAddress('counters', counters);
      const known = store.newestServer() ?? '';
      return await askRedisOnce(address, askMsMax, (client, toKey) => client.confereNewest(toKey(lineageKey), known));
    } catch {
      return undefined;
    }
  };
  const learn = (kept: unknown) => {
    if (typeof kept === 'string' && kept !== '') store.learnServer(kept);
  };
  learn(await exchange());
  const known = store.newestServer();
  const opened = await connect();
  if (known !== undefined && store.newestServer() !== known) {
    learn(await exchange());
    await wait(heardMs);
  }
  return opened;
}
