// A question to a party that answers later: asked once, which may be billed, and then looked for at growing distances until the answer is
// there or the time is over. It never asks a second time.

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { toBackoffMs } from '../../../app/waiting/backoff.ts';
import type { UnavailableReason } from '../../../domain/person/evidence.ts';
import { laterIdName } from '../../answer/later-id.ts';
import type { Attempt, Failure, Reply, Subject } from '../../reply.ts';
import type { CreatePause } from './pause-until-called.ts';
import { createPlaceOrder, type KeptOrders, type PlaceOrder, withOrderKey } from './place-order.ts';

export interface Pauses {
  readonly firstMs: number;
  readonly maxMs: number;
}

interface LaterCallOptions<Value> {
  /** Gives the id. */
  readonly create: Attempt<Subject, string>;
  /** Finds the answer by `async.id`; `pending` while there is none. */
  readonly poll: Attempt<Subject, Value>;
  readonly pauses: Pauses;
  /** Orders that are not answered yet; undefined where they are not kept. */
  readonly kept?: KeptOrders | undefined;
  readonly lingerMs?: number | undefined;
  /** `createPause` serves a party that calls back. The value is undefined if it does not. */
  readonly createPause?: CreatePause | undefined;
}

/** A look costs nothing, so that one of these is no reason to lose an answer that was paid for. */
export const passes: ReadonlySet<UnavailableReason> = new Set([
  'pending',
  'connection_failed',
  'upstream_error',
  'rate_limited',
]);

/** Far beyond every deadline. A timer takes 24 days at most: it makes one millisecond of all that is longer. */
const askedPauseMaxMs = 600_000;

export interface LaterCall<Value> extends Pick<PlaceOrder, 'untilKept'> {
  readonly ask: Attempt<Subject, Value>;
}

export function createLaterCall<Value>(options: LaterCallOptions<Value>): LaterCall<Value> {
  const { create, poll, pauses, kept, lingerMs, createPause = () => pauseFor } = options;
  const { place, untilKept } = kept === undefined ? placeUnkept(create) : createPlaceOrder(create, kept, lingerMs);
  const endOrder = async (subject: Subject) => kept?.orders.end(kept.toAsked(subject));

  /** Looks until there is an answer; at once where the order is from before. */
  const lookFor = async (id: string, isNew: boolean, subject: Subject, signal: AbortSignal): Promise<Reply<Value>> => {
    const asked = toLook(subject, id);
    const pause = createPause(id, isNew);
    let last: Failure = { kind: 'failed', reason: 'pending', sent: true };
    for (let looked = 1; ; looked++) {
      const askedMs = Math.min(last.retryAfterMs ?? 0, askedPauseMaxMs);
      if (isNew || looked > 1) await pause(Math.max(toBackoffMs(looked, pauses), askedMs), signal, askedMs);
      if (signal.aborted) return last;
      const reply = await poll(asked, signal);
      if (!isPassing(reply)) return toLastReply(reply, last, looked, signal);
      last = reply;
    }
  };

  /** One look for an order that somebody waits for. Another order for the same question may be open by now, and stays. */
  const lookOnce = async (order: string, subject: Subject, signal: AbortSignal): Promise<Reply<Value>> => {
    const reply = await poll(toLook(subject, order), signal);
    if (isEnd(reply) && (await kept?.orders.find(kept.toAsked(subject)))?.id === order) await endOrder(subject);
    return toOrdered(reply, order);
  };

  const ask: Attempt<Subject, Value> = async (subject, signal) => {
    if (subject.order !== undefined) return lookOnce(subject.order, subject, signal);
    const order = await place(subject, signal);
    if (order.kind !== 'found') return order;
    const { id, isNew } = order.value;
    const reply = await lookFor(id, isNew, subject, signal);
    if (isEnd(reply)) void endOrder(subject);
    return toOrdered(reply, id);
  };
  return { ask, untilKept };
}

/** Where nothing is kept, as for who tries a description. */
function placeUnkept(create: Attempt<Subject, string>): PlaceOrder {
  return {
    async place(subject, signal) {
      const order = await create(withOrderKey(subject, randomUUID()), signal);
      return order.kind === 'found' ? { kind: 'found', value: { id: order.value, isNew: true } } : order;
    },
    untilKept: async () => {},
  };
}

/** No look is a call that the party bills, and none is told of as one. */
function toLook({ number, values }: Subject, order: string): Subject {
  return { number, values: { ...values, [laterIdName]: order } };
}

/** Marks the reply as ordered after any look. The order has left and must not be made again. */
function toOrdered<Value>(reply: Reply<Value>, order: string): Reply<Value> {
  return reply.kind === 'failed' ? { ...reply, sent: true, order } : reply;
}

/** The party itself has said what there is to say, or that it does not know the order. After all else another look may find the answer. */
export function isEnd(reply: Reply<unknown>): boolean {
  return reply.kind !== 'failed' || (reply.isTheirs === true && ends.has(reply.reason));
}

const ends: ReadonlySet<UnavailableReason> = new Set(['minor', 'birth_date_required', 'request_refused']);

function isPassing(reply: Reply<unknown>): reply is Failure {
  return reply.kind === 'failed' && passes.has(reply.reason);
}

/** A look that our own deadline cut off takes nothing from what the one before it said. If there was none, the party may well hang. */
function toLastReply<Value>(reply: Reply<Value>, last: Failure, looked: number, signal: AbortSignal): Reply<Value> {
  if (reply.kind !== 'failed') return reply;
  const isCut = reply.reason === 'timeout' && signal.aborted;
  return isCut && looked > 1 ? last : reply;
}

/** These reasons prevent an answer now, without telling whether one will come. */
const delays: ReadonlySet<UnavailableReason> = new Set([...passes, 'timeout']);

/** Returns the view of callers. A taken order is pending, even if Confere cannot reach the party to look. The breaker knows the difference. */
export function toPending<Value>(reply: Reply<Value>): Reply<Value> {
  const isOpen = reply.kind === 'failed' && reply.order !== undefined && delays.has(reply.reason);
  return isOpen ? { ...reply, reason: 'pending' } : reply;
}

export async function pauseFor(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {});
}
