// Opens the address at which parties call back. Where none does, there is no such address.

import type { OrderCalls } from '../../../app/later/order-calls.ts';
import type { PendingVerifications } from '../../../app/later/pending-verifications.ts';
import { type CallbackParty, createReceiveCallback } from '../../../app/later/receive-callback.ts';
import { addCallbacksRoute } from '../../../http/routes/callbacks.ts';
import type { Core } from '../core.ts';
import type { Feature } from '../feature.ts';

interface CallbacksParts {
  readonly parties: ReadonlyMap<string, CallbackParty>;
  readonly calls: OrderCalls;
  readonly pending: Pick<PendingVerifications, 'hasten'>;
}

export function openCallbacks(core: Core, { parties, calls, pending }: CallbacksParts): Feature {
  if (parties.size === 0) return {};
  const { config, clock, limits, metrics } = core;
  const receive = createReceiveCallback({
    parties,
    rates: limits.rates,
    failures: limits.failures,
    failuresPerMinuteMax: config['limits.auth_failures_per_minute'],
    clock,
    wake: async (source, order, call) => {
      // First that it called: who is made due by the second step finds it.
      await calls.tell(source, order, call);
      await pending.hasten(source, order);
    },
    onOutcome: (source, outcome) => metrics.count('confere_source_callbacks_total', { source, outcome }),
  });
  return { routes: (server) => addCallbacksRoute(server, { receive }) };
}
