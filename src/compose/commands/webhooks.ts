// Opens the endpoints of webhooks and their deliveries for the command line. Each act is written down.

import { randomBytes } from 'node:crypto';
import { createManageWebhooks, type ManageWebhooks } from '../../app/webhooks/manage-webhooks.ts';
import { systemClock } from '../../clock.ts';
import type { Config } from '../../config.ts';
import { openVault } from '../parts/vault.ts';
import { openEvents, webhookSealPurpose } from '../parts/webhook-parts.ts';
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
      randomBytes,
      createEvent: openEvents(vault, systemClock),
      rules: { allowHttp: config['webhooks.allow_http'] },
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
