// Tells the owner of a key how much of its budget is used: in the list of its events, and by webhook.

import type { KeyId } from '../../domain/access/api-key.ts';
import { formatMax } from '../../domain/budgets/budget.ts';
import type { CreateEvent } from '../events/new-event.ts';
import type { WebhookStore } from '../webhooks/ports.ts';
import type { BudgetNotice } from './budgets.ts';

interface TellKeyOptions {
  readonly store: Pick<WebhookStore, 'listEndpoints' | 'enqueue'>;
  readonly createEvent: CreateEvent;
}

/** Every endpoint of the key, or its list of events alone where it has none; a budget of a source concerns no key alone. */
export function createTellKey({ store, createEvent }: TellKeyOptions): (notice: BudgetNotice) => Promise<void> {
  return async ({ spender, limit, percent, period }) => {
    if (spender.kind !== 'key') return;
    const keyId = spender.name as KeyId;
    const own = (await store.listEndpoints()).flatMap((each) => (each.keyId === keyId ? each.id : []));
    for (const webhookId of own.length === 0 ? [null] : own) {
      const data = {
        percent,
        period: period.kind,
        period_name: period.name,
        unit: limit.unit,
        limit: formatMax(limit),
      };
      await store.enqueue(createEvent({ keyId, webhookId }, 'budget.reached', data));
    }
  };
}
