// How the nodes agree on which database server is the newest: each keeps what it knows in its data directory, and tells it by Redis.

import { join } from 'node:path';
import type { Config } from '../../config.ts';
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
