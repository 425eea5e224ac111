// Puts together what calls the endpoints of webhooks, forgets calls when their time is over, and lets keys have endpoints of their own.

import type { AuditLog } from '../../app/audit/ports.ts';
import type { Job } from '../../app/jobs/run-jobs.ts';
import { createDeliverer, type WebhookAttempt } from '../../app/webhooks/deliver-webhooks.ts';
import { createOwnWebhooks, type OwnWebhooks } from '../../app/webhooks/own-webhooks.ts';
import { addWebhookRoutes } from '../../http/webhooks/routes.ts';
import { randomShare } from '../parts/random-share.ts';
import { createLazySend, toWebhookRules } from '../parts/webhook-calls.ts';
import { openEndpoints } from '../parts/webhook-parts.ts';
import type { ServiceAudit } from './audit/audit.ts';
import { createRecordAct } from './audit/record-act.ts';
import type { Core } from './core.ts';
import type { Feature } from './feature.ts';

const dayMs = 86_400_000;
const purgedAtOnce = 200;

export function openWebhooks(core: Core, { audit }: Pick<ServiceAudit, 'audit'>): Feature {
  const webhooks = openOwnWebhooks(core, audit);
  return {
    routes: (server, parts) => addWebhookRoutes(server, { ...parts, webhooks }),
    jobs: createWebhookJobs(core),
  };
}

function createWebhookJobs({ config, stores, clock, purgeClock, logger, metrics, onJobFault }: Core): Job[] {
  const { webhooks: store } = stores;
  const deliverer = createDeliverer({
    store,
    seal: stores.sealFor('webhook'),
    send: createLazySend(config),
    clock,
    randomShare,
    attemptsMax: config['webhooks.attempts_max'],
    onStoreFault: (error) => onJobFault('webhooks', error),
    onAttempt: ({ id, event, state, outcome }: WebhookAttempt) => {
      metrics.count('confere_webhook_calls_total', { event, state });
      if (state !== 'delivered') {
        logger.write('warn', state === 'dead' ? 'webhook_dead' : 'webhook_failed', { internal: `${id} ${outcome}` });
      }
    },
  });
  const toPurgeBeforeMs = () => purgeClock.nowMs() - config['webhooks.kept_days'] * dayMs;
  return [
    {
      name: 'webhooks',
      hasWork: async () => (await store.findDue(clock.nowMs(), 1)).length > 0,
      async run(turn) {
        const calls = turn.begin(async ({ signal }) => (await deliverer.beginDue(signal)).done);
        calls.catch((error: unknown) => onJobFault('webhooks', error));
      },
    },
    {
      name: 'webhook purge',
      hasWork: () => store.hasSettled(toPurgeBeforeMs()),
      run: () => store.purge(toPurgeBeforeMs(), purgedAtOnce),
    },
  ];
}

/** Opens webhooks for keys that may have endpoints of their own. */
function openOwnWebhooks({ config, stores, clock }: Core, audit: Pick<AuditLog, 'append'>): OwnWebhooks {
  return createOwnWebhooks({
    endpoints: openEndpoints(stores, clock),
    rules: toWebhookRules(config),
    perKeyMax: config['webhooks.per_key_max'],
    record: createRecordAct(audit, clock),
  });
}
