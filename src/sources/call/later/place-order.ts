// Places an order at a party that answers later, and sees to it that its id is kept: without the id it would be ordered, and billed, again.

import { randomUUID } from 'node:crypto';
import type { UnavailableReason } from '../../../domain/person/evidence.ts';
import { orderKeyName } from '../../answer/later-id.ts';
import { untilAborted } from '../../protect/deadline.ts';
import type { Asked, Attempt, Failure, OpenOrder, OpenOrders, Reply, Subject } from '../../reply.ts';

export interface KeptOrders {
  readonly orders: OpenOrders;
  readonly toAsked: (subject: Subject) => Asked;
  /** Tells whether the request sends the party a key by which it recognizes an order. */
  readonly haveKeys: boolean;
}

export interface Placed {
  readonly id: string;
  /** The value is false for an earlier order. */
  readonly isNew: boolean;
}

export interface PlaceOrder {
  /**
   * Settles soon after the signal aborts. An order that has left by then goes on until its id is kept: equal questions of this process
   * wait for it, and the failure tells others when it is over.
   */
  readonly place: Attempt<Subject, Placed>;
  /** Until the orders that have left are kept, or the signal aborts. */
  untilKept(signal: AbortSignal): Promise<void>;
}

/** The wait for the id of a sent order may last this long, because the caller's time may be over by then. */
const defaultLingerMs = 10_000;
/** The wait for the store ends after this time. A store that hangs costs a second order and delays no caller. */
const keepMsMax = 5_000;

interface Placing {
  readonly placed: Promise<Reply<Placed>>;
  /** Tells whether the caller left before the order did. If so, the order never leaves. */
  isGivenUp: boolean;
}

export function createPlaceOrder(
  create: Attempt<Subject, string>,
  { orders, toAsked, haveKeys }: KeptOrders,
  lingerMs = defaultLingerMs,
): PlaceOrder {
  const open = new Map<string, Placing>();

  const keep = (subject: Subject, order: OpenOrder) =>
    untilAborted(orders.keep(toAsked(subject), order), AbortSignal.timeout(keepMsMax), undefined);

  /**
   * Keeps the key before the order leaves. A process that is killed after that sends the same key again, and a party that recognizes it takes the
   * order once.
   */
  const findKey = async (subject: Subject, found: OpenOrder | undefined): Promise<string> => {
    const key = found?.key ?? randomUUID();
    if (haveKeys && found === undefined) await keep(subject, { key });
    return key;
  };

  /** The look for an order from before is part of it: between the two, another could be placed and kept. */
  const findOrCreate: Attempt<Subject, Placed> = async (subject, signal) => {
    const found = await orders.find(toAsked(subject));
    if (found?.id !== undefined) return { kind: 'found', value: { id: found.id, isNew: false } };
    const key = await findKey(subject, found);
    if (signal.aborted) return { ...late, sent: false };
    const order = await create(withOrderKey(subject, key), signal);
    if (order.kind !== 'found') {
      if (haveKeys && isRefused(order)) void orders.end(toAsked(subject));
      return order;
    }
    // Before the first look: whoever is killed from here on finds it again.
    await keep(subject, { id: order.value });
    return { kind: 'found', value: { id: order.value, isNew: true } };
  };

  const start = (key: string, subject: Subject, signal: AbortSignal): Placing => {
    const ending = new AbortController();
    const abort = () => ending.abort(signal.reason);
    const leave = () => {
      if (open.get(key) === placing) open.delete(key);
    };
    let isSent = false;
    const onSent = () => {
      isSent = true;
      subject.onSent?.();
    };
    const giveUp = () => {
      if (isSent) return void setTimeout(abort, lingerMs).unref();
      placing.isGivenUp = true;
      leave();
      abort();
    };
    const placed = findOrCreate({ ...subject, onSent }, ending.signal).finally(() => {
      signal.removeEventListener('abort', giveUp);
      leave();
    });
    const placing: Placing = { placed, isGivenUp: false };
    signal.addEventListener('abort', giveUp, { once: true });
    open.set(key, placing);
    return placing;
  };

  return {
    async place(subject, signal) {
      if (signal.aborted) return { ...late, sent: false };
      const { key } = toAsked(subject);
      const placing = open.get(key) ?? start(key, subject, signal);
      const reply = await untilAborted<Reply<Placed>>(placing.placed, signal, late);
      if (reply !== late) return reply;
      return placing.isGivenUp ? { ...late, sent: false } : { ...late, placing: placing.placed };
    },
    async untilKept(signal) {
      await untilAborted(Promise.allSettled([...open.values()].map(({ placed }) => placed)), signal, []);
    },
  };
}

export function withOrderKey(subject: Subject, key: string): Subject {
  return { ...subject, values: { ...subject.values, [orderKeyName]: key } };
}

/** The order may have been taken all the same, by a party behind a gateway. */
const leavesOpen: ReadonlySet<UnavailableReason> = new Set(['upstream_error', 'rate_limited', 'timeout']);

/** The party itself refused it: the next one is another order, and not the same refusal told again. */
function isRefused(order: Reply<string>): boolean {
  return (
    order.kind === 'not_found' || (order.kind === 'failed' && order.isTheirs === true && !leavesOpen.has(order.reason))
  );
}

/** Callers must not ask again, because the party may still take the order. */
const late: Failure = { kind: 'failed', reason: 'timeout', sent: true };
