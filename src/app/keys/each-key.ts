// All keys, one after the other, without all of them in memory.

import type { KeyRecord } from '../../domain/access/api-key.ts';
import type { ListPlace } from '../key-owned/list-page.ts';
import type { KeyStore } from './ports.ts';

const limit = 1_000;

export async function* eachKey(keys: Pick<KeyStore, 'list'>): AsyncGenerator<KeyRecord> {
  let after: ListPlace | undefined;
  for (;;) {
    const page = await keys.list({ limit, after });
    yield* page;
    if (page.length < limit) return;
    after = page.at(-1);
  }
}
