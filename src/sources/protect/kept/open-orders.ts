// Orders at a party that answers later, kept until they are answered or given up. The same question goes on with the order that is there,
// after a restart and on another node: it is not ordered twice.

import type { OpenOrder, OpenOrders } from '../../reply.ts';
import type { KeptOf } from './answer-keys.ts';
import { type BoughtParts, createGuard, createSealedEntries } from './sealed-entries.ts';

/** `making` says what would be ordered. How its answer is looked for and read is no part of it. */
interface OpenOrdersOptions extends BoughtParts, KeptOf {
  /** An order is worth a look for this long. */
  readonly lifeMs: number;
  /** The store reports an operation that failed. */
  readonly onFault: (error: unknown) => void;
}

export function createOpenOrders(options: OpenOrdersOptions): OpenOrders {
  const { clock, lifeMs, onFault } = options;
  const orders = createSealedEntries<OpenOrder>({ ...options, kind: 'order' });
  const guard = createGuard(onFault);
  return {
    find: (asked) => guard(() => orders.find(asked)),
    async keep(asked, order) {
      const atMs = clock.nowMs();
      await guard(() => orders.keep(asked, order, { atMs, expiresAtMs: atMs + lifeMs }));
    },
    end: (asked) => guard(() => orders.end(asked)),
  };
}
