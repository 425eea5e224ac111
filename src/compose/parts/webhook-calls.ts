// What calls the endpoints of webhooks, and says where they may be. The client is loaded with the first call: most services never make
// one, and it would take from the time of their start.

import type { WebhookRules } from '../../app/webhooks/endpoint.ts';
import type { SendWebhook } from '../../app/webhooks/ports.ts';
import type { Config } from '../../config.ts';

const load = () => import('../../webhooks/send-webhook.ts');

function toOptions(config: Config) {
  return {
    allowedNetworks: config['webhooks.allowed_networks'],
    allowHttp: config['webhooks.allow_http'],
    deadlineMs: config['webhooks.deadline_ms'],
  };
}

export function createLazySend(config: Config): SendWebhook {
  let send: SendWebhook | undefined;
  return async (webhook, signal) => {
    send ??= (await load()).createSendWebhook(toOptions(config));
    return send(webhook, signal);
  };
}

export function toWebhookRules(config: Config): WebhookRules {
  return {
    allowHttp: config['webhooks.allow_http'],
    mayReach: async (url) => (await load()).createMayReach(toOptions(config))(url),
  };
}
