// The orders that a simulated party has taken and answers later, and the calls by which it says that an answer is there.

import { randomBytes } from 'node:crypto';
import type { Clock } from '../app/clock.ts';
import type { LaterWire, PartyAnswer } from './party.ts';
import type { PartySettings } from './party-settings.ts';
import { post } from './wire.ts';

export function createLaterOrders(clock: Clock, onCallback: () => void) {
  const taken = new Map<string, { readonly subject: string; readonly atMs: number }>();
  const calling = new Set<NodeJS.Timeout>();

  /** Sends the callback once, without a retry, so that a caller who relies on callbacks alone notices the loss. */
  function callBack({ toCallback }: LaterWire, id: string, { callbackUrl, laterMs }: PartySettings): void {
    if (toCallback === undefined || callbackUrl === '') return;
    const { headers, body } = toCallback(id);
    const timer = setTimeout(() => {
      calling.delete(timer);
      void post(callbackUrl, headers, body).then(
        (status) => {
          if (status < 300) onCallback();
        },
        () => {},
      );
    }, laterMs);
    calling.add(timer);
  }

  function endCalls(): void {
    for (const timer of calling) clearTimeout(timer);
    calling.clear();
  }

  return {
    take(later: LaterWire, subject: string, settings: PartySettings): PartyAnswer {
      const id = randomBytes(9).toString('hex');
      taken.set(id, { subject, atMs: clock.monotonicMs() });
      callBack(later, id, settings);
      return later.toTaken(id);
    },
    find(id: string) {
      const order = taken.get(id);
      return order && { subject: order.subject, ageMs: clock.monotonicMs() - order.atMs };
    },
    endCalls,
    reset() {
      endCalls();
      taken.clear();
    },
  };
}
