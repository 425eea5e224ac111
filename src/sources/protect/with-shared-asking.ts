// The same question that several processes have at the same moment, on one machine or several, is asked by one of them, and the others
// get its answer. Where they cannot come to terms, each asks for itself: that costs a call, never an answer.

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { QuestionState, QuestionStore, QuestionTurn } from '../../app/verify/ports.ts';
import { toBackoffMs } from '../../app/waiting/backoff.ts';
import type { Ask, Reply } from '../reply.ts';
import { isGivenUp, untilAborted } from './deadline.ts';
import { type AnswerKeys, type KeptOf, tryToOpen } from './kept/answer-keys.ts';

/** Finds paid answers of other processes and keeps those of this one. Neither method rejects. */
export interface Buying<Query, Value> {
  /** Finds an answer that was bought no longer ago than `ageMsMax`. */
  find(query: Query, ageMsMax: number, purpose: string | null): Promise<Reply<Value> | undefined>;
  keep(query: Query, reply: Reply<Value>, purpose: string | null): Promise<void>;
}

export interface SharedAskingOptions<Query, Value> extends KeptOf {
  readonly store: QuestionStore;
  readonly keys: () => AnswerKeys;
  /** The text changes if the question would be a different one. Callers with the same text take turns. */
  readonly asking: string;
  /** All that the request depends on. */
  readonly toKey: (query: Query) => string;
  /**
   * A store that does not answer is waited for so long, by all who ask in that time together: what a second call costs is worth it. After that
   * each process asks for itself, until the store is back.
   */
  readonly waitMsMax: number;
  /** The source calls this for an answer that another process got. */
  readonly onJoined: () => void;
  /** The source calls this where nobody could tell whether another process asks the same, so that the call may be the second one. */
  readonly onAlone: (why: AskedAlone) => void;
  /** The value is undefined if answers are not kept. */
  readonly buying?: Buying<Query, Value> | undefined;
}

/** `late`: the store did not answer in time. `unreachable`: it was away. `unreadable`: the answer that another process left cannot be used. */
export type AskedAlone = 'late' | 'unreachable' | 'unreadable';

/** A process that dies keeps the others waiting for so long; one that asks prolongs it. */
const turnMs = 3_000;
const prolongEveryMs = 1_000;
/** Waiting processes look this often, and the answer stays available to them for some looks. */
const looks = { firstMs: 10, maxMs: 100 };
const leftMs = 1_000;
/** A store that was waited for in vain gets this share of the time again, so that its return is noticed. */
const shareWhileLost = 1 / 20;

interface Asking<Query> {
  readonly query: Query;
  readonly signal: AbortSignal;
  readonly purpose: string | null;
}

const unreachable = { kind: 'unreachable' } as const;

type Taken = QuestionState | { readonly kind: 'alone'; readonly why: AskedAlone };

export function withSharedAsking<Query, Value>(
  askOnce: Ask<Query, Value>,
  options: SharedAskingOptions<Query, Value>,
): Ask<Query, Value> {
  const { store, clock, source, making, toKey, onJoined, onAlone, waitMsMax, buying } = options;
  /** The signal aborts when the store has been waited for long enough. The value is undefined while it answers. */
  let lost: AbortSignal | undefined;
  const askAlone = buying === undefined ? askOnce : withBuying(askOnce, buying);

  /**
   * Who has the turn after a process that ended its own finds what that one bought. Nothing older: the reply goes to everybody who has the
   * question at this moment, and the purpose of another may not allow what this one's does.
   */
  const findOrAsk = async ({ query, signal, purpose }: Asking<Query>, startedMs: number): Promise<Reply<Value>> =>
    (await buying?.find(query, clock.monotonicMs() - startedMs + leftMs, purpose)) ??
    (await askOnce(query, signal, purpose));

  /** Keeps the answer before the turn ends, so that no other process takes the turn before the answer can be found. */
  const keep = async ({ query, purpose }: Asking<Query>, reply: Reply<Value>): Promise<void> => {
    if (buying === undefined) return;
    await untilAborted(buying.keep(query, reply, purpose), AbortSignal.timeout(waitMsMax), undefined);
  };

  async function askInTurn(
    turn: QuestionTurn,
    asking: Asking<Query>,
    { startedMs, toSealed }: { readonly startedMs: number; readonly toSealed: (text: string) => Uint8Array },
  ) {
    const prolonging = setInterval(() => void turn.prolong().catch(() => {}), prolongEveryMs).unref();
    const end = async (reply?: Reply<Value>): Promise<void> => {
      // What failed here may succeed from where the next one stands.
      const isLeft = reply !== undefined && reply.kind !== 'failed';
      if (isLeft) await keep(asking, reply);
      // An order that has left: the next one must find its id.
      if (reply?.kind === 'failed') await Promise.allSettled([reply.placing]);
      clearInterval(prolonging);
      await turn.end(isLeft ? { sealed: toSealed(JSON.stringify(reply)), lifeMs: leftMs } : undefined);
    };
    let reply: Reply<Value> | undefined;
    try {
      reply = await findOrAsk(asking, startedMs);
      return reply;
    } finally {
      // Not waited for: the caller needs the answer.
      void end(reply).catch(() => {});
    }
  }

  /** A store that hangs must not hold anybody up; a turn that comes too late is given back. */
  async function take(name: string, asker: string, signal: AbortSignal): Promise<Taken> {
    const taking = store.take(name, turnMs, asker).catch(() => unreachable);
    const waitMs = lost?.aborted === true ? Math.ceil(waitMsMax * shareWhileLost) : waitMsMax;
    const state = await untilAborted(taking, AbortSignal.any([signal, AbortSignal.timeout(waitMs)]), undefined);
    if (state === undefined) {
      if (!isGivenUp(signal)) lost = AbortSignal.abort();
      void taking.then((late) => (late.kind === 'mine' ? late.turn.end() : undefined)).catch(() => {});
      return { kind: 'alone', why: 'late' };
    }
    if (state.kind !== 'unreachable') {
      lost = undefined;
      return state;
    }
    lost ??= AbortSignal.timeout(waitMsMax);
    return lost.aborted ? { kind: 'alone', why: 'unreachable' } : state;
  }

  return async (query, signal, purpose) => {
    const startedMs = clock.monotonicMs();
    const keys = options.keys();
    const key = toKey(query);
    const asker = randomUUID();
    const name = keys.toName('question', 'live', source, options.asking, key);
    // Who reads answers in another way, such as before a change of the mapping, cannot open what was left.
    const left = keys.toName('question', 'live', source, making, key);
    const toSealed = (text: string) => keys.toSeal(left).close(text, left);
    for (let looked = 1; !signal.aborted; looked++) {
      const state = await take(name, asker, signal);
      // Whoever has no time left asks nobody.
      if (signal.aborted && state.kind === 'alone') break;
      if (state.kind === 'mine') return askInTurn(state.turn, { query, signal, purpose }, { startedMs, toSealed });
      if (state.kind === 'alone') {
        onAlone(state.why);
        return askAlone(query, signal, purpose);
      }
      if (state.kind === 'answered') {
        const reply = tryToOpen(keys, left, state.sealed) as Reply<Value> | undefined;
        if (reply === undefined) {
          onAlone('unreadable');
          return askAlone(query, signal, purpose);
        }
        onJoined();
        return reply;
      }
      await sleep(toBackoffMs(looked, looks), undefined, { signal }).catch(() => {});
    }
    // Whoever waited for the store has lost all of its time by it. Those who come now do not.
    if (lost !== undefined && !isGivenUp(signal)) lost = AbortSignal.abort();
    return { kind: 'failed', reason: 'timeout', sent: false };
  };
}

/** Wraps the call of one process that asks for itself. */
export function withBuying<Query, Value>(askOnce: Ask<Query, Value>, buying: Buying<Query, Value>): Ask<Query, Value> {
  return async (query, signal, purpose) => {
    const reply = await askOnce(query, signal, purpose);
    // Not waited for: the caller needs the answer, and nothing else.
    void buying.keep(query, reply, purpose);
    return reply;
  };
}
