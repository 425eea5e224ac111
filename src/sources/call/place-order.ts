// Places an order at a party that answers later, and sees to it that its id is kept: without the id it would be ordered, and billed, again.

import { untilAborted } from '../protect/deadline.ts';
import type { Ask, Failure, Reply, Subject } from '../reply.ts';

/** None rejects. */
export interface OrdersOfSubjects {
  /** All that the request depends on. */
  toKey(subject: Subject): string;
  /** The id of an order for the same question. */
  find(subject: Subject): Promise<string | undefined>;
  keep(subject: Subject, id: string): Promise<void>;
  end(subject: Subject): Promise<void>;
}

export interface Placed {
  readonly id: string;
  /** False for an order from before. */
  readonly isNew: boolean;
}

export interface PlaceOrder {
  /**
   * Settles soon after the signal aborts. An order that has left by then goes on until its id is kept: equal questions of this process
   * wait for it, and the failure tells others when it is over.
   */
  readonly place: Ask<Subject, Placed>;
  /** Until the orders that have left are kept, or the signal aborts. */
  untilKept(signal: AbortSignal): Promise<void>;
}

/** For the id of an order that has left: the caller's time may be over by then. */
const lingerMs = 10_000;
/** A store that hangs costs a second order, and holds nobody up. */
const keepMsMax = 5_000;

interface Placing {
  readonly placed: Promise<Reply<Placed>>;
  /** Its caller left before it did: it never leaves. */
  isGivenUp: boolean;
}

export function createPlaceOrder(create: Ask<Subject, string>, orders: OrdersOfSubjects): PlaceOrder {
  const open = new Map<string, Placing>();

  /** The look for an order from before is part of it: between the two, another could be placed and kept. */
  const findOrCreate: Ask<Subject, Placed> = async (subject, signal) => {
    const found = await orders.find(subject);
    if (found !== undefined) return { kind: 'found', value: { id: found, isNew: false } };
    if (signal.aborted) return { ...late, sent: false };
    const order = await create(subject, signal);
    if (order.kind !== 'found') return order;
    // Before the first look: whoever is killed from here on finds it again.
    await untilAborted(orders.keep(subject, order.value), AbortSignal.timeout(keepMsMax), undefined);
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
      const key = orders.toKey(subject);
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

/** Nobody may ask again: the order may still be taken. */
const late: Failure = { kind: 'failed', reason: 'timeout', sent: true };
