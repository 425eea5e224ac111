// The batches and watches of all keys, for the operator: how they stand, never what is in them. Each deletion is written down first.

import type { StoredBatch } from '../../app/batches/ports.ts';
import type { StoredWatch } from '../../app/watches/ports.ts';
import { systemClock } from '../../clock.ts';
import type { Config } from '../../config.ts';
import type { KeyId } from '../../domain/access/api-key.ts';
import { openStores, type Stores } from '../parts/stores.ts';
import { recordAct } from './audit/operator-act.ts';

export interface ListOrder {
  /** The list covers this key alone; null covers all keys and the console's operators. */
  readonly keyId: string | null;
  readonly limit: number;
}

export interface KeyThings<Thing> {
  /** The newest first. */
  list(order: ListOrder): Promise<readonly Thing[]>;
  /** Returns undefined if the item does not exist or no longer exists. */
  find(id: string): Promise<Thing | undefined>;
  /** Returns false if the item does not exist or no longer exists. */
  delete(id: string): Promise<boolean>;
}

const idsAtOnce = 1_000;

export function withBatches<Result>(config: Config, use: (batches: KeyThings<StoredBatch>) => Promise<Result>) {
  return withStores(config, ({ batches }) => {
    /** Ids sort by time. */
    async function* listIds(): AsyncGenerator<string> {
      const ids: string[] = [];
      for (let after = ''; ; after = ids.at(-1) as string) {
        const some = await batches.listAll(after, idsAtOnce);
        if (some.length === 0) break;
        ids.push(...some.map(({ id }) => id));
      }
      yield* ids.reverse();
    }
    return use({
      async list({ keyId, limit }) {
        const found: StoredBatch[] = [];
        for await (const id of listIds()) {
          if (found.length === limit) break;
          const batch = await batches.find(id);
          if (batch !== undefined && (keyId === null || batch.keyId === keyId)) found.push(batch);
        }
        return found;
      },
      find: (id) => batches.find(id),
      async delete(id) {
        const batch = await batches.find(id);
        if (batch === undefined) return false;
        await recordAct(config, 'batch_deleted', id);
        return batches.delete(id, batch.keyId);
      },
    });
  });
}

export function withWatches<Result>(config: Config, use: (watches: KeyThings<StoredWatch>) => Promise<Result>) {
  return withStores(config, ({ watches }) =>
    use({
      list: ({ keyId, limit }) => watches.listOf(keyId as KeyId | null, limit),
      find: (id) => watches.find(id),
      async delete(id) {
        const watch = await watches.find(id);
        if (watch === undefined) return false;
        await recordAct(config, 'watch_deleted', id);
        return watches.delete(id, watch.keyId);
      },
    }),
  );
}

async function withStores<Result>(config: Config, use: (stores: Stores) => Promise<Result>): Promise<Result> {
  await using stores = await openStores(config, systemClock);
  return await use(stores);
}
