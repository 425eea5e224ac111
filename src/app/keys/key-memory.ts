// What a node has seen of the states of its keys, kept apart from the database: one that was restored from an older backup, or that somebody
// edited, knows nothing of what was revoked or changed since. A revocation holds all the same; of another change the operator is told.

import type { KeyId, KeyRecord } from '../../domain/access/api-key.ts';
import type { Clock } from '../clock.ts';
import { andThen } from '../eventual.ts';
import type { KeyState, KeyStore } from './ports.ts';

export interface SeenState extends KeyState {
  readonly atMs: number;
}

export interface KeyMemory {
  /** The oldest first. */
  list(): readonly SeenState[];
  add(states: readonly SeenState[]): void;
  /** When the key was seen as revoked, by any process of this node; asked for each request. */
  findRevokedMs(id: string): number | undefined;
}

/** A lost change describes an act on a key that the database no longer knows. */
export interface LostChange {
  readonly id: string;
  readonly lost: 'revocation' | 'change';
  /** This node saw the change at this time. */
  readonly seenAtMs: number;
}

/** A revocation is for good, and a state that was followed by another does not come back by itself. */
export async function findLostChanges(
  memory: Pick<KeyMemory, 'list'>,
  now: AsyncIterable<KeyState>,
): Promise<readonly LostChange[]> {
  const seen = Map.groupBy(memory.list(), ({ id }) => id);
  const lost: LostChange[] = [];
  for await (const state of now) lost.push(...judgeState(state, seen.get(state.id) ?? []));
  return lost;
}

function judgeState({ id, isRevoked, fingerprint }: KeyState, seen: readonly SeenState[]): readonly LostChange[] {
  const last = seen.at(-1);
  if (isRevoked || last === undefined) return [];
  const revoked = seen.find((state) => state.isRevoked);
  if (revoked !== undefined) return [{ id, lost: 'revocation', seenAtMs: revoked.atMs }];
  const isOlder = last.fingerprint !== fingerprint && seen.some((state) => state.fingerprint === fingerprint);
  return isOlder ? [{ id, lost: 'change', seenAtMs: last.atMs }] : [];
}

export interface RememberedKeys extends KeyStore {
  /** `isLive`: the database told of a change since the last look. Else it may be an older one than before, and only what was never seen is news. */
  look(isLive: boolean): Promise<void>;
  listLost(): Promise<readonly LostChange[]>;
  /** These were revoked then, as somebody knows who saw it: this node did not. */
  refuse(revoked: readonly { readonly id: string; readonly atMs: number }[]): void;
}

interface KeyMemoryOptions {
  readonly memory: KeyMemory;
  readonly clock: Clock;
  /** A key that this node has seen as revoked, and that the database shows as good. */
  readonly onPutBack: (id: KeyId) => void;
}

/** Every change that is made by this store is remembered, and so are those of others that `look` finds. */
export function withKeyMemory(keys: KeyStore, { memory, clock, onPutBack }: KeyMemoryOptions): RememberedKeys {
  let lastLook: ReadonlySet<string> | undefined;

  function add(states: readonly KeyState[]): void {
    const atMs = clock.nowMs();
    if (states.length > 0) memory.add(states.map((state) => ({ ...state, atMs })));
  }

  const toNews = (states: readonly KeyState[]) => {
    const seen = new Set(memory.list().map(toStateText));
    return states.filter((state) => !seen.has(toStateText(state)));
  };

  async function remember<Outcome>(id: string, change: () => Promise<Outcome>): Promise<Outcome> {
    const before = await keys.findState(id);
    const outcome = await change();
    try {
      const after = await keys.findState(id);
      const isChanged = after !== undefined && (before === undefined || toStateText(after) !== toStateText(before));
      add([...(before === undefined ? [] : toNews([before])), ...(isChanged ? [after] : [])]);
    } catch {
      // The change itself holds. A folder that takes no writes is told of by the audit, which remembers its ends there.
    }
    return outcome;
  }

  /** Returns the key as this node knows it: a revocation is permanent. */
  function toKnown(key: KeyRecord): KeyRecord {
    const revokedAtMs = key.revokedAtMs === null ? memory.findRevokedMs(key.id) : undefined;
    if (revokedAtMs === undefined) return key;
    onPutBack(key.id);
    return { ...key, revokedAtMs };
  }

  /** The row itself may be revoked again, and nothing else: then the database knows it, too. */
  const isRevoked = (id: string) => memory.findRevokedMs(id) !== undefined;

  return {
    ...keys,
    findByHash: (hash) => andThen(keys.findByHash(hash), (key) => key && toKnown(key)),
    async find(id) {
      const found = await keys.find(id);
      return found && { ...found, record: toKnown(found.record) };
    },
    revoke: (id, atMs) => remember(id, () => keys.revoke(id, atMs)),
    update: async (id, change) => (isRevoked(id) ? { kind: 'revoked' } : remember(id, () => keys.update(id, change))),
    replaceHash: async (id, replacement) =>
      isRevoked(id) ? { kind: 'revoked' } : remember(id, () => keys.replaceHash(id, replacement)),
    async look(isLive) {
      const before = isLive ? lastLook : undefined;
      // Until it has succeeded: after one that fails nobody can tell what is new.
      lastLook = undefined;
      const known = before ?? new Set(memory.list().map(toStateText));
      const now = new Set<string>();
      const news: KeyState[] = [];
      for await (const state of keys.eachState()) {
        const text = toStateText(state);
        now.add(text);
        if (!known.has(text)) news.push(state);
      }
      lastLook = now;
      add(news);
    },
    refuse(revoked) {
      if (revoked.length === 0) return;
      try {
        memory.add(revoked.map(({ id, atMs }) => ({ id, atMs, isRevoked: true, fingerprint: 'unseen' })));
      } catch {
        // This process knows it all the same.
      }
    },
    listLost: () => findLostChanges(memory, keys.eachState()),
  };
}

function toStateText({ id, isRevoked, fingerprint }: KeyState): string {
  return `${id} ${fingerprint} ${isRevoked}`;
}
