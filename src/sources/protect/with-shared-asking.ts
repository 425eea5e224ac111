// The same question that several processes have at the same moment, on one machine or several, is asked by one of them, and the others
// get its answer. Where they cannot come to terms, each asks for itself: that costs a call, never an answer.

import { setTimeout as sleep } from 'node:timers/promises';
import type { QuestionState, QuestionStore, QuestionTurn } from '../../app/verify/ports.ts';
import { toBackoffMs } from '../../app/waiting/backoff.ts';
import type { Ask, Reply } from '../reply.ts';
import { untilAborted } from './deadline.ts';
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
  /** One look at the current asker may take this long. After that, this process asks for itself. */
  readonly waitMsMax: number;
  /** The source calls this for an answer that another process got. */
  readonly onJoined: () => void;
  /** The value is undefined if answers are not kept. */
  readonly buying?: Buying<Query, Value> | undefined;
}

/** A process that dies keeps the others waiting for so long; one that asks prolongs it. */
const turnMs = 3_000;
const prolongEveryMs = 1_000;
/** Waiting processes look this often, and the answer stays available to them for some looks. */
const looks = { firstMs: 10, maxMs: 100 };
const leftMs = 1_000;

interface Asking<Query> {
  readonly query: Query;
  readonly signal: AbortSignal;
  readonly purpose: string | null;
}

const unreachable = { kind: 'unreachable' } as const;

export function withSharedAsking<Query, Value>(
  askOnce: Ask<Query, Value>,
  options: SharedAskingOptions<Query, Value>,
): Ask<Query, Value> {
  const { store, clock, source, making, toKey, onJoined, waitMsMax, buying } = options;
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
  async function take(name: string, signal: AbortSignal): Promise<QuestionState> {
    const taking = store.take(name, turnMs).catch(() => unreachable);
    const state = await untilAborted(taking, AbortSignal.any([signal, AbortSignal.timeout(waitMsMax)]), undefined);
    if (state === undefined)
      void taking.then((late) => (late.kind === 'mine' ? late.turn.end() : undefined)).catch(() => {});
    return state ?? unreachable;
  }

  return async (query, signal, purpose) => {
    const startedMs = clock.monotonicMs();
    const keys = options.keys();
    const key = toKey(query);
    const name = keys.toName('question', 'live', source, options.asking, key);
    // Who reads answers in another way, such as before a change of the mapping, cannot open what was left.
    const left = keys.toName('question', 'live', source, making, key);
    const toSealed = (text: string) => keys.toSeal(left).close(text, left);
    for (let looked = 1; !signal.aborted; looked++) {
      const state = await take(name, signal);
      // Whoever has no time left asks nobody.
      if (signal.aborted && state.kind === 'unreachable') break;
      if (state.kind === 'mine') return askInTurn(state.turn, { query, signal, purpose }, { startedMs, toSealed });
      if (state.kind === 'unreachable') return askAlone(query, signal, purpose);
      if (state.kind === 'answered') {
        const reply = tryToOpen(keys, left, state.sealed) as Reply<Value> | undefined;
        if (reply === undefined) return askAlone(query, signal, purpose);
        onJoined();
        return reply;
      }
      await sleep(toBackoffMs(looked, looks), undefined, { signal }).catch(() => {});
    }
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
