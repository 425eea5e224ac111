// What an edition of a list would tell of those who are watched, before it goes live. No watch moves, and nothing of it is kept.

import type { HitChange, HitChangeKind } from '../../../domain/screening/changes/hit-changes.ts';
import { toCustomerText } from '../../../domain/screening/clearance.ts';
import type { Screened } from '../../../domain/screening/screened.ts';
import type { ListPlace } from '../../key-owned/list-page.ts';
import type { KeyStore } from '../../keys/ports.ts';
import type { MarkCleared } from '../../screening/clearances/mark-cleared.ts';
import type { StoredWatch, WatchStore } from '../ports.ts';
import { type Between, createDescribeHits, type FoundHit } from './describe-hits.ts';
import { createReadCustomers, type ReadCustomersOptions } from './read-customers.ts';

/** A foreseen hit identifies a customer as the caller does: a company also by its number, a person only by the reference. */
export interface ForeseenHit extends Pick<FoundHit, 'kind' | 'cnpj' | 'reference' | 'row' | 'match' | 'strength'> {
  readonly watch: string;
}

export interface ForeseenHits {
  readonly watches: number;
  /** `customers` counts the customers that a notification would name, each once. */
  readonly customers: number;
  readonly counts: Readonly<Record<HitChangeKind, number>>;
  readonly hits: readonly ForeseenHit[];
  /** Tells whether a part of a watch is damaged, so that its members were not compared. */
  readonly isPartial: boolean;
}

interface ForeseeHitsOptions extends ReadCustomersOptions, WatchStores {
  readonly store: Pick<WatchStore, 'findList' | 'listOf'>;
  readonly markCleared: MarkCleared;
}

const readAtOnce = 100;

interface WatchStores {
  readonly store: Pick<WatchStore, 'listOf'>;
  readonly keys: Pick<KeyStore, 'find'>;
}

/**
 * Yields the live watches whose people and companies are looked up in the lists. A watch whose key is revoked is left out, because it notifies no
 * caller.
 */
export async function* listWatchesOfLists({ store, keys }: WatchStores): AsyncGenerator<StoredWatch> {
  let last: ListPlace | undefined;
  do {
    const page = await store.listOf(null, readAtOnce, last);
    for (const watch of page) {
      if (watch.mode !== 'live' || watch.lists === null) continue;
      const key = await keys.find(watch.keyId);
      if (key?.record.revokedAtMs === null) yield watch;
    }
    last = page.length === readAtOnce ? page.at(-1) : undefined;
  } while (last !== undefined);
}

export function createForeseeHits(options: ForeseeHitsOptions) {
  const readCustomers = createReadCustomers(options);
  const describeHits = createDescribeHits(options.markCleared);

  return async (
    compare: (screened: Screened) => readonly HitChange[],
    between: Between,
    signal: AbortSignal,
  ): Promise<ForeseenHits> => {
    const hits: ForeseenHit[] = [];
    const changed = new Set<string>();
    const counts = { new_hit: 0, ended_hit: 0, changed_hit: 0 };
    let [watches, isPartial] = [0, false];
    const onLost = () => {
      isPartial = true;
    };
    for await (const watch of listWatchesOfLists(options)) {
      watches++;
      for await (const customers of readCustomers(watch, onLost)) {
        for (const customer of customers) {
          signal.throwIfAborted();
          const changes = compare(customer.screened);
          if (changes.length === 0) continue;
          for (const told of await describeHits(changes, customer, 'live', between)) {
            const { kind, cnpj, reference, row, match, strength } = told;
            hits.push({ watch: watch.id, kind, cnpj, reference, row, match, strength });
            changed.add(toCustomerText(customer.screened));
            counts[kind]++;
          }
        }
      }
    }
    return { watches, customers: changed.size, counts, hits, isPartial };
  };
}
