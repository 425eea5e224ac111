// Orders at a party that answers later, kept until they are answered or given up. The same question goes on with the order that is there,
// after a restart and on another node: it is not ordered twice.

import type { Clock } from '../../../app/clock.ts';
import type { OpenOrder } from '../../reply.ts';
import { type BoughtParts, createSealedEntries } from './sealed-entries.ts';
import type { Asked } from './shared-answers.ts';

/** None rejects: a store that fails may cost a second order, never an answer. */
export interface OpenOrders {
  find(asked: Asked): Promise<OpenOrder | undefined>;
  keep(asked: Asked, order: OpenOrder): Promise<void>;
  /** It was answered, or the party does not know it: the next question is an order of its own. */
  end(asked: Asked): Promise<void>;
}

interface OpenOrdersOptions extends BoughtParts {
  readonly clock: Clock;
  readonly source: string;
  /** Another text where something else would be ordered. How its answer is looked for and read is no part of it. */
  readonly making: string;
  /** For how long an order is worth a look. */
  readonly lifeMs: number;
  /** Told what the store could not do. */
  readonly onFault: (error: unknown) => void;
}

export function createOpenOrders(options: OpenOrdersOptions): OpenOrders {
  const { clock, lifeMs, onFault } = options;
  const orders = createSealedEntries<OpenOrder>({ ...options, kind: 'order' });
  const guard = async <Result>(work: () => Promise<Result>): Promise<Result | undefined> => {
    try {
      return await work();
    } catch (error) {
      onFault(error);
      return undefined;
    }
  };
  return {
    find: (asked) => guard(() => orders.find(asked, clock.nowMs())),
    async keep(asked, order) {
      const atMs = clock.nowMs();
      await guard(() => orders.keep(asked, order, { atMs, expiresAtMs: atMs + lifeMs }));
    },
    end: (asked) => guard(() => orders.end(asked)),
  };
}
