// Identical questions in flight are made once. A waiter that gives up leaves; the call ends when the last one has left.

import type { Ask, Failure, Reply } from '../reply.ts';

interface Shared<Value> {
  readonly result: Promise<Reply<Value>>;
  readonly controller: AbortController;
  waiters: number;
}

const givenUp: Failure = { kind: 'failed', reason: 'timeout', sent: true };
/** A call that was told to end has this long to settle. */
const settleMsMax = 20;

/** `toKey` must hold everything that the request depends on. Keys stay in memory and are gone with the call. */
export function withCoalescing<Query, Value>(
  askOnce: Ask<Query, Value>,
  toKey: (query: Query) => string,
): Ask<Query, Value> {
  const calls = new Map<string, Shared<Value>>();

  const start = (key: string, query: Query, purpose: string | null): Shared<Value> => {
    const controller = new AbortController();
    const result = askOnce(query, controller.signal, purpose).finally(() => {
      if (calls.get(key)?.controller === controller) calls.delete(key);
    });
    const shared = { result, controller, waiters: 0 };
    calls.set(key, shared);
    return shared;
  };

  return (query, signal, purpose) => {
    if (signal.aborted) return Promise.resolve({ kind: 'failed', reason: 'timeout', sent: false });
    const key = toKey(query);
    const shared = calls.get(key) ?? start(key, query, purpose);
    shared.waiters++;
    return new Promise((resolve, reject) => {
      const leave = () => {
        shared.waiters--;
        if (shared.waiters > 0) return resolve(givenUp);
        // Nobody may join a call that is being given up.
        if (calls.get(key) === shared) calls.delete(key);
        shared.controller.abort(signal.reason);
        // The call knows best how far it came, and says so at once. One that does not is not waited for.
        setTimeout(() => resolve(givenUp), settleMsMax);
      };
      signal.addEventListener('abort', leave, { once: true });
      shared.result.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
    });
  };
}
