// Puts together what calls the endpoints of webhooks, forgets calls when their time is over, and lets keys have endpoints of their own.

import type { AuditLog } from '../../app/audit/ports.ts';
import type { Job } from '../../app/jobs/run-jobs.ts';
import type { Clock } from '../../app/ports.ts';
import { createDeliverer, type WebhookAttempt } from '../../app/webhooks/deliver-webhooks.ts';
import { createOwnWebhooks, type OwnWebhooks } from '../../app/webhooks/own-webhooks.ts';
import type { Config } from '../../config.ts';
import { AppError } from '../../errors.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import { randomShare } from '../parts/random-share.ts';
import type { Vault } from '../parts/vault.ts';
import { createLazySend, toWebhookRules } from '../parts/webhook-calls.ts';
import { openEndpoints, webhookSealPurpose } from '../parts/webhook-parts.ts';

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

interface OwnWebhooksParts extends Pick<WebhookJobsOptions, 'config' | 'vault' | 'clock'> {
  readonly audit: Pick<AuditLog, 'append'>;
}

const retryAfterSeconds = 5;

/** For keys that may have endpoints of their own. */
export function openOwnWebhooks({ config, vault, clock, audit }: OwnWebhooksParts): OwnWebhooks {
  return createOwnWebhooks({
    endpoints: openEndpoints(vault, clock),
    rules: toWebhookRules(config),
    perKeyMax: config['webhooks.per_key_max'],
    record: (actor, act, target) =>
      audit.append({ kind: 'act', atMs: clock.nowMs(), actor, act, target }).catch((error: unknown) => {
        throw new AppError('audit_unavailable', { retryAfterSeconds, internal: String((error as Error).message) });
      }),
  });
}
