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

/** For the id of an order that has left: the caller's time may be over by then. */
const lingerMs = 10_000;

/** Settles soon after the signal aborts. An order that has left by then goes on until its id is kept, and equal questions wait for it. */
export function createPlaceOrder(create: Ask<Subject, string>, orders: OrdersOfSubjects): Ask<Subject, string> {
  const placing = new Map<string, Promise<Reply<string>>>();

  const place = (subject: Subject, signal: AbortSignal): Promise<Reply<string>> => {
    const ending = new AbortController();
    let isSent = false;
    const end = (): void => {
      const abort = () => ending.abort(signal.reason);
      if (isSent) setTimeout(abort, lingerMs).unref();
      else abort();
    };
    signal.addEventListener('abort', end, { once: true });
    const onSent = () => {
      isSent = true;
      subject.onSent?.();
    };
    const created = create({ ...subject, onSent }, ending.signal);
    return created
      .then(async (order) => {
        // Before the first look: whoever is killed from here on finds it again.
        if (order.kind === 'found') await orders.keep(subject, order.value);
        return order;
      })
      .finally(() => signal.removeEventListener('abort', end));
  };

  return async (subject, signal) => {
    if (signal.aborted) return { ...late, sent: false };
    const key = orders.toKey(subject);
    const placed = placing.get(key) ?? place(subject, signal).finally(() => placing.delete(key));
    placing.set(key, placed);
    return await untilAborted<Reply<string>>(placed, signal, late);
  };
}

/** Whether it has left or not, nobody may ask again: the order may still be taken. */
const late: Failure = { kind: 'failed', reason: 'timeout', sent: true };
