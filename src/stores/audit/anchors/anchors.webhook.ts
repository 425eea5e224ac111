// Anchors that are told to somebody else, who keeps them: a call like that of every other webhook. They cannot be read back from here.

import { type AnchorDestination, AnchorFault } from '../../../app/audit/anchors/anchor-destination.ts';
import type { SendWebhook } from '../../../app/webhooks/ports.ts';
import { toWebhookHeaders } from '../../../app/webhooks/webhook-message.ts';

interface WebhookAnchorsOptions {
  readonly url: string;
  readonly secret: string;
  readonly send: SendWebhook;
  readonly createId: () => string;
  readonly nowMs: () => number;
}

export function openWebhookAnchors(name: string, options: WebhookAnchorsOptions): AnchorDestination {
  const { origin } = new URL(options.url);
  return {
    name,
    address: origin,
    async put(text, madeAtMs, signal) {
      const data: unknown = JSON.parse(text);
      const body = JSON.stringify({ type: 'audit.anchored', timestamp: new Date(madeAtMs).toISOString(), data });
      const headers = toWebhookHeaders({
        id: options.createId(),
        body,
        secrets: [options.secret],
        nowMs: options.nowMs(),
      });
      const outcome = await options.send({ url: options.url, body, headers }, signal);
      if (outcome.kind === 'failed') throw new AnchorFault(outcome.reason);
      if (outcome.status < 200 || outcome.status >= 300) throw new AnchorFault(`it answered ${outcome.status}`);
    },
    close: async () => {},
  };
}
