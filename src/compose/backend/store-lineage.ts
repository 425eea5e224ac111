// How the nodes agree on which database server is the newest: each keeps what it knows in its data directory, and tells it by Redis,
// signed.

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../config.ts';
import type { RedisLink } from '../../stores/redis/link.ts';
import { type MasterSecret, openMasterSecret } from '../../stores/secrets/secrets.file.ts';
import { createSignedTexts, type SignedTexts, toOwnRedis } from './installation.ts';

export function toLineageFile({ data_dir: folder }: Pick<Config, 'data_dir'>): string {
  return join(folder, 'store-lineage');
}

/** The name of what they agree on, in Redis. */
export const lineageKey = 'store-lineage';
const everyMs = 1_000;

export interface KnownServers {
  /** The newest server that this node knows of, as text for the others. */
  newestServer(): string | undefined;
  /** Learns a server that another node knows. */
  learnServer(text: string): void;
}

/** Tells the others, and gives what they know. What was `forged` is put out of the way. */
type Exchange = (known: string, forged: string) => ReturnType<RedisLink['ask']>;

export interface LineageTalk {
  readonly exchange: Exchange;
  readonly signed: SignedTexts;
  /** The callback hears of every text that no node of this installation wrote. */
  readonly onForged: () => void;
}

export function createLineageTexts(secret: MasterSecret): SignedTexts {
  return createSignedTexts('store-lineage', secret);
}

/** Exchanges knowledge with other nodes until the caller ends it: what this node knows goes out, and what another one knows comes in. */
export function followNewestServer(store: KnownServers, talk: LineageTalk): () => void {
  const timer = setInterval(() => void talkOnce(store, talk), everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** Exchanges only signed texts. Otherwise a stranger who can write to Redis could name a false server, and every node would leave the real one. */
async function talkOnce(store: KnownServers, { exchange, signed, onForged }: LineageTalk): Promise<void> {
  const newest = store.newestServer();
  const known = newest === undefined ? '' : signed.sign(newest);
  const kept = await exchange(known, '');
  if (typeof kept !== 'string' || kept === '' || kept === known) return;
  const told = signed.open(kept);
  if (told !== undefined) return store.learnServer(told);
  onForged();
  await exchange(known, kept);
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
  { counters, secrets_dir: directory }: Pick<Config, 'counters' | 'secrets_dir'>,
  store: KnownServers,
  connect: () => Promise<Opened>,
  wait: (ms: number) => Promise<unknown> = sleep,
): Promise<Opened> {
  if (counters === null) return connect();
  async function hear(): Promise<void> {
    try {
      const secret = openMasterSecret({ directory, mayCreate: false });
      await exchangeOnce(counters as NonNullable<typeof counters>, secret, (exchange) =>
        talkOnce(store, { exchange, signed: createLineageTexts(secret), onForged: () => {} }),
      );
    } catch {
      // As without Redis.
    }
  }
  await hear();
  const known = store.newestServer();
  const opened = await connect();
  if (known !== undefined && store.newestServer() !== known) {
    await hear();
    await wait(heardMs);
  }
  return opened;
}

/**
 * Signs the newest server anew before an older generation of the master secret goes. Otherwise no node would believe what the nodes agreed on, and
 * each would report a forgery. If there is no Redis, the function does nothing.
 */
export async function signNewestServerAnew(
  { counters }: Pick<Config, 'counters'>,
  secret: MasterSecret,
): Promise<void> {
  if (counters === null) return;
  const signed = createLineageTexts(secret);
  await exchangeOnce(counters, secret, async (exchange) => {
    const kept = await exchange('', '');
    const told = typeof kept === 'string' && kept !== '' ? signed.open(kept) : undefined;
    if (told !== undefined) await exchange(signed.sign(told), kept as string);
  });
}

async function exchangeOnce(
  counters: NonNullable<Config['counters']>,
  secret: MasterSecret,
  talk: (exchange: Exchange) => Promise<void>,
): Promise<void> {
  const { askRedisOnce } = await import('../../stores/redis/ask-once.ts');
  await askRedisOnce(toOwnRedis(counters, secret), askMsMax, (client, toKey) =>
    talk((...texts) => client.confereNewest(toKey(lineageKey), ...texts)),
  );
}
