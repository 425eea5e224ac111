// One watch in one comparison of lists: its customers part by part, the hits of which it is told, and the step that finishes it. Killed in the
// middle, it is compared again from its beginning; nothing of half of it is ever shown.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { isUsable } from '../../../domain/access/api-key.ts';
import type { HitChange } from '../../../domain/screening/changes/hit-changes.ts';
import type { Clock } from '../../clock.ts';
import type { CreateEvent } from '../../events/new-event.ts';
import type { PlainTurn } from '../../jobs/watched-work.ts';
import type { KeyStore } from '../../keys/ports.ts';
import type { MarkCleared } from '../../screening/clearances/mark-cleared.ts';
import { type Appended, createAppendTold } from '../append-told.ts';
import type { StoredWatch, WatchStore } from '../ports.ts';
import type { WatchedHit } from '../told-changes.ts';
import { type Between, type Customer, createDescribeHits } from './describe-hits.ts';
import type { OpenListComparison } from './list-comparer.ts';
import { type DatedPoint, neverCompared, writePoint } from './lists-point.ts';
import { createReadCustomers, type ReadCustomersOptions } from './read-customers.ts';
import type { RecordTold } from './record-told.ts';

export interface CompareWatchOptions extends ReadCustomersOptions {
  readonly store: WatchStore;
  readonly keys: Pick<KeyStore, 'find'>;
  readonly markCleared: MarkCleared;
  readonly recordTold: RecordTold;
  /** Returns the subject name that the audit uses. Returns null for a company, and for a person with neither CPF nor document. */
  readonly findSubject: (hit: Pick<WatchedHit, 'cpf' | 'identityDocument'>) => string | null;
  readonly clock: Clock;
  readonly createEvent: CreateEvent;
}

export interface Pass extends Between {
  readonly comparison: OpenListComparison;
  readonly turn: PlainTurn;
}

type ChangesOf = ReadonlyMap<Customer, readonly HitChange[]>;

/** The reader reads this many parts of a watch ahead of the first answer, so that the comparing thread never waits for one. */
const partsAhead = 4;

export function createCompareWithLists(options: CompareWatchOptions) {
  const { store, keys, clock, createEvent, findSubject } = options;
  const describeHits = createDescribeHits(options.markCleared);
  const appendTold = createAppendTold(store, options.seal);
  const readCustomers = createReadCustomers(options);

  /** Yields the changes of each part, in the order of the parts. */
  async function* compareParts(watch: StoredWatch, { comparison, turn }: Pass, onLost: () => void) {
    const waiting: Promise<ChangesOf>[] = [];
    for await (const customers of readCustomers(watch, onLost)) {
      turn.signal.throwIfAborted();
      turn.beat();
      const changes = compareSome(customers, comparison);
      // One that fails while an earlier one is waited for is met in its turn.
      changes.catch(() => {});
      waiting.push(changes);
      if (waiting.length === partsAhead) yield await (waiting.shift() as Promise<ChangesOf>);
      // Others are answered meanwhile.
      else await nextTurn();
    }
    for (const changes of waiting) yield await changes;
  }

  async function* findHits(watch: StoredWatch, pass: Pass, onLost: () => void): AsyncGenerator<readonly WatchedHit[]> {
    for await (const part of compareParts(watch, pass, onLost)) {
      const hits: WatchedHit[] = [];
      for (const [customer, changes] of part) {
        const told = await describeHits(changes, customer, watch.mode, pass);
        if (told.length === 0) continue;
        // One who was erased since is not written down again; it is not finished then, and made again with the list that is there.
        if ((await store.find(watch.id))?.rewrites !== watch.rewrites) return;
        const request_id = await options.recordTold(customer.screened, watch);
        hits.push(...told.map((hit) => ({ ...hit, request_id })));
      }
      yield hits;
    }
  }

  /** `resting`: its key is expired and may come back, or it is over and about to be deleted. It stays where it is, so that no hit is lost. */
  async function findState({ keyId, untilMs }: StoredWatch): Promise<'awake' | 'resting' | 'nobodys'> {
    const key = (await keys.find(keyId))?.record;
    if (key === undefined || key.revokedAtMs !== null) return 'nobodys';
    const nowMs = clock.nowMs();
    return isUsable(key, nowMs) && (untilMs === null || untilMs > nowMs) ? 'awake' : 'resting';
  }

  async function compare(id: string, pass: Pass): Promise<void> {
    const watch = await store.find(id);
    if (watch?.lists !== writePoint(pass.before)) return;
    const state = await findState(watch);
    // Nobody can read it any more, nor delete it.
    if (state === 'nobodys') return void (await store.delete(id, watch.keyId));
    if (state === 'resting') return;
    await store.discardUnfinished(id);
    const { gone, isEmpty } = pass.comparison;
    let isMissed = gone.length > 0;
    const onLost = () => {
      isMissed = true;
    };
    const hits = findHits(watch, pass, onLost);
    const found = isEmpty ? { told: [], lastChange: watch.lastChange } : await appendTold(watch, hits);
    pass.turn.signal.throwIfAborted();
    const isFinished = await store.finish(id, {
      from: watch,
      snapshot: watch.snapshot,
      lists: writePoint(pass.after),
      lastChange: found.lastChange,
      comparedAtMs: clock.nowMs(),
      isMissed,
      withdrawn: pass.withdrawn ?? (watch.lists === neverCompared ? (watch.withdrawn ?? undefined) : undefined),
      event: toEvent(watch, found, isMissed, pass.after),
    });
    // Somebody may have been erased meanwhile, of whom it found a hit.
    if (!isFinished) await store.discardUnfinished(id);
  }

  /** Neither numbers nor names leave the house: who is told reads them with the key. */
  function toEvent(
    watch: StoredWatch,
    { told, lastChange }: Appended<WatchedHit>,
    isMissed: boolean,
    { day }: DatedPoint,
  ) {
    const total = lastChange - watch.lastChange;
    if (total === 0 && !isMissed) return null;
    const about = told.map(findSubject);
    const data = {
      watch_id: watch.id,
      compared_on: day,
      missed: isMissed,
      hits_total: total,
      hits: told.map(({ cursor, kind, list, row, match, strength, state }) => ({
        ...{ cursor, kind, list, row, match, strength, state },
      })),
      after: String(watch.lastChange),
    };
    return createEvent(watch, 'watch.hits', data, { about });
  }

  return {
    /** Tells whether the watch has something to compare now. A watch that belongs to no key is compared as well, and that comparison deletes it. */
    isDue: async (watch: StoredWatch) => (await findState(watch)) !== 'resting',
    compare,
  };
}

async function compareSome(customers: readonly Customer[], comparison: OpenListComparison): Promise<ChangesOf> {
  const changes = await comparison.compare(customers.map(({ screened }) => screened));
  return Map.groupBy(changes, ({ customer }) => customers[customer] as Customer);
}
