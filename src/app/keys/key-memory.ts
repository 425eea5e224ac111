// What a node has seen of the states of its keys, kept apart from the database: one that was restored from an older backup knows nothing of
// what was revoked or changed since, and whoever held such a key may use it again.

import type { Clock } from '../clock.ts';
import type { KeyState, KeyStore } from './ports.ts';

export interface SeenState extends KeyState {
  readonly atMs: number;
}

export interface KeyMemory {
  /** The oldest first. */
  list(): readonly SeenState[];
  add(states: readonly SeenState[]): void;
}

/** What the database no longer knows. */
export interface LostChange {
  readonly id: string;
  readonly lost: 'revocation' | 'change';
  /** When this node saw it. */
  readonly seenAtMs: number;
}

/** A revocation is for good, and a state that was followed by another does not come back by itself. */
export function findLostChanges(memory: Pick<KeyMemory, 'list'>, now: readonly KeyState[]): readonly LostChange[] {
  const seen = Map.groupBy(memory.list(), ({ id }) => id);
  return now.flatMap(({ id, isRevoked, fingerprint }): LostChange[] => {
    const states = seen.get(id) ?? [];
    const last = states.at(-1);
    if (isRevoked || last === undefined) return [];
    const revoked = states.find((state) => state.isRevoked);
    if (revoked !== undefined) return [{ id, lost: 'revocation', seenAtMs: revoked.atMs }];
    const isOlder = last.fingerprint !== fingerprint && states.some((state) => state.fingerprint === fingerprint);
    return isOlder ? [{ id, lost: 'change', seenAtMs: last.atMs }] : [];
  });
}

export interface RememberedKeys extends KeyStore {
  /** `isLive`: the database told of a change since the last look. Else it may be an older one than before, and only what was never seen is news. */
  look(isLive: boolean): Promise<void>;
  listLost(): Promise<readonly LostChange[]>;
}

/** Every change that is made by this store is remembered, and so are those of others that `look` finds. */
export function withKeyMemory(keys: KeyStore, memory: KeyMemory, clock: Clock): RememberedKeys {
  let lastLook: ReadonlySet<string> | undefined;

  function add(states: readonly KeyState[]): void {
    const atMs = clock.nowMs();
    if (states.length > 0) memory.add(states.map((state) => ({ ...state, atMs })));
  }

  const toNews = (states: readonly KeyState[]) => {
    const seen = new Set(memory.list().map(toText));
    return states.filter((state) => !seen.has(toText(state)));
  };

  async function remember<Outcome>(id: string, change: () => Promise<Outcome>): Promise<Outcome> {
    const before = await keys.findState(id);
    const outcome = await change();
    try {
      const after = await keys.findState(id);
      const isChanged = after !== undefined && (before === undefined || toText(after) !== toText(before));
      add([...(before === undefined ? [] : toNews([before])), ...(isChanged ? [after] : [])]);
    } catch {
      // The change itself holds. A folder that takes no writes is told of by the audit, which remembers its ends there.
    }
    return outcome;
  }

  return {
    ...keys,
    revoke: (id, atMs) => remember(id, () => keys.revoke(id, atMs)),
    update: (id, change) => remember(id, () => keys.update(id, change)),
    replaceHash: (id, replacement) => remember(id, () => keys.replaceHash(id, replacement)),
    async look(isLive) {
      const before = isLive ? lastLook : undefined;
      // Until it has succeeded: after one that fails nobody can tell what is new.
      lastLook = undefined;
      const states = await keys.listStates();
      lastLook = new Set(states.map(toText));
      add(before === undefined ? toNews(states) : states.filter((state) => !before.has(toText(state))));
    },
    listLost: async () => findLostChanges(memory, await keys.listStates()),
  };
}

function toText({ id, isRevoked, fingerprint }: KeyState): string {
  return `${id} ${fingerprint} ${isRevoked}`;
}
