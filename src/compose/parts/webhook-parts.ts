// How webhooks are sealed and named, for the service that sends them and the command line that manages them.

import { randomBytes } from 'node:crypto';
import type { Clock } from '../../app/ports.ts';
import { createRequestIds } from '../../app/request-id.ts';
import { type CreateDelivery, createDeliveries } from '../../app/webhooks/new-delivery.ts';
import type { Vault } from './vault.ts';

export const webhookSealPurpose = 'webhook';

export function openDeliveries(vault: Pick<Vault, 'sealFor'>, clock: Clock): CreateDelivery {
  return createDeliveries({
    seal: vault.sealFor(webhookSealPurpose),
    clock,
    createId: createRequestIds(clock, randomBytes, 'msg_'),
  });
}
