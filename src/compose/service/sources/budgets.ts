// Opens what holds sources and keys to their budgets. Without any there is nothing to open, and nothing is counted.

import { type Budgets, createBudgets } from '../../../app/budgets/budgets.ts';
import { createNotifyKey } from '../../../app/budgets/notify-key.ts';
import type { HttpSources } from '../../../sources/create-http-sources.ts';
import { openEvents } from '../../parts/webhook-parts.ts';
import type { Core } from '../core.ts';

export function openBudgets({ stores, limits, clock, log, onJobFault }: Core, live: HttpSources): Budgets | undefined {
  const { sources, keys } = live.budgets;
  if (sources.size + keys.size === 0) return undefined;
  const notifyKey = createNotifyKey({ store: stores.webhooks, createEvent: openEvents(stores, clock) });
  return createBudgets({
    sources,
    keys,
    prices: live.prices,
    counters: limits.budgets,
    store: stores.usage,
    clock,
    onNotice: (notice) => {
      log.budgetNotice(notice);
      notifyKey(notice).catch((error: unknown) => onJobFault('budgets', error));
    },
  });
}
