// Tells the owner of a key how much of its budget is used: in the list of its events, and by webhook.

import type { KeyId } from '../../domain/access/api-key.ts';
import { formatMax } from '../../domain/budgets/budget.ts';
import type { CreateEvent } from '../events/new-event.ts';
import { createKeyEvents } from '../webhooks/key-events.ts';
import type { WebhookStore } from '../webhooks/ports.ts';
import type { BudgetNotice } from './accounts.ts';

interface NotifyKeyOptions {
  readonly store: Pick<WebhookStore, 'listEndpoints' | 'enqueue'>;
  readonly createEvent: CreateEvent;
}

/** Every endpoint of the key, or its list of events alone where it has none; a budget of a source concerns no key alone. */
export function createNotifyKey({ store, createEvent }: NotifyKeyOptions): (notice: BudgetNotice) => Promise<void> {
  return async ({ spender, limit, percent, period }) => {
    if (spender.kind !== 'key') return;
    const data = {
      percent,
      period: period.kind,
      period_name: period.name,
      unit: limit.unit,
      limit: formatMax(limit),
    };
    const events = await createKeyEvents(
      { webhooks: store, createEvent },
      spender.name as KeyId,
      'budget.reached',
      data,
    );
    for (const event of events) await store.enqueue(event);
  };
}
