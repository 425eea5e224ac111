// Opens the endpoints of webhooks and their deliveries for the command line. Each act is written down.

import { createManageWebhooks, type ManageWebhooks } from '../../app/webhooks/manage-webhooks.ts';
import { systemClock } from '../../clock.ts';
import type { Config } from '../../config.ts';
import { openStores } from '../parts/stores.ts';
import { createLazySend, toWebhookRules } from '../parts/webhook-calls.ts';
import { openEndpoints, openEvents } from '../parts/webhook-parts.ts';
import { recordAct, recordActIfPossible } from './audit/operator-act.ts';

export async function withWebhooks<Result>(
  config: Config,
  use: (webhooks: ManageWebhooks) => Promise<Result>,
): Promise<Result> {
  await using stores = await openStores(config, systemClock);
  const webhooks = createManageWebhooks({
    store: stores.webhooks,
    keys: stores.keys,
    seal: stores.sealFor('webhook'),
    clock: systemClock,
    endpoints: openEndpoints(stores, systemClock),
    send: createLazySend(config),
    createEvent: openEvents(stores, systemClock),
    findSample: async (type) => (await import('../../http/events/examples.ts')).eventExamples[type],
    rules: toWebhookRules(config),
  });
  return await use({
    ...webhooks,
    async add(url, keyId) {
      const added = await webhooks.add(url, keyId);
      try {
        await recordAct(config, 'webhook_added', added.id);
      } catch (error) {
        await webhooks.remove(added.id);
        throw error;
      }
      return added;
    },
    async rotate(id, overlapMs) {
      // What cannot be written down does not happen, and of what is not there nothing is written.
      if ((await webhooks.list()).some((one) => one.id === id)) await recordAct(config, 'webhook_rotated', id);
      return webhooks.rotate(id, overlapMs);
    },
    async remove(id) {
      await webhooks.remove(id);
      await recordActIfPossible(config, 'webhook_removed', id);
    },
    async resend(id) {
      await webhooks.resend(id);
      await recordActIfPossible(config, 'webhook_resent', id);
    },
  });
}
