// Puts together what calls the endpoints of webhooks, and forgets calls when their time is over.

import type { Job } from '../../app/jobs/run-jobs.ts';
import type { Clock } from '../../app/ports.ts';
import { createDeliverer, type WebhookAttempt } from '../../app/webhooks/deliver-webhooks.ts';
import type { SendWebhook } from '../../app/webhooks/ports.ts';
import type { Config } from '../../config.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import { randomShare } from '../parts/random-share.ts';
import type { Vault } from '../parts/vault.ts';
import { webhookSealPurpose } from '../parts/webhook-parts.ts';

interface WebhookJobsOptions {
  readonly config: Config;
  readonly vault: Pick<Vault, 'webhooks' | 'sealFor'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Pick<Metrics, 'countWebhookCall'>;
  readonly onFault: (job: string, error: unknown) => void;
}

const dayMs = 86_400_000;
const purgedAtOnce = 200;

export function createWebhookJobs({ config, vault, clock, logger, metrics, onFault }: WebhookJobsOptions): Job[] {
  const { webhooks: store } = vault;
  const deliverer = createDeliverer({
    store,
    seal: vault.sealFor(webhookSealPurpose),
    send: createLazySend(config),
    clock,
    randomShare,
    attemptsMax: config['webhooks.attempts_max'],
    onStoreFault: (error) => onFault('webhooks', error),
    onAttempt: ({ id, event, state, outcome }: WebhookAttempt) => {
      metrics.countWebhookCall(event, state);
      if (state !== 'delivered') {
        logger.write('warn', state === 'dead' ? 'webhook_dead' : 'webhook_failed', { internal: `${id} ${outcome}` });
      }
    },
  });
  const toPurgeBeforeMs = () => clock.nowMs() - config['webhooks.kept_days'] * dayMs;
  return [
    {
      name: 'webhooks',
      hasWork: async () => (await store.findDue(clock.nowMs(), 1)).length > 0,
      async run(turn) {
        const calls = turn.begin(async ({ signal }) => (await deliverer.beginDue(signal)).done);
        calls.catch((error: unknown) => onFault('webhooks', error));
      },
    },
    {
      name: 'webhook purge',
      hasWork: () => store.hasSettled(toPurgeBeforeMs()),
      run: () => store.purge(toPurgeBeforeMs(), purgedAtOnce),
    },
  ];
}

/** The client is loaded with the first call: most services never make one, and it would take from the time of their start. */
function createLazySend(config: Config): SendWebhook {
  let loaded: Promise<SendWebhook> | undefined;
  const load = async () => {
    const { createSendWebhook } = await import('../../webhooks/send-webhook.ts');
    return createSendWebhook({
      allowedNetworks: config['webhooks.allowed_networks'],
      allowHttp: config['webhooks.allow_http'],
      deadlineMs: config['webhooks.deadline_ms'],
    });
  };
  return async (webhook, signal) => {
    loaded ??= load();
    return (await loaded)(webhook, signal);
  };
}
