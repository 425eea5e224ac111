// What is kept of a question to a party for longer than a moment: sealed, under a name that does not tell about whom, and found by what
// the audit calls the person. Whatever the store says, an entry comes out of here only where this installation sealed it.

import type { BoughtAnswer, BoughtAnswerStore, QuestionStore } from '../../../app/verify/ports.ts';
import type { Asked } from '../../reply.ts';
import { type AnswerKeys, type KeptOf, pad, tryToOpen } from './answer-keys.ts';

/** Where they lie, and by what secrets. */
export interface BoughtParts {
  readonly store: BoughtAnswerStore;
  /**
   * Returns the keys of every generation of the secret, the newest first. The newest one names and seals; older ones find the entries that they
   * have named.
   */
  readonly keys: () => readonly AnswerKeys[];
  /** Returns the keys that open entries, if these are not all. Entries of a retired generation were sealed again under their old names. */
  readonly openingKeys?: () => readonly AnswerKeys[];
  /** The value is undefined if no other process could ask the same. */
  readonly questions?: QuestionStore | undefined;
  /** Returns the audit's name for this person. */
  readonly toSubject: (number: string) => string;
}

interface SealedEntriesOptions extends BoughtParts, KeptOf {
  /** `kind` names the kind of the entries. Entries of another kind have other names. */
  readonly kind: string;
}

/** All reject where the store fails, or what it gave cannot be opened. */
interface SealedEntries<Entry> {
  find(asked: Asked): Promise<Entry | undefined>;
  /** Keeps an entry in place of an older one. */
  keep(asked: Asked, entry: Entry, times: { readonly atMs: number; readonly expiresAtMs: number }): Promise<void>;
  /** Deletes it, whichever generation named it. */
  end(asked: Asked): Promise<void>;
}

/** A store that fails never costs an answer: the listener hears of it, and the work gives nothing. */
export function createGuard(onFault: (error: unknown) => void) {
  return async <Result>(work: () => Promise<Result>): Promise<Result | undefined> => {
    try {
      return await work();
    } catch (error) {
      onFault(error);
      return undefined;
    }
  };
}

export function createSealedEntries<Entry>(options: SealedEntriesOptions): SealedEntries<Entry> {
  const { store, clock, kind, source, making } = options;
  const toName = (keys: AnswerKeys, { key }: Asked) => keys.toName(kind, 'live', source, making, key);
  return {
    async find(asked) {
      const generations = options.keys();
      const names = generations.map((keys) => toName(keys, asked));
      const found = await store.find(names, clock.nowMs());
      if (found === undefined || !names.includes(found.name)) return undefined;
      return openEntry(options.openingKeys?.() ?? generations, found) as Entry;
    },
    async keep(asked, entry, { atMs, expiresAtMs }) {
      const [newest] = options.keys();
      if (newest === undefined) return;
      const name = toName(newest, asked);
      const sealed = newest.toSeal(name).close(pad(JSON.stringify(entry)), name);
      await store.keep({ name, subject: options.toSubject(asked.number), sealed, boughtAtMs: atMs, expiresAtMs });
    },
    async end(asked) {
      await Promise.all(options.keys().map((keys) => store.end(toName(keys, asked), [])));
    },
  };
}

function openEntry(
  generations: readonly AnswerKeys[],
  { name, sealed }: Pick<BoughtAnswer, 'name' | 'sealed'>,
): unknown {
  for (const keys of generations) {
    const entry = tryToOpen(keys, name, sealed);
    if (entry !== undefined) return entry;
  }
  throw new Error('What was kept is damaged, or was sealed with another secret');
}
