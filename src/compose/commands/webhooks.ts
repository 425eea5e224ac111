// Opens the endpoints of webhooks and their deliveries for the command line. Each act is written down.

import { createManageWebhooks, type ManageWebhooks } from '../../app/webhooks/manage-webhooks.ts';
import { systemClock } from '../../clock.ts';
import type { Config } from '../../config.ts';
import { openVault } from '../parts/vault.ts';
import { createLazySend, toWebhookRules } from '../parts/webhook-calls.ts';
import { openEndpoints, openEvents, webhookSealPurpose } from '../parts/webhook-parts.ts';
import { recordAct, recordActIfPossible } from './audit/operator-act.ts';

export async function withWebhooks<Result>(
  config: Config,
  use: (webhooks: ManageWebhooks) => Promise<Result>,
): Promise<Result> {
  const vault = await openVault(config, systemClock);
  try {
    const webhooks = createManageWebhooks({
      store: vault.webhooks,
      keys: vault.keys,
      seal: vault.sealFor(webhookSealPurpose),
      clock: systemClock,
      endpoints: openEndpoints(vault, systemClock),
      send: createLazySend(config),
      createEvent: openEvents(vault, systemClock),
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
  } finally {
    await vault.close();
  }
}
