// Keeps answers of a party for a while, encrypted, under names that reveal nothing: in this process, and behind it where several machines
// share them. Off unless the operator asks for it.

import { toObserver } from '../../../app/observer.ts';
import type { AnswerStore } from '../../../app/verify/ports.ts';
import type { Asked } from '../../reply.ts';
import { untilAborted } from '../deadline.ts';
import { type AnswerKeys, deriveAnswerKeys, type KeptOf } from './answer-keys.ts';
import { createSharedAnswers, type SharedOutcome } from './shared-answers.ts';

/** Neither rejects: a cache that fails costs a query, never an answer. */
export interface AnswerCache<Value> {
  find(asked: Asked): Promise<Value | undefined>;
  keep(asked: Asked, value: Value): Promise<void>;
}

interface CacheOptions extends KeptOf {
  /** `near` holds the answers of this process. */
  readonly near: AnswerStore;
  /** `shared` holds the answers of several machines. The value is undefined if no answers are shared. */
  readonly shared: AnswerStore | undefined;
  /** 32 bytes, asked for every time: after a rotation of the master secret nothing more is kept, or read, by the one before. */
  readonly secret: () => Uint8Array;
  readonly seconds: number;
  /** For one look at what is kept, here or with the others. */
  readonly sharedMsMax: number;
  readonly onShared?: ((outcome: SharedOutcome) => void) | undefined;
}

export function createAnswerCache<Value>(options: CacheOptions): AnswerCache<Value> {
  const { near, source } = options;
  const lifeMsMax = options.seconds * 1000;
  const getKeys = createKeysOf(options.secret);
  const shared =
    options.shared &&
    createSharedAnswers<Value>({
      ...options,
      store: options.shared,
      lifeMsMax,
      waitMsMax: options.sharedMsMax,
      onOutcome: toObserver(options.onShared),
    });

  const findNear = async ({ key }: Asked, keys: AnswerKeys): Promise<Value | undefined> => {
    const name = keys.toName('near', source, key);
    // Whoever asks has no deadline yet: a store that hangs must not hold them up.
    const kept = await untilAborted(near.find(name), AbortSignal.timeout(options.sharedMsMax), undefined);
    return kept?.kind === 'found' ? (JSON.parse(keys.toSeal(name).open(kept.sealed, name)) as Value) : undefined;
  };
  const keepNear = async ({ key }: Asked, keys: AnswerKeys, value: Value, lifeMs: number): Promise<void> => {
    const name = keys.toName('near', source, key);
    await near.keep(name, keys.toSeal(name).close(JSON.stringify(value), name), lifeMs);
  };

  return {
    async find(asked) {
      try {
        const keys = getKeys();
        const value = await findNear(asked, keys).catch(() => undefined);
        if (value !== undefined || shared === undefined) return value;
        const found = await shared.find(asked, keys);
        if (found !== undefined) await keepNear(asked, keys, found.value, found.lifeMs);
        return found?.value;
      } catch {
        return undefined;
      }
    },
    async keep(asked, value) {
      try {
        const keys = getKeys();
        await keepNear(asked, keys, value, lifeMsMax);
        await shared?.keep(asked, keys, value);
      } catch {
        // The party will be asked again.
      }
    },
  };
}

/** Derived once for each generation. */
export function createKeysOf(secret: () => Uint8Array): () => AnswerKeys {
  let known: { readonly of: Uint8Array; readonly keys: AnswerKeys } | undefined;
  return () => {
    const newest = secret();
    if (known?.of !== newest) known = { of: newest, keys: deriveAnswerKeys(newest) };
    return known.keys;
  };
}
